struct Pair { unsigned short low, high; };
struct Four { Pair pairs[2]; };

__global__ void kernel(int *out, const uint2 *in) {
    Four own;
    own.pairs[0].low = threadIdx.x;
    *reinterpret_cast<uint2 *>(&own) = in[0];
    out[own.pairs[0].low] = threadIdx.x; // race: 8
}
