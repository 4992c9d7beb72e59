/* libcudart.so: memory, which is the host's, and copies. */
#define _GNU_SOURCE
#include "runtime.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct range { char *start; size_t bytes; int kind; } ranges[8192];
static int n_ranges;
static size_t used;

static cudaError_t hand_out(void **p, size_t bytes, int kind) {
  START;
  if (!bytes) bytes = 1;
  size_t counted = kind == cudaMemoryTypeDevice ? bytes : 0;
  pthread_mutex_lock(&lock);
  *p = n_ranges == 8192 || used + counted > STAND_IN_MEMORY
           ? MAP_FAILED
           : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1, 0);
  if (*p != MAP_FAILED) {
    ranges[n_ranges++] = (struct range){*p, bytes, kind};
    used += counted;
  }
  pthread_mutex_unlock(&lock);
  return *p == MAP_FAILED ? stand_in_fail(cudaErrorMemoryAllocation) : 0;
}

static struct range *range_of(const void *p) {
  for (int i = 0; i < n_ranges; i++)
    if ((char *)p >= ranges[i].start && (char *)p < ranges[i].start + ranges[i].bytes)
      return &ranges[i];
  return NULL;
}

static cudaError_t take_back(void *p) {
  START;
  if (!p) return 0;
  cudaDeviceSynchronize();
  pthread_mutex_lock(&lock);
  struct range *range = range_of(p);
  if (range) {
    munmap(p, range->bytes);
    if (range->kind == cudaMemoryTypeDevice) used -= range->bytes;
    *range = ranges[--n_ranges];
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

static int kind_of(const void *p) {
  pthread_mutex_lock(&lock);
  struct range *range = range_of(p);
  int kind = range ? range->kind : cudaMemoryTypeUnregistered;
  pthread_mutex_unlock(&lock);
  return kind;
}

cudaError_t cudaMalloc(void **p, size_t bytes) { return hand_out(p, bytes, cudaMemoryTypeDevice); }
cudaError_t cudaFree(void *p) { return take_back(p); }
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags) {
  return hand_out(p, bytes, cudaMemoryTypeHost);
}
cudaError_t cudaFreeHost(void *p) { return take_back(p); }
cudaError_t cudaMemGetInfo(size_t *left, size_t *total) {
  START;
  *total = STAND_IN_MEMORY;
  *left = *total - used;
  return 0;
}
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p) {
  memset(attributes, 0, sizeof *attributes);
  attributes->type = kind_of(p);
  attributes->hostPointer = attributes->devicePointer = (void *)p;
  return 0;
}

struct copy { void *to; const void *from; size_t bytes; int value; };

static void run_copy(void *data) {
  struct copy *copy = data;
  if (copy->from) memmove(copy->to, copy->from, copy->bytes);
  else memset(copy->to, copy->value, copy->bytes);
  free(copy);
}

static void give_copy(cudaStream_t s, void *to, const void *from, size_t bytes, int value) {
  struct copy *copy = malloc(sizeof *copy);
  *copy = (struct copy){to, from, bytes, value};
  int device = cudaMemoryTypeDevice, within = kind_of(to) == device;
  within = within && (!from || kind_of(from) == device);
  double bandwidth = within ? STAND_IN_BANDWIDTH : STAND_IN_HOST_BANDWIDTH;
  stand_in_give(s, run_copy, copy, bytes / bandwidth, 0);
}

/* A copy from or to pageable memory is over when the call returns, as in CUDA. */
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t s) {
  START;
  int pageable = kind_of(from) == cudaMemoryTypeUnregistered ||
                 kind_of(to) == cudaMemoryTypeUnregistered;
  give_copy(s, to, from, bytes, 0);
  return pageable ? cudaStreamSynchronize(s) : 0;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
  cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, NULL);
  return error ? error : cudaStreamSynchronize(NULL);
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t s) {
  START;
  give_copy(s, p, NULL, bytes, value);
  return 0;
}
cudaError_t cudaMemset(void *p, int value, size_t bytes) {
  return cudaMemsetAsync(p, value, bytes, NULL);
}
