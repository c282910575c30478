__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
namespace small {
int size(int n) { return n / 2; }
}
int size(int n) { return n; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  { using small::size; }
  wrapped<<<1, 128>>>(out, size(128));
}
