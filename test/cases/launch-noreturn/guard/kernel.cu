void fail(const char *text);
#define REQUIRE(x) if (!(x)) fail(#x)

__global__ void add(int *d, int pitch) {
  int t = threadIdx.x;
  int row = blockIdx.x * pitch;
  d[row + t] += 1; // race: 7
}

void host(int *d, int pitch) {
  REQUIRE(pitch >= 128);
  add<<<8, 128>>>(d, pitch);
}
