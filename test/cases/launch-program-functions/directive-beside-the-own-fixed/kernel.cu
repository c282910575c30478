__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int size(int n) { return n / 2; }
namespace wide {
int size(long n) { return n; }
}
using namespace wide;

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  wrapped<<<1, 128>>>(out, wide::size(128));
}
