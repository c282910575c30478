template <int M> __global__ void kernel(int *out) {
    out[blockIdx.x * 32 * M + threadIdx.x] = threadIdx.x + blockIdx.x; // race: 2
}

template <int M> void go(int *out, int n) {
    if constexpr (M == 3) kernel<M><<<n, 64 * M>>>(out);
    else go<M + 1>(out, n);
}

void run(int *out, int n) {
    go<1>(out, n);
}
