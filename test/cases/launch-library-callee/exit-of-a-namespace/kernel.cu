__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
namespace out { void exit(const char *text); }
void run(int *d, int n) {
  if (n < 256) out::exit("small");
  put<<<1, 256>>>(d, n);
}
