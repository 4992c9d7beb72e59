/* libcublasLt.so: as libcublas.so, for what torch gives to cublasLt (a matmul with a bias). */
#include "stand_in.h"

#include <cublasLt.h>
#include <stdlib.h>
#include <string.h>

struct layout { cudaDataType type; uint64_t rows, columns; };
struct description { cublasComputeType_t compute; int a_transposed; };

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t ld) {
  struct layout *made = malloc(sizeof *made);
  *made = (struct layout){type, rows, columns};
  *layout = (void *)made;
  return 0;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *description,
                                        cublasComputeType_t compute, cudaDataType scale) {
  struct description *made = calloc(1, sizeof *made);
  made->compute = compute;
  *description = (void *)made;
  return 0;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSA)
    ((struct description *)description)->a_transposed = *(const int *)value;
  return 0;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  *preference = calloc(1, 64);
  return 0;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a,
    cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t preference, int wanted, cublasLtMatmulHeuristicResult_t *results,
    int *found) {
  memset(results, 0, sizeof *results);
  *found = 1;
  return 0;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                              const void *alpha, const void *a, cublasLtMatrixLayout_t layout_a,
                              const void *b, cublasLtMatrixLayout_t layout_b, const void *beta,
                              const void *c, cublasLtMatrixLayout_t layout_c, void *d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t *algo,
                              void *workspace, size_t bytes, cudaStream_t stream) {
  struct layout *left = (void *)layout_a, *out = (void *)layout_d;
  struct description *what = (void *)description;
  int half = left->type == CUDA_R_16BF || left->type == CUDA_R_16F;
  int tf32 = what->compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  double inner = what->a_transposed ? left->rows : left->columns;
  double rate = half ? STAND_IN_HALF : tf32 ? STAND_IN_TF32 : STAND_IN_FLOAT32;
  stand_in_takes(stream, STAND_IN_KERNEL + 2.0 * inner * out->rows * out->columns / rate);
  return 0;
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
