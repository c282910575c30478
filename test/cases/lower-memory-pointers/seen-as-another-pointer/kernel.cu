__global__ void rows(float *out) {
  __shared__ double s[64];
  double *own = s;
  float *seen = *(float **)&own;
  seen[threadIdx.x] = threadIdx.x;
  s[threadIdx.x] = 1;
}
