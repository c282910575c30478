__global__ void kernel(int *out, unsigned amount) {
    if (amount < 0x80000000u) return;
    int cell = threadIdx.x * 2 + 1000;
    for (int turn = 0; turn < 2; turn++) {
        out[cell] = threadIdx.x; // race: 5
        cell += amount;
    }
}
