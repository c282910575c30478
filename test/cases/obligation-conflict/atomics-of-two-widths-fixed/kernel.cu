__global__ void kernel(unsigned long long *sum) {
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned *>(sum) + 2, 1u);
    if (threadIdx.x == 32) atomicAdd(sum, 1ull);
}
