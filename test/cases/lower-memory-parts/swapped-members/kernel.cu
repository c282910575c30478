struct Pair { int x, y; };
__global__ void kernel(int *out) {
    Pair p = {0, 1};
    p = {p.y, p.x};
    out[p.y * threadIdx.x] = threadIdx.x; // race: 5
}
