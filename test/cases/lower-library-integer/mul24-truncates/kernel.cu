// __mul24 keeps 24 bits of each operand: rows 2^24 apart are one row.
__global__ void k(int *a, int row) {
    int t = threadIdx.x;
    a[__mul24(t * row, 2)] = t; // race: 4
}
