/**
 * Traversals of {@link Expr}: children, rewriting, substitution, free variables, parts of `&&` and `||`. All are pure
 * and share unchanged nodes.
 */
import type { Expr } from './expr.ts';
import type { VarId } from './brand.ts';
import { assertNever } from './invariant.ts';

/** The direct operands, left to right. */
export function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
      return [];
    case 'unary':
    case 'cast':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'select':
      return [expr.when, expr.then, expr.otherwise];
    case 'apply':
      return expr.args;
    default:
      return assertNever(expr);
  }
}

/** Applies `rewrite` to every node, operands first. Returns the same object where nothing changed. */
export function mapExpr(expr: Expr, rewrite: (node: Expr) => Expr): Expr {
  return rewrite(withMappedOperands(expr, (operand) => mapExpr(operand, rewrite)));
}

function withMappedOperands(expr: Expr, map: (operand: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'int':
    case 'float':
    case 'bool':
    case 'var':
    case 'builtin':
      return expr;
    case 'unary':
    case 'cast': {
      const operand = map(expr.operand);
      return operand === expr.operand ? expr : { ...expr, operand };
    }
    case 'binary': {
      const left = map(expr.left);
      const right = map(expr.right);
      return left === expr.left && right === expr.right ? expr : { ...expr, left, right };
    }
    case 'select': {
      const when = map(expr.when);
      const then = map(expr.then);
      const otherwise = map(expr.otherwise);
      const same = when === expr.when && then === expr.then && otherwise === expr.otherwise;
      return same ? expr : { kind: 'select', when, then, otherwise };
    }
    case 'apply': {
      const args = expr.args.map(map);
      return args.every((arg, k) => arg === expr.args[k]) ? expr : { ...expr, args };
    }
    default:
      return assertNever(expr);
  }
}

/** Replaces variables at once (not one after the other); variables that are not in `values` stay. */
export function substitute(expr: Expr, values: ReadonlyMap<VarId, Expr>): Expr {
  if (values.size === 0) return expr;
  return mapExpr(expr, (node) => (node.kind === 'var' ? (values.get(node.id) ?? node) : node));
}

/** Calls `visit` on every node, operands first. */
export function eachNode(expr: Expr, visit: (node: Expr) => void): void {
  for (const operand of operandsOf(expr)) eachNode(operand, visit);
  visit(expr);
}

/** Whether any node of the expression matches. */
export const someNode = (expr: Expr, matches: (node: Expr) => boolean): boolean =>
  matches(expr) || operandsOf(expr).some((operand) => someNode(operand, matches));

/** The ids of all variables in the expression. */
export function freeVariables(expr: Expr): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  eachNode(expr, (node) => {
    if (node.kind === 'var') found.add(node.id);
  });
  return found;
}

/** What all have to hold for the condition to hold. */
export function conjuncts(expr: Expr): readonly Expr[] {
  return expr.kind === 'binary' && expr.op === '&&' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

/** Of which one has to hold for the condition to hold. */
export function disjuncts(expr: Expr): readonly Expr[] {
  return expr.kind === 'binary' && expr.op === '||' ? [...disjuncts(expr.left), ...disjuncts(expr.right)] : [expr];
}

/** What is converted, however often. */
export const uncast = (expr: Expr): Expr => (expr.kind === 'cast' ? uncast(expr.operand) : expr);
