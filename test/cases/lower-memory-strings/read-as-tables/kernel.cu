__device__ void copy(char *to, const char *from, int n) {
  for (int k = 0; k < n; k++)
    to[k] = from[k];
}

__global__ void label(char *out, int n) {
  const char *name = n > 3 ? "warp" : "tile";
  char own[5] = "none";
  copy(out + 8 * threadIdx.x, name, 4);
  out[4] = "0123456789abcdef"[threadIdx.x % 16]; // race: 10
  out[8 * threadIdx.x + 5] = own[n % 4];
}
