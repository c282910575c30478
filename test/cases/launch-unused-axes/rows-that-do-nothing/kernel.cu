__global__ void kernel(const int *counts, int least) {
    // what this build does not support
    if (counts[threadIdx.x] < least) return;
}

void run(const int *counts, int rows) {
    dim3 block(32, rows);
    kernel<<<1, block>>>(counts, 3);
}
