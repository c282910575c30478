// A product of one constant for each thread: whether one scaling was meant or 64 nobody can tell.
__global__ void scale(short *x) {
  *x *= 2;  // race: 3
}
void host(short *x) { scale<<<1, 64>>>(x); }
