template <class A, class B> struct Pair {};
template <class T> struct Width { static const int value = 2; };
template <class T> struct Width<Pair<T, int>> { static const int value = 1; };
template <class T>
__global__ void spread(T, int *a) {
  a[threadIdx.x / Width<T>::value] = threadIdx.x; // race: 6
}
void run(int *x) { spread<<<1, 64>>>(Pair<int, float>{}, x); }
