struct Pair { int a, b; };
__device__ Pair operator+(const Pair &x, const Pair &y) { return Pair{x.a + y.a, x.b + y.b}; }
__global__ void sums(const Pair *in, Pair *out, int n) {
  __shared__ Pair s[257], q[256];
  int t = threadIdx.x;
  s[t] = q[t] = in[t];
  if (t == 0) s[256] = in[0];
  __syncthreads();
  const bool stores = s[t + 1].a < n;
  __syncthreads();
  if (stores) {
    s[t] = in[t + 300];
    q[t] = s[t] + in[3];
  }
  out[t] = q[t];
}
void run(const Pair *in, Pair *out, int n) { sums<<<1, 256>>>(in, out, n); }
