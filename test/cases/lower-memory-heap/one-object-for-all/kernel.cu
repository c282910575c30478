__global__ void publish(int *out) {
  __shared__ int *room;
  if (threadIdx.x == 0) room = (int *)malloc(256);
  __syncthreads();
  if (room != nullptr) room[0] = threadIdx.x;
}
