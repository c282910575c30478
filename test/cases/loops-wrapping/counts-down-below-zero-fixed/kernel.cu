__global__ void kernel(int *out) {
    unsigned cell = threadIdx.x;
    for (int turn = 0; turn < 16; turn++) {
        if (turn == 12) out[cell + 64] = threadIdx.x;
        cell -= 2;
    }
}
