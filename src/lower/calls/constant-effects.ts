/**
 * What statements leave in the variables that they assign, where all of it is constant: how a call within a constant
 * expression comes out that is lowered to statements, such as one that constructs an object. Exact; null for statements
 * that do anything else.
 *
 * Example: `call Size { size.width = 4; size.height = size.width * 2 }` makes `size.height` the constant 8.
 */
import type { VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Scalar, Stmt } from '../../ir/ir.ts';
import type { Value } from '../expressions/value.ts';
import { mapExpr } from '../../base/expr-walk.ts';
import {
  choose,
  combine,
  complemented,
  constantOf,
  convert,
  isConstantExpr,
  negated,
  negation,
} from '../expressions/constants.ts';

/** `isOwn`: the variable was made for these statements. Only such ones are assigned and read. */
export function constantsAfter(
  body: readonly Stmt[],
  scalars: ReadonlyMap<VarId, Scalar>,
  isOwn: (id: VarId) => boolean,
): ReadonlyMap<VarId, Expr> | null {
  const known = new Map<VarId, Expr>();
  const run = (stmt: Stmt): boolean => {
    if (stmt.kind === 'call') return stmt.body.every(run);
    if (stmt.kind === 'branch') {
      const when = constantOf(folded(stmt.when, known));
      return when !== null && (when === 1n ? stmt.then : stmt.otherwise).every(run);
    }
    if ((stmt.kind !== 'assign' && stmt.kind !== 'unknown-value') || !isOwn(stmt.target)) return false;
    if (stmt.kind === 'unknown-value') {
      // not initialized: it is no constant until it is assigned
      known.delete(stmt.target);
      return true;
    }
    const type = scalars.get(stmt.target)?.type;
    const value = type === undefined ? null : convert(folded(stmt.value, known), type);
    if (value === null || !isConstantExpr(value)) return false;
    known.set(stmt.target, value);
    return true;
  };
  return body.every(run) ? known : null;
}

/** The value with those constants; null where it is not all constant then. */
export function constantValue(value: Value, known: ReadonlyMap<VarId, Expr>): Value | null {
  if (value.kind === 'scalar') {
    const expr = folded(value.expr, known);
    return isConstantExpr(expr) ? { kind: 'scalar', expr } : null;
  }
  if (value.kind !== 'struct') return null;
  const fields = new Map<string, Value>();
  for (const [name, field] of value.fields) {
    const made = constantValue(field, known);
    if (made === null) return null;
    fields.set(name, made);
  }
  return { ...value, fields };
}

/** The expression with constants for variables, folded. */
function folded(expr: Expr, known: ReadonlyMap<VarId, Expr>): Expr {
  return mapExpr(expr, (node) => {
    switch (node.kind) {
      case 'var':
        return known.get(node.id) ?? node;
      case 'binary':
        return combine(node.op, node.left, node.right);
      case 'unary':
        return node.op === 'neg'
          ? negated(node.operand)
          : node.op === 'bitnot'
            ? complemented(node.operand)
            : negation(node.operand);
      case 'cast':
        return convert(node.operand, node.to);
      case 'select':
        return choose(node.when, node.then, node.otherwise);
      case 'int':
      case 'float':
      case 'bool':
      case 'builtin':
      case 'apply':
        return node;
    }
  });
}
