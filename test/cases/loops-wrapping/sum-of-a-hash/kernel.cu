__global__ void kernel(unsigned *out, int rounds) {
    unsigned sum = 0;
    for (int round = 0; round < rounds; round++) {
        sum += 0x9E3779B9u;
        if (round == 1) out[0] = threadIdx.x + sum; // race: 5
    }
}
