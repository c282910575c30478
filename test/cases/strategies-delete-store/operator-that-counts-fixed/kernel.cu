struct View {
  int *p, asked;
  __device__ int &operator[](int i) { asked++; return p[i]; }
};
__global__ void count(int *in, int *out) {
  int t = threadIdx.x;
  View view{out, 0};
  out[t] = in[t];
  __syncthreads();
  view[t + 1] = view[t + 1];
  in[t + 512] = view.asked;
}
void run(int *in, int *out) { count<<<1, 256>>>(in, out); }
