/**
 * Statements with other expressions, and other scalars that they give values to. Nested statements stay as they are.
 */
import type { VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { AsyncOp, BarrierReduction, BarrierScope, Place, Stmt } from './ir.ts';
import { assertNever } from '../base/invariant.ts';

/** Of each expression and of each scalar that gets a value, what comes in its place. */
export type Rewrite = Readonly<{ of: (expr: Expr) => Expr; target: (id: VarId) => VarId }>;

/** The statement with what `rewrite` puts in the place of all that it evaluates and assigns itself. */
export function rewritten(stmt: Stmt, rewrite: Rewrite): Stmt {
  const { of, target } = rewrite;
  switch (stmt.kind) {
    case 'assign':
      return { ...stmt, target: target(stmt.target), value: of(stmt.value) };
    case 'load':
      return { ...stmt, target: target(stmt.target), place: placeWith(stmt.place, rewrite) };
    case 'store':
      return { ...stmt, place: placeWith(stmt.place, rewrite), value: of(stmt.value) };
    case 'atomic':
      return {
        ...stmt,
        target: stmt.target === null ? null : target(stmt.target),
        place: placeWith(stmt.place, rewrite),
        operands: stmt.operands.map(of),
      };
    case 'barrier':
      return {
        ...stmt,
        scope: scopeWith(stmt.scope, rewrite),
        reduction: stmt.reduction === null ? null : reductionWith(stmt.reduction, rewrite),
      };
    case 'lanes':
      return {
        ...stmt,
        target: target(stmt.target),
        mask: stmt.mask === null ? null : of(stmt.mask),
        operands: stmt.operands.map(of),
      };
    case 'loop':
      return { ...stmt, condition: of(stmt.condition) };
    case 'branch':
      return { ...stmt, when: of(stmt.when) };
    case 'assert':
      return { ...stmt, condition: of(stmt.condition) };
    case 'unknown-value':
      return {
        ...stmt,
        target: target(stmt.target),
        ...(stmt.result === undefined ? {} : { result: { ...stmt.result, args: stmt.result.args.map(of) } }),
      };
    case 'async':
      return { ...stmt, op: opWith(stmt.op, rewrite) };
    case 'fence':
    case 'call':
    case 'jump':
    case 'unknown':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

/** The asynchronous step, likewise. */
export function opWith(op: AsyncOp, rewrite: Rewrite): AsyncOp {
  const { of, target } = rewrite;
  const at = <Step extends AsyncOp>(step: Step): Step =>
    'on' in step && typeof step.on === 'object' && step.on.kind === 'at'
      ? { ...step, on: { ...step.on, place: placeWith(step.on.place, rewrite) } }
      : step;
  switch (op.kind) {
    case 'issue':
      return { ...at(op), bytes: op.bytes === null ? null : of(op.bytes) };
    case 'init':
      return { ...at(op), count: of(op.count) };
    case 'arrive':
      return {
        ...at(op),
        count: of(op.count),
        bytes: op.bytes === null ? null : of(op.bytes),
        target: op.target === null ? null : target(op.target),
      };
    case 'await-phase':
      return { ...at(op), phase: of(op.phase) };
    case 'look':
      return { ...at(op), phase: of(op.phase), target: target(op.target) };
    case 'arrive-copies':
      return at(op);
    case 'issued':
    case 'proxy-fence':
    case 'commit':
    case 'await-batches':
      return op;
    default:
      return assertNever(op);
  }
}

/** The place, or a part of one, with other indices. */
export const placeWith = <Where extends Pick<Place, 'subscripts'>>(
  place: Where,
  { of }: Pick<Rewrite, 'of'>,
): Where => ({ ...place, subscripts: place.subscripts.map((one) => ({ ...one, index: of(one.index) })) });

function scopeWith(scope: BarrierScope, { of }: Rewrite): BarrierScope {
  switch (scope.kind) {
    case 'warp':
      return { ...scope, mask: scope.mask === null ? null : of(scope.mask) };
    case 'named':
      return { ...scope, barrier: of(scope.barrier), threads: scope.threads === null ? null : of(scope.threads) };
    case 'block':
    case 'tile':
    case 'grid':
    case 'cluster':
    case 'collective':
      return scope;
    default:
      return assertNever(scope);
  }
}

const reductionWith = (reduction: BarrierReduction, { of, target }: Rewrite): BarrierReduction => ({
  ...reduction,
  predicate: of(reduction.predicate),
  target: target(reduction.target),
});
