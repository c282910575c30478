__global__ void fill(int *a, int n) {
  a[threadIdx.x % n] = threadIdx.x; // race: 2
}
template <class... A> void launch(int *a, A... args) {
  fill<<<1, 64>>>(a, static_cast<unsigned char>(args)...);
}
void run(int *a) { launch(a, 288); }
