__global__ void shift(float *to, const float *from) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}
void stop();
void checkL(float **p) { if (*p == nullptr) stop(); }
void checkK(float **p) { checkL(p); checkL(p); checkL(p); }
void checkJ(float **p) { checkK(p); checkK(p); checkK(p); }
void checkI(float **p) { checkJ(p); checkJ(p); checkJ(p); }
void checkH(float **p) { checkI(p); checkI(p); checkI(p); }
void checkG(float **p) { checkH(p); checkH(p); checkH(p); }
void checkF(float **p) { checkG(p); checkG(p); checkG(p); }
void checkE(float **p) { checkF(p); checkF(p); checkF(p); }
void checkD(float **p) { checkE(p); checkE(p); checkE(p); }
void checkC(float **p) { checkD(p); checkD(p); checkD(p); }
void checkB(float **p) { checkC(p); checkC(p); checkC(p); }
void checkA(float **p) { checkB(p); checkB(p); checkB(p); }
void run() {
  float *to, *from;
  cudaMalloc(&to, 256);
  cudaMalloc(&from, 260);
  checkA(&to);
  checkA(&from);
  shift<<<1, 64>>>(to, from);
}
