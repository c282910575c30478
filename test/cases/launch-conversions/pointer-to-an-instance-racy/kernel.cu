namespace a {
template <class T> struct Cell { T value; };
}

__global__ void kernel(a::Cell<int> *cells, int *out) {
    cells[threadIdx.x].value = threadIdx.x;
    out[threadIdx.x / 2] = threadIdx.x; // race: 7
}

void run(a::Cell<int> *cells, int *out) {
    kernel<<<1, 64>>>(cells, out);
}
