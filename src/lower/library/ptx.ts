/**
 * `cuda::ptx`: functions that are one PTX instruction each (CCCL documentation, "PTX"; header `cuda/ptx`), written as
 * that instruction, so that the table of inline assembly says what they mean. Fences, bulk copies and mbarriers so far
 * (no relaxed forms); others are undeclared, and reported. Exact.
 */
import type { LibrarySource } from './source.ts';

const scopes = [
  ['cta', 'cta'],
  ['cluster', 'cluster'],
  ['gpu', 'gpu'],
  ['sys', 'sys'],
] as const;
const orders = ['sc', 'acq_rel'] as const;

const fences = orders.flatMap((order) =>
  scopes.map(
    ([tag, scope]) =>
      `__device__ inline void fence(sem_${order}_t, scope_${tag}_t) { asm volatile("fence.${order}.${scope};" ::: "memory"); }`,
  ),
);

const arrives = ['cta', 'cluster'].flatMap((scope) => [
  `__device__ inline unsigned long mbarrier_arrive(sem_release_t, scope_${scope}_t, space_shared_t, unsigned long *at) { return mbarrier_arrive(at); }`,
  `__device__ inline unsigned long mbarrier_arrive(sem_release_t, scope_${scope}_t, space_shared_t, unsigned long *at, unsigned count) { return mbarrier_arrive(at, count); }`,
  `__device__ inline unsigned long mbarrier_arrive_expect_tx(sem_release_t, scope_${scope}_t, space_shared_t, unsigned long *at, unsigned bytes) {
  unsigned long state;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"((unsigned)__cvta_generic_to_shared(at)), "r"(bytes) : "memory");
  return state;
}`,
  `__device__ inline void mbarrier_expect_tx(sem_relaxed_t, scope_${scope}_t, space_shared_t, unsigned long *at, unsigned bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(at)), "r"(bytes) : "memory");
}`,
]);

/** `mbarrier_test_wait(at, state)` and its kin, also with a hint for how long, or with order and scope. */
const waits = (['test_wait', 'try_wait'] as const).flatMap((name) =>
  (['', '_parity'] as const).flatMap((kind) => {
    const phase = kind === '' ? 'unsigned long phase' : 'unsigned phase';
    const hinted = name === 'try_wait' ? [false, true] : [false];
    return hinted.flatMap((isHinted) => {
      const [more, given] = isHinted ? [', unsigned hint', ', hint'] : ['', ''];
      return [
        `__device__ inline bool mbarrier_${name}${kind}(unsigned long *at, ${phase}${more}) {
  unsigned over;
  asm volatile("{ .reg .pred p; mbarrier.${name}${kind.replace('_', '.')}.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(over) : "r"((unsigned)__cvta_generic_to_shared(at)), "${kind === '' ? 'l' : 'r'}"(phase) : "memory");
  return over != 0;
}`,
        ...['cta', 'cluster'].map(
          (scope) =>
            `__device__ inline bool mbarrier_${name}${kind}(sem_acquire_t, scope_${scope}_t, unsigned long *at, ${phase}${more}) { return mbarrier_${name}${kind}(at, phase${given}); }`,
        ),
      ];
    });
  }),
);

const names = [
  'sem_sc',
  'sem_acq_rel',
  'sem_acquire',
  'sem_release',
  'sem_relaxed',
  'scope_cta',
  'scope_cluster',
  'scope_gpu',
  'scope_sys',
  'space_global',
  'space_shared',
  'space_cluster',
];
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
${['cluster', 'shared']
  .map(
    (
      space,
    ) => `__device__ inline void cp_async_bulk(space_${space}_t, space_global_t, void *to, const void *from, unsigned size, unsigned long *on) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
    :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(size), "r"((unsigned)__cvta_generic_to_shared(on)) : "memory");
}`,
  )
  .join('\n')}
__device__ inline void mbarrier_init(unsigned long *at, unsigned count) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(at)), "r"(count) : "memory"); }
__device__ inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline unsigned long mbarrier_arrive(unsigned long *at) {
  unsigned long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"((unsigned)__cvta_generic_to_shared(at)) : "memory");
  return state;
}
__device__ inline unsigned long mbarrier_arrive(unsigned long *at, unsigned count) {
  unsigned long state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"((unsigned)__cvta_generic_to_shared(at)), "r"(count) : "memory");
  return state;
}
${arrives.join('\n')}
${waits.join('\n')}
__device__ inline void cp_async_mbarrier_arrive(unsigned long *at) { asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"((unsigned)__cvta_generic_to_shared(at)) : "memory"); }
__device__ inline void cp_async_mbarrier_arrive_noinc(unsigned long *at) { asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"((unsigned)__cvta_generic_to_shared(at)) : "memory"); }
template <int N> struct n32_t {};
template <int N> __device__ inline void cp_async_bulk_wait_group(n32_t<N>) { asm volatile("cp.async.bulk.wait_group %0;" :: "n"(N) : "memory"); }
template <int N> __device__ inline void cp_async_bulk_wait_group_read(n32_t<N>) { asm volatile("cp.async.bulk.wait_group.read %0;" :: "n"(N) : "memory"); }
__device__ inline void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
} }
`,
};

/** libcu++ documentation, `cuda::device::barrier_native_handle`: the mbarrier that the object is. */
export const nativeHandles: LibrarySource = {
  header: 'cuda/barrier',
  mentioned: /\bbarrier_native_handle\b/,
  declared: /\*\s*barrier_native_handle\b/,
  text: `namespace cuda { namespace device {
template <class B> __device__ inline unsigned long *barrier_native_handle(B &b) { return (unsigned long *)&b; }
} }
`,
};

/**
 * libcu++ documentation, `cuda::pipeline_role`. The type of 8 bits tells a role from a number of threads
 * (shared-pipelines.ts).
 */
export const pipelineRoles: LibrarySource = {
  header: 'cuda/pipeline',
  mentioned: /\bpipeline_role\b/,
  declared: /\benum\s+class\s+pipeline_role\b/,
  text: `namespace cuda { enum class pipeline_role : signed char { producer, consumer }; }
`,
};
