__global__ void kernel(int *out) {
    int n = 0;
    auto count = [&] { n += 1; return n; };
    int stride = count() - count() + 2;
    out[stride * threadIdx.x] = threadIdx.x;
}
