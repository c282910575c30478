// A pack of pointers, with its stars before the dots: two threads share each cell.
template <typename... Rows>
__device__ void put(int at, float value, Rows *...rows) { ((rows[at] = value), ...); }  // race: 3

__global__ void fill(float *a, double *b) { put(threadIdx.x / 2, threadIdx.x, a, b); }

int main() {
  float *a;
  double *b;
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  fill<<<1, 64>>>(a, b);
}
