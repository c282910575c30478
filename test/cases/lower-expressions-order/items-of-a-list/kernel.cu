struct Items { int a, b, c; };
__global__ void kernel(int *out) {
    int k = 0;
    Items at = {k, k++, k};
    out[at.a * threadIdx.x] = threadIdx.x; // race: 5
}
