/**
 * From the launches found to the configurations that a kernel is analysed under: matched by name and template
 * arguments, overridden by options, duplicates merged. No launch: one configuration with everything open.
 */
import type { Expr } from '../base/expr.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Kernel, Param } from '../ir/ir.ts';
import { keyOfContents, restsOnContents } from '../ir/known-contents.ts';
import { lookedAt } from '../ir/order/looks.ts';
import type { LaunchConfig, LaunchSite } from './launch.ts';
import type { Pair } from './placed-pointers.ts';
import { aliasingsOf } from './aliasings.ts';
import { neededLimits, statedLimits } from './block-limits.ts';
import { printOffset } from './offsets.ts';
import { placed } from './placed-pointers.ts';
import { wrap } from '../base/arithmetic.ts';
import { i32 } from '../base/ctype.ts';
import { printExpr } from '../base/expr-print.ts';
import { undeclaredId } from './host-variable.ts';
import { variable } from '../base/expr-build.ts';
import { holdersOf, openPairs, usesOf } from '../ir/objects.ts';
import { splitArguments } from './host-type.ts';
import { keep } from '../base/memoize.ts';
import { constantOf } from './host-value.ts';
import { dimensionsOf, hostFacts, inKernel, meaningsOf, narrowedAmong } from './relations.ts';
import { siteOfInstance } from './settled.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `labels`: where block, grid and parameters come from, in words; not given: from the option of that name. */
export type LaunchOptions = Readonly<{
  block: LaunchConfig['block'] | null;
  grid: LaunchConfig['grid'] | null;
  params: ReadonlyMap<string, bigint | number>;
  labels?: ReadonlyMap<string, string>;
}>;

/**
 * `sites`: the launches that ask for this kernel, as far as lowering could tell template instances and overloads apart.
 */
export function configurationsFor(
  kernel: Kernel,
  sites: readonly LaunchSite[],
  options: LaunchOptions,
): readonly LaunchConfig[] {
  const written = templateArgumentsOf(kernel);
  const matching = sites
    .filter((site) => launches(site, kernel))
    .flatMap((site) => siteOfInstance(site, written) ?? []);
  const launched = matching.flatMap((site) => withRuns(kernel, site));
  const found = launched.length > 0 ? launched : [withoutLaunch(kernel)];
  const configs = found.map((config) => withBounds(kernel, overridden(kernel, config, options)));
  return merged(configs);
}

/**
 * A launch of which something is not followed: as the program of the file does it where that is all known, else after
 * what runs of the program are seen to pass where its pointers may be parts of one array.
 */
function withRuns(kernel: Kernel, site: LaunchSite): readonly LaunchConfig[] {
  const config = fromSite(kernel, site);
  const isOverlapping = config.overlaps.length > 0 || config.assumedApart !== undefined || config.either !== undefined;
  const isOpen =
    isOverlapping ||
    site.isOneOfSeveral === true ||
    config.lost !== undefined ||
    [...config.block, ...config.grid].includes(null) ||
    kernel.params.some(({ kind, name }) => kind === 'scalar' && !config.scalars.has(name));
  const { sites, isAll } = (isOpen || restsOnContents(kernel) || lookedAt(kernel).size > 0
    ? site.ran?.(kernel)
    : undefined) ?? { sites: [], isAll: false };
  const ran = sites.map((one) => fromSite(kernel, one));
  if (isAll && (isOpen || ran.some(({ contents, found }) => contents !== undefined || found !== undefined))) return ran;
  return [
    ...ran.filter(
      ({ overlaps, aliases, contents, found }) =>
        overlaps.length === 0 &&
        (contents !== undefined || found !== undefined || (isOverlapping && aliases.length > 0)),
    ),
    config,
  ];
}

/** Nothing is known: any block, any grid, any arguments. */
const open: LaunchConfig = {
  origin: messages.noLaunch,
  span: null,
  block: [null, null, null],
  grid: [null, null, null],
  scalars: new Map(),
  aliases: [],
  overlaps: [],
  sharedBytes: null,
  cooperative: false,
  facts: [],
};

/** Pointers are taken as apart then, but for those of which nobody would say so. */
function withoutLaunch(kernel: Kernel): LaunchConfig {
  return {
    ...open,
    overlaps: openPairs(kernel)
      .filter(({ isAssumable }) => !isAssumable)
      .map(({ first, second }) => [first, second]),
  };
}

/**
 * What is taken for granted of pointers, in words: what `__restrict__` promises, and what `withoutLaunch` says of
 * pointers in memory.
 */
export function takenAsApart(kernel: Kernel, config: LaunchConfig): readonly string[] {
  const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');
  if (config.span !== null)
    return [
      ...(config.promised ?? []).map((names) => fill(messages.restrict, { names: quoted(names) })),
      ...(config.either ?? []).map((names) => fill(messages.sameOrDisjoint, { names: quoted(names) })),
      ...(config.trusted ?? []).map((name) => fill(messages.unseenAllocator, { name })),
      ...fitting(config),
      ...(config.isRan === true ? [fill(messages.asRun, { origin: config.origin })] : []),
    ];
  return openPairs(kernel)
    .filter(({ isAssumable }) => isAssumable)
    .map(({ first, second }) =>
      first === second
        ? fill(messages.distinctBehindPointers, { first })
        : fill(messages.distinctPair, { first, second }),
    );
}

/** What is taken for granted of 64-bit values that 32-bit parameters get, in words. */
function fitting({ narrowed = [] }: LaunchConfig): readonly string[] {
  return narrowed.length === 0
    ? []
    : [fill(messages.narrowed, { names: narrowed.map((name) => `\`${name}\``).join(', ') })];
}

function launches(site: LaunchSite, kernel: Kernel): boolean {
  const [, base = kernel.name, written] = instanceName.exec(kernel.name) ?? [];
  if (
    site.kernel !== (base.split('::').at(-1) ?? base).trim() ||
    (site.arguments.length > kernel.formals.length && site.isCut !== true)
  )
    return false;
  if (written === undefined || site.templateArguments.length === 0) return true;
  const own = splitArguments(written);
  return (
    site.templateArguments.every((argument, k) => mayEqual(argument, own[k])) &&
    site.templateFunctions.every((isOther, k) => isOther?.(own[k] ?? '') !== true)
  );
}

const instanceName = /^([^<]*)(?:<(.*)>)?$/s;
/** As the instance is named; one that is left open bears the parameter's own name. */
const templateArgumentsOf = (kernel: Kernel): readonly string[] =>
  splitArguments(instanceName.exec(kernel.name)?.[2] ?? '').map((argument) => argument.trim());

/** Numbers must be the same, and so must those that one class template is given; whatever else may turn out to be. */
function mayEqual(written: string, instance: string | undefined): boolean {
  const [a, b] = [written.trim(), instance?.trim()];
  if (b === undefined || a === b) return true;
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return false;
  const [, ownTemplate, ownList = ''] = templateInstance.exec(a) ?? [];
  const [, template, list = ''] = templateInstance.exec(b) ?? [];
  if (ownTemplate === undefined || ownTemplate !== template) return true;
  const given = splitArguments(list);
  return splitArguments(ownList).every((argument, k) => mayEqual(argument, given[k]));
}

/** `ns::Policy<1, 2>`: its template, as an instance is named by its class and not by an alias, and its arguments. */
const templateInstance = /^(?:\w+::){0,16}(\w+)<(.*)>$/s;

function fromSite(kernel: Kernel, site: LaunchSite): LaunchConfig {
  const scalars = new Map<string, bigint | number>();
  const given: { param: Extract<Param, { kind: 'scalar' }>; value: Expr }[] = [];
  for (const param of kernel.params) {
    const value = param.kind === 'scalar' ? valueGiven(kernel, site, param.name) : null;
    if (param.kind !== 'scalar' || value === null) continue;
    const constant = constantOf(value);
    const known = constant === null ? null : asType(constant, param.type);
    if (known !== null) scalars.set(param.name, known);
    else if (constant === null) given.push({ param, value });
  }
  const computed = dimensionsOf(site)
    .filter(([name, extent]) => !isUnseen(name, extent))
    .map(([name]) => name);
  const isLost = (name: string): boolean => {
    const [formal = name, ...fields] = name.split('.');
    const argument = site.arguments[kernel.formals.indexOf(formal)];
    return (
      argument?.isFromOutside !== true &&
      argument?.isUnset !== true &&
      argument?.outsideAxes?.has(fields.join('.')) !== true
    );
  };
  const lost = [
    ...kernel.params.flatMap(({ kind, name }) =>
      (kind === 'array' || (kind === 'scalar' && !scalars.has(name))) && isLost(name) ? [name] : [],
    ),
    ...(site.config.block.includes(null) && site.isBlockFromOutside !== true ? ['blockDim'] : []),
  ];
  const meanings = meaningsOf(site, given);
  const shared = aliasesOf(kernel, site, inKernel(meanings));
  const told = hostFacts(site, given, meanings);
  const restsOn = [...told.facts, ...(told.checks ?? [])]
    .map(({ condition }) => condition)
    .concat((shared.shifts ?? []).flatMap(({ terms }) => terms.map(({ index }) => index)));
  return {
    ...site.config,
    grid: asNumber(kernel, site, 'grid'),
    block: asNumber(kernel, site, 'block'),
    ...(site.isRan === true ? { isRan: true } : {}),
    ...(computed.length === 0 ? {} : { computed }),
    ...(lost.length === 0 ? {} : { lost }),
    scalars,
    ...shared,
    ...told,
    ...narrowedAmong(meanings, restsOn),
  };
}

/**
 * What host code gives is a number where it is an undeclared constant that the kernel computes with: the other axes are
 * then 1.
 */
function asNumber(kernel: Kernel, { config, dimensions }: LaunchSite, of: 'grid' | 'block'): LaunchConfig['block'] {
  const [first] = dimensions[of];
  const bare = first?.kind === 'cast' ? first.operand : first;
  const isNumber =
    bare?.kind === 'var' &&
    kernel.params.some(({ kind, name }) => kind === 'scalar' && undeclaredIn(kernel, name) === bare.id);
  const [x, y, z] = config[of];
  return isNumber ? [x, y ?? 1, z ?? 1] : config[of];
}

/** Whether a dimension is whatever a `dim3` holds that is not followed: `grid.y` of a variable `grid`. */
const isUnseen = (name: string, extent: Expr): boolean =>
  extent.kind === 'var' && extent.id.split(' ')[0]?.endsWith(name.slice(name.indexOf('.'))) === true;

/**
 * What the launch gives to a scalar parameter, to a field of a struct (`p.n`), or to a parameter of the kernel's
 * template that is left open; and what a constant that nothing declares is for host code.
 */
function valueGiven(kernel: Kernel, site: LaunchSite, name: string): Expr | null {
  const [formal = name, field] = name.split('.');
  const place = kernel.formals.indexOf(formal);
  const ofTemplate = place < 0 ? templateArgumentsOf(kernel).indexOf(name) : -1;
  if (place < 0) return ofTemplate >= 0 ? (site.templateValues[ofTemplate] ?? null) : undeclaredValue(kernel, name);
  const argument = site.arguments[place];
  return argument === undefined
    ? null
    : field === undefined
      ? argument.value
      : name.split('.').length === 2
        ? (argument.fields.get(field) ?? null)
        : null;
}

/**
 * The constant that a kernel names without a declaration, for host code in the same namespace; null: it is none, or of
 * several.
 */
function undeclaredIn({ undeclared }: Kernel, name: string): VarId | null {
  const namespace = undeclared?.get(name) ?? null;
  return namespace === null ? null : undeclaredId(name, namespace);
}

function undeclaredValue(kernel: Kernel, name: string): Expr | null {
  const id = undeclaredIn(kernel, name);
  return id === null ? null : variable(id, i32);
}

/** The pairs of arguments that share an array as names of parameters; equal pointers in classes. */
function aliasesOf(
  kernel: Kernel,
  site: LaunchSite,
  translate: (value: Expr) => Expr | null,
): Pick<LaunchConfig, 'aliases' | 'shifts' | 'either' | 'overlaps' | 'assumedApart' | 'promised' | 'trusted'> {
  // any two paths make a pair, so that each is asked for often
  const known = new Map<string, readonly string[]>();
  const namedBy = (path: string): readonly string[] => keep(known, path, () => namesAt(kernel, site, path));
  const found = site.aliases.flatMap((pair) =>
    namedBy(pair.first).flatMap((a) => namedBy(pair.second).flatMap((b): readonly Pair[] => pairOf(a, b, pair))),
  );
  const { pairs, classes, shifts } = placed(kernel, found, translate);
  const uses = usesOf(kernel);
  const [touched, written] = [namesOf(kernel, uses.touched), namesOf(kernel, uses.written)];
  const matters = (a: string, b: string): boolean =>
    touched.has(a) && touched.has(b) && (written.has(a) || written.has(b));
  const arrays = kernel.params.filter(({ kind }) => kind === 'array').map(({ name }) => name);
  const isBeyond = (name: string): boolean =>
    site.isRan !== true &&
    (site.nodes.arguments === null ||
      (site.isCut === true && kernel.formals.indexOf(name.split('.')[0] ?? name) >= site.arguments.length));
  const unseen = [...pairs, ...pairsOf(arrays).filter(({ a, b }) => isBeyond(a) || isBeyond(b))];
  const isPromised = ({ a, b }: Pair): boolean =>
    kernel.params.some((param) => param.kind === 'array' && param.isRestrict && [a, b].includes(param.name));
  const mattering = unseen.filter(({ a, b, kind }) => kind !== 'same' && matters(a, b));
  const [promised, open] = [mattering.filter(isPromised), mattering.filter((pair) => !isPromised(pair))];
  const either = open.filter(({ kind }) => kind === 'either').map(({ a, b }) => [a, b] as const);
  const aliasings = aliasingsOf({ aliases: classes, either });
  // decision 0033
  const isAssumed = ({ kind, isUnseen }: Pair): boolean => kind === 'may' && isUnseen;
  const overlapping = (aliasings === null ? open : open.filter(({ kind }) => kind === 'may')).filter(
    (pair) => !isAssumed(pair),
  );
  const assumed = open.filter(isAssumed);
  const trusted = site.trusted
    .filter(({ first, second }) => namedBy(first).some((a) => namedBy(second).some((b) => a !== b && matters(a, b))))
    .flatMap(({ by }) => by);
  const isSettled = (name: string): boolean => site.settled?.has(name) === true;
  const reached = openPairs(kernel)
    .filter(({ first, second }) => first === second || !isSettled(first) || !isSettled(second))
    .map(({ first, second }) => [first, second]);
  return {
    aliases: classes,
    ...(shifts.length === 0 ? {} : { shifts }),
    ...(aliasings === null || either.length === 0 ? {} : { either }),
    overlaps: [
      ...overlapping.map(({ a, b }) => [a, b]),
      ...[classes, ...(aliasings ?? [])].flatMap((each) => changedHolders(kernel, each, written)),
      ...reached,
    ],
    ...(assumed.length === 0 ? {} : { assumedApart: assumed.map(({ a, b }) => [a, b] as const) }),
    ...(promised.length === 0 ? {} : { promised: promised.map(({ a, b }) => [a, b]) }),
    ...(trusted.length === 0 ? {} : { trusted: [...new Set(trusted)].sort() }),
  };
}

/** A parameter and a variable of the file may have one name. */
function pairOf(a: string, b: string, pair: LaunchSite['aliases'][number]): readonly Pair[] {
  if (a === b) return pair.second.startsWith('::') ? [{ a, b, kind: 'may', by: null, isUnseen: false }] : [];
  return [
    {
      a,
      b,
      kind: pair.kind,
      by: pair.kind === 'same' ? pair.by : null,
      isUnseen: pair.kind === 'may' && pair.isUnseen === true,
    },
  ];
}

/** The arrays of the kernel that a path of the launch means. */
function namesAt(kernel: Kernel, site: LaunchSite, path: string): readonly string[] {
  if (path.startsWith('=')) return [path.slice(1)];
  if (path.startsWith('::'))
    return [...kernel.arrays.values()]
      .filter((decl) => decl.parameter === null && decl.name === path.slice(2))
      .slice(0, 1)
      .map(({ name }) => name);
  const given = (own: string): string => {
    const [k = '', ...rest] = own.split('.');
    return [kernel.formals[Number(k)] ?? '', ...rest].join('.');
  };
  const arrays = kernel.params.filter(({ kind }) => kind === 'array').map(({ name }) => name);
  if (!path.endsWith('.*')) return arrays.filter((name) => name === given(path));
  const whole = given(path.slice(0, -2));
  // the members of a class that is not declared are apart (lower/types/undeclared.ts)
  if (kernel.params.some(({ kind, name }) => kind === 'opaque' && name === whole)) return [];
  const known = new Set(site.pointers.map(given));
  return arrays.filter((name) => name.startsWith(`${whole}.`) && !known.has(name));
}

/** Pointers that are read under one name of an array and may be stored under another one. */
function changedHolders(
  kernel: Kernel,
  classes: readonly (readonly string[])[],
  written: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const holders = namesOf(kernel, holdersOf(kernel));
  return classes.flatMap((names) =>
    names
      .filter((name) => holders.has(name))
      .flatMap((name) => names.filter((other) => other !== name && written.has(other)).map((other) => [name, other])),
  );
}

/** Names of arrays as launches and reports use them. */
const namesOf = (kernel: Kernel, ids: ReadonlySet<ArrayId>): ReadonlySet<string> =>
  new Set([...ids].map((id) => kernel.arrays.get(id)).map((decl) => decl?.parameter ?? decl?.name ?? ''));

/** Of arguments that cannot be seen, any two may be one. */
const pairsOf = (names: readonly string[]): readonly Pair[] =>
  names.flatMap((a, k) => names.slice(k + 1).map((b): Pair => ({ a, b, kind: 'may', by: null, isUnseen: true })));

/** The value that a parameter of this type gets (C's conversion); null for what is undefined. */
function asType(value: bigint | number, type: ScalarType): bigint | number | null {
  switch (type.kind) {
    case 'float':
      return type.bits === 32 ? Math.fround(Number(value)) : Number(value);
    case 'bool':
      return Number(value) === 0 ? 0n : 1n;
    case 'int': {
      if (typeof value === 'number' && !Number.isFinite(value)) return null;
      const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
      return wrap(whole, type);
    }
  }
}

function overridden(kernel: Kernel, config: LaunchConfig, options: LaunchOptions): LaunchConfig {
  const scalars = new Map(config.scalars);
  const changed: string[] = [];
  for (const param of kernel.params) {
    const given = options.params.get(param.name);
    const value = given === undefined || param.kind !== 'scalar' ? null : asType(given, param.type);
    if (value === null) continue;
    scalars.set(param.name, value);
    changed.push(options.labels?.get(param.name) ?? `--param ${param.name}`);
  }
  if (options.block !== null) changed.unshift(options.labels?.get('--block') ?? '--block');
  if (options.grid !== null) changed.unshift(options.labels?.get('--grid') ?? '--grid');
  if (changed.length === 0) return config;
  const origin = config.span === null ? changed.join(', ') : `${config.origin} with ${changed.join(', ')}`;
  return { ...config, origin, block: options.block ?? config.block, grid: options.grid ?? config.grid, scalars };
}

/** What the kernel is written for limits a block that is not known. */
function withBounds(kernel: Kernel, config: LaunchConfig): LaunchConfig {
  return config.block.every((axis) => axis !== null)
    ? config
    : { ...config, facts: [...config.facts, ...statedLimits(kernel), ...neededLimits(kernel, config.block)] };
}

/** Configurations that differ only in where they come from are one, with all origins. */
function merged(configs: readonly LaunchConfig[]): readonly LaunchConfig[] {
  const byContent = new Map<string, LaunchConfig>();
  for (const config of configs) {
    const key = contentOf(config);
    const known = byContent.get(key);
    if (known === undefined) byContent.set(key, config);
    else if (!known.origin.split(', ').includes(config.origin))
      byContent.set(key, { ...known, origin: `${known.origin}, ${config.origin}` });
  }
  return [...byContent.values()];
}

/** Without the line that says it: launches in two arms of a branch may say the same. */
const said = ({ condition }: LaunchConfig['facts'][number]): string => printExpr(condition);

function contentOf(config: LaunchConfig): string {
  const {
    block,
    grid,
    computed,
    lost,
    sharedBytes,
    cooperative,
    aliases,
    shifts = [],
    either,
    overlaps,
    assumedApart,
    promised,
    trusted,
    narrowed,
    facts,
    checks,
    contents = [],
    found = [],
  } = config;
  const scalars = [...config.scalars].map(([name, value]) => `${name}=${typeof value} ${value}`).sort();
  return JSON.stringify([
    block,
    grid,
    computed,
    lost,
    sharedBytes,
    cooperative,
    aliases,
    shifts.map((shift) => [shift.name, printOffset(shift)]),
    either,
    overlaps,
    assumedApart,
    promised,
    trusted,
    narrowed,
    facts.map(said),
    checks?.map(said),
    scalars,
    contents.map(keyOfContents),
    found.map(({ name, by, values }) => [name, by, ...values.map(([at, value]) => `${at}:${value}`)]),
  ]);
}
