// Both numbers are computed before the call: 128 threads.
__global__ void k(int *out) {
    out[threadIdx.x % 128] = threadIdx.x;
}
int twice(int &x) { return x *= 2; }
void go(int threads, int other, int *out) { k<<<1, threads>>>(out); }
int main() {
    int *out, n = 64;
    cudaMalloc(&out, 4096);
    int threads = twice(n);
    int other = twice(n);
    go(threads, other, out);
}
