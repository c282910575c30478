struct Cell {
    int part[2][2];
    int place;
};

__global__ void kernel(int *out) {
    Cell cell = {{{0, 0}, {0, 0}}, (int)threadIdx.x};
    int *first = &cell.part[0][0];
    first[3] = 0;
    out[cell.place] = threadIdx.x;
}
