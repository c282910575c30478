// Each warp looks for its largest value and for the first place where it stands; the lane of that place stores it.
__global__ void largest(const float *in, int *where) {
  const int lane = threadIdx.x % 32;
  const int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  float value = in[warp * 32 + lane];
  int place = lane;
  for (int distance = 16; distance > 0; distance /= 2) {
    const float other = __shfl_xor_sync(0xffffffff, value, distance);
    const int there = __shfl_xor_sync(0xffffffff, place, distance);
    if (other > value || (other == value && there < place)) {
      value = other;
      place = there;
    }
  }
  if (place == lane) where[warp] = place;
}
