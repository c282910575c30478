__global__ void child(int *data);

__global__ void parent(int *data, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = data[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x]; // race: 5
  if (threadIdx.x == 0)
    child<<<1, 32>>>(data);
}
