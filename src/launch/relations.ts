/**
 * What host code says of a launch, in terms of the kernel: relations of its parameters and dimensions. A host variable
 * that is an argument or a dimension stands for that; what rests on other variables is left out. Exact.
 *
 * Example: `int g = (n + 255) / 256; k<<<g, 256>>>(a, n, 2 * n);` gives `gridDim.x == (n + 255) / 256` and `m == n *
 * 2`.
 */
import type { Axis, BuiltinName, Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import type { Param } from '../ir/ir.ts';
import type { LaunchConfig, LaunchSite } from './launch.ts';
import { f64, i32, i64, sameType, u32 } from '../base/ctype.ts';
import { binary, builtin, cast, int, typeOf, variable } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachNode, freeVariables, mapExpr, operandsOf, substitute, uncast } from '../base/expr-walk.ts';
import { varId } from '../base/brand.ts';
import { constantOf, converted, withoutWidening } from './host-value.ts';
import { deviceLimits } from './launch.ts';
import { leastPitches } from './pitches.ts';
import { multipleIn } from './multiples.ts';

type ScalarParam = Extract<Param, { kind: 'scalar' }>;
type Given = Readonly<{ param: ScalarParam; value: Expr }>;
type Fact = LaunchConfig['facts'][number];

/** `given`: the scalar parameters and the host values that they get. `checks`: those on which the solver gives up. */
export function hostFacts(
  site: LaunchSite,
  given: readonly Given[],
  meanings: Meanings,
): Pick<LaunchConfig, 'facts' | 'checks'> {
  const facts: Fact[] = [];
  const checks: Fact[] = [];
  const add = (
    condition: Expr | null,
    span: LaunchSite['span'],
    isHard = condition !== null && !isLinear(condition),
  ): void => {
    if (condition === null || !isOfIntegers(condition)) return;
    (isHard ? checks : facts).push({ condition, text: `${span.file}:${span.line}: ${printFact(condition, given)}` });
  };
  for (const [name, axis] of dimensionsOf(site)) {
    const extent = easilyChosen(translated(withoutConversion(axis), meanings.without(name)));
    if (extent === null)
      facts.push(
        ...oneOf(
          builtin(name),
          name,
          axis,
          deviceLimits[name.startsWith('block') ? 'block' : 'grid'][axes.indexOf(axisNamed(name))] ?? 0,
          site.span,
        ),
      );
    // dimensions seldom make a race, and sizes that give them are hard to find
    if (extent !== null && constantOf(axis) === null && (isLinear(extent) || isProduct(extent)))
      add(binary('==', cast(i64, builtin(name)), cast(i64, extent)), site.span);
    else if (extent === null)
      add(oneOfThese(builtin(name), alternatives(withoutConversion(axis), meanings.without(name))), site.span);
    for (const { condition, text } of [...filledBy(name, extent, given), ...coordinatesIn(name, extent, given)])
      facts.push({ condition, text: `${site.span.file}:${site.span.line}: ${text}` });
  }
  for (const { param, value } of given) {
    const told = constantOf(value) === null ? easilyChosen(translated(value, meanings.without(param.name))) : null;
    const same = told === null ? null : converted(param.type, told);
    if (same !== null) add(binary('==', variable(param.id, param.type), same), site.span);
    else {
      const few = oneOf(variable(param.id, param.type), param.name, converted(param.type, value), null, site.span);
      facts.push(...few);
      if (few.length === 0 && constantOf(value) === null) add(multipleOf(value, param), site.span);
    }
    const logarithm = logarithmOf(told);
    if (logarithm !== null)
      for (const condition of powersAround(variable(param.id, param.type), logarithm)) add(condition, site.span, true);
  }
  for (const { condition, span } of site.conditions) add(translated(condition, meanings.without('')), span);
  for (const { condition, span } of site.pitches) {
    for (const { param, least } of leastPitches(condition, given)) {
      const told = translated(least, meanings.without(param.name));
      if (told !== null) add(binary('>=', cast(i64, variable(param.id, param.type)), told), span);
    }
  }
  const each = (all: readonly Fact[]): readonly Fact[] => [...new Map(all.map((fact) => [fact.text, fact])).values()];
  return { facts: each(facts), ...(checks.length === 0 ? {} : { checks: each(checks) }) };
}

/** What a value of host code is in the kernel; null where that is not known. */
export function inKernel(meanings: Meanings): (value: Expr) => Expr | null {
  const meaning = meanings.without('');
  return (value) => translated(value, meaning);
}

/** Those narrowed parameters that something rests on which is told in terms of the kernel. */
export function narrowedAmong({ narrowed }: Meanings, told: readonly Expr[]): Pick<LaunchConfig, 'narrowed'> {
  const used = new Set(told.flatMap((expr) => [...freeVariables(expr)]));
  const names = narrowed.filter(({ id }) => used.has(id)).map(({ name }) => name);
  return names.length === 0 ? {} : { narrowed: names };
}

/**
 * What a choice between constants leaves, whatever decides it: that the parameter or dimension is one of them. `most`:
 * a launch with a larger dimension, or with none, does not run.
 */
function oneOf(
  what: Expr,
  name: string,
  choice: Expr | null,
  most: number | null,
  span: LaunchSite['span'],
): readonly Fact[] {
  const values = choice?.kind === 'select' ? [...new Set(constantsIn(choice))] : [];
  const possible = values.filter(
    (value) => value !== null && (most === null || (value >= 1n && value <= BigInt(most))),
  );
  const type = typeOf(what);
  if (type.kind !== 'int' || possible.length === 0 || possible.length > maxValues || values.includes(null)) return [];
  const condition = possible
    .map((value) => binary('==', what, int(value ?? 0n, type)))
    .reduce((a, b) => binary('||', a, b));
  return [{ condition, text: `${span.file}:${span.line}: ${name} is one of ${possible.join(', ')}` }];
}

/** Whether it is a product of two arguments, as the grid of a kernel that takes its block's number apart. */
const isProduct = (extent: Expr): boolean =>
  extent.kind === 'binary' &&
  extent.op === '*' &&
  [extent.left, extent.right].every((factor) => uncast(factor).kind === 'var');

const maxValues = 40;

/** That what is computed is one of a few values; null where one of them is too hard for the solver, or says nothing. */
function oneOfThese(what: Expr, values: readonly Expr[]): Expr | null {
  const isEasy = values.length > 1 && values.every((value) => constantOf(value) === null && isLinear(value));
  return isEasy
    ? values.map((value) => binary('==', cast(i64, what), cast(i64, value))).reduce((a, b) => binary('||', a, b))
    : null;
}

/**
 * The values that an expression may have in the kernel, where a choice that is not known there is made either way: of
 * `(n + t - 1) / t` with `t = wide ? 512 : 256`, two. Empty: some are not known, or there are too many.
 */
function alternatives(expr: Expr, meaning: Meaning, choices = maxChoices): readonly Expr[] {
  const whole = translated(expr, meaning);
  if (whole !== null) return [whole];
  const open = choices === 0 ? null : openChoice(expr, meaning);
  if (open === null) return [];
  const asked = printExpr(open);
  const made = (isTrue: boolean): readonly Expr[] =>
    alternatives(
      mapExpr(expr, (node) =>
        node.kind === 'select' && printExpr(node.when) === asked ? (isTrue ? node.then : node.otherwise) : node,
      ),
      meaning,
      choices - 1,
    );
  const [yes, no] = [made(true), made(false)];
  return yes.length === 0 || no.length === 0 ? [] : [...yes, ...no];
}

/** What decides a choice in an expression, and is not known in the kernel. */
function openChoice(expr: Expr, meaning: Meaning): Expr | null {
  const found: Expr[] = [];
  eachNode(expr, (node) => {
    if (found.length === 0 && node.kind === 'select' && translated(node.when, meaning) === null) found.push(node.when);
  });
  return found[0] ?? null;
}

/** Choices that are made either way: two of them leave four values. */
const maxChoices = 2;

/**
 * Null for a choice between constants that bits decide (`n & 4`), of which the solver makes nothing: what it leaves is
 * said by `oneOf`.
 */
function easilyChosen(value: Expr | null): Expr | null {
  return value?.kind === 'select' && !constantsIn(value).includes(null) && asksBits(value) ? null : value;
}

const asksBits = (expr: Expr): boolean =>
  (expr.kind === 'binary' && /^[&|^]$/.test(expr.op)) || operandsOf(expr).some(asksBits);

/** The constants that an expression chooses from; null: something else too. */
function constantsIn(expr: Expr): readonly (bigint | null)[] {
  if (expr.kind === 'select') return [...constantsIn(expr.then), ...constantsIn(expr.otherwise)];
  return expr.kind === 'int' ? [expr.value] : [null];
}

/** That the parameter is a multiple of a number, by what it is given; null where that says nothing. */
function multipleOf(value: Expr, { id, type }: ScalarParam): Expr | null {
  const own = type.kind === 'int' && type.bits >= 32 ? converted(type, value) : null;
  const factor = own === null ? 1n : multipleIn(own);
  return type.kind !== 'int' || factor <= 1n
    ? null
    : binary('==', binary('%', variable(id, type), int(factor, type)), int(0, type));
}

/** x of `(int)log2((double)x)`, of 32 bits at most: a double's rounding then reaches no next integer. */
function logarithmOf(value: Expr | null): Expr | null {
  const inner =
    value?.kind === 'cast' && value.to.kind === 'int' && value.operand.kind === 'apply' && value.operand.fn === 'log2'
      ? value.operand.args[0]
      : undefined;
  const from = inner?.kind === 'cast' && sameType(inner.to, f64) ? inner.operand : undefined;
  const type = from === undefined ? null : typeOf(from);
  return from !== undefined && type?.kind === 'int' && type.bits <= 32 ? from : null;
}

/** What holds of k, x's logarithm rounded down: `1 <= x`, without which it is undefined, and `2^k <= x < 2^(k+1)`. */
function powersAround(k: Expr, x: Expr): readonly Expr[] {
  const [log, of] = [cast(i64, k), cast(i64, x)];
  const power = (exponent: Expr): Expr => binary('<<', int(1, i64), exponent);
  return [
    binary('<=', int(0, i64), log),
    binary('<', log, int(32, i64)),
    binary('<=', power(log), of),
    binary('<', of, power(binary('+', log, int(1, i64)))),
  ];
}

/**
 * `n / b` blocks of b threads are n threads at most, and there is one block at least: a launch with none does not run.
 * Where b is a dimension, which is positive; the quotient itself, of two unknowns, would be too hard.
 */
function filledBy(name: BuiltinName, extent: Expr | null, given: Parameters<typeof printFact>[1]): readonly Fact[] {
  const threads = (expr: Expr): Expr | null =>
    expr.kind === 'builtin'
      ? expr
      : expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32
        ? threads(expr.operand)
        : null;
  const by = extent?.kind === 'binary' && extent.op === '/' ? threads(extent.right) : null;
  if (extent?.kind !== 'binary' || by === null || !isOfIntegers(extent.left) || !isLinear(extent.left)) return [];
  const [blocks, size, of] = [cast(i64, builtin(name)), cast(i64, by), cast(i64, extent.left)];
  return [binary('<=', binary('*', blocks, size), of), binary('<=', size, of)].map((condition) => ({
    condition,
    text: printFact(condition, given),
  }));
}

/**
 * The bounds of the coordinates that kernels take from the number of a block: in a grid of `n * m`, `blockIdx.x / m` is
 * below n. The solver does not find it by itself: it follows from a product. That the factors are positive is an
 * assumption, which the text says: their product is, or the launch does not run, and two negative sizes are nobody's.
 */
function coordinatesIn(
  name: BuiltinName,
  extent: Expr | null,
  given: Parameters<typeof printFact>[1],
): readonly Fact[] {
  const [array, axis] = [name.slice(0, name.indexOf('.')), axisNamed(name)];
  if (extent?.kind !== 'binary' || !isProduct(extent) || array !== 'gridDim') return [];
  const factors = [uncast(extent.left), uncast(extent.right)];
  return factors.flatMap((divisor, k) => {
    const [type, other] = [typeOf(divisor), factors[1 - k]];
    if (type.kind !== 'int' || type.bits < 32 || other === undefined) return [];
    const quotient = binary('/', cast(type, builtin(`blockIdx.${axis}`)), divisor);
    const below = binary('<', cast(i64, quotient), cast(i64, other));
    const isPositive = binary('>=', divisor, int(1n, type));
    return [
      ...(type.signed
        ? [{ condition: isPositive, text: `${printFact(isPositive, given)}, as a factor of ${name}` }]
        : []),
      { condition: below, text: printFact(below, given) },
    ];
  });
}

/** What symbols and whole values (`b * t`, by their text) of host code are in the kernel. */
type Meaning = Readonly<{ symbols: ReadonlyMap<VarId, Expr>; values: ReadonlyMap<string, Expr> }>;
/**
 * `without`: but for what is read off this parameter or dimension alone. `narrowed`: the parameters of 32 bits that
 * 64-bit variables are read off.
 */
export type Meanings = Readonly<{ without: (name: string) => Meaning; narrowed: readonly ScalarParam[] }>;

export function meaningsOf(site: LaunchSite, given: readonly Given[]): Meanings {
  const symbols = new Map<VarId, Readonly<{ by: string; expr: Expr }>>();
  const values = new Map<string, Readonly<{ by: string; expr: Expr }>>();
  const note = (value: Expr, by: string, expr: Expr): void => {
    const bare = withoutWidening(value);
    if (constantOf(bare) !== null) return;
    const meant = { by, expr: sameType(typeOf(expr), typeOf(bare)) ? expr : cast(typeOf(bare), expr) };
    if (bare.kind !== 'var') values.set(printExpr(bare), values.get(printExpr(bare)) ?? meant);
    else if (!symbols.has(bare.id)) symbols.set(bare.id, meant);
  };
  for (const { param, value } of given)
    if (keeps(withoutWidening(value), param.type)) note(value, param.name, variable(param.id, param.type));
  // a parameter that gets all of a value tells more than one that gets its lower half
  const narrowed = narrowedIn(site, given);
  for (const { param, of } of narrowed) note(of, param.name, variable(param.id, param.type));
  for (const [name, axis] of dimensionsOf(site)) note(withoutConversion(axis), name, builtin(name));
  const but = <Key>(
    name: string,
    all: ReadonlyMap<Key, Readonly<{ by: string; expr: Expr }>>,
  ): ReadonlyMap<Key, Expr> =>
    new Map([...all].flatMap(([key, { by, expr }]) => (by === name ? [] : [[key, expr] as const])));
  return {
    without: (name) => ({ symbols: but(name, symbols), values: but(name, values) }),
    narrowed: narrowed.map(({ param }) => param),
  };
}

/** Whether a value of a symbol can be read back from a parameter of this type. */
function keeps(value: Expr, type: ScalarType): boolean {
  const from = typeOf(value);
  return sameType(from, type) || (from.kind === 'int' && type.kind === 'int' && type.bits >= from.bits);
}

/**
 * The 64-bit variable that a parameter of 32 bits gets (`int64_t n` passed as `int`). It is taken to fit, as the
 * authors of nearly all such code do; what rests on that says so (`LaunchConfig.narrowed`). Not where its upper half is
 * of interest to somebody.
 */
function narrowedOf({ param: { type }, value }: Given, isHalved: (id: VarId) => boolean): Expr | null {
  const bare = withoutNarrowing(value);
  const from = typeOf(bare);
  return bare.kind === 'var' &&
    from.kind === 'int' &&
    type.kind === 'int' &&
    type.bits === 32 &&
    from.bits === 64 &&
    !isHalved(bare.id)
    ? bare
    : null;
}

/** The parameters that get one, with it. */
function narrowedIn(site: LaunchSite, given: readonly Given[]): readonly Readonly<{ param: ScalarParam; of: Expr }>[] {
  const isHalved = halvedAt(site, given);
  return given.flatMap((one) => {
    const of = narrowedOf(one, isHalved);
    return of === null ? [] : [{ param: one.param, of }];
  });
}

/** Whether the launch is told the upper half of a variable: `n >> 32`. */
function halvedAt(site: LaunchSite, given: readonly Given[]): (id: VarId) => boolean {
  const halved = new Set<VarId>();
  for (const expr of [
    ...given.map(({ value }) => value),
    ...dimensionsOf(site).map(([, axis]) => axis),
    ...site.conditions.map(({ condition }) => condition),
  ]) {
    eachNode(expr, (node) => {
      const by = node.kind === 'binary' && (node.op === '>>' || node.op === '/') ? constantOf(node.right) : null;
      if (node.kind !== 'binary' || by === null || by < (node.op === '>>' ? 16 : 65_536)) return;
      for (const id of freeVariables(node.left)) halved.add(id);
    });
  }
  return (id) => halved.has(id);
}

/** `n` of `(int)n`, for an n of 64 bits. */
function withoutNarrowing(value: Expr): Expr {
  const bare = withoutWidening(value);
  if (bare.kind !== 'cast' || bare.to.kind !== 'int' || bare.to.bits !== 32) return bare;
  const inner = withoutWidening(bare.operand);
  const from = typeOf(inner);
  return from.kind === 'int' && from.bits === 64 ? inner : bare;
}

const axes: readonly Axis[] = ['x', 'y', 'z'];
const axisNamed = (name: BuiltinName): Axis => (name.endsWith('x') ? 'x' : name.endsWith('y') ? 'y' : 'z');

/** The dimensions that host code computes, and that are not constants. */
export function dimensionsOf(site: LaunchSite): readonly (readonly [`${'gridDim' | 'blockDim'}.${Axis}`, Expr])[] {
  return (['grid', 'block'] as const).flatMap((of) =>
    axes.flatMap((axis, k) => {
      const expr = site.dimensions[of][k] ?? null;
      return expr === null || constantOf(expr) !== null ? [] : [[`${of}Dim.${axis}` as const, expr] as const];
    }),
  );
}

/** A dimension before it was made unsigned: a launch with a negative or huge one does not run. */
const withoutConversion = (axis: Expr): Expr => (axis.kind === 'cast' && sameType(axis.to, u32) ? axis.operand : axis);

/**
 * The expression over parameters and dimensions; null where a symbol is left. Values are sought from the inside out,
 * with symbols still in them.
 */
function translated(expr: Expr, { symbols, values }: Meaning): Expr | null {
  const own = new Set(freeVariables(expr));
  const told = values.size === 0 ? expr : mapExpr(expr, (node) => values.get(printExpr(node)) ?? node);
  return [...freeVariables(told)].every((id) => symbols.has(id) || !own.has(id)) ? substitute(told, symbols) : null;
}

/** Of integers, and of what the launch leaves open. */
function isOfIntegers(condition: Expr): boolean {
  let isSo = freeVariables(condition).size > 0 || hasBuiltin(condition);
  eachNode(condition, (node) => {
    if (
      node.kind === 'apply' ||
      node.kind === 'float' ||
      (node.kind === 'cast' && node.to.kind === 'float') ||
      (node.kind === 'var' && node.type.kind === 'float')
    )
      isSo = false;
  });
  return isSo;
}

/** Without products and quotients of two unknowns, on which the solver gives up. */
function isLinear(condition: Expr): boolean {
  let isSo = true;
  eachNode(condition, (node) => {
    if (node.kind !== 'binary' || !/^[*/%]$/.test(node.op) || constantOf(node.right) !== null) return;
    if (node.op !== '*' || constantOf(node.left) === null) isSo = false;
  });
  return isSo;
}

function hasBuiltin(expr: Expr): boolean {
  let found = false;
  eachNode(expr, (node) => {
    found ||= node.kind === 'builtin';
  });
  return found;
}

const narrows = (node: Extract<Expr, { kind: 'cast' }>): boolean => {
  const from = typeOf(node.operand);
  return node.to.kind === 'int' && from.kind === 'int' && node.to.bits < from.bits;
};

/** C text without the conversions, but for those to a narrower integer. */
function printFact(condition: Expr, given: readonly Readonly<{ param: ScalarParam }>[]): string {
  const names = new Map(given.map(({ param }) => [param.id, param.name]));
  const bare = mapExpr(condition, (node) =>
    node.kind === 'cast' && !narrows(node)
      ? node.operand
      : node.kind === 'int'
        ? int(BigInt.asIntN(64, node.value), { ...i32 })
        : node,
  );
  return printExpr(
    mapExpr(bare, (node) => (node.kind === 'var' ? variable(varId(names.get(node.id) ?? node.id), node.type) : node)),
  );
}
