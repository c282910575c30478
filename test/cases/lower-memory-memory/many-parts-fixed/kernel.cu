struct Pair { unsigned short low, high; };
struct __align__(16) Many { Pair pairs[32]; };

__global__ void kernel(unsigned short *out, const uint4 *in) {
    Many own;
    *reinterpret_cast<uint4 *>(&own) = in[threadIdx.x];
    *reinterpret_cast<uint4 *>(&out[threadIdx.x * 8]) = *reinterpret_cast<const uint4 *>(&own);
}
