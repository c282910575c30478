__global__ void kernel(const int *shape, const int *stride, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rest = i, to = 0;
    for (int d = 0; d < 3; d++) {
        to += rest % shape[d] * stride[d];
        rest /= shape[d];
    }
    out[i] = in[to];
}
