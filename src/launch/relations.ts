/**
 * What host code says of a launch, in terms of the kernel: relations of its parameters and dimensions. A host variable that is an
 * argument or a dimension stands for that; what rests on other variables is left out. Exact.
 *
 * Example: `int g = (n + 255) / 256; k<<<g, 256>>>(a, n, 2 * n);` gives `gridDim.x == (n + 255) / 256` and `m == n * 2`.
 */
import type { Axis, BuiltinName, Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import type { Param } from '../ir/ir.ts';
import type { LaunchConfig, LaunchSite } from './launch.ts';
import { f64, i32, i64, sameType, u32 } from '../base/ctype.ts';
import { binary, builtin, cast, int, typeOf, variable } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { eachNode, freeVariables, mapExpr, substitute } from '../base/expr-walk.ts';
import { varId } from '../base/brand.ts';
import { constantOf, converted, withoutWidening } from './host-value.ts';

type ScalarParam = Extract<Param, { kind: 'scalar' }>;
type Fact = LaunchConfig['facts'][number];

/** `given`: the scalar parameters and the host values that they get. `checks`: those on which the solver gives up. */
export function hostFacts(site: LaunchSite, given: readonly Readonly<{ param: ScalarParam; value: Expr }>[]): Pick<LaunchConfig, 'facts' | 'checks'> {
  const meanings = meaningsOf(site, given);
  const facts: Fact[] = [];
  const checks: Fact[] = [];
  const add = (condition: Expr | null, span: LaunchSite['span'], isHard = condition !== null && !isLinear(condition)): void => {
    if (condition === null || !isOfIntegers(condition)) return;
    (isHard ? checks : facts).push({ condition, text: `${span.file}:${span.line}: ${printFact(condition, given)}` });
  };
  for (const [name, axis] of dimensionsOf(site)) {
    const extent = translated(withoutConversion(axis), meanings.without(name));
    // dimensions seldom make a race, and sizes that give them are hard to find
    if (extent !== null && constantOf(axis) === null && isLinear(extent)) add(binary('==', cast(i64, builtin(name)), cast(i64, extent)), site.span);
    for (const { condition, text } of filledBy(name, extent, given)) facts.push({ condition, text: `${site.span.file}:${site.span.line}: ${text}` });
  }
  for (const { param, value } of given) {
    const told = constantOf(value) === null ? translated(value, meanings.without(param.name)) : null;
    const same = told === null ? null : converted(param.type, told);
    if (same !== null) add(binary('==', variable(param.id, param.type), same), site.span);
    const logarithm = logarithmOf(told);
    if (logarithm !== null) for (const condition of powersAround(variable(param.id, param.type), logarithm)) add(condition, site.span, true);
  }
  for (const { condition, span } of site.conditions) add(translated(condition, meanings.without('')), span);
  const each = (all: readonly Fact[]): readonly Fact[] => [...new Map(all.map((fact) => [fact.text, fact])).values()];
  return { facts: each(facts), ...(checks.length === 0 ? {} : { checks: each(checks) }) };
}

/** x of `(int)log2((double)x)`, of 32 bits at most: a double's rounding then reaches no next integer. */
function logarithmOf(value: Expr | null): Expr | null {
  const inner = value?.kind === 'cast' && value.to.kind === 'int' && value.operand.kind === 'apply' && value.operand.fn === 'log2' ? value.operand.args[0] : undefined;
  const from = inner?.kind === 'cast' && sameType(inner.to, f64) ? inner.operand : undefined;
  const type = from === undefined ? null : typeOf(from);
  return from !== undefined && type?.kind === 'int' && type.bits <= 32 ? from : null;
}

/** What holds of k, x's logarithm rounded down: `1 <= x`, without which it is undefined, and `2^k <= x < 2^(k+1)`. */
function powersAround(k: Expr, x: Expr): readonly Expr[] {
  const [log, of] = [cast(i64, k), cast(i64, x)];
  const power = (exponent: Expr): Expr => binary('<<', int(1, i64), exponent);
  return [binary('<=', int(0, i64), log), binary('<', log, int(32, i64)), binary('<=', power(log), of), binary('<', of, power(binary('+', log, int(1, i64))))];
}

/**
 * `n / b` blocks of b threads are n threads at most, and there is one block at least: a launch with none does not run. Where b is a dimension,
 * which is positive; the quotient itself, of two unknowns, would be too hard.
 */
function filledBy(name: BuiltinName, extent: Expr | null, given: Parameters<typeof printFact>[1]): readonly Fact[] {
  const threads = (expr: Expr): Expr | null => (expr.kind === 'builtin' ? expr : expr.kind === 'cast' && expr.to.kind === 'int' && expr.to.bits >= 32 ? threads(expr.operand) : null);
  const by = extent?.kind === 'binary' && extent.op === '/' ? threads(extent.right) : null;
  if (extent?.kind !== 'binary' || by === null || !isOfIntegers(extent.left) || !isLinear(extent.left)) return [];
  const [blocks, size, of] = [cast(i64, builtin(name)), cast(i64, by), cast(i64, extent.left)];
  return [binary('<=', binary('*', blocks, size), of), binary('<=', size, of)].map((condition) => ({ condition, text: printFact(condition, given) }));
}

/** What symbols and whole values (`b * t`, by their text) of host code are in the kernel. */
type Meaning = Readonly<{ symbols: ReadonlyMap<VarId, Expr>; values: ReadonlyMap<string, Expr> }>;
/** `without`: but for what is read off this parameter or dimension alone. */
type Meanings = Readonly<{ without: (name: string) => Meaning }>;

function meaningsOf(site: LaunchSite, given: readonly Readonly<{ param: ScalarParam; value: Expr }>[]): Meanings {
  const symbols = new Map<VarId, Readonly<{ by: string; expr: Expr }>>();
  const values = new Map<string, Readonly<{ by: string; expr: Expr }>>();
  const note = (value: Expr, by: string, expr: Expr): void => {
    const bare = withoutWidening(value);
    if (constantOf(bare) !== null) return;
    const meant = { by, expr: sameType(typeOf(expr), typeOf(bare)) ? expr : cast(typeOf(bare), expr) };
    if (bare.kind !== 'var') values.set(printExpr(bare), values.get(printExpr(bare)) ?? meant);
    else if (!symbols.has(bare.id)) symbols.set(bare.id, meant);
  };
  for (const { param, value } of given) if (keeps(withoutWidening(value), param.type)) note(value, param.name, variable(param.id, param.type));
  for (const [name, axis] of dimensionsOf(site)) note(withoutConversion(axis), name, builtin(name));
  const but = <Key>(name: string, all: ReadonlyMap<Key, Readonly<{ by: string; expr: Expr }>>): ReadonlyMap<Key, Expr> => new Map([...all].flatMap(([key, { by, expr }]) => (by === name ? [] : [[key, expr] as const])));
  return { without: (name) => ({ symbols: but(name, symbols), values: but(name, values) }) };
}

/** Whether a value of a symbol can be read back from a parameter of this type. */
function keeps(value: Expr, type: ScalarType): boolean {
  const from = typeOf(value);
  return sameType(from, type) || (from.kind === 'int' && type.kind === 'int' && type.bits >= from.bits);
}

const axes: readonly Axis[] = ['x', 'y', 'z'];

/** The dimensions that host code computes, and that are not constants. */
export function dimensionsOf(site: LaunchSite): readonly (readonly [`${'gridDim' | 'blockDim'}.${Axis}`, Expr])[] {
  return (['grid', 'block'] as const).flatMap((of) => axes.flatMap((axis, k) => {
    const expr = site.dimensions[of][k] ?? null;
    return expr === null || constantOf(expr) !== null ? [] : [[`${of}Dim.${axis}` as const, expr] as const];
  }));
}

/** A dimension before it was made unsigned: a launch with a negative or huge one does not run. */
const withoutConversion = (axis: Expr): Expr => (axis.kind === 'cast' && sameType(axis.to, u32) ? axis.operand : axis);

/** The expression over parameters and dimensions; null where a symbol is left. Values are sought from the inside out, with symbols still in them. */
function translated(expr: Expr, { symbols, values }: Meaning): Expr | null {
  const own = new Set(freeVariables(expr));
  const told = values.size === 0 ? expr : mapExpr(expr, (node) => values.get(printExpr(node)) ?? node);
  return [...freeVariables(told)].every((id) => symbols.has(id) || !own.has(id)) ? substitute(told, symbols) : null;
}

/** Of integers, and of what the launch leaves open. */
function isOfIntegers(condition: Expr): boolean {
  let isSo = freeVariables(condition).size > 0 || hasBuiltin(condition);
  eachNode(condition, (node) => {
    if (node.kind === 'apply' || node.kind === 'float' || (node.kind === 'cast' && node.to.kind === 'float') || (node.kind === 'var' && node.type.kind === 'float')) isSo = false;
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
  eachNode(expr, (node) => { found ||= node.kind === 'builtin'; });
  return found;
}

const narrows = (node: Extract<Expr, { kind: 'cast' }>): boolean => {
  const from = typeOf(node.operand);
  return node.to.kind === 'int' && from.kind === 'int' && node.to.bits < from.bits;
};

/** C text without the conversions, but for those to a narrower integer. */
function printFact(condition: Expr, given: readonly Readonly<{ param: ScalarParam }>[]): string {
  const names = new Map(given.map(({ param }) => [param.id, param.name]));
  const bare = mapExpr(condition, (node) => (node.kind === 'cast' && !narrows(node) ? node.operand : node.kind === 'int' ? int(BigInt.asIntN(64, node.value), { ...i32 }) : node));
  return printExpr(mapExpr(bare, (node) => (node.kind === 'var' ? variable(varId(names.get(node.id) ?? node.id), node.type) : node)));
}
