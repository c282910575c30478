__device__ int next(int &k) { return k++; }
__device__ int first(int a, int b) { return a; }
__global__ void kernel(int *out) {
    int k = 0;
    int old = next(k), stride = first(k, old);
    out[stride * threadIdx.x] = threadIdx.x;
}
