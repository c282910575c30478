// not compiled by nvcc: HIP
#include <hip/hip_runtime.h>

__global__ void shift(int *x) {
  HIP_DYNAMIC_SHARED(int, s)
  int t = hipThreadIdx_x;
  s[t] = hipBlockIdx_x;
  __builtin_amdgcn_s_barrier();
  x[hipBlockIdx_x * hipBlockDim_x + t] = s[63 - t];
}
