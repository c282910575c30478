template <class T, class = typename T::wide>
__device__ int width(T, int) { return 1; }
template <class T>
__device__ int width(T, long) { return 2; }
struct Narrow {};
__global__ void spread(int *a) {
  a[threadIdx.x / width(Narrow{}, 0)] = threadIdx.x; // race: 7
}
void run(int *x) { spread<<<1, 64>>>(x); }
