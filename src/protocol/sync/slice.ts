/**
 * The conditions that matter to one access or question: all path conditions, and the facts that are connected to them
 * through variables other than parameters and built-ins. Over-approximating: a fact that is left out can only make the
 * formula easier to satisfy.
 */
import type { Conditions } from './here.ts';
import type { Expr } from '../../base/expr.ts';
import type { ProtocolVariable } from '../protocol.ts';
import type { VarId } from '../../base/brand.ts';
import { freeVariables } from '../../base/expr-walk.ts';

export type Slicer = Readonly<{ variables: ReadonlyMap<VarId, ProtocolVariable>; connecting: Map<Expr, readonly VarId[]> }>;

export const newSlicer = (variables: ReadonlyMap<VarId, ProtocolVariable>): Slicer => ({ variables, connecting: new Map() });

/** The relevant conditions in the order in which they were met. */
export function relevant(slicer: Slicer, conditions: Conditions | null, about: readonly Expr[]): readonly Expr[] {
  const needed = new Set(about.flatMap((expr) => connectingVariables(slicer, expr)));
  const chosen = new Set<Conditions>();
  let pending: Conditions[] = [];
  for (let at = conditions; at !== null; at = at.earlier) {
    if (at.kind === 'fact') pending.push(at);
    else choose(slicer, at, chosen, needed);
  }
  for (let grown = true; grown; ) {
    const rest: Conditions[] = [];
    for (const fact of pending) {
      const ids = connectingVariables(slicer, fact.condition);
      if (ids.length === 0 || ids.some((id) => needed.has(id))) choose(slicer, fact, chosen, needed);
      else rest.push(fact);
    }
    grown = rest.length < pending.length;
    pending = rest;
  }
  const ordered: Expr[] = [];
  for (let at = conditions; at !== null; at = at.earlier) if (chosen.has(at)) ordered.push(at.condition);
  return ordered.reverse();
}

function choose(slicer: Slicer, at: Conditions, chosen: Set<Conditions>, needed: Set<VarId>): void {
  chosen.add(at);
  for (const id of connectingVariables(slicer, at.condition)) needed.add(id);
}

function connectingVariables(slicer: Slicer, expr: Expr): readonly VarId[] {
  const known = slicer.connecting.get(expr);
  if (known !== undefined) return known;
  const found = [...freeVariables(expr)].filter((id) => {
    const kind = slicer.variables.get(id)?.origin.kind;
    return kind !== 'builtin' && kind !== 'parameter';
  });
  slicer.connecting.set(expr, found);
  return found;
}
