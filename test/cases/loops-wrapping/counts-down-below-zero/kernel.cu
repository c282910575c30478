__global__ void kernel(int *out) {
    unsigned cell = threadIdx.x;
    for (int turn = 0; turn < 16; turn++) {
        if (turn == 12) out[(cell + 64) / 2] = threadIdx.x; // race: 4
        cell -= 2;
    }
}
