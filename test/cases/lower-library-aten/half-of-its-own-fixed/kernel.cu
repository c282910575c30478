// not compiled by nvcc: the headers of PyTorch are not here
template <typename T> struct Row { static constexpr int width = 1; };
template <> struct Row<c10::Half> { static constexpr int width = 1; };
template <typename T> __global__ void clear(T *out) {
  out[threadIdx.x / Row<T>::width] = threadIdx.x;
}

void run(const at::Tensor &out) {
  AT_DISPATCH_SWITCH(out.scalar_type(), "clear", AT_DISPATCH_CASE(at::ScalarType::Half, [&] { clear<scalar_t><<<1, 64>>>(out.data_ptr<scalar_t>()); }));
}
