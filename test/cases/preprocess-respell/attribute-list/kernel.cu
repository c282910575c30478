#define SPACE shared
#define KERNEL __attribute__((noinline, global))
template <class T> KERNEL __attribute__((launch_bounds(64))) void rotate(T *data) {
  __attribute__((SPACE, aligned(16))) T s[64];
  int t = threadIdx.x;
  s[t] = data[t];
  data[t] = s[(t + 1) % 64]; // race: 6
}
template __attribute__((global)) void rotate<int>(int *);
