struct Writer {
  int *to;
  __device__ Writer &operator<<(int value) { *to = value; to += 1; return *this; }
};
__global__ void write(int *out) {
  Writer writer{out + 2 * threadIdx.x};
  writer << (int)threadIdx.x << (int)threadIdx.x + 100;
}
