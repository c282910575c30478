__global__ void heads(float *least, const int *key, const float *in, int n) {
  int t = threadIdx.x;
  int first = 0;
  if (t < n) first = t == 0 ? 1 : key[t] != key[t - 1];
  if (first) least[0] = cyl_bessel_i0f(in[t] * 0.0f);
}
