struct Sizes {
  dim3 block;
};

struct Tuner {
  Sizes chosen;
  int calls;
};

static Tuner tuner;

void tune() {
  tuner.calls = 1;
  tuner.chosen.block = dim3(64);
}

__global__ void shift(int *d) {
  int t = threadIdx.x;
  int v = d[t + 32]; // race: 21
  __syncwarp();
  d[t] = v;
}

void start(const Sizes &s, int *d) {
  tune();
  shift<<<1, s.block>>>(d);
}

void launch(int *d) {
  tuner.chosen.block = dim3(32);
  start(tuner.chosen, d);
}
