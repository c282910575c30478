// not compiled by nvcc: the headers of PyTorch are not here
template <typename T> __global__ void clear(T *out, int n) {
  float4 *to = reinterpret_cast<float4 *>(out + 2 * threadIdx.x);
  if (threadIdx.x < n) *to = make_float4(0, 0, 0, threadIdx.x); // race: 4
}

void run(const at::Tensor &out, int n) {
  AT_DISPATCH_SWITCH(out.scalar_type(), "clear", AT_DISPATCH_CASE(at::ScalarType::Float, [&] { clear<scalar_t><<<1, 64>>>(out.data_ptr<scalar_t>(), n); }));
}
