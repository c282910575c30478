__device__ void put(int *s, int at, int value) { s[at] = value; }
__device__ int get(const int *s, int at) { return s[at]; } // race: 1
__global__ void mirror(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  put(s, t, data[t]);
  data[t] = get(s, 63 - t);
}
