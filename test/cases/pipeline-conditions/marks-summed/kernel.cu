/** Gathers what is marked: sum[k] is the number of marks up to k, so that it grows where there is one. */
__global__ void gather(const int *sum, int *out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k == 0) {
    if (sum[0] == 1) out[0] = 0; // race: 7
  } else if (k < n) {
    if (sum[k] > sum[k - 1]) out[sum[k] - 1] = k; // race: 7
  }
}
