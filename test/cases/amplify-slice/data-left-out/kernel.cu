__global__ void histogram(unsigned *out, const unsigned *in, unsigned n) {
    __shared__ unsigned place[64], s[64];
    unsigned t = threadIdx.x, best = t;
    for (unsigned k = t; k < n; k += 64) {
        unsigned x = in[in[k] % n];
        if (x > best) best = x;
    }
    place[t] = t & ~(t >> 1);
    __syncthreads();
    s[place[t]] = best;  // race: 10
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
