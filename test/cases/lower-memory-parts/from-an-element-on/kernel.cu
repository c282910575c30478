struct Row { int part[4]; };

__global__ void kernel(int *out, const int2 *in) {
    Row row;
    row.part[1] = threadIdx.x;
    *reinterpret_cast<int2 *>(&row.part[0]) = in[0];
    out[row.part[1]] = threadIdx.x; // race: 7
}
