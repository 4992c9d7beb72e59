/* What the stand-in's device is like, and how its other libraries give its streams work.
 *
 * Slow enough that a CPU keeps up, and with the ratios between dtypes of an A100.
 */
#pragma once
#include <cuda_runtime_api.h>

#define STAND_IN_MEMORY (6ull << 30)
#define STAND_IN_KERNEL 5e-6          /* seconds of a launched kernel */
#define STAND_IN_CLOCK 1e9            /* cycles a second of torch.cuda._sleep */
#define STAND_IN_BANDWIDTH 100e9      /* bytes a second within the device */
#define STAND_IN_HOST_BANDWIDTH 100e6 /* bytes a second from and to the host */
#define STAND_IN_FLOAT32 10e9         /* FLOP/s of a float32 matmul */
#define STAND_IN_TF32 40e9
#define STAND_IN_HALF 80e9

#ifdef __cplusplus
extern "C" {
#endif

/* The stream's work so far takes some seconds more. */
void stand_in_takes(cudaStream_t stream, double seconds);

/* The stream runs a function once all before it has run, in a thread of its own. */
void stand_in_computes(cudaStream_t stream, void (*run)(void *), void *data);

#ifdef __cplusplus
}
#endif
