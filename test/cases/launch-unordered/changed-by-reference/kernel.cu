// Both arguments change n, and either may come first: blocks have 128 threads, or 256.
__global__ void k(int *out) {
    out[threadIdx.x % 128] = threadIdx.x; // race: 3
}
int twice(int &x) { return x *= 2; }
void go(int threads, int other, int *out) { k<<<1, threads>>>(out); }
int main() {
    int *out, n = 64;
    cudaMalloc(&out, 4096);
    go(twice(n), twice(n), out);
}
