/**
 * Symbols of host code that turn out to have one value: by a condition around the launch, or by the instance of the
 * kernel that a template of host code launches. Exact.
 *
 * Example: of `template <int B> void run(int *a) { k<B><<<1, B / 4>>>(a); }`, the launch of `k<512>` has blocks of 128
 * threads.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { Dimensions } from './evaluation.ts';
import type { LaunchConfig, LaunchSite } from './launch.ts';
import { i64 } from '../base/ctype.ts';
import { int, truth } from '../base/expr-build.ts';
import { mapExpr } from '../base/expr-walk.ts';
import { applyBinary, applyUnary, chosen, constantOf, converted, withoutWidening } from './host-value.ts';
import { deviceLimits } from './launch.ts';

const written = { neg: '-', bitnot: '~', not: '!' } as const;

/** The expression with these values for its symbols, computed as far as they go. */
export function withValues(expr: Expr, values: ReadonlyMap<VarId, Expr>): Expr {
  const isKnown = (node: Expr): boolean => constantOf(node) !== null;
  return values.size === 0
    ? expr
    : mapExpr(expr, (node) => {
        switch (node.kind) {
          case 'var':
            return values.get(node.id) ?? node;
          case 'cast':
            return (isKnown(node.operand) ? converted(node.to, node.operand) : null) ?? node;
          case 'binary':
            return (
              (/^(?:&&|\|\|)$/.test(node.op) || (isKnown(node.left) && isKnown(node.right))
                ? applyBinary(node.op, node.left, node.right)
                : null) ?? node
            );
          case 'unary':
            return (isKnown(node.operand) ? applyUnary(written[node.op], node.operand) : null) ?? node;
          case 'select':
            return (isKnown(node.when) ? chosen(node.when, node.then, node.otherwise) : null) ?? node;
          case 'int':
          case 'float':
          case 'bool':
          case 'builtin':
          case 'apply':
            return node;
        }
      });
}

/** Those extents that are numbers which a device takes. */
export function constantDimensions({
  block,
  grid,
}: Readonly<{ block: Dimensions; grid: Dimensions }>): Pick<LaunchConfig, 'block' | 'grid'> {
  const within = (values: Dimensions, limits: readonly number[]): LaunchConfig['block'] => {
    const axis = (k: 0 | 1 | 2): number | null => {
      const value = constantOf(values[k]);
      const whole = value === null ? null : Number(value);
      return whole !== null && whole >= 1 && whole <= (limits[k] ?? 0) ? whole : null;
    };
    return [axis(0), axis(1), axis(2)];
  };
  return { block: within(block, deviceLimits.block), grid: within(grid, deviceLimits.grid) };
}

/** The launch as far as it launches the instance with these template arguments, as printed; null: it does not. */
export function siteOfInstance(site: LaunchSite, written: readonly string[]): LaunchSite | null {
  const values = new Map(
    site.templateValues.flatMap((value, k) => {
      const given = numberWritten(written[k] ?? '');
      const solved = value === null || given === null ? null : solvedFor(value, given);
      return solved === null ? [] : [solved];
    }),
  );
  if (values.size === 0) return site;
  const of = <Value extends Expr | null>(value: Value): Value | Expr =>
    value === null ? value : withValues(value, values);
  const each = (dims: Dimensions): Dimensions => [of(dims[0]), of(dims[1]), of(dims[2])];
  const all = site.conditions.map(({ condition, span }) => ({ condition: withValues(condition, values), span }));
  const conditions = all.filter(({ condition }) => constantOf(condition) === null);
  if (all.some(({ condition }) => constantOf(condition) === 0n)) return null;
  const dimensions = { block: each(site.dimensions.block), grid: each(site.dimensions.grid) };
  const constants = constantDimensions(dimensions);
  const merge = (a: LaunchConfig['block'], b: LaunchConfig['block']): LaunchConfig['block'] => [
    a[0] ?? b[0],
    a[1] ?? b[1],
    a[2] ?? b[2],
  ];
  return {
    ...site,
    dimensions,
    conditions,
    config: {
      ...site.config,
      block: merge(site.config.block, constants.block),
      grid: merge(site.config.grid, constants.grid),
    },
    arguments: site.arguments.map((argument) => ({
      ...argument,
      value: of(argument.value),
      fields: new Map([...argument.fields].map(([name, field]) => [name, withValues(field, values)])),
    })),
  };
}

/**
 * What a symbol is where an expression of it has a value: `n` is 2 where `n + 1`, with which a template calls itself, is
 * 3.
 */
function solvedFor(expr: Expr, value: Expr): readonly [VarId, Expr] | null {
  const inner = withoutWidening(expr);
  if (inner.kind === 'var') {
    const known = converted(inner.type, value);
    return known === null ? null : [inner.id, known];
  }
  const [whole, step] = inner.kind === 'binary' ? [constantOf(value), constantOf(inner.right)] : [null, null];
  if (inner.kind !== 'binary' || typeof whole !== 'bigint' || typeof step !== 'bigint') return null;
  if (inner.op === '+') return solvedFor(inner.left, int(whole - step, i64));
  return inner.op === '-' ? solvedFor(inner.left, int(whole + step, i64)) : null;
}

const numberWritten = (text: string): Expr | null =>
  /^-?\d{1,18}$/.test(text) ? int(BigInt(text), i64) : /^(?:true|false)$/.test(text) ? truth(text === 'true') : null;
