// The axes that a list leaves out of a uint3 are 0, and not 1 as those of a dim3.
__global__ void store(int *a, uint3 m) {
  a[blockIdx.x * m.z + threadIdx.x] = blockIdx.x;  // race: 3
}

uint3 made() { return {64u, 64u}; }

void given(int *a, uint3 m = {5u, 5u}) { store<<<8, 1>>>(a, m); }

void run(int *a) {
  store<<<8, 1>>>(a, made());
  given(a);
}
