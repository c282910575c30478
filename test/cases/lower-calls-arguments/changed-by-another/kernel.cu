__device__ int next(int &k) { return k++; }
__device__ int first(int a, int b) { return a; }
__global__ void kernel(int *out) {
    int k = 0;
    int stride = first(k, next(k));
    out[stride * threadIdx.x] = threadIdx.x;
}
