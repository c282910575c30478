namespace a {
struct S {
  int x;
};
}
namespace b {
struct S {
  int x;
};
}
template <class T>
struct Step {
  static constexpr int value = 2;
};
template <>
struct Step<b::S> {
  static constexpr int value = 1;
};
__global__ void k(int *out) {
  out[threadIdx.x / Step<a::S>::value] = threadIdx.x;  // race: 20
}
