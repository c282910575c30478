struct Writer {
  int *to;
  __device__ Writer &operator<<(int value) { *to = value; to += 1; return *this; }  // race: 3
};
__global__ void write(int *out) {
  Writer writer{out + threadIdx.x};
  writer << (int)threadIdx.x << (int)threadIdx.x + 100;
}
