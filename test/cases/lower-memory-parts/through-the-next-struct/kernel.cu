struct Pair { int a, b; };
struct Row { Pair pairs[2]; };

__device__ void clear(Pair *pairs, int k) { pairs[k].a = 0; }

__global__ void kernel(int *out) {
    Row row;
    row.pairs[1].a = threadIdx.x;
    clear(&row.pairs[0], 1);
    out[row.pairs[1].a] = threadIdx.x; // race: 10
}
