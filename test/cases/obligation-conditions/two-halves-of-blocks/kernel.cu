// One cell for each 256 elements, and as many once more behind them: right for whole blocks only.
__global__ void k(float *most, const float *in, int n) {
    int first = blockIdx.x * 256;
    if (threadIdx.x == 0 && first < n) {
        most[first / 256] = in[first];
        most[(n + first) / 256] = -in[first]; // race: 5
    }
}
void launch(float *most, const float *in, int n) { k<<<(n + 255) / 256, 64>>>(most, in, n); }
