template <class T> __device__ auto low(T x) -> decltype((unsigned char)x) { return x; }
template <class A, class B> __device__ auto sum(A a, B b) -> decltype(a + b) { return a + b; }

__global__ void scatter(int *out) {
  out[sum(low(threadIdx.x), 1)] = threadIdx.x; // race: 5
}

void run(int *out) { scatter<<<1, 512>>>(out); }
