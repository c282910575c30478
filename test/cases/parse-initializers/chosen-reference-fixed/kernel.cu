// References and pointers that are initialized in parentheses, which look like functions with parameters.
template <bool OWN> __global__ void chosen_reference(const int *in, int *out) {
  int mine = 0;
  __shared__ int common;
  int &state(OWN ? mine : common);
  int &same(state);
  int *place(out + blockIdx.x * 64);
  same = in[threadIdx.x];
  __syncthreads();
  place[threadIdx.x] = state;
}

void host(const int *in, int *out) { chosen_reference<true><<<2, 64>>>(in, out); }
