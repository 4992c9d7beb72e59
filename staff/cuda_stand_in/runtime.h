/* What the runtime's own files share. */
#pragma once
#include "stand_in.h"

#define START                                    \
  do {                                           \
    cudaError_t error = stand_in_start(__func__); \
    if (error) return error;                     \
  } while (0)

/* Start CUDA in this process, or say that its parent had: then it cannot be used here. */
cudaError_t stand_in_start(const char *call);

/* Return an error, and keep it as this thread's last. */
cudaError_t stand_in_fail(cudaError_t error);

/* Give a stream a job of so many seconds. One that computes may begin before the time of those
 * before it is over, since the CPU is faster than the device; others wait for it. */
void stand_in_give(cudaStream_t stream, void (*run)(void *), void *data, double seconds,
                   int computes);
