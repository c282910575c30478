__global__ void k(int *out) {
  int i = threadIdx.x;
  switch (2) {
    case 1: {
      i = 0;
      case 2:
        i /= 2;
    }
  }
  out[i] = threadIdx.x;
}
