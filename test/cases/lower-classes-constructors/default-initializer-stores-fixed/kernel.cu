__shared__ int cells[64];
struct Entry {
  int key;
  int slot = (cells[threadIdx.x / 2] = threadIdx.x);
};
__global__ void enter(int *out) {
  Entry entry{1, 2};
  out[threadIdx.x] = entry.slot + entry.key;
}
