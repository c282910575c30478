struct Buffer {
    int *cells;
};

__global__ void kernel(int *to, const int *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run(Buffer buffer) {
    Buffer copy(buffer);
    kernel<<<1, 64>>>(buffer.cells, copy.cells);
}
