/**
 * Launches that runs of the program reach (run.ts), as launches with all that they pass: numbers, and how pointers lie
 * to one another.
 */
import type { Expr } from '../../base/expr.ts';
import type { ArrayDecl, Kernel } from '../../ir/ir.ts';
import type { HostNames } from '../host-names.ts';
import type { FoundFirst, HostArgument, LaunchConfig, LaunchSite, RanLaunches, Shared } from '../launch.ts';
import type { Place, Value } from './memory.ts';
import type { Launched } from './state.ts';
import type { HostType } from './types.ts';
import { u32 } from '../../base/ctype.ts';
import { isInRange } from '../../base/arithmetic.ts';
import { int } from '../../base/expr-build.ts';
import { onlyRead } from '../../ir/known-contents.ts';
import type { KnownContents } from '../../ir/known-contents.ts';
import { lookedAt } from '../../ir/order/looks.ts';
import { constantOf } from '../host-value.ts';
import { elementsAt, foundIn } from './left-behind.ts';
import { read } from './memory.ts';
import { fieldsOf, sizeOf } from './types.ts';
import type { ProgramRun } from './run.ts';
import { certainLaunches, programLaunches } from './run.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { memoized } from '../../base/memoize.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { declaredName } from '../declarator.ts';

/** More of one launch are not looked at, where they are only some. */
const maxRuns = 3;
/** More are too many to be analysed one by one. */
const maxAll = 16;

/** What runs of the program pass at the call of a launch. `all`: the launches that the call may be. */
export function ranLaunches(
  names: HostNames,
  site: LaunchSite,
  all: readonly LaunchSite[],
  kernel: Kernel,
): RanLaunches {
  const isSame = (other: LaunchSite): boolean =>
    other.nodes.call !== site.nodes.call ||
    (other.kernel === site.kernel &&
      JSON.stringify(other.templateArguments) === JSON.stringify(site.templateArguments));
  const ran = programLaunches(names);
  const here = ran.launched.filter(
    (one) => one.call === site.nodes.call && (one.kernel === null || nameOf(names, one.kernel) === site.kernel),
  );
  // one call may launch several kernels, which are told apart by their definitions
  // it launches others, and all launches are known
  if (
    here.length === 0 &&
    site.isOneOfSeveral === true &&
    ran.isWhole &&
    ran.launched.some((one) => one.call === site.nodes.call) &&
    !mayBeReachedOtherwise(names, ran)
  )
    return { sites: [], isAll: true };
  if (!all.every(isSame) && !(ran.isWhole && here.length > 0 && site.templateArguments.length === 0))
    return { sites: [], isAll: false };
  const found = here.map((launched) => asSite(names, site, launched, kernel));
  const known = found.filter((one) => one !== null);
  const distinct = [...new Map(known.map((one) => [keyOf(one), one])).values()];
  const isAll =
    ran.isWhole &&
    found.length > 0 &&
    known.length === found.length &&
    distinct.length <= maxAll &&
    !mayBeReachedOtherwise(names, ran);
  return { sites: distinct.slice(0, isAll ? maxAll : maxRuns), isAll };
}

/**
 * Whether the program, which is followed as a whole, never comes to a launch `k<<<…>>>(…)`, whatever calls of CUDA
 * return. Not of one in a kernel or another function of the device.
 */
export function isNeverRun(names: HostNames, call: SyntaxNode): boolean {
  if (!call.children.some(({ type }) => type === 'kernel_call_syntax')) return false;
  const ran = certainLaunches(names);
  if (!ran.isWhole || ran.launched.some((one) => one.call === call)) return false;
  for (let around: SyntaxNode | undefined = call; around !== undefined; around = names.parents.get(around))
    if (
      (around.type === 'function_definition' || around.type === 'lambda_expression') &&
      /^[^{;]*\b__(?:global|device)__\b/.test(textOf(names.source, around))
    )
      return false;
  return !mayBeReachedOtherwise(names, ran);
}

/**
 * Likewise for a kernel that is launched from where it is not followed: all launches of it, where the program is
 * followed as a whole.
 */
export function ranAnywhere(names: HostNames, site: LaunchSite, kernel: Kernel): RanLaunches {
  const ran = programLaunches(names);
  const own = ran.launched.filter((one) => one.kernel !== null && nameOf(names, one.kernel) === site.kernel);
  if (!ran.isWhole || own.length === 0 || site.templateArguments.length > 0 || mayBeReachedOtherwise(names, ran))
    return { sites: [], isAll: false };
  const found = own.map((launched) => {
    const span = names.source.spanOf(launched.call.start, launched.call.end);
    return asSite(
      names,
      { ...site, span, config: { ...site.config, origin: `${span.file}:${span.line}`, span } },
      launched,
      kernel,
    );
  });
  const known = found.filter((one) => one !== null);
  const distinct = [...new Map(known.map((one) => [keyOf(one), one])).values()];
  return { sites: distinct, isAll: known.length === found.length && distinct.length <= maxAll };
}

const nameOf = (names: HostNames, definition: SyntaxNode): string => {
  const name = declaredName(childIn(definition, 'declarator'));
  return name === null ? '' : textOf(names.source, name);
};

/** Whether a function of the file that the program does not call leads to a launch: others may call it. */
const mayBeReachedOtherwise = memoized((names: HostNames, { called }: ProgramRun): boolean => {
  const all = [...names.functions].flatMap(([name, definitions]) =>
    definitions.map((definition) => ({ name, definition, text: textOf(names.source, definition) })),
  );
  const leading = new Set<string>();
  for (let before = -1; before < leading.size;) {
    before = leading.size;
    for (const { name, text } of all)
      if (
        /<\s*<\s*<|Launch/.test(text) ||
        (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => word !== name && leading.has(word))
      )
        leading.add(name);
  }
  return all.some(
    ({ name, definition, text }) =>
      leading.has(name) &&
      !called.has(definition) &&
      !/^[^{;]*\b__(?:global|device)__\b/.test(text) &&
      childIn(definition, 'body') !== null,
  );
});

const keyOf = ({ config, arguments: args, aliases }: LaunchSite): string =>
  JSON.stringify(
    [config, args.map(({ value, fields }) => [value, [...fields]]), aliases],
    (_key, value: unknown): unknown =>
      typeof value === 'bigint' ? `${value}` : value instanceof Map ? [...value] : value,
  );

type Pointer = Readonly<{ path: string; to: Place | null }>;
/** `pointers` null: of one it is not known where it points. */
type Contents = Readonly<{ numbers: ReadonlyMap<string, Expr>; pointers: readonly Pointer[] }>;

function asSite(names: HostNames, site: LaunchSite, launched: Launched, kernel: Kernel): LaunchSite | null {
  const { grid, block, sharedBytes, args } = launched;
  const contents = args.map(({ type, value, object }, k) =>
    object === null ? ofValue(`${k}`, type, value) : inObject(names, `${k}`, type, object),
  );
  if (contents.includes(null)) return null;
  const known = contents.flatMap((one) => one ?? []);
  const own = known.flatMap((one) => one.pointers);
  const placeOf = placesIn(kernel, launched, own);
  const [reached, settled] = reachedIn(kernel, placeOf);
  const pointers = [...own, ...reached];
  if (site.arguments.length > 0 && args.length > site.arguments.length) return null;
  const [x, y, z] = grid;
  const [bx, by, bz] = block;
  if (x === undefined || y === undefined || z === undefined || bx === undefined || by === undefined || bz === undefined)
    return null;
  return {
    ...site,
    isRan: true,
    config: {
      ...site.config,
      grid: [x, y, z],
      block: [bx, by, bz],
      sharedBytes: sharedBytes ?? site.config.sharedBytes,
      ...contentsOf(kernel, launched, placeOf),
      ...firstOf(kernel, launched, placeOf),
    },
    dimensions: { grid: [int(x, u32), int(y, u32), int(z, u32)], block: [int(bx, u32), int(by, u32), int(bz, u32)] },
    arguments: known.map((one, k) => argumentOf(one, k, site.arguments[k])),
    aliases: pointers.flatMap((first, k) => [
      ...symbolOf(first),
      ...pointers.slice(k + 1).flatMap((second) => pairOf(first, second)),
    ]),
    pointers: pointers.map(({ path }) => path),
    settled: new Set(settled),
    trusted: [],
    conditions: [],
    pitches: [],
  };
}

/** Where an array of the kernel begins; null: not known. */
type Places = (decl: ArrayDecl | undefined) => Pointer | null;

function placesIn(kernel: Kernel, { memory }: Launched, given: readonly Pointer[]): Places {
  const symbols = new Map(
    [...memory.keys()].flatMap((block) => (block.symbol === null ? [] : [[block.symbol, block] as const])),
  );
  const placeOf: Places = (decl) => {
    if (decl === undefined) return null;
    if (decl.parameter !== null) return given.find(({ path }) => path === pathOf(kernel, decl.name)) ?? null;
    const { reached } = decl;
    if (reached === undefined) {
      const block = symbols.get(decl.name);
      return block === undefined ? null : { path: `::${decl.name}`, to: { block, at: 0 } };
    }
    const holder = reached.several || reached.isAnything ? null : placeOf(kernel.arrays.get(reached.from));
    const cell =
      holder?.to === null || holder === null
        ? undefined
        : memory.get(holder.to.block)?.get(holder.to.at + reached.cell);
    return cell?.value.kind === 'pointer' ? { path: `=${decl.name}`, to: cell.value.to } : null;
  };
  return placeOf;
}

/**
 * What the pointers in memory that the kernel reads point to, and the arrays of the kernel of which all is known then.
 */
function reachedIn(kernel: Kernel, placeOf: Places): readonly [readonly Pointer[], readonly string[]] {
  const all = [...kernel.arrays.values()]
    .filter(({ space }) => space === 'global')
    .flatMap((decl) => {
      const found = placeOf(decl);
      return found === null ? [] : [{ decl, found }];
    });
  return [
    all.flatMap(({ decl, found }) => (decl.reached === undefined ? [] : [found])),
    all.map(({ decl }) => decl.name),
  ];
}

/** What stands in arrays that the kernel only reads, whatever name or pointer leads to them. */
function contentsOf(
  kernel: Kernel,
  { memory }: Launched,
  placeOf: Places,
): Readonly<{ contents?: readonly KnownContents[] }> {
  const outer = [...kernel.arrays.values()].filter(({ space }) => space === 'global' || space === 'constant');
  const reading = new Set(onlyRead(kernel));
  const changed = outer.filter((decl) => !reading.has(decl)).map(placeOf);
  // one that is changed may be any of them
  if (changed.some((place) => place === null || place.to === null)) return {};
  const contents = [...reading].flatMap((decl): readonly KnownContents[] => {
    const to = placeOf(decl)?.to ?? null;
    if (to === null || changed.some((place) => place?.to?.block === to.block)) return [];
    const all = [...(memory.get(to.block) ?? [])];
    // random numbers and the like: it may hold anything
    if (all.some(([, { value }]) => value.kind === 'unknown')) return [];
    const cells = all.flatMap(([at, { value, size }]) => {
      const own = value.kind === 'number' ? constantOf(value.expr) : null;
      return typeof own === 'bigint' ? [[at - to.at, { value: own, bytes: size }] as const] : [];
    });
    return cells.length === 0 ? [] : [{ name: decl.parameter ?? decl.name, cells: asElements(new Map(cells), decl) }];
  });
  return contents.length === 0 ? {} : { contents };
}

type Cells = KnownContents['cells'];

/**
 * The elements of an array of numbers, where their bytes were stored in numbers of another size or sign (`cudaMemset`).
 */
function asElements(cells: Cells, { element, elementBytes }: ArrayDecl): Cells {
  if (element?.kind !== 'int' && element?.kind !== 'float') return cells;
  if (
    element.kind === 'int' &&
    [...cells.values()].every(({ value, bytes }) => bytes === elementBytes && isInRange(value, element))
  )
    return cells;
  const bytes = new Map(
    [...cells].flatMap(([at, cell]) =>
      Array.from({ length: cell.bytes }, (_, k) => [at + k, (cell.value >> BigInt(8 * k)) & 255n] as const),
    ),
  );
  const starts = [...bytes.keys()].filter((at) => at % elementBytes === 0);
  return new Map(
    starts.flatMap((at) => {
      const own = Array.from({ length: elementBytes }, (_, k) => bytes.get(at + k));
      if (own.includes(undefined)) return [];
      const whole = own.reduce<bigint>((sum, byte, k) => sum | ((byte ?? 0n) << BigInt(8 * k)), 0n);
      // of a floating-point number, 0 alone is the same as that of its bytes
      if (element.kind === 'float') return whole === 0n ? [[at, { value: 0n, bytes: elementBytes }]] : [];
      return [
        [at, { value: element.signed ? BigInt.asIntN(8 * elementBytes, whole) : whole, bytes: elementBytes }] as const,
      ];
    }),
  );
}

/** The arrays of which the program shows that they need not hold 0 when the launch begins. */
function firstOf(kernel: Kernel, launched: Launched, placeOf: Places): Pick<LaunchConfig, 'found'> {
  const looked = lookedAt(kernel);
  const found = [...kernel.arrays.values()].flatMap((decl): readonly FoundFirst[] => {
    const to = looked.has(decl.id) ? (placeOf(decl)?.to ?? null) : null;
    const by = to === null ? null : foundIn(to, launched);
    return by === null || to === null
      ? []
      : [{ name: decl.parameter ?? decl.name, by, values: elementsAt(to, decl.elementBytes, launched) }];
  });
  return found.length === 0 ? {} : { found };
}

/** `2.out` for the parameter `p.out`, where p is the third. */
function pathOf({ formals }: Kernel, name: string): string {
  const [formal = '', ...rest] = name.split('.');
  return [formals.indexOf(formal), ...rest].join('.');
}

function argumentOf({ numbers, pointers }: Contents, k: number, site: HostArgument | undefined): HostArgument {
  const fields = new Map(
    [...numbers].flatMap(([path, value]) =>
      path.startsWith(`${k}.`) ? [[path.slice(`${k}.`.length), value] as const] : [],
    ),
  );
  if (pointers.some(({ path, to }) => path === `${k}` && to === null)) fields.set('nonnull', int(0));
  return { value: numbers.get(`${k}`) ?? null, fields, pointer: site?.pointer ?? null };
}

function pairOf(first: Pointer, second: Pointer): readonly Shared[] {
  if (first.to === null || second.to === null || first.to.block !== second.to.block) return [];
  return [
    {
      first: first.path,
      second: second.path,
      kind: 'same',
      by: { bytes: BigInt(second.to.at - first.to.at), terms: [] },
    },
  ];
}

const symbolOf = ({ path, to }: Pointer): readonly Shared[] =>
  to === null || to.block.symbol === null
    ? []
    : [{ first: path, second: `::${to.block.symbol}`, kind: 'same', by: { bytes: BigInt(-to.at), terms: [] } }];

function ofValue(path: string, type: HostType, value: Value): Contents | null {
  if (type.kind === 'scalar' && value.kind === 'unknown') return { numbers: new Map(), pointers: [] };
  if (value.kind === 'number') return { numbers: new Map([[path, value.expr]]), pointers: [] };
  return value.kind === 'pointer' && type.kind === 'pointer'
    ? { numbers: new Map(), pointers: [{ path, to: value.to }] }
    : null;
}

/** The numbers and pointers in an object. */
function inObject(names: HostNames, path: string, type: HostType, place: Place): Contents | null {
  const parts = partsOf(names, type);
  if (parts === null) {
    const value = read(place, sizeOf(names, type));
    // a number that is never set is not read either
    return type.kind === 'scalar' && value.kind === 'unknown'
      ? { numbers: new Map(), pointers: [] }
      : ofValue(path, type, value);
  }
  const found = parts.map((part) =>
    inObject(names, `${path}${part.name}`, part.type, { ...place, at: place.at + part.at }),
  );
  if (found.includes(null)) return null;
  const known = found.flatMap((one) => one ?? []);
  return { numbers: new Map(known.flatMap((one) => [...one.numbers])), pointers: known.flatMap((one) => one.pointers) };
}

/** What an object consists of; null: it has no parts. */
function partsOf(
  names: HostNames,
  type: HostType,
): readonly Readonly<{ name: string; type: HostType; at: number }>[] | null {
  if (type.kind === 'array')
    return Array.from({ length: Math.min(64, Math.max(0, type.count)) }, (_, k) => ({
      name: `[${k}]`,
      type: type.of,
      at: k * sizeOf(names, type.of),
    }));
  return type.kind === 'struct'
    ? fieldsOf(names, type).map(({ name, type: own, at }) => ({ name: name === null ? '' : `.${name}`, type: own, at }))
    : null;
}
