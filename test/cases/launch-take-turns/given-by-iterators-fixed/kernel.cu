__global__ void shift(int *a, int *__restrict__ b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = threadIdx.x;
}

struct iterator {
  int *at;
  int *operator*() const { return at; }
  iterator &operator++() { at += 16; return *this; }
  bool operator!=(const iterator &other) const { return at != other.at; }
};
struct parts {
  int *first;
  iterator begin() { return {first}; }
  iterator end() { return {first + 64}; }
};

void run() {
  int *d;
  cudaMalloc(&d, 4096);
  for (int *part : parts{d})
    shift<<<1, 64>>>(d, part);
}
