__global__ void wrapped(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Entry {
  void (*kernel)(int *, int);
  int block, count;
};
static const Entry entries[] = {{wrapped, 64, 64}, {wrapped, 128, 64}};

int main() {
  int *d;
  cudaMalloc(&d, 4096);
  for (const Entry &entry : entries) entry.kernel<<<1, entry.block>>>(d, entry.count);
}
