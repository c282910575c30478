struct Step {
    int v;
    __device__ Step &operator++() { v = 0; return *this; }
    __device__ Step operator++(int) { Step old = *this; v = 1; return old; }
};
__global__ void kernel(int *out) {
    Step s = {5};
    s++;
    out[s.v * threadIdx.x] = threadIdx.x;
}
