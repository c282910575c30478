struct Row { int part[4]; };

__global__ void kernel(int *out) {
    Row row;
    row.part[1] = threadIdx.x;
    int *first = &row.part[0];
    first[1] = 0;
    out[row.part[1]] = threadIdx.x; // race: 8
}
