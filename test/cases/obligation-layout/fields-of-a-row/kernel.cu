/** Three values for each point, at a distance that the caller chooses. */
__global__ void charges(float *q, const float *x, int points, int terms) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  if (t >= points) return;
  q[t * terms + 0] = 1; // race: 6
  q[t * terms + 1] = x[t]; // race: 5, 6, 7
  q[t * terms + 2] = x[t] * x[t]; // race: 5, 7
}

void run(float *q, const float *x, int points, int terms) { charges<<<(points + 255) / 256, 256>>>(q, x, points, terms); }
