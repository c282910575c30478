__global__ void kernel(int *out, int step, int turns) {
    unsigned cell = 500;
    for (int turn = 0; turn < turns; turn++) cell += step;
    if (cell == 499) out[0] = threadIdx.x; // race: 4
}
