/* libcublas.so: matmuls take the time that their FLOPs take, and compute nothing. */
#include "stand_in.h"

#include <cublas_v2.h>
#include <stdlib.h>

struct cublasContext {
  cudaStream_t stream;
  cublasMath_t math;
  cublasPointerMode_t pointers;
};

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  *handle = calloc(1, sizeof **handle);
  return 0;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return 0;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  handle->math = mode;
  return 0;
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode) {
  *mode = handle->math;
  return 0;
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  handle->pointers = mode;
  return 0;
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode) {
  *mode = handle->pointers;
  return 0;
}

static cublasStatus_t matmul(cublasHandle_t handle, double flops, cudaDataType type,
                             cublasComputeType_t compute) {
  int half = type == CUDA_R_16BF || type == CUDA_R_16F;
  int tf32 = compute == CUBLAS_COMPUTE_32F_FAST_TF32 ||
             (handle->math & 3) == CUBLAS_TF32_TENSOR_OP_MATH;
  double rate = half ? STAND_IN_HALF : tf32 ? STAND_IN_TF32 : STAND_IN_FLOAT32;
  stand_in_takes(handle->stream, STAND_IN_KERNEL + flops / rate);
  return 0;
}

#define FORM cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k

cublasStatus_t cublasSgemm_v2(FORM, const float *alpha, const float *a, int lda, const float *b,
                              int ldb, const float *beta, float *c, int ldc) {
  return matmul(handle, 2.0 * m * n * k, CUDA_R_32F, CUBLAS_COMPUTE_32F);
}
cublasStatus_t cublasSgemmStridedBatched(FORM, const float *alpha, const float *a, int lda,
                                         long long sa, const float *b, int ldb, long long sb,
                                         const float *beta, float *c, int ldc, long long sc,
                                         int batch) {
  return matmul(handle, 2.0 * m * n * k * batch, CUDA_R_32F, CUBLAS_COMPUTE_32F);
}
cublasStatus_t cublasSgemmEx(FORM, const float *alpha, const void *a, cudaDataType type, int lda,
                             const void *b, cudaDataType type_b, int ldb, const float *beta,
                             void *c, cudaDataType type_c, int ldc) {
  return matmul(handle, 2.0 * m * n * k, type, CUBLAS_COMPUTE_32F);
}
cublasStatus_t cublasGemmEx(FORM, const void *alpha, const void *a, cudaDataType type, int lda,
                            const void *b, cudaDataType type_b, int ldb, const void *beta, void *c,
                            cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algo) {
  return matmul(handle, 2.0 * m * n * k, type, compute);
}
cublasStatus_t cublasGemmStridedBatchedEx(FORM, const void *alpha, const void *a, cudaDataType type,
                                          int lda, long long sa, const void *b, cudaDataType type_b,
                                          int ldb, long long sb, const void *beta, void *c,
                                          cudaDataType type_c, int ldc, long long sc, int batch,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algo) {
  return matmul(handle, 2.0 * m * n * k * batch, type, compute);
}
