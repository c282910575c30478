__global__ void kernel(int *out) {
    int2 v;
    v.x = 1;
    v.y = 0;
    (&v.x)[1] = threadIdx.x;
    out[v.y] = threadIdx.x;
}
