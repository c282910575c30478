/**
 * Values that nothing asks for: `color == (r * 255 << 16 | g * 255 << 8)` says nothing of where colors are stored, and costs the tests and
 * Z3 all that floats, bits and quotients cost. A constraint `v == e` is left out where v stands in no other; so is what only that one spoke of.
 *
 * For refutations over-approximating [T4]. A model is completed by v := e, and counts only if it is one of the whole.
 */
import type { Expr } from '../base/expr.ts';
import type { Formula } from '../obligation/obligation.ts';
import type { Model } from './solve.ts';
import type { Signed } from './evaluate.ts';
import type { VarId } from '../base/brand.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { evaluate, satisfies } from './evaluate.ts';
import { memoized } from '../base/memoize.ts';

type Definition = Readonly<{ variable: VarId; value: Expr }>;

/** `definitions`: what was left out, in that order; a later one may use variables of an earlier one, but not the reverse. */
export type Asked = Readonly<{ formula: Formula; definitions: readonly Definition[] }>;

export const withoutUnused: (formula: Formula) => Asked = memoized((formula: Formula): Asked => {
  const uses = new Map<VarId, number>();
  for (const constraint of formula.constraints) for (const id of variablesOf(constraint)) uses.set(id, (uses.get(id) ?? 0) + 1);
  const left = new Set(formula.constraints);
  const definitions: Definition[] = [];
  for (let before = -1; before < definitions.length;) {
    before = definitions.length;
    for (const constraint of left) {
      const definition = definitionIn(constraint);
      if (definition === null || uses.get(definition.variable) !== 1) continue;
      left.delete(constraint);
      definitions.push(definition);
      for (const id of variablesOf(constraint)) uses.set(id, (uses.get(id) ?? 1) - 1);
    }
  }
  if (definitions.length === 0) return { formula, definitions };
  return { formula: { ...formula, constraints: formula.constraints.filter((constraint) => left.has(constraint)) }, definitions };
});

/** The model with what was left out, or null if it is none of the whole formula. */
export function completed(model: Model, whole: Formula, definitions: readonly Definition[], signed: Signed): Model | null {
  const values = new Map(model.values);
  const all = { ...model, values };
  for (const { variable, value } of [...definitions].reverse()) {
    const found = evaluate(value, all, signed);
    if (found === null || !isIn(found, whole, variable)) return null;
    values.set(variable, found);
  }
  return satisfies(whole, all, signed) ? all : null;
}

/** Whether the variable's type has the value. */
function isIn(value: bigint, { variables }: Formula, id: VarId): boolean {
  const type = variables.get(id)?.type;
  if (type?.kind !== 'int') return type !== undefined;
  return value === (type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value));
}

/** Of a value that is no plain sum: those cost nothing, and tell what fits in a type. */
const definitionIn = memoized((constraint: Expr): Definition | null => {
  if (constraint.kind !== 'binary' || constraint.op !== '==' || constraint.left.kind !== 'var') return null;
  const { left: { id: variable }, right: value } = constraint;
  return isSum(value) || variablesOf(value).has(variable) ? null : { variable, value };
});

const variablesOf = memoized(freeVariables);

function isSum(expr: Expr): boolean {
  let isPlain = true;
  eachNode(expr, (node) => {
    if (node.kind === 'apply' || node.kind === 'select' || node.kind === 'float') isPlain = false;
    if (node.kind === 'binary' && node.op !== '+' && node.op !== '-' && (node.op !== '*' || (node.left.kind !== 'int' && node.right.kind !== 'int'))) isPlain = false;
  });
  return isPlain;
}
