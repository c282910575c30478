/**
 * `cuda::latch`: a counter of arrivals for which threads wait. libcu++ documentation, "Synchronization Primitives"; C++
 * [thread.latch]: `count_down` releases, `wait` returns once as many have arrived as the latch was made for, and
 * acquires. It counts up here, from 0, so that the number is read and never changed. Exact.
 */
import type { LibrarySource } from './source.ts';

const latchOf = (scope: string): string => `
  __device__ void count_down(long n = 1) { __come.fetch_add((int)n, memory_order_release); }
  __device__ bool try_wait() { int n = __expected; return __come.load(memory_order_acquire) >= n; }
  __device__ void wait() { int n = __expected; while (__come.load(memory_order_acquire) < n) {} }
  __device__ void arrive_and_wait(long n = 1) { count_down(n); wait(); }
  __device__ latch() {}
  __device__ latch(long expected) { __expected = (int)expected; __come.store(0, memory_order_relaxed); }
  int __expected;
  cuda::atomic<int, ${scope}> __come;
};`;

export const latches: LibrarySource = {
  header: 'cuda/latch',
  mentioned: /\blatch\b/,
  declared: /\b(?:class|struct)\s+latch\b/,
  text: `namespace cuda {
template <thread_scope S> struct latch {${latchOf('S')}
template <thread_scope S> __device__ void init(latch<S> *at, long expected) { at->__expected = (int)expected; at->__come.store(0, memory_order_relaxed); }
namespace std { struct latch {${latchOf('cuda::thread_scope_system')} }
}
`,
};
