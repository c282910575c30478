struct View {
  int *data;
};
struct Pair {
  View to, from;
};
__global__ void shift(Pair p) {
  p.to.data[threadIdx.x] = p.from.data[threadIdx.x + 1]; // race: 8
}
void run(int *x) {
  Pair p;
  p.to.data = x;
  p.from.data = x;
  shift<<<1, 64>>>(p);
}
