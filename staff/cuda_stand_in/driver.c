/* libcuda.so: what torch and triton ask of the driver itself. The rest returns CUDA_SUCCESS. */
int cuCtxGetCurrent(void **context) {
  *context = (void *)1;
  return 0;
}
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
int cuGetErrorString(int error, const char **text) {
  *text = "error of the stand-in";
  return 0;
}
