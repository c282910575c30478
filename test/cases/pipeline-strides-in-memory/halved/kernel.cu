__global__ void kernel(const int *first, const float *in, float *out) {
    int i = threadIdx.x, to = i;
    for (int d = 0; d < 4; d++) to += first[d];
    out[to / 2] = in[i]; // race: 4
}
