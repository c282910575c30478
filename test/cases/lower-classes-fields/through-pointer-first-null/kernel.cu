class Cell {
  int value_;
public:
  __device__ Cell() {}
  __device__ void set(int value) { value_ = value; }  // race: 6
  __device__ int get() const { return value_; }
};

__global__ void reverse(int *d) {
  __shared__ Cell s[64];
  Cell *cell = nullptr;
  int t = threadIdx.x;
  cell = &s[t];
  cell->set(d[t]);
  __syncwarp();
  cell = &s[63 - t];
  d[t] = cell->get();
}

void host(int *d) { reverse<<<1, 64>>>(d); }
