__global__ void kernel(int *out, int turns) {
    int cell = 1000;
    int step = -(int)(threadIdx.x + 1);
    for (int turn = 0; turn < turns; turn++) {
        if (turn == 2) out[cell] = threadIdx.x;
        cell += step;
    }
}
