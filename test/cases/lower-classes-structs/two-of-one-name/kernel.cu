namespace a {
struct S {
  static constexpr int step = 2;
};
}
namespace b {
struct S {
  static constexpr int step = 1;
};
}
template <class T>
struct Step {
  static constexpr int value = T::step;
};
__global__ void k(int *out) {
  int other = Step<b::S>::value;
  out[threadIdx.x / Step<a::S>::value] = threadIdx.x + other;  // race: 17
}
