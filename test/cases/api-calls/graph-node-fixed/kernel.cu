__global__ void shift(int *a, const int *b) {
  a[threadIdx.x] = b[threadIdx.x + 1];
}
void run() {
  int *in, *out;
  cudaMalloc(&in, 65 * sizeof(int));
  cudaMalloc(&out, 65 * sizeof(int));
  void *args[] = {&out, &in};
  cudaKernelNodeParams params = {};
  params.func = (void *)shift;
  params.gridDim = dim3(1);
  params.blockDim = dim3(64);
  params.kernelParams = args;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
}
