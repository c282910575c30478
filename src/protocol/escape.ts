/**
 * Jumps as data [D4]. Executing a list of statements gives its steps, the values of the threads that come to its end,
 * and an `Escape` for every place where threads leave towards a target further out. The rest of a list after a possible
 * escape is guarded by "nobody has left yet"; the values of those who left are kept with the escape and joined in at
 * its target. Exact.
 *
 * Escapes are in order: a thread takes the first whose `when` holds.
 */
import type { BranchCause, Protocol } from './protocol.ts';
import type { Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import type { Builder } from './builder.ts';
import type { Cells } from './index/cells.ts';
import { truth } from '../base/expr-build.ts';
import { bounded } from './builder.ts';
import { and, choose, isFalse, negation, or, sameExpr } from './fold.ts';
import { mergedCells } from './index/cells.ts';

/** What the thread knows: the values of its scalars, and of memory cells. */
export type Env = Readonly<{ values: ReadonlyMap<VarId, Expr>; cells: Cells }>;

/** `exit`, or `break`, `continue`, `return` with the loop or call that it leaves. */
export type Target = string;
export const exitTarget: Target = 'exit';

export type Escape = Readonly<{
  target: Target;
  when: Expr;
  env: Env;
  cause: Omit<Exclude<BranchCause, Readonly<{ kind: 'if' }>>, 'ends'>;
}>;

/** `env` null: no thread comes to the end. */
export type Outcome = Readonly<{ steps: readonly Protocol[]; env: Env | null; escapes: readonly Escape[] }>;
type Run = (env: Env) => Outcome;
export type At = Readonly<{ id: StmtId; span: Span }>;

/** Runs one part after the other; what follows a possible escape is guarded. */
export function inSequence(builder: Builder, parts: readonly Run[], env: Env, at: At): Outcome {
  const steps: Protocol[] = [];
  let here = env;
  for (const [k, part] of parts.entries()) {
    const out = part(here);
    steps.push(...out.steps);
    if (out.env === null) return { steps, env: null, escapes: out.escapes };
    here = out.env;
    if (out.escapes.length > 0) return guarded(builder, steps, out.escapes, here, parts.slice(k + 1), at);
  }
  return { steps, env: here, escapes: [] };
}

function guarded(
  builder: Builder,
  before: readonly Protocol[],
  escapes: readonly Escape[],
  env: Env,
  parts: readonly Run[],
  at: At,
): Outcome {
  const steps = [...before];
  const live = bounded(builder, negation(anyOf(escapes)), 'live', at, steps);
  if (isFalse(live)) return { steps, env: null, escapes };
  const rest = inSequence(builder, parts, env, at);
  if (rest.steps.length === 0) return { steps, env: rest.env, escapes: [...escapes, ...rest.escapes] };
  const cause: BranchCause = {
    ...(escapes.at(-1)?.cause ?? { kind: 'exit', span: at.span }),
    ends: escapes.every(({ target }) => target === exitTarget),
  };
  const branch: Protocol = {
    kind: 'branch',
    id: at.id,
    span: cause.span,
    when: live,
    then: rest.steps,
    otherwise: [],
    cause,
  };
  return { steps: [...steps, branch], env: rest.env, escapes: [...escapes, ...rest.escapes] };
}

/** Whether some escape is taken. */
function anyOf(escapes: readonly Escape[]): Expr {
  return escapes.reduce<Expr>((any, escape) => or(any, escape.when), truth(false));
}

/** The condition under which a thread leaves towards `target`, and not before towards another. */
export function leavesTo(target: Target, escapes: readonly Escape[]): Expr {
  let leaves: Expr = truth(false);
  let elsewhere: Expr = truth(false);
  for (const escape of escapes) {
    if (escape.target === target) leaves = or(leaves, and(negation(elsewhere), escape.when));
    else elsewhere = or(elsewhere, escape.when);
  }
  return leaves;
}

/** Ends a target's scope: its escapes join those who came here; the other escapes stay. */
export function consume(builder: Builder, target: Target, out: Outcome, at: At): Outcome {
  if (!out.escapes.some((escape) => escape.target === target)) return out;
  const rest: Escape[] = [];
  let joined: Expr = truth(false);
  for (const escape of out.escapes) {
    if (escape.target === target) joined = or(joined, escape.when);
    else rest.push(isFalse(joined) ? escape : { ...escape, when: and(negation(joined), escape.when) });
  }
  const steps = [...out.steps];
  const env = joinedEnv(
    builder,
    out.escapes.filter((escape) => escape.target === target),
    out.env,
    at,
    steps,
  );
  return { steps, env, escapes: rest };
}

/** Values of all who come together: of the first escape that is taken, else of those who came to the end. */
export function joinedEnv(
  builder: Builder,
  escapes: readonly Escape[],
  env: Env | null,
  at: At,
  steps: Protocol[],
): Env | null {
  return escapes.reduceRight<Env | null>(
    (later, escape) => (later === null ? escape.env : mergedEnv(builder, escape.when, escape.env, later, at, steps)),
    env,
  );
}

/**
 * `when ? a : b` for every variable; a variable that only one side has was not in scope on the other, or never assigned
 * there [D4].
 */
export function mergedEnv(builder: Builder, when: Expr, a: Env, b: Env, at: At, steps: Protocol[]): Env {
  if (a === b) return a;
  const merged = new Map(b.values);
  for (const [id, value] of a.values) {
    const other = b.values.get(id);
    if (other === undefined) merged.set(id, value);
    else if (!sameExpr(value, other)) merged.set(id, bounded(builder, choose(when, value, other), id, at, steps));
  }
  return { values: merged, cells: mergedCells(builder, when, a.cells, b.cells, at, steps) };
}
