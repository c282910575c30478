__global__ void kernel(int *out) {
    unsigned char cell = threadIdx.x + 232;
    for (int turn = 0; turn < 16; turn++) {
        if (turn == 12) out[cell] = threadIdx.x;
        cell += 2;
    }
}
