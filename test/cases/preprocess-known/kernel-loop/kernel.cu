// not compiled by nvcc: PyTorch is not installed
#include <ATen/cuda/detail/KernelUtils.h>

__global__ void kernel(float *out, const float *in, int n) {
    CUDA_KERNEL_LOOP(i, n) {
        out[i / 2] = in[i]; // race: 6
    }
}
