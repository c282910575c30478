/** Three values for each point, at a distance that the caller chooses. */
__global__ void charges(float *q, const float *x, int points, int terms) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  if (t >= points || terms < 3) return;
  q[t * terms + 0] = 1;
  q[t * terms + 1] = x[t];
  q[t * terms + 2] = x[t] * x[t];
}

void run(float *q, const float *x, int points, int terms) { charges<<<(points + 255) / 256, 256>>>(q, x, points, terms); }
