struct Range { int from, to; };
union Bits { int whole; float part; };
struct Work { Range range; int steps[3]; Bits bits; };

__global__ void hand_on(int *out) {
  __shared__ Work work[64];
  int t = threadIdx.x;
  work[t].steps[1] = t;
  work[t].range.to = t;
  __syncthreads();
  out[t] = work[(t + 1) % 64].steps[1];
  out[t] += work[(t + 1) % 64].range.to;
}

void host(int *out) { hand_on<<<1, 64>>>(out); }
