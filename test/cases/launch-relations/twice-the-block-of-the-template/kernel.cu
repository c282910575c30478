#include <type_traits>
// As `block-of-the-template`, but with twice as many threads: the second half comes to cells of the first one.
template <int SIZE> __global__ void owners(int *owner, int n) {
  for (int i = threadIdx.x; i < n; i += SIZE) owner[i] = threadIdx.x; // race: 4
}

template <int SIZE> void run(int *owner, int n) { owners<SIZE><<<1, 2 * SIZE>>>(owner, n); }

void run_all(int *owner, int n) { run<64>(owner, n); }
