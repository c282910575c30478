__global__ void kernel(float *out, int pitch, int rows, int planes) {
    int plane = pitch * rows, at = threadIdx.x;
    for (int z = 0; z < planes; z++) {
        out[at] = z + threadIdx.x; // race: 4
        at += plane;
    }
}

void host(float *out, int pitch, int rows, int planes) { kernel<<<1, 64>>>(out, pitch, rows, planes); }
