/**
 * `cuda::ptx`: functions that are one PTX instruction each (CCCL documentation, "PTX"; header `cuda/ptx`), written as that instruction, so that the table of inline assembly says
 * what they mean. Fences and bulk copies from shared memory so far; others are undeclared, and reported. Exact.
 */
import type { LibrarySource } from './source.ts';

const scopes = [['cta', 'cta'], ['cluster', 'cluster'], ['gpu', 'gpu'], ['sys', 'sys']] as const;
const orders = ['sc', 'acq_rel'] as const;

const fences = orders.flatMap((order) => scopes.map(([tag, scope]) =>
  `__device__ inline void fence(sem_${order}_t, scope_${tag}_t) { asm volatile("fence.${order}.${scope};" ::: "memory"); }`));

const names = ['sem_sc', 'sem_acq_rel', 'sem_acquire', 'sem_release', 'sem_relaxed', 'scope_cta', 'scope_cluster', 'scope_gpu', 'scope_sys', 'space_global', 'space_shared', 'space_cluster'];
const tags = names.map((name) => `struct ${name}_t {}; constexpr ${name}_t ${name}{};`);

export const ptx: LibrarySource = {
  header: 'cuda/ptx',
  mentioned: /\bptx\b/,
  declared: /\bnamespace\s+(?:\w+::)*ptx\s*\{/,
  text: `namespace cuda { namespace ptx {
${tags.join('\n')}
${fences.join('\n')}
__device__ inline void fence_proxy_async() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ inline void fence_proxy_async(space_shared_t) { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void cp_async_bulk(space_global_t, space_shared_t, void *to, const void *from, unsigned size) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(to), "r"((unsigned)__cvta_generic_to_shared(from)), "r"(size) : "memory");
}
template <int N> struct n32_t {};
template <int N> __device__ inline void cp_async_bulk_wait_group(n32_t<N>) { asm volatile("cp.async.bulk.wait_group %0;" :: "n"(N) : "memory"); }
template <int N> __device__ inline void cp_async_bulk_wait_group_read(n32_t<N>) { asm volatile("cp.async.bulk.wait_group.read %0;" :: "n"(N) : "memory"); }
__device__ inline void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
} }
`,
};
