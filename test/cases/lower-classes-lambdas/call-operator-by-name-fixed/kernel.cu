__global__ void k(int *a) {
  int t = threadIdx.x;
  auto share = []<int N>(int v) { return v / N; };
  a[share.operator()<1>(t)] = t;
}
