struct Pair { unsigned short low, high; };
struct __align__(16) Eight { Pair pairs[4]; };

__global__ void kernel(unsigned short *out, const uint4 *in) {
    Eight own;
    *reinterpret_cast<uint4 *>(&own) = in[threadIdx.x];
    *reinterpret_cast<uint4 *>(&out[threadIdx.x * 4]) = *reinterpret_cast<const uint4 *>(&own); // race: 7
}
