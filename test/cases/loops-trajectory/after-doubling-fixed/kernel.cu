__global__ void ends(int *out) {
  int step = 1;
  while (step < blockDim.x)
    step *= 2;
  if (threadIdx.x == 0)
    out[step] = 1;
  if (threadIdx.x == 1)
    out[2048] = 2;
}
