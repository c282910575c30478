__global__ void sums(int *out) {
  int all[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int one : all) {
    if (one == 3) continue;
    sum += one;
    if (sum > 2) break;
  }
  for (int one : {5, 6}) sum += one;
  for (auto &one : all) one = sum;
  out[threadIdx.x] = all[0];
}
