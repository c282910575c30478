__global__ void k(int *out) {
  int n = 1, i = 0;
  switch (3) {
    case 0:
      do {
        i++;
        case 3: i++;
        case 2: i++;
        case 1: i++;
      } while (--n > 0);
  }
  out[threadIdx.x / i] = threadIdx.x;
}
