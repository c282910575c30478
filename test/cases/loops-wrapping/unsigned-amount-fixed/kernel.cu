__global__ void kernel(int *out, unsigned amount) {
    if (amount < 0xffffffffu) return;
    int cell = threadIdx.x * 2 + 1000;
    for (int turn = 0; turn < 2; turn++) {
        out[cell] = threadIdx.x;
        cell += amount;
    }
}
