__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
namespace a { [[noreturn]] void fail(const char *text); }
void run(int *d, int n) {
  if (n < 256) a::fail("small");
  put<<<1, 256>>>(d, n);
}
