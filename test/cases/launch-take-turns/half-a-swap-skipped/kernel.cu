__global__ void kernel(int *to, const int *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run(int *a, int *b, int steps) {
    for (int i = 0; i < steps; i++) {
        kernel<<<1, 64>>>(a, b);
        int *kept = a;
        if (i == 3) kept = b;
        a = b;
        b = kept;
    }
}
