__global__ void put(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;  // race: 2
}
struct Reader {
  Reader &operator&(int &x);
};
void run(int *d) {
  int n = 256;
  Reader reader;
  reader & n;
  put<<<1, 256>>>(d, n);
}
