struct B { __device__ void __syncthreads() {} };
struct S : B { __device__ void go() { __syncthreads(); } };
__global__ void shift(float *data) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  S s;
  s.go();
  data[t] = tile[(t + 1) % 64];
}
void launch(float *data) { shift<<<1, 64>>>(data); }
