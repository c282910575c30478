struct Entry { float weight; int cell; };

__device__ void clear(float *p, int count) {
    for (int k = 0; k < count; k++) p[k] = 0.0f;
}

__global__ void kernel(int *out) {
    Entry entry;
    clear(&entry.weight, 2);
    entry.cell = threadIdx.x;
    out[entry.cell] = threadIdx.x;
}
