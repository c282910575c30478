__global__ void swap(int *data) {
  int t = threadIdx.x;
  data[t] = t;
  __threadfence_system();
  int other = data[63 - t]; // race: 3
  __syncthreads();
  data[t] = other;
}
