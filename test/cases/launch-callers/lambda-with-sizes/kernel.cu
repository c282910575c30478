// Two blocks add to the same elements.
__global__ void bump(int *out) {
  out[threadIdx.x] += 1;  // race: 3
}

void run(int *out, bool twice) {
  int blocks = 1;
  const auto launch = [&](auto grid, int threads) { bump<<<grid, threads>>>(out); };
  launch(dim3(blocks), 64);
  if (twice) launch(2, 32);
}
