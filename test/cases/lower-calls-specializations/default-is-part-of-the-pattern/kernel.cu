template <class T, int N = 1> struct Width { static const int value = N; };
template <> struct Width<float> { static const int value = 2; };
template <class T>
__global__ void spread(T *a) {
  a[threadIdx.x / Width<T, 1>::value] = threadIdx.x; // race: 5
}
void run(float *x) { spread<<<1, 64>>>(x); }
