#include <type_traits>

enum kind { plain, doubled };

template <typename T>
using operation = void (*)(const float *in, const long at, T *out);

template <typename To, typename From>
__device__ void put(To *out, const long at, From value)
{
    if constexpr (std::is_same_v<To, From>) out[at] = value;
    else out[at / 2] = (To)value;
}

template <typename T>
__device__ void scaled(const float *in, const long at, T *out)
{
    const float factor = 2.0f;
    put(out, at, in[at] * factor);
}

template <typename T, operation<T> apply>
__global__ void each(const float *in, T *out, long n)
{
    for (long at = blockIdx.x * blockDim.x + threadIdx.x; at < n; at += gridDim.x * blockDim.x) apply(in, at, out);
}

void run(const float *in, float *out, long n) { each<float, scaled<float>><<<64, 128>>>(in, out, n); }
