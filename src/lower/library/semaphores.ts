/**
 * `cuda::counting_semaphore` and `binary_semaphore`: what they do to the number that they hold. libcu++ documentation,
 * "Synchronization Primitives"; C++ [thread.sema]: `acquire` waits until the number is above 0 and takes 1, `release`
 * adds. One of at most 1 is only released where it holds 0, so that the release stores 1. What notifies who waits, and
 * the forms with a time limit, are left out. Exact.
 */
import type { LibrarySource } from './source.ts';

const semaphoresOf = (scope: string): string => `
  __device__ void acquire() { while (!try_acquire()) {} }
  __device__ bool try_acquire() {
    long n = __held.load(memory_order_acquire);
    while (n > 0) { if (__held.compare_exchange_strong(n, n - 1, memory_order_acquire)) return true; }
    return false;
  }
  __device__ void release(long n = 1) { __held.fetch_add(n, memory_order_release); }
  cuda::atomic<long, ${scope}> __held;
};`;

const binaryOf = (scope: string): string => `
  __device__ void acquire() { while (__held.exchange(0, memory_order_acquire) != 1) {} }
  __device__ bool try_acquire() { return __held.exchange(0, memory_order_acquire) == 1; }
  __device__ void release(long n = 1) { __held.store(1, memory_order_release); }
  cuda::atomic<int, ${scope}> __held;
};`;

export const semaphores: LibrarySource = {
  header: 'cuda/semaphore',
  mentioned: /\b(?:counting|binary)_semaphore\b/,
  declared: /\b(?:class|struct)\s+counting_semaphore\b/,
  text: `namespace cuda {
template <thread_scope S, long M = 2147483647> struct counting_semaphore {${semaphoresOf('S')}
template <thread_scope S> struct counting_semaphore<S, 1> {${binaryOf('S')}
template <thread_scope S> using binary_semaphore = counting_semaphore<S, 1>;
namespace std {
template <long M = 2147483647> struct counting_semaphore {${semaphoresOf('cuda::thread_scope_system')}
template <> struct counting_semaphore<1> {${binaryOf('cuda::thread_scope_system')}
using binary_semaphore = counting_semaphore<1>;
}
}
`,
};
