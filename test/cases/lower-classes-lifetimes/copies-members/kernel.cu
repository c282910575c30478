template <class T> struct Complex {
  T re, im;
  __device__ Complex(T a, T b) { re = a; im = b; }
  __device__ Complex(const Complex &other) { re = other.re; im = other.im; }
  __device__ Complex &operator=(const Complex &other) { re = other.re; im = other.im; return *this; }
  __device__ Complex operator*(const Complex &b) const { return Complex(re * b.re - im * b.im, re * b.im + im * b.re); }
  __device__ Complex &operator+=(const Complex &b) { re += b.re; im += b.im; return *this; }
};
__global__ void square(Complex<double> *z) {
  Complex<double> a = z[threadIdx.x];
  Complex<double> sum(0, 0);
  sum += a * a;
  z[threadIdx.x] = sum;
}
