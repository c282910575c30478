__constant__ int slots[8] = {7, 6, 3, 4, 3, 2, 1, 0};
__global__ void scatter(int *out) {
  out[slots[threadIdx.x]] = threadIdx.x;  // race: 3
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  scatter<<<1, 8>>>(out);
}
