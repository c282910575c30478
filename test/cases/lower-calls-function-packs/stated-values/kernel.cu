// The values of the pack are stated by the call: each thread writes three cells, 64 apart.
template <int... K>
__device__ void fill(float *out) { ((out[threadIdx.x + K] = threadIdx.x), ...); }

__global__ void three(float *out) { fill<0, 64, 128>(out); }

int main() {
  float *out;
  cudaMalloc(&out, 1024);
  three<<<1, 64>>>(out);
}
