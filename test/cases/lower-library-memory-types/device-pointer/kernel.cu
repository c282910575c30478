#include <type_traits>
#include <thrust/device_ptr.h>
struct Sum { float low; double high; };

__global__ void kernel(thrust::device_ptr<int> out, thrust::device_ptr<const float> x) {
    __shared__ typename std::aligned_storage<sizeof(Sum), alignof(Sum)>::type memory[64];
    Sum *sums = reinterpret_cast<Sum *>(memory);
    sums[threadIdx.x].high = x[threadIdx.x];
    __syncthreads();
    int *plain = thrust::raw_pointer_cast(out);
    plain[threadIdx.x] = sums[63 - threadIdx.x].high;
    out[threadIdx.x + 1] = 0; // race: 11
}
