struct Entry { float weight; int cell; };

__device__ void clear(float *p, int count) {
    for (int k = 0; k < count; k++) p[k] = 0.0f;
}

__global__ void kernel(int *out) {
    Entry entry;
    entry.cell = threadIdx.x;
    clear(&entry.weight, 2);
    out[entry.cell] = threadIdx.x; // race: 11
}
