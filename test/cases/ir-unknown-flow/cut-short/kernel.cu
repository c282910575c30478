// How far the loop comes is up to a function that is not modelled: the race may never be.
__device__ bool isLast(int i);
__global__ void k(float *out, int n) {
    __shared__ int done;
    if (threadIdx.x == 0) {
        done = 0;
        for (int i = 0; i < n; i++) {
            if (isLast(i)) break;
            done = i;
        }
    }
    __syncthreads();
    if (done > 2) out[0] = threadIdx.x;
}
void launch(float *out, int n) { k<<<1, 64>>>(out, n); }
