__global__ void count(unsigned char *flags) {
  flags[0] += 1;  // race: 2
}
