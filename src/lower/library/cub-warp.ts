/**
 * CUB's warp-wide primitives (CUB documentation, "Warp-wide Primitives"), whose results are any values. Reductions and
 * scans of 1, 2, 4 … 32 lanes are done by shuffles and do not need their storage; still it may be used by one logical
 * warp only, as documented. Exchanges and sorts use it. Logical warps of other sizes touch all of it in an order that
 * is not modelled.
 */
import type { LibrarySource } from './source.ts';
import { operatorCalls } from './operator-calls.ts';

const warpClass = (name: string, template: string, body: string): string => `
template <${template}>
class ${name} {
public:
  struct alignas(16) TempStorage { unsigned char cells[512]; };
  unsigned char *storage;
  __device__ ${name}(TempStorage &given) { storage = given.cells; }
${body}
};
`;
/** All lanes of the logical warp make the call; a vote stands for that, which orders no memory. */
const lanes = '(W >= 32 ? 0xffffffffu : ((1u << (W & 31)) - 1u) << ((unsigned)__sw_rank() % 32u / W * W))';
const meet = `if ((W & (W - 1)) == 0) __any_sync(${lanes}, 0);`;
/**
 * Each logical warp needs a storage of its own, of which lane k has the byte k here: so two of them that share one
 * race.
 */
const touch =
  'if ((W & (W - 1)) != 0) __sw_touch(storage); else storage[(unsigned)__sw_rank() % W] = __sw_any<unsigned char>();';
const method = (result: string, name: string, parameters: string, template = ''): string =>
  `  ${template === '' ? '' : `template <${template}> `}__device__ ${result} ${name}(${parameters}) { ${meet} ${touch} ${operatorCalls(parameters)}return __sw_any<${result}>(); }\n`;
const writing = (name: string, parameters: string, template: string, after: string, before = touch): string =>
  `  ${template === '' ? '' : `template <${template}> `}__device__ void ${name}(${parameters}) { ${meet} ${before} ${operatorCalls(parameters)}${after} }\n`;
const fill = (array: string, type: string): string =>
  `for (int k = 0; k < ITEMS; k++) ${array}[k] = __sw_any<${type}>();`;

const reduce = warpClass(
  'WarpReduce',
  'class T, int W = 32, int ARCH = 0',
  method('T', 'Sum', 'T input') +
    method('T', 'Sum', 'T input, int valid_items') +
    method('T', 'Max', 'T input') +
    method('T', 'Min', 'T input') +
    method('T', 'Reduce', 'T input, Op op', 'class Op') +
    method('T', 'Reduce', 'T input, Op op, int valid_items', 'class Op') +
    ['Head', 'Tail']
      .map(
        (side) =>
          method('T', `${side}SegmentedSum`, 'T input, Flag flag', 'class Flag') +
          method('T', `${side}SegmentedReduce`, 'T input, Flag flag, Op op', 'class Flag, class Op'),
      )
      .join(''),
);

const value = 'output = __sw_any<T>();';
const scan = warpClass(
  'WarpScan',
  'class T, int W = 32, int ARCH = 0',
  ['Inclusive', 'Exclusive']
    .map(
      (kind) =>
        writing(`${kind}Sum`, 'T input, T &output', '', value) +
        writing(`${kind}Sum`, 'T input, T &output, T &aggregate', '', `${value} aggregate = __sw_any<T>();`) +
        writing(`${kind}Scan`, 'T input, T &output, Op op', 'class Op', value) +
        writing(
          `${kind}Scan`,
          'T input, T &output, Op op, T &aggregate',
          'class Op',
          `${value} aggregate = __sw_any<T>();`,
        ) +
        writing(`${kind}Scan`, 'T input, T &output, T initial, Op op', 'class Op', value) +
        writing(
          `${kind}Scan`,
          'T input, T &output, T initial, Op op, T &aggregate',
          'class Op',
          `${value} aggregate = __sw_any<T>();`,
        ),
    )
    .join('') +
    `  __device__ T Broadcast(T input, unsigned lane) { return __shfl_sync(0xffffffffu, input, (int)lane, W); }\n`,
);

/**
 * Lanes exchange data through the storage, in an order of their own: each has a byte that no other lane has in the same
 * call, and in another call another one, which a lane may still have. So two calls race unless a barrier of the warp
 * stands between them.
 */
const always = `if ((W & (W - 1)) != 0) __sw_touch(storage); else {
  unsigned lane = (unsigned)__sw_rank() % W, turned = __shfl_sync(${lanes}, __sw_any<unsigned>() % W, 0, W);
  storage[(lane + __sw_site()) % W] = (unsigned char)__sw_rank(); storage[W + (lane + turned) % W] = (unsigned char)__sw_rank(); }`;
const exchange = warpClass(
  'WarpExchange',
  'class T, int ITEMS, int W = 32, int ARCH = 0, int ALGORITHM = 0',
  ['StripedToBlocked', 'BlockedToStriped']
    .map((name) =>
      writing(name, 'const T (&input)[ITEMS], Out (&output)[ITEMS]', 'class Out', fill('output', 'Out'), always),
    )
    .join('') +
    writing('ScatterToStriped', 'T (&items)[ITEMS], Rank (&ranks)[ITEMS]', 'class Rank', fill('items', 'T'), always) +
    writing(
      'ScatterToStriped',
      'const T (&input)[ITEMS], Out (&output)[ITEMS], Rank (&ranks)[ITEMS]',
      'class Out, class Rank',
      fill('output', 'Out'),
      always,
    ),
);

const merge = warpClass(
  'WarpMergeSort',
  'class K, int ITEMS, int W = 32, class V = int',
  ['Sort', 'StableSort']
    .map(
      (name) =>
        writing(name, 'K (&keys)[ITEMS], Op op', 'class Op', fill('keys', 'K'), always) +
        writing(
          name,
          'K (&keys)[ITEMS], V (&values)[ITEMS], Op op',
          'class Op',
          `${fill('keys', 'K')} ${fill('values', 'V')}`,
          always,
        ),
    )
    .join(''),
);

const inCub = (name: string, text: string): LibrarySource => ({
  header: 'cub/cub.cuh',
  mentioned: new RegExp(`\\b${name}\\b`),
  declared: new RegExp(`\\b(?:class|struct)\\s+${name}\\b`),
  text: `namespace cub { ${text} }\n`,
});

export const cubWarp: readonly LibrarySource[] = [
  inCub('WarpReduce', reduce),
  inCub('WarpScan', scan),
  inCub('WarpExchange', exchange),
  inCub('WarpMergeSort', merge),
];
