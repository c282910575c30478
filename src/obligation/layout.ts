/**
 * Conditions under which an address is a mixed-radix number whose radices are arguments [T8]: of `dst[i + j*s1 + k*s2]` with `i < n` and `j < m`, that `s1`
 * holds a row and `s2` a matrix, `s1 >= n && s2 >= s1 * m`. Gives texts in C, for the orders in which strides usually stand; which of them is a proof is for the
 * solver to say.
 */
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import type { IntervalAccess } from '../protocol/protocol.ts';
import type { Subject } from './conditions.ts';
import { gcd } from '../base/arithmetic.ts';
import { i32, u32 } from '../base/ctype.ts';
import { memoized } from '../base/memoize.ts';
import { assertNever } from '../base/invariant.ts';
import { asSigned, bare, boundOf, boundsOf, inWholeRows, isDimension, maxDepth, meaningOf, without } from './extents.ts';
import type { Extent } from './extents.ts';
import { binary } from '../base/expr-build.ts';
import { sameExpr } from '../protocol/fold.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';

/** `scale` times a product of the kernel's arguments, as a stride. */
type Stride = Readonly<{ key: string; names: readonly string[]; type: IntType; scale: bigint }>;
/** `factor * product of own`, of a thread. */
type Coordinate = Readonly<{ factor: bigint; own: readonly Expr[] }>;
/** A condition as text. `isDerived`: `derivedLayouts`. */
type Layout = Readonly<{ text: string; isDerived: boolean }>;
type Digit = Readonly<{ stride: Stride; coordinates: readonly Coordinate[] }>;
/** How many values a digit has, and what must hold for that. */
type Room = Readonly<{ extent: Extent; fits: readonly string[] }>;

const limits = { /** strides of which all orders are tried */ permuted: 3, terms: 24, /** what is stored field by field has fewer */ fields: 64n } as const;
const constantStride: Stride = { key: '', names: [], type: { kind: 'int', bits: 64, signed: true }, scale: 1n };

const layoutsIn = memoized((subject: Subject) => subject.accesses.map((access) => {
  const exact = layoutsOf(access, subject);
  return [...exact, ...exact.flatMap((layout) => (inWholeRows(layout.text) === layout.text ? [] : [{ ...layout, text: inWholeRows(layout.text) }]))];
}));

/** The conditions to try, of each access of the race those of all orders of its strides. */
export function layoutConditions(subject: Subject): readonly string[] {
  const found = layoutsIn(subject).map((layouts) => layouts.map(({ text }) => text));
  const texts = new Set(found.flat());
  // several accesses of one cause ask for room for each
  const [first, ...others] = found;
  const shared = (first ?? []).flatMap((text, k) => {
    const parts = [text, ...others.flatMap((list) => list[k] ?? [])].flatMap((one) => one.split(' && '));
    return [[...new Set(parts)].join(' && ')];
  });
  return [...new Set([...shared, ...texts])];
}

/** Those of them in which one digit has room in the next by the way they are written, as of `(row * n + k) * m + j` those of `k` and `j`: who writes that means this layout. */
export const derivedLayouts = (subject: Subject): readonly string[] =>
  [...new Set(layoutsIn(subject).flat().flatMap(({ text, isDerived }) => (isDerived ? [text] : [])))];

function layoutsOf(access: IntervalAccess, subject: Subject): readonly Layout[] {
  const found = digitsOf(access, subject);
  if (found === null) return [];
  const { digits, width: own } = inLargestUnit(found, access, subject);
  const width = digits === found ? own + spanIn(subject) : own;
  const scaled = digits.map(inWholeSteps);
  const plain = layoutsFrom(digits, width, access, subject);
  if (scaled.every((digit, k) => digit === digits[k])) return plain;
  const inSteps = layoutsFrom(scaled, width, access, subject);
  return isOfBytes(scaled, width, access, subject) ? [...inSteps, ...plain] : [...plain, ...inSteps];
}

/**
 * How far apart the constants are that accesses of one cause add to their addresses, in their smallest units: of `q[t * n]`, `q[t * n + 1]` and `q[t * n + 2]`, 2,
 * so that a row takes 3. None where one of them is not a sum.
 */
export const spanIn = memoized((subject: Subject): bigint => {
  const constants = subject.accesses.map((access): bigint | null => {
    const { place: { offset, subscripts } } = access.access;
    const unit = unitOf(subscripts);
    const terms = subscripts.map(({ index, stride }) => termsOf(index, { access, subject }, maxDepth)?.map((term) => ({ ...term, factor: term.factor * BigInt(stride) })) ?? null);
    if (unit <= 0n || terms.includes(null)) return null;
    return terms.flatMap((own) => own ?? []).reduce((sum, { factor, strides, own }) => (strides.length + own.length === 0 ? sum + factor : sum), BigInt(offset)) / unit;
  });
  const known = constants.filter((one) => one !== null).sort((a, b) => (a < b ? -1 : 1));
  const span = (known.at(-1) ?? 0n) - (known[0] ?? 0n);
  return known.length < constants.length || span > limits.fields ? 0n : span;
});

/** What all coordinates are multiples of as part of the stride: of `128 * by` times `nb`, `by` times `128 * nb`. */
function inWholeSteps(digit: Digit): Digit {
  const scale = digit.coordinates.reduce((sum, { factor }) => gcd(sum, factor), 0n);
  if (digit.stride.key === '' || scale <= 1n) return digit;
  return { stride: { ...digit.stride, scale }, coordinates: digit.coordinates.map(({ factor, own }) => ({ factor: factor / scale, own })) };
}

/** Whether a step of some stride is a tile of elements, whose size the stride says: of `4 * t + 128 * by * nb` with `t < 128`, `nb` counts the bytes of one. */
function isOfBytes(digits: readonly Digit[], width: bigint, access: IntervalAccess, subject: Subject): boolean {
  const constant = digits.find(({ stride }) => stride.key === '');
  const inner = constant === undefined ? null : withWidth(roomFor(constant, access, subject)?.extent ?? null, width);
  return typeof inner === 'bigint' && digits.some(({ stride: { scale } }) => scale > 1n && inner % scale === 0n && inner / scale <= largestElement);
}

const largestElement = 16n;

function layoutsFrom(digits: readonly Digit[], width: bigint, access: IntervalAccess, subject: Subject): readonly Layout[] {
  const constant = digits.find(({ stride }) => stride.key === '');
  const strides = digits.filter(({ stride }) => stride.key !== '');
  if (strides.length === 0) return [];
  const rooms = new Map(digits.map((digit) => [digit, roomFor(digit, access, subject)] as const));
  const inner = constant === undefined ? width : withWidth(rooms.get(constant)?.extent ?? null, width);
  const fits = [...new Set([...rooms.values()].flatMap((room) => room?.fits ?? []))];
  const divisors = [...new Set(digits.flatMap((digit) => digit.coordinates.flatMap(({ own }) => own.flatMap((one) => divisorsOf(one, subject)))))].map((name) => `${name} >= 1`);
  const sizes = divisorsIn(access, subject);
  const roomOf = (digit: Digit): Extent | null => rooms.get(digit)?.extent ?? null;
  const chains = inner === null ? [] : ordersOf(strides, subject.parameters).flatMap((order) => chainOf(order, inner, roomOf, sizes) ?? []);
  return chains.map(({ text, isDerived }) => ({ text: [...divisors, ...fits, text].filter((part) => part !== '').join(' && '), isDerived })).filter(({ text }) => text !== '');
}

/**
 * The digits in the largest unit that all strides are multiples of, where what is below it fits: of `(row * n + k) * 64 + t` with `t < 64` those of `row * n + k`.
 * `width`: of the access, in that unit.
 */
function inLargestUnit(digits: readonly Digit[], access: IntervalAccess, subject: Subject): Readonly<{ digits: readonly Digit[]; width: bigint }> {
  const width = widthOf(access);
  const factors = digits.flatMap(({ stride, coordinates }) => (stride.key === '' ? [] : coordinates.map(({ factor }) => factor)));
  const unit = factors.reduce(gcd, 0n);
  const below = digits.flatMap(({ coordinates }) => coordinates.filter(({ factor }) => unit > 0n && factor % unit !== 0n));
  const lasts = below.map(({ factor, own: [only, ...others] }) => {
    const extent = only === undefined || others.length > 0 || factor < 0n ? null : boundOf(only, { access, subject });
    return typeof extent === 'bigint' ? factor * (extent - 1n) : null;
  });
  const last = lasts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), width - 1n);
  if (unit <= 1n || last === null || last >= unit) return { digits, width };
  const scaled = digits.map(({ stride, coordinates }) => ({ stride, coordinates: coordinates.filter((one) => !below.includes(one)).map(({ factor, own }) => ({ factor: factor / unit, own })) }));
  return { digits: scaled.filter(({ coordinates }) => coordinates.length > 0), width: 1n };
}

/** The arguments that multiply what differs between threads. */
export const strideNames = (subject: Subject): ReadonlySet<string> =>
  new Set(subject.accesses.flatMap((access) => (digitsOf(access, subject) ?? []).flatMap(({ stride }) => stride.names)));

/**
 * That what is counted within a row of constant length fits into it: of `ids[row * 8 + k]` with `k < used`, `used <= 8`. To be tried where one statement meets
 * itself: what leaves its row meets the next one, if any caller asks for that.
 */
export const rowConditions = memoized((subject: Subject): readonly string[] => {
  return [...new Set(subject.accesses.flatMap((access) => {
    const constant = digitsOf(access, subject)?.find(({ stride }) => stride.key === '');
    const sorted = [...(constant?.coordinates ?? [])].sort((a, b) => (a.factor < b.factor ? -1 : 1));
    return sorted.flatMap(({ factor, own: [only, ...others] }, k) => {
      const above = sorted.slice(k + 1).find((one) => one.factor > factor);
      if (only === undefined || others.length > 0 || above === undefined || factor <= 0n || above.factor % factor !== 0n) return [];
      const extent = boundOf(only, { access, subject });
      return typeof extent === 'string' ? [`${extent} <= ${above.factor / factor}`] : [];
    });
  }))];
});

/** Of an access, in units of its smallest stride: a float at `p + i * pitch` of bytes takes 4. */
function widthOf({ access: { place: { width, subscripts } } }: IntervalAccess): bigint {
  const unit = unitOf(subscripts);
  return unit <= 0n ? 1n : (BigInt(width) + unit - 1n) / unit;
}

/** How many elements accesses take at a time, of rows that count single ones: a row of vectors ends with a whole one. */
export const vectorsIn = (subject: Subject): readonly bigint[] => [...new Set(subject.accesses.flatMap(({ access: { place: { subscripts } } }) => {
  const unit = unitOf(subscripts);
  return unit <= 0n ? [] : subscripts.map(({ stride }) => BigInt(stride) / unit);
}))].filter((elements) => elements > 1n && elements <= largestElement);

const withWidth = (extent: Extent | null, width: bigint): Extent | null => (typeof extent === 'bigint' ? extent + width - 1n : extent);

/** The smallest stride, in bytes. */
function unitOf(subscripts: IntervalAccess['access']['place']['subscripts']): bigint {
  const strides = subscripts.map(({ stride }) => BigInt(stride));
  return strides.reduce((least, stride) => (stride < least ? stride : least), strides[0] ?? 1n);
}

/** The arguments by which something is divided: how many values a digit has. */
function divisorsIn({ access, when }: IntervalAccess, { parameters }: Subject): ReadonlySet<string> {
  const found = new Set<string>();
  for (const expr of [...when, ...access.place.subscripts.map(({ index }) => index)]) {
    eachNode(expr, (node) => {
      if (node.kind !== 'binary' || (node.op !== '/' && node.op !== '%')) return;
      for (const id of freeVariables(node.right)) found.add(parameters.find((one) => one.id === id)?.name ?? '');
    });
  }
  return found;
}

/** The signed arguments of whose product a coordinate is a remainder, or a quotient of one: below it only if they are positive. */
function divisorsOf(expr: Expr, subject: Subject): readonly string[] {
  const inner = bare(expr);
  if (inner.kind !== 'binary') return [];
  if (inner.op === '/') return divisorsOf(inner.left, subject);
  const factors = (by: Expr): readonly Expr[] => (by.kind === 'binary' && by.op === '*' ? [by.left, by.right].flatMap((one) => factors(bare(one))) : [by]);
  return inner.op === '%' ? factors(bare(inner.right)).flatMap((by) => subject.parameters.find(({ id, type }) => by.kind === 'var' && id === by.id && type.signed)?.name ?? []) : [];
}

/** `s1 >= inner && s2 >= s1 * extent && …`; null where an extent is not known that it takes, or it would ask for room in one of the `sizes`. */
function chainOf(order: readonly Digit[], inner: Extent, roomOf: (digit: Digit) => Extent | null, sizes: ReadonlySet<string>): readonly Layout[] | null {
  const parts: string[] = [];
  let isDerived = false;
  let below: Digit | null = null;
  for (const digit of order) {
    const extent = below === null ? inner : roomOf(below);
    if (extent === null) return null;
    const part = roomIn(digit.stride, below?.stride ?? null, extent, sizes);
    if (part === null) return null;
    if (part !== 'true') parts.push(...digit.stride.names.filter(isQuotient).map((name) => `${argumentIn(name)} >= 0`), part);
    isDerived ||= part === 'true' && below !== null;
    below = digit;
  }
  return [{ text: parts.join(' && '), isDerived }];
}

/** That a stride holds so many of the one below; of `t * c` and `c` that is said of `t`. */
function roomIn({ names, type, scale }: Stride, below: Stride | null, extent: Extent, sizes: ReadonlySet<string>): string | null {
  const own = below?.scale ?? 1n;
  if (scale !== 1n || own !== 1n) return roomInSteps({ names, type, scale }, { names: below?.names ?? [], scale: own }, extent, sizes);
  const rest = without(names, below?.names ?? []);
  const [left, right] = rest === null ? [names, below?.names ?? []] : [rest, []];
  if (left.length === 0) return null;
  const room = `${extent}`;
  const factors = extent === 1n && right.length > 0 ? right : typeof extent === 'bigint' ? [room, ...right] : [...right, right.length > 0 ? inProduct(room) : room];
  if (left.join(' * ') === factors.join(' * ')) return 'true';
  if (areSizes(left.filter((name) => !right.includes(name)), sizes)) return null;
  // nor is a size as large as a product of itself
  if (left.every((name) => factors.join(' * ').split(' * ').includes(name))) return null;
  // an unsigned product may wrap around, and dimensions are unsigned
  const isLong = factors.length > 1 && (!type.signed || (type.bits <= 32 && /(?:gridDim|blockDim)\./.test(factors.join(' '))));
  if (!isLong) return `${besides(left.join(' * '), type)} >= ${besides(factors.join(' * '), type)}`;
  return `${left.length > 1 || !type.signed ? '(long long)' : ''}${left.join(' * ')} >= (long long)${factors.join(' * ')}`;
}

/** That one size is as large as another one is chance: the wrong one of the two is multiplied. */
const areSizes = (names: readonly string[], sizes: ReadonlySet<string>): boolean => names.every((name) => sizes.has(argumentIn(name)) || isDimension(name));

/** The same of strides of several steps: `nb0 >= 4` of 128 steps that hold 512 bytes. */
function roomInSteps({ names, type, scale }: Omit<Stride, 'key'>, below: Pick<Stride, 'names' | 'scale'>, extent: Extent, sizes: ReadonlySet<string>): string | null {
  if (names.length === 0 || areSizes(names, sizes)) return null;
  const left = names.join(' * ');
  if (typeof extent === 'bigint' && below.names.length === 0) return `${left} >= ${(extent * below.scale + scale - 1n) / scale}`;
  const common = gcd(scale, below.scale);
  const factors = [below.scale / common === 1n ? [] : [`${below.scale / common}`], below.names, extent === 1n ? [] : [inProduct(`${extent}`)]].flat();
  return `${!type.signed || type.bits <= 32 ? '(long long)' : ''}${scale / common === 1n ? '' : `${scale / common} * `}${left} >= (long long)${factors.join(' * ')}`;
}

/** C would take a signed number of 32 bits beside an extent of the grid, which is unsigned, for an unsigned one. */
const besides = (text: string, { signed, bits }: IntType): string => (signed && bits <= 32 ? text.replace(/(?<![\w.])((?:gridDim|blockDim)\.[xyz])/g, '(int)$1') : text);

/** In the order of the parameters, and the other way round; few strides also in all others. */
function ordersOf(digits: readonly Digit[], parameters: Subject['parameters']): readonly (readonly Digit[])[] {
  const place = ({ stride }: Digit): number => Math.max(...stride.names.map((name) => parameters.findIndex((one) => one.name === argumentIn(name))));
  const isOfBlocks = ({ stride }: Digit): number => (stride.names.some(isDimension) ? 0 : 1);
  const sorted = [...digits].sort((a, b) => a.stride.names.length - b.stride.names.length || place(a) - place(b) || isOfBlocks(a) - isOfBlocks(b));
  return [sorted, [...sorted].reverse(), ...(digits.length > limits.permuted ? [] : permutations(sorted))];
}

const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length === 0 ? [[]] : items.flatMap((item, k) => permutations(items.filter((_, at) => at !== k)).map((rest) => [item, ...rest]));

// The digits of an address ------------------------------------------------------------------------------------------------

function digitsOf(access: IntervalAccess, subject: Subject): readonly Digit[] | null {
  const strides = access.access.place.subscripts.map(({ stride }) => BigInt(stride));
  const unit = unitOf(access.access.place.subscripts);
  const terms: Term[] = [];
  for (const [k, { index }] of access.access.place.subscripts.entries()) {
    const stride = strides[k] ?? 1n;
    const own = stride % unit === 0n ? termsOf(index, { access, subject }, maxDepth) : null;
    if (own === null) return null;
    terms.push(...own.map((term) => ({ ...term, factor: term.factor * (stride / unit) })));
  }
  if (terms.length > limits.terms) return null;
  const digits = new Map<string, { stride: Stride; coordinates: Coordinate[] }>();
  for (const { factor, strides: names, own } of withRemainders(summed(terms))) {
    // what counts the iterations of a loop that has one is 0
    if (factor === 0n || own.length === 0 || own.some((one) => boundOf(one, { access, subject }) === 1n)) continue;
    const key = names.map(({ name }) => name).sort().join(' * ');
    const digit = digits.get(key) ?? { stride: key === '' ? constantStride : { key, names: names.map(({ name }) => name).sort(), type: widest(names.map(({ type }) => type)), scale: 1n }, coordinates: [] };
    digit.coordinates.push({ factor, own });
    digits.set(key, digit);
  }
  return [...digits.values()];
}

/** With one term for each product. */
function summed(terms: readonly Term[]): readonly Term[] {
  const sums: Term[] = [];
  for (const term of terms) {
    const at = sums.findIndex(({ own, strides }) => own.length === term.own.length && own.every((one, k) => sameExpr(one, term.own[k] ?? one)) && sameNames(strides, term.strides));
    const before = sums[at];
    if (before === undefined) sums.push(term);
    else sums[at] = { ...before, factor: before.factor + term.factor };
  }
  return sums;
}

/** With `t + 96 * (t / 32)` as `t % 32 + 128 * (t / 32)`: whoever writes `t - 32 * (t / 32)` means the remainder. */
function withRemainders(terms: readonly Term[]): readonly Term[] {
  for (const [k, quotient] of terms.entries()) {
    const [only, ...others] = quotient.own;
    const divided = only === undefined || others.length > 0 ? null : bare(only);
    if (divided?.kind !== 'binary' || divided.op !== '/' || divided.right.kind !== 'int' || divided.right.value <= 0n) continue;
    const { left, right: by } = divided;
    const at = terms.findIndex(({ own: [one, ...more], strides }) => one !== undefined && more.length === 0 && sameExpr(bare(one), bare(left)) && sameNames(strides, quotient.strides));
    const dividend = terms[at];
    if (dividend === undefined || dividend.factor <= 0n) continue;
    const remainder: Term = { ...dividend, own: [binary('%', left, by)] };
    return withRemainders(terms.with(at, remainder).with(k, { ...quotient, factor: quotient.factor + dividend.factor * by.value }));
  }
  return terms;
}

const sameNames = (a: readonly Named[], b: readonly Named[]): boolean => a.length === b.length && a.every(({ name }, k) => name === b[k]?.name);

const widest = (types: readonly IntType[]): IntType => types.reduce((a, b) => (b.bits > a.bits ? b : a), types[0] ?? constantStride.type);

type Named = Readonly<{ name: string; type: IntType }>;
type Term = Readonly<{ factor: bigint; strides: readonly Named[]; own: readonly Expr[] }>;
type At = Readonly<{ access: IntervalAccess; subject: Subject }>;

/** The expression as a sum of products; null: it is too long. */
function termsOf(expr: Expr, at: At, depth: number): readonly Term[] | null {
  // what the code compares as a whole is one coordinate
  if ((expr.kind === 'cast' || expr.kind === 'binary') && boundsOf(expr, at, 0).length > 0) return [{ factor: 1n, strides: [], own: [expr] }];
  switch (expr.kind) {
    case 'int':
      return [{ factor: expr.value, strides: [], own: [] }];
    case 'cast': {
      const signed = asSigned(expr);
      const parameter = signed === null ? undefined : at.subject.parameters.find(({ id }) => id === signed);
      if (parameter !== undefined) return [{ factor: 1n, strides: [{ name: `(int)${parameter.name}`, type: i32 }], own: [] }];
      return expr.to.kind === 'int' && expr.to.bits >= 32 ? termsOf(expr.operand, at, depth) : [{ factor: 1n, strides: [], own: [expr] }];
    }
    case 'var': {
      const parameter = at.subject.parameters.find(({ id }) => id === expr.id) ?? (isDimension(expr.id) ? { name: expr.id, type: u32 } : undefined);
      if (parameter !== undefined) return [{ factor: 1n, strides: [parameter], own: [] }];
      const meaning = boundOf(expr, at) !== null || depth === 0 ? null : meaningOf(expr.id, at);
      return meaning === null ? [{ factor: 1n, strides: [], own: [expr] }] : termsOf(meaning, at, depth - 1);
    }
    case 'binary':
      return sumOrProduct(expr, at, depth) ?? inUnits(expr, at) ?? [{ factor: 1n, strides: [], own: [expr] }];
    case 'float':
    case 'bool':
    case 'builtin':
    case 'unary':
    case 'select':
    case 'apply':
      return [{ factor: 1n, strides: [], own: [expr] }];
    default:
      return assertNever(expr);
  }
}

function sumOrProduct(expr: BinaryExpr, at: At, depth: number): readonly Term[] | null {
  const { op, left, right } = expr;
  if (op !== '+' && op !== '-' && op !== '*') return null;
  const [a, b] = [termsOf(left, at, depth), termsOf(right, at, depth)];
  if (a === null || b === null) return null;
  if (op !== '*') return [...a, ...b.map((term) => (op === '-' ? { ...term, factor: -term.factor } : term))];
  if (a.length * b.length > limits.terms) return null;
  return a.flatMap((x) => b.map((y) => ({ factor: x.factor * y.factor, strides: [...x.strides, ...y.strides], own: [...x.own, ...y.own] })));
}

/** An argument in units of a constant, as a stride of bytes that is counted in elements: `pitch / 4`. */
function inUnits({ op, left, right }: BinaryExpr, { subject: { parameters } }: At): readonly Term[] | null {
  const inner = bare(left);
  const parameter = op === '/' && right.kind === 'int' && right.value > 0n && inner.kind === 'var' ? parameters.find(({ id }) => id === inner.id) : undefined;
  return parameter === undefined || right.kind !== 'int' ? null : [{ factor: 1n, strides: [{ name: `(${parameter.name} / ${right.value})`, type: parameter.type }], own: [] }];
}

const isQuotient = (name: string): boolean => name.includes(' / ');
/** The argument that a stride is made of: `nb` of `(nb / 4)` and of `(int)nb`. */
const argumentIn = (name: string): string => name.replace(/^\((?:int\))?/, '').replace(/ \/.*/, '');

/**
 * How many values the digit has: those of its largest coordinate, where the smaller ones fit below it; null: not known. `fits`: what must hold for that, as of
 * `32 * by + ty` that `blockDim.y <= 32`; to be tried where one statement meets itself.
 */
function roomFor({ coordinates }: Digit, access: IntervalAccess, subject: Subject): Room | null {
  const at = { access, subject };
  const sorted = [...coordinates].sort((a, b) => (a.factor < b.factor ? -1 : 1));
  const fits: string[] = [];
  let below = 0n;
  for (const [k, { factor, own: [only, ...others] }] of sorted.entries()) {
    const extent = only === undefined || others.length > 0 || factor <= below ? null : boundOf(only, at);
    if (extent === null) return null;
    const above = sorted[k + 1]?.factor;
    if (typeof extent === 'bigint') below += factor * (extent - 1n);
    else if (above === undefined) return { extent: timesExtent(factor, extent), fits };
    else if (!subject.isOneWrite || above === factor || above % factor !== 0n) return null;
    else {
      fits.push(`${extent} <= ${above / factor}`);
      below += above - factor;
    }
  }
  return { extent: below + 1n, fits };
}

function timesExtent(factor: bigint, extent: string): string {
  if (factor === 1n) return extent;
  const quotient = ` / ${factor}`;
  return extent.endsWith(quotient) ? extent.slice(0, -quotient.length) : `${factor} * ${inProduct(extent)}`;
}

const inProduct = (extent: string): string => (/ [+-] /.test(extent) ? `(${extent})` : extent);

