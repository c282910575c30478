struct Box {
  __device__ static int *get() {
    __shared__ int data[64];
    return data;
  }
};
__global__ void k(int *out) {
  Box box;
  box.get()[threadIdx.x] = threadIdx.x;  // race: 10
  Box::get()[63 - threadIdx.x] = 0;
}
