__global__ void kernel(int *counts) {
    counts[threadIdx.x] += 1;
}

void run(int *counts, int rows) {
    dim3 block(32, rows);
    kernel<<<1, block>>>(counts);
}
