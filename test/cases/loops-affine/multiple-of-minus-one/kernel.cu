__global__ void kernel(int *out, int turns) {
    int cell = 1000;
    unsigned step = (threadIdx.x / 2 + 1) * ~0u;
    for (int turn = 0; turn < turns; turn++) {
        if (turn == 2) out[cell] = threadIdx.x; // race: 5
        cell += step;
    }
}
