/**
 * Types of libraries that stand for memory, and scopes of it: `thrust::device_ptr` is a pointer, `std::aligned_storage`
 * bytes. Exact.
 */
import type { LibrarySource } from './source.ts';

export const devicePointers: LibrarySource = {
  header: 'thrust/device_ptr.h',
  mentioned: /\b(?:device_ptr|raw_pointer_cast|device_pointer_cast)\b/,
  declared: /\b(?:class|struct)\s+device_ptr\b/,
  text: `namespace thrust {
template <class T> using device_ptr = T *;
template <class T> __device__ T *raw_pointer_cast(T *p) { return p; }
template <class T> __device__ T *device_pointer_cast(T *p) { return p; }
}
`,
};

const storage = (space: string): string => `namespace ${space} {
template <unsigned long SIZE, unsigned long ALIGN = (SIZE >= 16 ? 16 : SIZE > 4 ? 8 : SIZE > 2 ? 4 : SIZE)> struct aligned_storage { struct alignas(ALIGN) type { unsigned char bytes[SIZE]; }; };
template <unsigned long SIZE, unsigned long ALIGN> using aligned_storage_t = typename aligned_storage<SIZE, ALIGN>::type;
}
`;

export const alignedStorage: LibrarySource = {
  header: 'type_traits',
  mentioned: /\baligned_storage(?:_t)?\b/,
  declared: /\b(?:class|struct)\s+aligned_storage\b/,
  text: storage('cuda::std'),
};

/** libcu++, "Thread Scopes". What the enumerators are worth is `scopeValues` of types.ts. */
export const threadScopes: LibrarySource = {
  header: 'cuda/atomic',
  mentioned: /\bthread_scope\b|\bthread_scope_/,
  declared: /\benum\s+(?:class\s+)?thread_scope\b/,
  text: `namespace cuda { enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread }; }
`,
};
