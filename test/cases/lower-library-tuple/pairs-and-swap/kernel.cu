#include <cuda/std/utility>
#include <cuda/std/array>
#include <cuda/std/complex>
__global__ void k(cuda::std::pair<int, float> *p, cuda::std::complex<float> *z, int *a) {
    int t = threadIdx.x;
    int left = t + 64, right = t;
    cuda::std::swap(left, right);
    cuda::std::pair<int, float> own = cuda::std::make_pair(left, 0.5f);
    p[own.first] = own;
    z[t] = z[t] * cuda::std::complex<float>(0.0f, 1.0f);
    cuda::std::array<int, 2> v;
    v[0] = left; v[1] = right;
    a[v[1]] = v[0];
}
