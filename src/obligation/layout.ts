/**
 * Conditions under which an address is a mixed-radix number whose radices are arguments [T8]: of `dst[i + j*s1 + k*s2]`
 * with `i < n` and `j < m`, that `s1` holds a row and `s2` a matrix, `s1 >= n && s2 >= s1 * m`. Gives texts in C, for
 * the orders in which strides usually stand; which of them is a proof is for the solver to say.
 */
import type { Expr } from '../base/expr.ts';
import type { IntType } from '../base/ctype.ts';
import type { IntervalAccess } from '../protocol/protocol.ts';
import type { Subject } from './conditions.ts';
import { gcd } from '../base/arithmetic.ts';
import { memoized } from '../base/memoize.ts';
import { bare, boundOf, dividedRoundedUp, inWholeRows, isDimension, maxDepth, without } from './extents.ts';
import type { Extent } from './extents.ts';
import type { Digit, Stride } from './address-digits.ts';
import { digitsOf, termsOf, unitOf } from './address-digits.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';

/** A condition as text. `isDerived`: `derivedLayouts`. */
type Layout = Readonly<{ text: string; isDerived: boolean }>;
/** How many values a digit has, and what must hold for that. */
type Room = Readonly<{ extent: Extent; fits: readonly string[] }>;

const limits = {
  /** strides of which all orders are tried */ permuted: 3,
  /** what is stored field by field has fewer */ fields: 64n,
} as const;

const layoutsIn = memoized((subject: Subject) =>
  subject.accesses.map((access) => {
    const exact = layoutsOf(access, subject);
    return [
      ...exact,
      ...exact.flatMap((layout) =>
        inWholeRows(layout.text) === layout.text ? [] : [{ ...layout, text: inWholeRows(layout.text) }],
      ),
    ];
  }),
);

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

/**
 * Those of them in which one digit has room in the next by the way they are written, as of `(row * n + k) * m + j`
 * those of `k` and `j`: who writes that means this layout.
 */
export const derivedLayouts = (subject: Subject): readonly string[] => [
  ...new Set(
    layoutsIn(subject)
      .flat()
      .flatMap(({ text, isDerived }) => (isDerived ? [text] : [])),
  ),
];

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
 * How far apart the constants are that accesses of one cause add to their addresses, in their smallest units: of `q[t *
 * n]`, `q[t * n + 1]` and `q[t * n + 2]`, 2, so that a row takes 3. None where one of them is not a sum.
 */
export const spanIn = memoized((subject: Subject): bigint => {
  const constants = subject.accesses.map((access): bigint | null => {
    const {
      place: { offset, subscripts },
    } = access.access;
    const unit = unitOf(subscripts);
    const terms = subscripts.map(
      ({ index, stride }) =>
        termsOf(index, { access, subject }, maxDepth)?.map((term) => ({
          ...term,
          factor: term.factor * BigInt(stride),
        })) ?? null,
    );
    if (unit <= 0n || terms.includes(null)) return null;
    return (
      terms
        .flatMap((own) => own ?? [])
        .reduce(
          (sum, { factor, strides, own }) => (strides.length + own.length === 0 ? sum + factor : sum),
          BigInt(offset),
        ) / unit
    );
  });
  const known = constants.filter((one) => one !== null).sort((a, b) => (a < b ? -1 : 1));
  const span = (known.at(-1) ?? 0n) - (known[0] ?? 0n);
  return known.length < constants.length || span > limits.fields ? 0n : span;
});

/**
 * The argument by which accesses of one cause lie apart in a row: of `x[r * pitch + i]` and `x[r * pitch + n / 2 + i]`,
 * `n / 2`. Null: there is none, or there are several.
 */
const argumentsApart = memoized((subject: Subject): string | null => {
  const added = subject.accesses.map(
    (access): ReadonlyMap<string, bigint> =>
      new Map(
        access.access.place.subscripts.flatMap(({ index }) =>
          (termsOf(index, { access, subject }, maxDepth) ?? []).flatMap(({ factor, strides, own }) =>
            own.length === 0 && strides.length > 0
              ? [[strides.map(({ name }) => name).join(' * '), factor] as const]
              : [],
          ),
        ),
      ),
  );
  const apart = [...new Set(added.flatMap((one) => [...one.keys()]))].filter(
    (name) => new Set(added.map((one) => one.get(name) ?? 0n)).size > 1,
  );
  const [only, ...others] = apart;
  if (only === undefined || others.length > 0 || only.includes(' * ')) return null;
  const factors = added.map((one) => one.get(only) ?? 0n);
  return factors.every((factor) => factor === 0n || factor === 1n) ? only.replace(/^\(([^()]*)\)$/, '$1') : null;
});

/** The room for what takes so much, and the same again so far behind it. */
function besideIt(extent: Extent, apart: string): Extent {
  return extent === apart ? timesExtent(2n, apart) : `${apart} + ${extent}`;
}

/** What all coordinates are multiples of as part of the stride: of `128 * by` times `nb`, `by` times `128 * nb`. */
function inWholeSteps(digit: Digit): Digit {
  const scale = digit.coordinates.reduce((sum, { factor }) => gcd(sum, factor), 0n);
  if (digit.stride.key === '' || scale <= 1n) return digit;
  return {
    stride: { ...digit.stride, scale },
    coordinates: digit.coordinates.map(({ factor, own }) => ({ factor: factor / scale, own })),
  };
}

/**
 * Whether a step of some stride is a tile of elements, whose size the stride says: of `4 * t + 128 * by * nb` with `t <
 * 128`, `nb` counts the bytes of one.
 */
function isOfBytes(digits: readonly Digit[], width: bigint, access: IntervalAccess, subject: Subject): boolean {
  const constant = digits.find(({ stride }) => stride.key === '');
  const inner = constant === undefined ? null : withWidth(roomFor(constant, access, subject)?.extent ?? null, width);
  return (
    typeof inner === 'bigint' &&
    digits.some(({ stride: { scale } }) => scale > 1n && inner % scale === 0n && inner / scale <= largestElement)
  );
}

const largestElement = 16n;

function layoutsFrom(
  digits: readonly Digit[],
  width: bigint,
  access: IntervalAccess,
  subject: Subject,
): readonly Layout[] {
  const constant = digits.find(({ stride }) => stride.key === '');
  const strides = digits.filter(({ stride }) => stride.key !== '');
  if (strides.length === 0) return [];
  const rooms = new Map(digits.map((digit) => [digit, roomFor(digit, access, subject)] as const));
  const inner = constant === undefined ? width : withWidth(rooms.get(constant)?.extent ?? null, width);
  const fits = [...new Set([...rooms.values()].flatMap((room) => room?.fits ?? []))];
  const divisors = [
    ...new Set(
      digits.flatMap((digit) => digit.coordinates.flatMap(({ own }) => own.flatMap((one) => divisorsOf(one, subject)))),
    ),
  ].map((name) => `${name} >= 1`);
  const sizes = divisorsIn(access, subject);
  const roomOf = (digit: Digit): Extent | null => rooms.get(digit)?.extent ?? null;
  const apart = argumentsApart(subject);
  const inners = inner === null ? [] : apart === null ? [inner] : [inner, besideIt(inner, apart)];
  const chains = inners.flatMap((one) =>
    ordersOf(strides, subject.parameters).flatMap((order) => chainOf(order, one, roomOf, sizes) ?? []),
  );
  return chains
    .map(({ text, isDerived }) => ({
      text: [...divisors, ...fits, text].filter((part) => part !== '').join(' && '),
      isDerived,
    }))
    .filter(({ text }) => text !== '');
}

/**
 * The digits in the largest unit that all strides are multiples of, where what is below it fits: of `(row * n + k) * 64
 * + t` with `t < 64` those of `row * n + k`.
 * `width`: of the access, in that unit.
 */
function inLargestUnit(
  digits: readonly Digit[],
  access: IntervalAccess,
  subject: Subject,
): Readonly<{ digits: readonly Digit[]; width: bigint }> {
  const width = widthOf(access);
  const factors = digits.flatMap(({ stride, coordinates }) =>
    stride.key === '' ? [] : coordinates.map(({ factor }) => factor),
  );
  const unit = factors.reduce(gcd, 0n);
  const below = digits.flatMap(({ coordinates }) =>
    coordinates.filter(({ factor }) => unit > 0n && factor % unit !== 0n),
  );
  const lasts = below.map(({ factor, own: [only, ...others] }) => {
    const extent = only === undefined || others.length > 0 || factor < 0n ? null : boundOf(only, { access, subject });
    return typeof extent === 'bigint' ? factor * (extent - 1n) : null;
  });
  const last = lasts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), width - 1n);
  if (unit <= 1n || last === null || last >= unit) return { digits, width };
  const scaled = digits.map(({ stride, coordinates }) => ({
    stride,
    coordinates: coordinates
      .filter((one) => !below.includes(one))
      .map(({ factor, own }) => ({ factor: factor / unit, own })),
  }));
  return { digits: scaled.filter(({ coordinates }) => coordinates.length > 0), width: 1n };
}

/** The arguments that multiply what differs between threads. */
export const strideNames = (subject: Subject): ReadonlySet<string> =>
  new Set(
    subject.accesses.flatMap((access) => (digitsOf(access, subject) ?? []).flatMap(({ stride }) => stride.names)),
  );

/**
 * That what is counted within a row of constant length fits into it: of `ids[row * 8 + k]` with `k < used`, `used <=
 * 8`. To be tried where one statement meets itself: what leaves its row meets the next one, if any caller asks for
 * that.
 */
export const rowConditions = memoized((subject: Subject): readonly string[] => {
  return [
    ...new Set(
      subject.accesses.flatMap((access) => {
        const constant = digitsOf(access, subject)?.find(({ stride }) => stride.key === '');
        const sorted = [...(constant?.coordinates ?? [])].sort((a, b) => (a.factor < b.factor ? -1 : 1));
        return sorted.flatMap(({ factor, own: [only, ...others] }, k) => {
          const above = sorted.slice(k + 1).find((one) => one.factor > factor);
          if (
            only === undefined ||
            others.length > 0 ||
            above === undefined ||
            factor <= 0n ||
            above.factor % factor !== 0n
          )
            return [];
          const extent = boundOf(only, { access, subject });
          return typeof extent === 'string' ? [`${extent} <= ${above.factor / factor}`] : [];
        });
      }),
    ),
  ];
});

/** Of an access, in units of its smallest stride: a float at `p + i * pitch` of bytes takes 4. */
function widthOf({
  access: {
    place: { width, subscripts },
  },
}: IntervalAccess): bigint {
  const unit = unitOf(subscripts);
  return unit <= 0n ? 1n : (BigInt(width) + unit - 1n) / unit;
}

/**
 * How many elements accesses take at a time, of rows that count single ones: a row of vectors ends with a whole one.
 */
export const vectorsIn = (subject: Subject): readonly bigint[] =>
  [
    ...new Set(
      subject.accesses.flatMap(
        ({
          access: {
            place: { subscripts },
          },
        }) => {
          const unit = unitOf(subscripts);
          return unit <= 0n ? [] : subscripts.map(({ stride }) => BigInt(stride) / unit);
        },
      ),
    ),
  ].filter((elements) => elements > 1n && elements <= largestElement);

const withWidth = (extent: Extent | null, width: bigint): Extent | null =>
  typeof extent === 'bigint' ? extent + width - 1n : extent;

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

/**
 * The signed arguments of whose product a coordinate is a remainder, or a quotient of one: below it only if they are
 * positive.
 */
function divisorsOf(expr: Expr, subject: Subject): readonly string[] {
  const inner = bare(expr);
  if (inner.kind !== 'binary') return [];
  if (inner.op === '/') return divisorsOf(inner.left, subject);
  const factors = (by: Expr): readonly Expr[] =>
    by.kind === 'binary' && (by.op === '*' || (by.op === '/' && by.right.kind === 'int'))
      ? [by.left, by.right].flatMap((one) => factors(bare(one)))
      : [by];
  return inner.op === '%'
    ? factors(bare(inner.right)).flatMap(
        (by) => subject.parameters.find(({ id, type }) => by.kind === 'var' && id === by.id && type.signed)?.name ?? [],
      )
    : [];
}

/**
 * `s1 >= inner && s2 >= s1 * extent && …`; null where an extent is not known that it takes, or it would ask for room in
 * one of the `sizes`.
 */
function chainOf(
  order: readonly Digit[],
  inner: Extent,
  roomOf: (digit: Digit) => Extent | null,
  sizes: ReadonlySet<string>,
): readonly Layout[] | null {
  const parts: string[] = [];
  let isDerived = false;
  let below: Digit | null = null;
  for (const digit of order) {
    const extent = below === null ? inner : roomOf(below);
    if (extent === null) return null;
    const part = roomIn(digit.stride, below?.stride ?? null, extent, sizes);
    if (part === null) return null;
    if (part !== 'true')
      parts.push(...digit.stride.names.filter(isQuotient).map((name) => `${argumentIn(name)} >= 0`), part);
    isDerived ||= part === 'true' && below !== null;
    below = digit;
  }
  return [{ text: parts.join(' && '), isDerived }];
}

/** That a stride holds so many of the one below; of `t * c` and `c` that is said of `t`. */
function roomIn(
  { names, type, scale }: Stride,
  below: Stride | null,
  extent: Extent,
  sizes: ReadonlySet<string>,
): string | null {
  const own = below?.scale ?? 1n;
  if (scale !== 1n || own !== 1n)
    return roomInSteps({ names, type, scale }, { names: below?.names ?? [], scale: own }, extent, sizes);
  const rest = without(names, below?.names ?? []);
  const [left, right] = rest === null ? [names, below?.names ?? []] : [rest, []];
  if (left.length === 0) return null;
  const room = `${extent}`;
  const factors =
    extent === 1n && right.length > 0
      ? right
      : typeof extent === 'bigint'
        ? [room, ...right]
        : [...right, right.length > 0 ? inProduct(room) : room];
  if (left.join(' * ') === factors.join(' * ')) return 'true';
  if (
    areSizes(
      left.filter((name) => !right.includes(name)),
      sizes,
    )
  )
    return null;
  // nor is a size as large as a product of itself
  if (left.every((name) => factors.join(' * ').split(' * ').includes(name))) return null;
  // an unsigned product may wrap around, and dimensions are unsigned
  const isLong =
    factors.length > 1 && (!type.signed || (type.bits <= 32 && /(?:gridDim|blockDim)\./.test(factors.join(' '))));
  if (!isLong) return `${besides(left.join(' * '), type)} >= ${besides(factors.join(' * '), type)}`;
  return `${left.length > 1 || !type.signed ? '(long long)' : ''}${left.join(' * ')} >= (long long)${factors.join(' * ')}`;
}

/** That one size is as large as another one is chance: the wrong one of the two is multiplied. */
const areSizes = (names: readonly string[], sizes: ReadonlySet<string>): boolean =>
  names.every((name) => sizes.has(argumentIn(name)) || isDimension(name));

/** The same of strides of several steps: `nb0 >= 4` of 128 steps that hold 512 bytes. */
function roomInSteps(
  { names, type, scale }: Omit<Stride, 'key'>,
  below: Pick<Stride, 'names' | 'scale'>,
  extent: Extent,
  sizes: ReadonlySet<string>,
): string | null {
  if (names.length === 0 || areSizes(names, sizes)) return null;
  const left = names.join(' * ');
  if (typeof extent === 'bigint' && below.names.length === 0)
    return `${left} >= ${(extent * below.scale + scale - 1n) / scale}`;
  const common = gcd(scale, below.scale);
  const factors = [
    below.scale / common === 1n ? [] : [`${below.scale / common}`],
    below.names,
    extent === 1n ? [] : [inProduct(`${extent}`)],
  ].flat();
  return `${!type.signed || type.bits <= 32 ? '(long long)' : ''}${scale / common === 1n ? '' : `${scale / common} * `}${left} >= (long long)${factors.join(' * ')}`;
}

/** C would take a signed number of 32 bits beside an extent of the grid, which is unsigned, for an unsigned one. */
const besides = (text: string, { signed, bits }: IntType): string =>
  signed && bits <= 32 ? text.replace(/(?<![\w.])((?:gridDim|blockDim)\.[xyz])/g, '(int)$1') : text;

/** In the order of the parameters, and the other way round; few strides also in all others. */
function ordersOf(digits: readonly Digit[], parameters: Subject['parameters']): readonly (readonly Digit[])[] {
  const place = ({ stride }: Digit): number =>
    Math.max(...stride.names.map((name) => parameters.findIndex((one) => one.name === argumentIn(name))));
  const isOfBlocks = ({ stride }: Digit): number => (stride.names.some(isDimension) ? 0 : 1);
  const sorted = [...digits].sort(
    (a, b) => a.stride.names.length - b.stride.names.length || place(a) - place(b) || isOfBlocks(a) - isOfBlocks(b),
  );
  return [sorted, [...sorted].reverse(), ...(digits.length > limits.permuted ? [] : permutations(sorted))];
}

const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, k) => permutations(items.filter((_, at) => at !== k)).map((rest) => [item, ...rest]));

const isQuotient = (name: string): boolean => name.includes(' / ');
/** The argument that a stride is made of: `nb` of `(nb / 4)` and of `(int)nb`. */
const argumentIn = (name: string): string => name.replace(/^\((?:int\))?/, '').replace(/ \/.*/, '');

/**
 * How many values the digit has: those of its largest coordinate, where the smaller ones fit below it; null: not known.
 * `fits`: what must hold for that, as of `32 * by + ty` that `blockDim.y <= 32`; to be tried where one statement meets
 * itself.
 */
function roomFor({ coordinates }: Digit, access: IntervalAccess, subject: Subject): Room | null {
  const at = { access, subject };
  const sorted = [...coordinates].sort((a, b) => (a.factor < b.factor ? -1 : 1));
  const fits: string[] = [];
  let below = 0n;
  for (const [
    k,
    {
      factor,
      own: [only, ...others],
    },
  ] of sorted.entries()) {
    const extent = only === undefined || others.length > 0 || factor <= below ? null : boundOf(only, at);
    if (extent === null) return null;
    const above = sorted[k + 1]?.factor;
    if (typeof extent === 'bigint') below += factor * (extent - 1n);
    else if (above === undefined)
      return wholeTiles(factor, extent, fits) ?? { extent: timesExtent(factor, extent), fits };
    else if (!subject.isOneWrite || above === factor || above % factor !== 0n) return null;
    else {
      fits.push(`${extent} <= ${above / factor}`);
      below += above - factor;
    }
  }
  return { extent: below + 1n, fits };
}

/** Of `32 * (n / 32)` with n rounded up, n, where it is a multiple of 32. */
function wholeTiles(factor: bigint, extent: string, fits: readonly string[]): Room | null {
  const rounded = dividedRoundedUp(extent);
  return rounded === null || rounded.by !== factor || factor === 1n
    ? null
    : { extent: rounded.whole, fits: [...fits, `${rounded.whole} % ${factor} == 0`] };
}

function timesExtent(factor: bigint, extent: string): string {
  if (factor === 1n) return extent;
  const quotient = ` / ${factor}`;
  return extent.endsWith(quotient) ? extent.slice(0, -quotient.length) : `${factor} * ${inProduct(extent)}`;
}

const inProduct = (extent: string): string => (/ [+-] /.test(extent) ? `(${extent})` : extent);
