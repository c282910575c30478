struct Pair {
  int key, value;
  __device__ Pair(int k, int v) : key(k), value(v) {}
};

__device__ int duo(int t) { return t / 2; }
template <class T> __device__ T kept(T t) { return t; }
__device__ int zero() { return 0; }

__global__ void store(int *out) {
  constexpr int rows(4), columns(8);
  constexpr int cells(rows * columns);
  int t(threadIdx.x);
  int h(duo(t)), same(h);
  Pair p(kept<int>(same), zero());
  out[cells * blockIdx.x + p.key + p.value] = t; // race: 16
}

void launch(int *out) { store<<<4, 32>>>(out); }
