__global__ void twice(float *x) {
  x[threadIdx.x / 2] *= 2;  // race: 2
}
void run(float *x) { twice<<<1, 64>>>(x); }
