// The first turn makes `k` 6 and leaves: no turn stores.
__global__ void leftInFirstTurn(int *out) {
  __shared__ int s[512];
  int k = 7;
  do {
    k--;
    if (k >= 4) break;
    s[threadIdx.x + k] = 1;
  } while (k > (int)threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + k;
}

int main() {
  int *out;
  cudaMalloc(&out, 128 * sizeof(int));
  leftInFirstTurn<<<1, 128>>>(out);
  return cudaDeviceSynchronize();
}
