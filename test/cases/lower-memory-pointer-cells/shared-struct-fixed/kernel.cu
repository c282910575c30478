struct Job {
  const float *in;
  float *out;
  int n;
};

__global__ void run(const float *a, float *b, int n) {
  __shared__ Job job;
  if (threadIdx.x == 0) job = {a, b, n};
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * 64;
  if (i < job.n) job.out[i] = job.in[i];
}
