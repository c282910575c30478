__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
namespace a { [[noreturn]] void fail(const char *text); }
namespace b { void fail(const char *text); }
void run(int *d, int n) {
  if (n < 256) b::fail("small");
  put<<<1, 256>>>(d, n);
}
