template <class T, int N = 1> struct Width { static const int value = N; };
template <> struct Width<float> { static const int value = 1; };
template <class T>
__global__ void spread(T *a) {
  a[threadIdx.x / Width<T, 1>::value] = threadIdx.x;
}
void run(float *x) { spread<<<1, 64>>>(x); }
