// The first turns store, and then a thread leaves.
__global__ void leftInLaterTurn(int *out) {
  __shared__ int s[512];
  int k = 7;
  do {
    k--;
    if (k < 4) break;
    s[threadIdx.x + k] = threadIdx.x; // race: 8
  } while (k > (int)threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + k;
}

int main() {
  int *out;
  cudaMalloc(&out, 128 * sizeof(int));
  leftInLaterTurn<<<1, 128>>>(out);
  return cudaDeviceSynchronize();
}
