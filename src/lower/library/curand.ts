/**
 * cuRAND's device functions (cuRAND documentation, "Device API"): a generator reads and writes the whole of the state
 * that it is given, and nothing else; its numbers are any values. Sizes of states are those of CUDA 12.
 */
import type { LibrarySource } from './source.ts';

/** States by size in 8-byte words. */
const states: readonly (readonly [string, number, readonly string[]])[] = [
  ['curandStateXORWOW', 6, ['curandState', 'curandState_t', 'curandStateXORWOW_t']],
  ['curandStatePhilox4_32_10', 8, ['curandStatePhilox4_32_10_t']],
  ['curandStateMRG32k3a', 6, ['curandStateMRG32k3a_t']],
  ['curandStateSobol64', 35, ['curandStateSobol64_t']],
  ['curandStateScrambledSobol64', 35, ['curandStateScrambledSobol64_t']],
];
const words: readonly (readonly [string, number, readonly string[]])[] = [
  ['curandStateSobol32', 35, ['curandStateSobol32_t']],
  ['curandStateScrambledSobol32', 35, ['curandStateScrambledSobol32_t']],
];

const state =
  (word: string) =>
  ([name, count, others]: readonly [string, number, readonly string[]]): string =>
    `struct ${name} { ${word} words[${count}]; };\n${others.map((other) => `typedef ${name} ${other};`).join('\n')}\n`;

/** Functions of a state, with their results and further parameters. */
const draws: readonly (readonly [string, string, string])[] = [
  ['unsigned', 'curand', ''],
  ['uint4', 'curand4', ''],
  ['float', 'curand_uniform', ''],
  ['float4', 'curand_uniform4', ''],
  ['double', 'curand_uniform_double', ''],
  ['double2', 'curand_uniform2_double', ''],
  ['double4', 'curand_uniform4_double', ''],
  ['float', 'curand_normal', ''],
  ['float2', 'curand_normal2', ''],
  ['float4', 'curand_normal4', ''],
  ['double', 'curand_normal_double', ''],
  ['double2', 'curand_normal2_double', ''],
  ['double4', 'curand_normal4_double', ''],
  ['float', 'curand_log_normal', 'float mean, float stddev'],
  ['float2', 'curand_log_normal2', 'float mean, float stddev'],
  ['float4', 'curand_log_normal4', 'float mean, float stddev'],
  ['double', 'curand_log_normal_double', 'double mean, double stddev'],
  ['double2', 'curand_log_normal2_double', 'double mean, double stddev'],
  ['unsigned', 'curand_poisson', 'double lambda'],
  ['uint4', 'curand_poisson4', 'double lambda'],
];
const draw = ([result, name, more]: readonly [string, string, string]): string => `
template <class S> __device__ ${result} ${name}(S *state${more === '' ? '' : `, ${more}`}) { __sw_renew(state); return __sw_any<${result}>(); }
__device__ ${result} ${name}(curandStateMtgp32 *state${more === '' ? '' : `, ${more}`}) { __sw_opaque(state); return __sw_any<${result}>(); }
`;
const skips = ['skipahead', 'skipahead_sequence', 'skipahead_subsequence']
  .map((name) => `template <class S> __device__ void ${name}(unsigned long long n, S *state) { __sw_renew(state); }\n`)
  .join('');

export const curand: LibrarySource = {
  header: 'curand_kernel.h',
  mentioned: /\bcurand/,
  declared: /\bstruct\s+curandStateXORWOW\b/,
  text: `
${states.map(state('unsigned long long')).join('')}${words.map(state('unsigned')).join('')}
struct curandStateMtgp32 { unsigned words[1030]; };
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
template <class S> __device__ void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state) { *state = __sw_any<S>(); }
template <class V, class S> __device__ void curand_init(V *vectors, unsigned offset, S *state) { V v = *vectors; *state = __sw_any<S>(); }
template <class V, class S> __device__ void curand_init(V *vectors, V scramble, unsigned offset, S *state) { V v = *vectors; *state = __sw_any<S>(); }
${draws.map(draw).join('')}${skips}
`,
};
