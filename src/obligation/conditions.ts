/**
 * Conditions on the arguments of a kernel that could rule a race out [T8]: where `out[y * stride + x]` collides only
 * for strides below the row's length, `stride >= cols` is one. Gives texts in C, the weaker and simpler ones first;
 * which of them is a proof is for the solver to say.
 *
 * Only layout can be a precondition: how large the parameters are that an address is made of, next to sizes, dimensions
 * and constants. Left out are conditions that would hide a bug: on parameters which only say how much work there is, on
 * divisors (`out[i % bins]` lacks an atomic), and, where different accesses meet, upper bounds (a barrier is missing,
 * and is so for every size); where they meet in shared memory, on parameters that are only added (`s[t] = s[t + n]`
 * lacks a barrier, too).
 */
import type { IntType } from '../base/ctype.ts';
import type { Expr } from '../base/expr.ts';
import type { VarId } from '../base/brand.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { IntervalAccess, WholeProtocol } from '../protocol/protocol.ts';
import { i64, u32 } from '../base/ctype.ts';
import { derivedLayouts, layoutConditions, rowConditions, spanIn, strideNames, vectorsIn } from './layout.ts';
import { eachNode, freeVariables, operandsOf } from '../base/expr-walk.ts';

/** An integer parameter whose value is open. */
export type OpenParameter = Readonly<{ name: string; id: VarId; type: IntType }>;

/**
 * `accesses`: those of all pairs that race for one cause. `isOneWrite`: one statement's write with itself is among the
 * pairs.
 */
export type Subject = Readonly<{
  whole: WholeProtocol;
  accesses: readonly IntervalAccess[];
  isOneWrite: boolean;
  parameters: readonly OpenParameter[];
  launch: Pick<LaunchConfig, 'block' | 'grid' | 'computed'>;
}>;

/** Something that a condition compares: its text, its type in C, and its value where that is known. */
type Term = Readonly<{ text: string; type: IntType; value: bigint | null }>;

/** Constants of the source that are compared with; the smallest ones, since sizes of types and tiles are among them. */
const maxConstants = 12;

/** The conditions to try, in the order of preference: groups of one kind, the weaker ones of a group first. */
export function candidateConditions(subject: Subject): readonly (readonly string[])[] {
  const layout = layoutVariables(subject);
  const strides = subject.parameters.filter(({ id }) => layout.has(id));
  // what only shifts a coordinate (`(top + y) * row`) says where it starts: it comes last
  const multiplying = strideNames(subject);
  const first = strides.filter(({ name }) => multiplying.has(name));
  const last = strides.filter(({ name }) => !multiplying.has(name));
  const groups = [...conditionsOn(first, subject), ...(last.length > 0 ? conditionsOn(last, subject) : [])];
  const before = new Set<string>();
  const isNew = (text: string): boolean => before.size < before.add(text).size;
  return groups.map((group) => group.filter(isNew)).filter((group) => group.length > 0);
}

/** How long the rows of an array may be: arguments that an address multiplies, and constants. */
export const rowLengths = (subject: Subject): readonly string[] => [
  ...strideNames(subject),
  ...constantsOf(subject).map((value) => `${value}`),
];

/**
 * Those that are for arithmetic alone: blocks that fit a tile, tiles of the grid, windows. They are many, and where
 * they hold, arithmetic mostly tells.
 */
export const quickConditions = (subject: Subject): ReadonlySet<string> =>
  new Set(layoutConditions(subject).filter((text) => / <= | [-+] /.test(text) || isOfLaunchAlone(text)));

function conditionsOn(strides: readonly OpenParameter[], subject: Subject): readonly (readonly string[])[] {
  const used = usedVariables(subject);
  const sizes = subject.parameters.filter(({ id }) => used.has(id));
  const constants = constantsOf(subject);
  const dims = dimensionsOf(subject.launch);
  const others = (p: OpenParameter): readonly OpenParameter[] => sizes.filter((q) => q !== p);
  const counted = sizes.filter((q) => !strides.includes(q));
  const dividends = dividendsOf(subject);
  const layouts = layoutConditions(subject);
  const ofLaunch = layouts.filter(isOfLaunchAlone);
  const overall = strides.flatMap((p) =>
    atLeast(p, ascending([...dims, ...constants.map((c): Term => ({ text: `${c}`, type: p.type, value: c }))])),
  );
  return [
    derivedLayouts(subject).filter((text) => !text.includes(' <= ')),
    strides.map((p) => `${p.name} != 0`),
    strides.filter(({ type }) => type.signed).map((p) => `${p.name} >= 0`),
    strides.flatMap((p) => others(p).flatMap((q) => atLeastSize(p, q))),
    spanIn(subject) > 0n ? layouts.filter((text) => / >= \d+$/.test(text) && !text.includes(' && ')) : [],
    layouts.filter((text) => !text.includes(' <= ') && !isOfLaunchAlone(text)),
    strides.flatMap((p) =>
      counted.flatMap((q) =>
        vectorsIn(subject).flatMap((elements) =>
          atLeastSize(p, q).map((room) => `${room} && ${q.name} % ${elements} == 0`),
        ),
      ),
    ),
    strides.flatMap((p) =>
      atLeast(
        p,
        others(p).flatMap((q) => constants.map((c) => times(termOf(q), c))),
      ),
    ),
    strides.flatMap((p) => atLeast(p, productsOf(others(p)))),
    multiplesOf(
      [
        ...new Set([
          ...strides,
          ...parametersIn(
            dividends.map(({ dividend }) => dividend),
            sizes,
          ),
        ]),
      ],
      subject,
    ),
    dividends.flatMap(({ dividend, divisor }) =>
      divisor > longestTile ? parametersIn([dividend], sizes).map(({ name }) => `${name} % ${divisor} == 0`) : [],
    ),
    overall.filter((text) => !isOfRoundedGrid(text)),
    ofLaunch.filter((text) => !isOfRoundedGrid(text)),
    ...(subject.isOneWrite
      ? [
          strides.flatMap((p) => others(p).map((q) => `${p.name} == ${besides(p, termOf(q))}`)),
          rowConditions(subject),
          layouts.filter((text) => text.includes(' <= ')),
          strides.flatMap((p) => upperBounds(p, others(p), dims, constants)),
          openDimensions(subject.launch).flatMap((dim) => [...constants].reverse().map((c) => `${dim} <= ${c}`)),
        ]
      : []),
    [...overall, ...ofLaunch].filter(isOfRoundedGrid),
  ];
}

/**
 * Whether a condition is one that kernels are written for: that a layout has room (`stride >= cols`), that a size is a
 * power of two or of whole warps, that elements which say where to store are distinct, ascend, or stay in their row.
 * The others rule a race out as well, but say that the kernel is wrong for nearly all arguments: upper bounds,
 * equations, and that a row is as long as all blocks together, which a grid that is rounded up breaks. `text`: of
 * candidates, joined by `&&`.
 */
export function isUsual(text: string): boolean {
  return text
    .split(' && ')
    .every((part) =>
      / (?:!=|>=) /.test(part)
        ? !isOfRoundedGrid(part)
        : / & .* == 0$/.test(part) || / % \d+ == 0$/.test(part) || /^(?:all|distinct|increasing|disjoint)\(/.test(part),
    );
}

/**
 * The same of the accesses that race: usual is also that what an argument counts within a row of constant length fits
 * into it, and, where no access asks how far along an axis a thread is, that a grid that no launch in sight computes
 * fits the row: such a kernel is written for grids that are not rounded up.
 */
export function isUsualOf(text: string, subject: Subject): boolean {
  const rows = rowConditions(subject);
  return text
    .split(' && ')
    .every(
      (part) =>
        isUsual(part) ||
        (subject.isOneWrite && rows.includes(part) && !part.includes('Dim.')) ||
        (isOfRoundedGrid(part) && isUnguarded(part, subject)),
    );
}

/** Whether no access is under a condition on what the axes of the condition count. */
function isUnguarded(part: string, { whole, accesses, parameters, launch: { grid, computed = [] } }: Subject): boolean {
  // a size that stands unused may be the one that was meant
  const used = new Set(
    whole.whole.accesses.flatMap((access) => expressionsOf(access).flatMap((expr) => [...freeVariables(expr)])),
  );
  if (!parameters.every(({ id }) => used.has(id))) return false;
  const named = axes.filter((axis) => part.includes(`gridDim.${axis}`));
  if (named.some((axis) => grid[axes.indexOf(axis)] !== null || computed.includes(`gridDim.${axis}`))) return false;
  const isOfAxis = (id: VarId): boolean =>
    named.some((axis) => id === `blockIdx.${axis}` || id === `threadIdx.${axis}`);
  const asks = (fact: Expr): boolean =>
    [...freeVariables(fact)].some((id) => isOfAxis(id) || whole.variables.get(id)?.sharing !== 'launch');
  return accesses.every(({ when }) => !when.some(asks));
}

/** That two sizes are equal: the wrong one of the two is multiplied. */
export const isEquation = (text: string): boolean => text.includes(' == ') && !/[%&]/.test(text);

/** Of the threads or tiles of all blocks along an axis, not of the blocks, which count rows and matrices. */
export const isOfRoundedGrid = (part: string): boolean =>
  /(?:(?<!\w)\d+|blockDim\.[xyz]) \* (?:\(int\))?gridDim|gridDim\.[xyz] \* (?:\(int\))?(?:\d|blockDim)/.test(part);

/**
 * That a parameter is a power of two, for those of which a mask is made (`x & (n / 2 - 1)`), or that a scalar starts
 * from which a loop halves or doubles (protocol/loops/geometric.ts). Barriers may be part of the proof under such a
 * condition, which says nothing of sizes: one that is missing is missed for all powers.
 */
export function powerConditions({ accesses, parameters }: Subject): readonly string[] {
  const masks = new Set<VarId>();
  for (const expr of accesses.flatMap(expressionsOf)) {
    eachNode(expr, (node) => {
      if (node.kind !== 'binary' || node.op !== '&') return;
      for (const side of [node.left, node.right]) {
        const [only, ...others] = isOneLess(side) ? freeVariables(side) : [];
        if (only !== undefined && others.length === 0) masks.add(only);
      }
    });
  }
  return parameters.filter(({ id }) => masks.has(id)).map(({ name }) => `(${name} & (${name} - 1)) == 0`);
}

/**
 * That the block is made of whole warps, where its size is open and an address or a condition counts warps or lanes
 * (`threadIdx.x / 32`, `blockDim.x / 32`): who writes that means such blocks. Of the sizes nothing else is said, so
 * that a missing barrier is missed for all of them.
 */
export function warpConditions({
  accesses,
  launch: {
    block: [x, y, z],
  },
}: Subject): readonly string[] {
  if (x !== null || y !== 1 || z !== 1) return [];
  const counted = new Set<VarId>();
  for (const expr of accesses.flatMap(expressionsOf))
    eachNode(expr, (node) => {
      if (node.kind === 'binary' && isOfWarps(node.op, node.right))
        for (const id of freeVariables(node.left)) counted.add(id);
    });
  return [...counted].some((id) => id === 'threadIdx.x' || id === 'blockDim.x') ? ['blockDim.x % 32 == 0'] : [];
}

const isOfWarps = (op: string, by: Expr): boolean =>
  by.kind === 'int' &&
  (((op === '/' || op === '%') && by.value === 32n) ||
    (op === '>>' && by.value === 5n) ||
    (op === '&' && by.value === 31n));

const isOneLess = (expr: Expr): boolean =>
  expr.kind === 'binary' &&
  expr.right.kind === 'int' &&
  (expr.op === '-'
    ? expr.right.value === 1n
    : expr.op === '+' && BigInt.asIntN(expr.right.type.bits, expr.right.value) === -1n);

/**
 * Two conditions that may rule out together what neither does alone: on two parameters, by others and their products.
 */
export function candidatePairs(groups: readonly (readonly string[])[]): readonly (readonly [string, string])[] {
  const about = (text: string): string => text.replace(/ .*/, '');
  const bounds = groups
    .flat()
    .filter((text) => /^\S+ (!= 0|>= [^\d(]\S*( \* \S+)?)$/.test(text) && !text.includes('Dim.'));
  const ordered = bounds.flatMap((first, k) => bounds.slice(k + 1).map((second) => [first, second] as const));
  return ordered.filter(([first, second]) => about(first) !== about(second));
}

const termOf = ({ name, type }: OpenParameter): Term => ({ text: name, type, value: null });
const times = (term: Term, factor: bigint): Term => ({
  text: `${factor} * ${term.text}`,
  type: term.type,
  value: null,
});

/**
 * Dimensions without a known value first, since they are about any launch; products of them last, since they ask for
 * more.
 */
function ascending(terms: readonly Term[]): readonly Term[] {
  const rank = ({ text, value }: Term): number => (value !== null ? 1 : text.includes('*') ? 2 : 0);
  const before = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...terms].sort((a, b) => rank(a) - rank(b) || before(a.value ?? 0n, b.value ?? 0n));
}

function productsOf(sizes: readonly OpenParameter[]): readonly Term[] {
  return sizes.flatMap((q, k) =>
    sizes.slice(k + 1).map((r): Term => ({
      text: `${q.name} * ${r.name}`,
      type: q.type.bits >= r.type.bits ? q.type : r.type,
      value: null,
    })),
  );
}

const atLeast = (p: OpenParameter, terms: readonly Term[]): readonly string[] =>
  terms.map((term) => `${p.name} >= ${besides(p, term)}`);

function upperBounds(
  p: OpenParameter,
  sizes: readonly OpenParameter[],
  dims: readonly Term[],
  constants: readonly bigint[],
): readonly string[] {
  const others = [...sizes.map(termOf), ...dims];
  return [
    ...others.flatMap((term) => [`${p.name} <= ${besides(p, term)}`, `${p.name} + 1 <= ${besides(p, term)}`]),
    ...[...constants].reverse().map((c) => `${p.name} <= ${c}`),
    ...others.filter(({ text }) => !text.includes(' * ')).map((term) => `${p.name} % ${besides(p, term)} == 0`),
    ...constants.map((c) => `${p.name} % ${c} == 0`),
  ];
}

/**
 * The term as what stands beside a parameter: C would take a negative signed number beside an unsigned one for a huge
 * one.
 */
function besides(p: OpenParameter, { text, type }: Term): string {
  if (!p.type.signed || type.signed || type.bits < p.type.bits) return text;
  return `(${type.bits === 64 ? 'long long' : 'int'})${/ /.test(text) ? `(${text})` : text}`;
}

/**
 * One room, for what the launch fixes (`pitch >= 8 * gridDim.x`, `n >= 64`): the dimensions say the same in words that
 * hold for other blocks, too.
 */
const isOfLaunchAlone = (text: string): boolean =>
  !text.includes(' && ') && (text.includes('Dim.') || / >= \d+$/.test(text));

/**
 * Large values of an unsigned size would be negative ones of the stride's signed type: then the stride is not, and C
 * compares the two as they are.
 */
function atLeastSize(p: OpenParameter, q: OpenParameter): readonly string[] {
  const mayTurnNegative = p.type.signed && !q.type.signed && q.type.bits >= p.type.bits;
  return mayTurnNegative ? [`${p.name} >= 0 && ${p.name} >= ${q.name}`] : atLeast(p, [termOf(q)]);
}

/** Longer tiles are not what a row is padded to. */
const longestTile = 128n;

/**
 * That a row is made of whole tiles or vectors, as code needs that takes several elements at a time: by the constants
 * that indices are multiplied with or divided by.
 */
function multiplesOf(parameters: readonly OpenParameter[], { accesses }: Subject): readonly string[] {
  const found = new Set<bigint>();
  for (const expr of accesses.flatMap(expressionsOf)) {
    eachNode(expr, (node) => {
      if (node.kind !== 'binary') return;
      for (const side of node.op === '*' ? [node.left, node.right] : ['/', '%'].includes(node.op) ? [node.right] : [])
        if (side.kind === 'int') found.add(side.value);
      if ((node.op === '>>' || node.op === '<<') && node.right.kind === 'int' && node.right.value < 16n)
        found.add(1n << node.right.value);
    });
  }
  const tiles = [...found]
    .filter((value) => value >= 2n && value <= longestTile)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, maxConstants);
  return parameters.flatMap(({ name }) => tiles.map((tile) => `${name} % ${tile} == 0`));
}

/** What an address divides, and by which constant. */
function dividendsOf({ accesses }: Subject): readonly Readonly<{ dividend: Expr; divisor: bigint }>[] {
  const found: { dividend: Expr; divisor: bigint }[] = [];
  for (const { access, when } of accesses) {
    for (const { index } of access.place.subscripts) {
      for (const expr of [index, ...[...freeVariables(index)].flatMap((id) => meaningsOf(id, when))]) {
        eachNode(expr, (node) => {
          if (node.kind !== 'binary' || node.right.kind !== 'int') return;
          const {
            op,
            left: dividend,
            right: { value },
          } = node;
          if (op === '/') found.push({ dividend, divisor: value });
          else if (op === '>>' && value < 32n) found.push({ dividend, divisor: 1n << value });
        });
      }
    }
  }
  return found;
}

const parametersIn = (exprs: readonly Expr[], parameters: readonly OpenParameter[]): readonly OpenParameter[] => {
  const free = new Set(exprs.flatMap((expr) => [...freeVariables(expr)]));
  return parameters.filter(({ id }) => free.has(id));
};

const axes = ['x', 'y', 'z'] as const;

/** The dimensions that may be above 1, and the threads of an axis. */
function dimensionsOf({ block, grid }: Subject['launch']): readonly Term[] {
  return axes.flatMap((axis, k) => {
    const [threads, blocks] = [valueOf(block[k]), valueOf(grid[k])];
    const several: readonly Term[] = [
      { text: `blockDim.${axis}`, type: u32, value: threads },
      { text: `gridDim.${axis}`, type: u32, value: blocks },
    ].filter(({ value }) => value !== 1n);
    const all: Term = {
      text: several.map(({ text }) => text).join(' * '),
      type: u32,
      value: threads === null || blocks === null ? null : threads * blocks,
    };
    return several.length === 2 ? [...several, all] : several;
  });
}

const valueOf = (extent: number | null | undefined): bigint | null =>
  extent === null || extent === undefined ? null : BigInt(extent);

function openDimensions({ block }: Subject['launch']): readonly string[] {
  return axes.flatMap((axis, k) => (block[k] === null ? [`blockDim.${axis}`] : []));
}

/** The variables of which an address is a sum of products, through the names that the protocol gives to expressions. */
function layoutVariables({ whole, accesses, isOneWrite }: Subject): ReadonlySet<VarId> {
  const isShared = accesses.some(({ access }) => whole.protocol.arrays.get(access.place.array)?.space === 'shared');
  const needsProduct = isShared && !isOneWrite;
  const [found, seen] = [new Set<VarId>(), new Set<string>()];
  for (const { access, when } of accesses) {
    const open = access.place.subscripts.flatMap(({ index }) => factorsOf(index, !needsProduct));
    for (const { id, isStride } of open) {
      if (seen.has(`${id} ${isStride}`)) continue;
      seen.add(`${id} ${isStride}`);
      if (isStride) found.add(id);
      open.push(...meaningsOf(id, when).flatMap((meaning) => factorsOf(meaning, isStride)));
    }
  }
  return found;
}

/** `isStride`: it multiplies something that is no constant; or whether it does is of no interest. */
type Factor = Readonly<{ id: VarId; isStride: boolean }>;

function factorsOf(expr: Expr, isStride: boolean): Factor[] {
  if (expr.kind === 'var') return [{ id: expr.id, isStride }];
  if (expr.kind === 'select' || expr.kind === 'apply') return [];
  if (expr.kind !== 'binary') return operandsOf(expr).flatMap((operand) => factorsOf(operand, isStride));
  const { op, left, right } = expr;
  if (!['+', '-', '*', '<<'].includes(op)) return [];
  const isProduct = op === '*' && left.kind !== 'int' && right.kind !== 'int';
  return [left, right].flatMap((operand) => factorsOf(operand, isStride || isProduct));
}

/** What the facts say that the variable is equal to. */
function meaningsOf(id: VarId, when: readonly Expr[]): readonly Expr[] {
  return when.flatMap((fact) =>
    fact.kind === 'binary' && fact.op === '=='
      ? [fact.left, fact.right].flatMap((side, k) =>
          side.kind === 'var' && side.id === id ? [k === 0 ? fact.right : fact.left] : [],
        )
      : [],
  );
}

const expressionsOf = ({ access, when }: IntervalAccess): readonly Expr[] => [
  ...when,
  ...access.place.subscripts.map(({ index }) => index),
];

function usedVariables({ accesses }: Subject): ReadonlySet<VarId> {
  return new Set(accesses.flatMap((access) => expressionsOf(access).flatMap((expr) => [...freeVariables(expr)])));
}

/** Constants that the accesses and their conditions are made of, and the extents that separate their subscripts. */
function constantsOf({ accesses }: Subject): readonly bigint[] {
  const found = new Set<bigint>();
  for (const one of accesses) {
    for (const expr of expressionsOf(one)) {
      eachNode(expr, (node) => {
        if (node.kind === 'int') found.add(node.value);
      });
    }
    const strides = one.access.place.subscripts.map(({ stride }) => BigInt(stride));
    strides.forEach((stride, k) => {
      const inner = strides[k + 1];
      if (inner !== undefined && inner > 0n && stride % inner === 0n) found.add(stride / inner);
    });
  }
  const limit = 2n ** BigInt(i64.bits - 2);
  return [...found]
    .filter((value) => value >= 2n && value < limit)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, maxConstants);
}
