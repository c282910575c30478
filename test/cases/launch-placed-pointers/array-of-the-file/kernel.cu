__managed__ float all[1024];
__global__ void turn(float *to) {
  int i = blockIdx.x * 128 + threadIdx.x;
  to[i] = all[(i + 1) % 512];  // race: 4
}

int main() { turn<<<4, 128>>>(all); }
