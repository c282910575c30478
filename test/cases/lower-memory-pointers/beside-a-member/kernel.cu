__global__ void kernel(int *out) {
    int2 v;
    v.x = 1;
    v.y = threadIdx.x;
    (&v.x)[1] = 0;
    out[v.y] = threadIdx.x; // race: 6
}
