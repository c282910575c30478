// Only active threads go on, by the same step: thread t comes to the cell where thread t + 16 began.
__global__ void planes(float *out, int n) {
    int at = threadIdx.x;
    bool active = at < 20;
    for (int k = 0; k < n; k++) {
        int before = at;
        if (active) at += 16;
        if (active) out[before] = k; // race: 8
    }
}
