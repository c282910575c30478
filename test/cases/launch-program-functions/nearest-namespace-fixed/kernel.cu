__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
int size(int n) { return n; }
namespace half {
int size(int n) { return n / 2; }
void run(int *out) { wrapped<<<1, 128>>>(out, ::size(128)); }
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  half::run(out);
}
