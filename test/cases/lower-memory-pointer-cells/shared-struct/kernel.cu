struct Job {
  const float *in;
  float *out;
  int n;
};

__global__ void run(const float *a, float *b, int n) {
  __shared__ Job job;
  if (threadIdx.x == 0) job = {a, b, n};
  if (threadIdx.x < 10) job.out[threadIdx.x] = job.in[threadIdx.x];  // race: 9
}
