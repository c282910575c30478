#define NEXT out[at++]
__global__ void last(int *in, int *out) {
  int t = threadIdx.x, at = t + 1;
  out[t] = in[t];  // race: 5
  NEXT = NEXT;  // race: 5
  in[t + 512] = at;
}
void run(int *in, int *out) { last<<<1, 256>>>(in, out); }
