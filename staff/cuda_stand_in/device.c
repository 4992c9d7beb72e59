/* libcudart.so: kernels, the device, errors. */
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread cudaError_t last;

cudaError_t stand_in_fail(cudaError_t error) { return last = error; }

/* Kernels are known by their names; of one, what torch.cuda._sleep runs, the time is known. */

static const void *spin_kernel;
static __thread struct { dim3 grid, block; size_t shared; cudaStream_t stream; } pushed;

void **__cudaRegisterFatBinary(void *binary) {
  static void *handle;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void **handle) {}
void __cudaUnregisterFatBinary(void **handle) {}
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int outside,
                       size_t bytes, int constant, int global) {}
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int limit, void *thread, void *block, void *threads, void *blocks,
                            int *warp) {
  if (strstr(name, "spin_kernel")) spin_kernel = host;
}
char __cudaInitModule(void **handle) { return 1; }
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t s) {
  pushed.grid = grid, pushed.block = block, pushed.shared = shared, pushed.stream = s;
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *s) {
  *grid = pushed.grid, *block = pushed.block, *shared = pushed.shared;
  *(cudaStream_t *)s = pushed.stream;
  return 0;
}
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t s) {
  START;
  if (kernel != spin_kernel) {
    stand_in_takes(s, STAND_IN_KERNEL);
    return 0;
  }
  stand_in_takes(s, *(long long *)arguments[0] / STAND_IN_CLOCK);
  stand_in_give(s, NULL, NULL, 0, 0); /* what comes next begins after it */
  return 0;
}
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host) {
  *kernel = (cudaKernel_t)host;
  return 0;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared, cudaStream_t s) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, s);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments) {
  return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, arguments, 0, config->stream);
}
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t s) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, s);
}
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
  memset(attributes, 0, sizeof *attributes);
  attributes->maxThreadsPerBlock = 1024;
  attributes->numRegs = 32;
  attributes->binaryVersion = attributes->ptxVersion = 90;
  return 0;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *kernel, int block,
                                                          size_t shared) {
  *n = 2;
  return 0;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *kernel,
                                                                   int block, size_t shared,
                                                                   unsigned flags) {
  *n = 2;
  return 0;
}

/* The device */

cudaError_t cudaGetDeviceCount(int *n) {
  START;
  const char *visible = getenv("CUDA_VISIBLE_DEVICES");
  *n = !visible || (*visible && strcmp(visible, "-1"));
  return *n ? 0 : stand_in_fail(cudaErrorNoDevice);
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return 0;
}
cudaError_t cudaSetDevice(int device) {
  START;
  return device ? stand_in_fail(cudaErrorInvalidDevice) : 0;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = CUDART_VERSION;
  return 0;
}
cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return 0;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return 0;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return 0;
}
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
  START;
  memset(p, 0, sizeof *p);
  strcpy(p->name, "CUDA stand-in");
  p->totalGlobalMem = STAND_IN_MEMORY;
  p->major = 9;
  p->multiProcessorCount = 132;
  p->warpSize = 32;
  p->maxThreadsPerBlock = 1024;
  p->maxThreadsPerMultiProcessor = 2048;
  p->maxBlocksPerMultiProcessor = 32;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 2147483647;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->sharedMemPerBlock = 48 << 10;
  p->sharedMemPerBlockOptin = p->sharedMemPerMultiprocessor = 227 << 10;
  p->l2CacheSize = 50 << 20;
  p->unifiedAddressing = p->concurrentKernels = 1;
  p->textureAlignment = 512;
  return 0;
}
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  START;
  struct cudaDeviceProp p;
  cudaGetDeviceProperties(&p, device);
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)p.sharedMemPerBlock; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)p.sharedMemPerBlockOptin; break;
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[1]; break;
    default: *value = 0;
  }
  return 0;
}
cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int device) {
  snprintf(id, bytes, "0000:00:00.0");
  return 0;
}

static int succeed(void) { return 0; }
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **entry, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *found) {
  *entry = (void *)succeed;
  if (found) *found = cudaDriverEntryPointSuccess;
  return 0;
}

/* Errors */

cudaError_t cudaGetLastError(void) {
  cudaError_t error = last;
  last = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError(void) { return last; }
const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInitializationError: return "initialization error";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    default: return "error of the stand-in";
  }
}
const char *cudaGetErrorName(cudaError_t error) { return cudaGetErrorString(error); }
