__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Flag {
  bool on;
};
bool operator&&(Flag, bool on) { return on; }

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  int n = 128;
  Flag{false} && (n = 64, true);
  wrapped<<<1, 128>>>(out, n);
}
