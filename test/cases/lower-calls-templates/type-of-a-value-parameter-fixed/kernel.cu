// the parameter T of number is not that of the kernel: 256 is an int, and no unsigned char
template <class T, T N> struct number {
  static constexpr T value = N;
};

template <typename T> __global__ void fill(T *cells) {
  constexpr int step = number<int, 256>::value;
  cells[threadIdx.x * step] = threadIdx.x;
}

void run(unsigned char *cells) { fill<<<1, 64>>>(cells); }
