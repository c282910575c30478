__global__ void shift(float *to, const float *from) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}
float *pool;
void place(float **p) { *p = pool; }
void third(float **p, bool often) { if (often) place(p); place(p); }
void second(float **p, bool often) { if (often) third(p, false); third(p, true); }
void first(float **p, bool often) { if (often) second(p, false); second(p, true); }
void run() {
  float *to, *from;
  first(&to, true);
  first(&from, false);
  shift<<<1, 64>>>(to, from);
}
