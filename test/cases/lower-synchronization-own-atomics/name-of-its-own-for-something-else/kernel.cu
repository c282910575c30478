__device__ void atomicMinInt(int *p, int v) {
  int old = *p;
  if (v < old) *p = v; // race: 2
}
__global__ void least(int *out, const int *x) { atomicMinInt(out, x[threadIdx.x]); }
void run(int *out, int *x) { least<<<1, 64>>>(out, x); }
