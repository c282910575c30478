/**
 * CUB's block-wide primitives (CUB documentation, "Block-wide Primitives"). Each method is a collective call on its
 * temporary storage; its results are any values. `Load` and `Store` touch memory in the arrangement of their algorithm.
 * An operator that does more than compute a value is called any number of times, before and after the threads met
 * (operator-calls.ts).
 */
import type { LibrarySource } from './source.ts';
import { operatorCalls } from './operator-calls.ts';
import { storageBytes } from './collectives.ts';

/** `RowMajorTid` of the library: the thread's number in a block that is X by Y by Z, as the template arguments say. */
const rowMajor =
  '(X == 1 ? 0 : (int)threadIdx.x) + (Y == 1 ? 0 : (int)threadIdx.y * X) + (Z == 1 ? 0 : (int)threadIdx.z * X * Y)';

/**
 * A class of the library with its storage; without one that is given, that which the library keeps for all objects of
 * the class (`PrivateStorage`).
 */
const collectiveClass = (name: string, template: string, body: string): string => `
template <${template}>
class ${name} {
public:
  struct alignas(16) TempStorage { unsigned char cells[${storageBytes}]; };
  unsigned char *storage;
  int tid;
  __device__ ${name}() { __shared__ TempStorage kept; storage = kept.cells; tid = ${rowMajor}; }
  __device__ ${name}(TempStorage &given) { storage = given.cells; tid = ${rowMajor}; }
  __device__ ${name}(TempStorage &given, int linear_tid) { storage = given.cells; tid = linear_tid; }
${body}
};
`;

/** `R name(parameters)`, with outputs `out` of type T and arrays `outs` filled with any values. */
const method = (result: string, name: string, parameters: string, template = '', effects = ''): string =>
  `  ${template === '' ? '' : `template <${template}> `}__device__ ${result} ${name}(${parameters}) { ${effects}${operatorCalls(parameters)}__sw_collective(storage, tid, X * Y * Z); ${operatorCalls(parameters)}${result === 'void' ? '' : `return __sw_any<${result}>();`} }\n`;
/** The same, with statements after the call. */
const writing = (name: string, parameters: string, template: string, after: string): string =>
  `  ${template === '' ? '' : `template <${template}> `}__device__ void ${name}(${parameters}) { ${operatorCalls(parameters)}__sw_collective(storage, tid, X * Y * Z); ${operatorCalls(parameters)}${after} }\n`;
const fill = (array: string, count: string, type = 'T'): string =>
  `for (int k = 0; k < ${count}; k++) ${array}[k] = __sw_any<${type}>();`;

const reduce = collectiveClass(
  'BlockReduce',
  'class T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCH = 0',
  method('T', 'Sum', 'T input') +
    method('T', 'Sum', 'T input, int num_valid') +
    method('T', 'Sum', 'T (&inputs)[N]', 'int N') +
    method('T', 'Reduce', 'T input, Op op', 'class Op') +
    method('T', 'Reduce', 'T input, Op op, int num_valid', 'class Op') +
    method('T', 'Reduce', 'T (&inputs)[N], Op op', 'int N, class Op'),
);

const scans = (kind: string): string => {
  const value = 'output = __sw_any<T>();';
  const values = fill('output', 'N');
  const one = 'T input, T &output';
  const many = 'T (&input)[N], T (&output)[N]';
  const isExclusive = kind === 'Exclusive';
  const prefixed = (after: string): string => `if (__sw_rank() < 32) op(__sw_any<T>()); ${after}`;
  return (
    writing(`${kind}Sum`, one, '', value) +
    writing(`${kind}Sum`, `${one}, T &aggregate`, '', `${value} aggregate = __sw_any<T>();`) +
    writing(`${kind}Sum`, `${one}, Op &op`, 'class Op', prefixed(value)) +
    writing(`${kind}Sum`, many, 'int N', values) +
    writing(`${kind}Sum`, `${many}, T &aggregate`, 'int N', `${values} aggregate = __sw_any<T>();`) +
    writing(`${kind}Sum`, `${many}, Op &op`, 'int N, class Op', prefixed(values)) +
    writing(`${kind}Scan`, `${one}, Op scan`, 'class Op', value) +
    writing(`${kind}Scan`, `${one}, Op scan, T &aggregate`, 'class Op', `${value} aggregate = __sw_any<T>();`) +
    writing(`${kind}Scan`, `${many}, Op scan`, 'int N, class Op', values) +
    writing(
      `${kind}Scan`,
      `${many}, Op scan, T &aggregate`,
      'int N, class Op',
      `${values} aggregate = __sw_any<T>();`,
    ) +
    (isExclusive
      ? writing(`${kind}Scan`, `${one}, T initial, Op scan`, 'class Op', value) +
        writing(
          `${kind}Scan`,
          `${one}, T initial, Op scan, T &aggregate`,
          'class Op',
          `${value} aggregate = __sw_any<T>();`,
        ) +
        writing(`${kind}Scan`, `${many}, T initial, Op scan`, 'int N, class Op', values) +
        writing(
          `${kind}Scan`,
          `${many}, T initial, Op scan, T &aggregate`,
          'int N, class Op',
          `${values} aggregate = __sw_any<T>();`,
        )
      : '')
  );
};
const scan = collectiveClass(
  'BlockScan',
  'class T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCH = 0',
  scans('Exclusive') + scans('Inclusive'),
);

const exchange = collectiveClass(
  'BlockExchange',
  'class T, int X, int ITEMS, int SLICED = 0, int Y = 1, int Z = 1, int ARCH = 0',
  ['StripedToBlocked', 'BlockedToStriped', 'WarpStripedToBlocked', 'BlockedToWarpStriped']
    .map(
      (name) =>
        writing(name, 'T (&items)[ITEMS]', '', fill('items', 'ITEMS')) +
        writing(name, 'const T (&input)[ITEMS], Out (&output)[ITEMS]', 'class Out', fill('output', 'ITEMS', 'Out')),
    )
    .join('') +
    ['ScatterToBlocked', 'ScatterToStriped', 'ScatterToStripedGuarded']
      .map(
        (name) =>
          writing(name, 'T (&items)[ITEMS], Rank (&ranks)[ITEMS]', 'class Rank', fill('items', 'ITEMS')) +
          writing(
            name,
            'const T (&input)[ITEMS], Out (&output)[ITEMS], Rank (&ranks)[ITEMS]',
            'class Out, class Rank',
            fill('output', 'ITEMS', 'Out'),
          ),
      )
      .join(''),
);

const sortings = (name: string): string => {
  const keys = fill('keys', 'ITEMS', 'K');
  const both = `${keys} ${fill('values', 'ITEMS', 'V')}`;
  const bits = 'int begin_bit = 0, int end_bit = 0';
  return (
    writing(name, `K (&keys)[ITEMS], ${bits}`, '', keys) +
    writing(name, `K (&keys)[ITEMS], V (&values)[ITEMS], ${bits}`, '', both)
  );
};
const sort = collectiveClass(
  'BlockRadixSort',
  'class K, int X, int ITEMS, class V = int, int RADIX_BITS = 4, bool MEMOIZE = true, int ALGORITHM = 0, int SMEM = 0, int Y = 1, int Z = 1, int ARCH = 0',
  ['Sort', 'SortDescending', 'SortBlockedToStriped', 'SortDescendingBlockedToStriped'].map(sortings).join(''),
);

const mergings = (name: string): string => {
  const keys = fill('keys', 'ITEMS', 'K');
  const both = `${keys} ${fill('values', 'ITEMS', 'V')}`;
  return (
    writing(name, 'K (&keys)[ITEMS], Op op', 'class Op', keys) +
    writing(name, 'K (&keys)[ITEMS], Op op, int valid_items, K oob_default', 'class Op', keys) +
    writing(name, 'K (&keys)[ITEMS], V (&values)[ITEMS], Op op', 'class Op', both) +
    writing(name, 'K (&keys)[ITEMS], V (&values)[ITEMS], Op op, int valid_items, K oob_default', 'class Op', both)
  );
};
const merge = collectiveClass(
  'BlockMergeSort',
  'class K, int X, int ITEMS, class V = int, int Y = 1, int Z = 1',
  ['Sort', 'StableSort'].map(mergings).join(''),
);

const histogram = collectiveClass(
  'BlockHistogram',
  'class T, int X, int ITEMS, int BINS, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCH = 0',
  `
  template <class Counter> __device__ void InitHistogram(Counter *histogram) { for (int k = __sw_rank(); k < BINS; k += blockDim.x * blockDim.y * blockDim.z) histogram[k] = 0; }
  template <class Counter> __device__ void Composite(T (&items)[ITEMS], Counter *histogram) { __sw_collective(storage, tid, X * Y * Z); for (int k = 0; k < ITEMS; k++) atomicAdd(&histogram[__sw_below(BINS)], 1); }
  template <class Counter> __device__ void Histogram(T (&items)[ITEMS], Counter *histogram) { InitHistogram(histogram); __sw_together(histogram); Composite(items, histogram); }
`,
);

const flags = fill('flags', 'N', 'Flag');
const discontinuity = collectiveClass(
  'BlockDiscontinuity',
  'class T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1, int ARCH = 0',
  ['FlagHeads', 'FlagTails']
    .map(
      (name) =>
        writing(name, 'Flag (&flags)[N], T (&input)[N], Op op', 'int N, class Flag, class Op', flags) +
        writing(name, 'Flag (&flags)[N], T (&input)[N], Op op, T other', 'int N, class Flag, class Op', flags),
    )
    .join('') +
    writing(
      'FlagHeadsAndTails',
      'Flag (&flags)[N], Flag (&tails)[N], T (&input)[N], Op op',
      'int N, class Flag, class Op',
      `${flags} ${fill('tails', 'N', 'Flag')}`,
    ),
);

const differences = (name: string, guarded: string): string => {
  const out = fill('output', 'N', 'Out');
  const parameters = 'T (&input)[N], Out (&output)[N], Op op';
  return (
    writing(name, parameters, 'int N, class Out, class Op', out) +
    writing(name, `${parameters}, T other`, 'int N, class Out, class Op', out) +
    writing(guarded, `${parameters}, int valid_items`, 'int N, class Out, class Op', out) +
    writing(guarded, `${parameters}, int valid_items, T other`, 'int N, class Out, class Op', out)
  );
};
const difference = collectiveClass(
  'BlockAdjacentDifference',
  'class T, int X, int Y = 1, int Z = 1, int ARCH = 0',
  differences('SubtractLeft', 'SubtractLeftPartialTile') + differences('SubtractRight', 'SubtractRightPartialTile'),
);

const shuffle = collectiveClass(
  'BlockShuffle',
  'class T, int X, int Y = 1, int Z = 1, int ARCH = 0',
  writing('Offset', 'T input, T &output, int distance = 1', '', 'output = __sw_any<T>();') +
    writing('Rotate', 'T input, T &output, unsigned distance = 1', '', 'output = __sw_any<T>();') +
    ['Up', 'Down']
      .map(
        (name) =>
          writing(name, 'T (&input)[N], T (&output)[N]', 'int N', fill('output', 'N')) +
          writing(
            name,
            'T (&input)[N], T (&output)[N], T &edge',
            'int N',
            `${fill('output', 'N')} edge = __sw_any<T>();`,
          ),
      )
      .join(''),
);

/** Where item k of the thread is in memory while it is loaded or stored: transposing algorithms go through storage. */
const arrangement = (algorithms: string): string => `
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    const int rank = __sw_rank();
    const bool blocked = ALGORITHM == ${algorithms}_DIRECT || ALGORITHM == ${algorithms}_VECTORIZE;
    const bool warps = ALGORITHM == ${algorithms}_WARP_TRANSPOSE || ALGORITHM == ${algorithms}_WARP_TRANSPOSE_TIMESLICED;
    const int first = blocked ? rank * ITEMS : warps ? (rank & ~31) * ITEMS + (rank & 31) : rank;
    const int stride = blocked ? 1 : warps ? 32 : threads;`;
/**
 * Items that a transposing algorithm passes on through storage come from other threads, but of one for each thread,
 * which all algorithms arrange alike.
 */
const transposed = (algorithms: string): string => `
    if (ALGORITHM != ${algorithms}_DIRECT && ALGORITHM != ${algorithms}_VECTORIZE && ALGORITHM != ${algorithms}_STRIPED) {
      __sw_collective(storage, tid, X * Y * Z);
      if (ITEMS > 1) { ${fill('items', 'ITEMS')} }
    }`;
const load = collectiveClass(
  'BlockLoad',
  'class T, int X, int ITEMS, int ALGORITHM = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int ARCH = 0',
  `
  template <class It> __device__ void Load(It source, T (&items)[ITEMS]) {${arrangement('BLOCK_LOAD')}
    for (int k = 0; k < ITEMS; k++) items[k] = source[first + k * stride];
    ${transposed('BLOCK_LOAD')}
  }
  template <class It> __device__ void Load(It source, T (&items)[ITEMS], int valid_items) {${arrangement('BLOCK_LOAD')}
    for (int k = 0; k < ITEMS; k++) if (first + k * stride < valid_items) items[k] = source[first + k * stride];
    ${transposed('BLOCK_LOAD')}
  }
  template <class It, class Default> __device__ void Load(It source, T (&items)[ITEMS], int valid_items, Default oob_default) {
    for (int k = 0; k < ITEMS; k++) items[k] = oob_default;
    Load(source, items, valid_items);
  }
`,
);
const store = collectiveClass(
  'BlockStore',
  'class T, int X, int ITEMS, int ALGORITHM = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int ARCH = 0',
  `
  template <class It> __device__ void Store(It target, T (&items)[ITEMS]) {${arrangement('BLOCK_STORE')}
    ${transposed('BLOCK_STORE')}
    for (int k = 0; k < ITEMS; k++) target[first + k * stride] = items[k];
  }
  template <class It> __device__ void Store(It target, T (&items)[ITEMS], int valid_items) {${arrangement('BLOCK_STORE')}
    ${transposed('BLOCK_STORE')}
    for (int k = 0; k < ITEMS; k++) if (first + k * stride < valid_items) target[first + k * stride] = items[k];
  }
`,
);

const direct = (kind: string, first: string, stride: string, more = ''): string => {
  const at = `${first} + k * ${stride}`;
  const head = `template <${more}class T, int N, class It> __device__ void`;
  return `
${head} LoadDirect${kind}(int tid, It source, T (&items)[N]) { for (int k = 0; k < N; k++) items[k] = source[${at}]; }
${head} LoadDirect${kind}(int tid, It source, T (&items)[N], int valid_items) { for (int k = 0; k < N; k++) if (${at} < valid_items) items[k] = source[${at}]; }
${head} StoreDirect${kind}(int tid, It target, T (&items)[N]) { for (int k = 0; k < N; k++) target[${at}] = items[k]; }
${head} StoreDirect${kind}(int tid, It target, T (&items)[N], int valid_items) { for (int k = 0; k < N; k++) if (${at} < valid_items) target[${at}] = items[k]; }
`;
};

const inCub = (name: string, text: string): LibrarySource => ({
  header: 'cub/cub.cuh',
  mentioned: new RegExp(`\\b${name}\\b`),
  declared: new RegExp(`\\b(?:class|struct)\\s+${name}\\b`),
  text: `namespace cub { ${text} }\n`,
});

/** One for each class, so that those which a file brings along are its own. */
export const cubBlock: readonly LibrarySource[] = [
  {
    header: 'cub/cub.cuh',
    mentioned: /\bBLOCK_(?:LOAD|STORE|REDUCE|SCAN|HISTO)_|\bBlock(?:Load|Store|Reduce|Scan|Histogram)/,
    declared: /\benum\s+(?:BlockLoadAlgorithm|BlockReduceAlgorithm|BlockScanAlgorithm)\b/,
    text: `
namespace cub {
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
}
`,
  },
  inCub('BlockReduce', reduce),
  inCub('BlockScan', scan),
  inCub('BlockExchange', exchange),
  inCub('BlockRadixSort', sort),
  inCub('BlockMergeSort', merge),
  inCub('BlockHistogram', histogram),
  inCub('BlockDiscontinuity', discontinuity),
  inCub('BlockAdjacentDifference', difference),
  inCub('BlockShuffle', shuffle),
  inCub('BlockLoad', load),
  inCub('BlockStore', store),
  {
    header: 'cub/cub.cuh',
    mentioned: /\b(?:Load|Store)Direct(?:Blocked|Striped|WarpStriped)\b/,
    declared: /\bvoid\s+(?:Load|Store)Direct\w+\s*\(/,
    text: `namespace cub { ${direct('Blocked', 'tid * N', '1')}${direct('Striped', 'tid', 'THREADS', 'int THREADS, ')}${direct('WarpStriped', '(tid & ~31) * N + (tid & 31)', '32')} }\n`,
  },
];
