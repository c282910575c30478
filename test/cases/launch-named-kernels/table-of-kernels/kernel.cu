__global__ void up(int *a) {
  a[threadIdx.x + 1] = a[threadIdx.x + 65]; // race: 2
}
void (*kernels[])(int *) = { up };
void run(int *a) {
  kernels[0]<<<1, 128>>>(a);
}
