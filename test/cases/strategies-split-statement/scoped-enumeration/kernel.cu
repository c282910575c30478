enum class State { off, on };
__global__ void spread(const State *in, State *out) {
  __shared__ State s[257];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[256] = State::off;
  __syncthreads();
  auto *p = s;
  if (p[t + 1] == State::on) p[t] = p[t + 1];  // race: 9
  __syncthreads();
  out[t] = s[t];
}
void run(const State *in, State *out) { spread<<<1, 256>>>(in, out); }
