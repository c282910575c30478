__shared__ int cells[64];
struct Entry {
  int key;
  int slot = (cells[threadIdx.x / 2] = threadIdx.x);  // race: 4
};
__global__ void enter(int *out) {
  Entry entry{1};
  out[threadIdx.x] = entry.slot + entry.key;
}
