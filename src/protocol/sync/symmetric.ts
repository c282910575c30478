/**
 * Whether what two lanes make of their own values and of each other's is the same for both [D33]: f(x, y) = f(y, x).
 * Operators and functions that are symmetric are known by name; where values are compared with those of the other lane,
 * each order of the two is looked at by itself. Exact where it says yes.
 *
 * Example: `x + y` is, `x - y` is not. Of values `v`, `e` of one lane and `v'`, `e'` of the other, `v' > v || (v' == v
 * && e' < e) ? e' : e` is the same for both, and `v' > v ? e' : e` is not: where `v` and `v'` are equal, each lane
 * keeps its own.
 */
import type { BinaryExpr, Expr, VarExpr } from '../../base/expr.ts';
import { varId } from '../../base/brand.ts';
import { eachNode, mapExpr, operandsOf } from '../../base/expr-walk.ts';
import { truth, typeOf } from '../../base/expr-build.ts';
import { printExpr } from '../../base/expr-print.ts';
import { fold } from '../fold.ts';

/** `numbers`: whether it rests on an order of floats, of which there is none where one is NaN. */
export type Symmetry = Readonly<{ isSymmetric: boolean; numbers: boolean }>;

const partnerMark = ' of partner';
const orders = [-1, 0, 1] as const;
/** Of more variables that are compared, not all orders are looked at. */
const mostCompared = 3;

const symmetricOperators: readonly string[] = ['+', '*', '&', '|', '^', '==', '!=', '&&', '||'];
const symmetricFunctions: readonly string[] = [
  'min',
  'max',
  'fmin',
  'fmax',
  'fminf',
  'fmaxf',
  'umin',
  'umax',
  'llmin',
  'llmax',
  'ullmin',
  'ullmax',
  'hypot',
  'hypotf',
];

/** The variable as the other lane has it. */
export const ofPartner = (variable: VarExpr): VarExpr => ({ ...variable, id: varId(`${variable.id}${partnerMark}`) });
export const isOfPartner = ({ id }: VarExpr): boolean => id.endsWith(partnerMark);
/** As the lane itself has it. */
export const ofLane = (variable: VarExpr): VarExpr =>
  isOfPartner(variable) ? { ...variable, id: varId(variable.id.slice(0, -partnerMark.length)) } : variable;

/** `isSame`: whether both lanes have one value of the variable. */
export function symmetryOf(expr: Expr, isSame: (variable: VarExpr) => boolean): Symmetry {
  const compared = new Map<string, VarExpr>();
  eachNode(expr, (node) => {
    const variable = comparedIn(node);
    if (variable !== null && !isSame(variable)) compared.set(variable.id, variable);
  });
  const variables = [...compared.values()];
  const ids = variables.map(({ id }) => id);
  const isSymmetric =
    ids.length <= mostCompared &&
    ordersOf(ids).every((order) => {
      const [one, other] = [false, true].map((isOther) => keyOf(inOrder(expr, order, isOther, isSame)));
      return one === other;
    });
  return { isSymmetric, numbers: isSymmetric && variables.some(({ type }) => type.kind === 'float') };
}

/** The variable of which the expression compares one lane's value with the other's; null: it does something else. */
function comparedIn(expr: Expr): VarExpr | null {
  if (expr.kind !== 'binary' || !isComparison(expr)) return null;
  const { left, right } = expr;
  if (left.kind !== 'var' || right.kind !== 'var' || isOfPartner(left) === isOfPartner(right)) return null;
  return ofLane(left).id === ofLane(right).id ? ofLane(left) : null;
}

const isComparison = ({ op }: BinaryExpr): boolean => ['==', '!=', '<', '<=', '>', '>='].includes(op);

/** All orders in which the two lanes' values of variables can be, as signs of their differences. */
function ordersOf(ids: readonly string[]): readonly ReadonlyMap<string, number>[] {
  const none: readonly ReadonlyMap<string, number>[] = [new Map()];
  return ids.reduce(
    (found, id) => found.flatMap((before) => orders.map((order) => new Map(before).set(id, order))),
    none,
  );
}

/**
 * What one lane computes, or the other one, where the values of the first are to those of the other as `order` says: in
 * names of the first lane's values (1), of the other's (2), and of those that both have.
 */
function inOrder(
  expr: Expr,
  order: ReadonlyMap<string, number>,
  isOther: boolean,
  isSame: (variable: VarExpr) => boolean,
): Expr {
  const decided = mapExpr(expr, (node) => {
    const variable = comparedIn(node);
    const sign = variable === null ? undefined : order.get(variable.id);
    if (sign === undefined || node.kind !== 'binary') return node;
    const isReversed = (node.left.kind === 'var' && isOfPartner(node.left)) !== isOther;
    return truth(compares(node.op, isReversed ? -sign : sign));
  });
  return mapExpr(decided, (node) => {
    if (node.kind !== 'var') return fold(node);
    const variable = ofLane(node);
    if (isSame(variable) || order.get(variable.id) === 0) return variable;
    return { ...variable, id: varId(`${variable.id} ${isOfPartner(node) === isOther ? 1 : 2}`) };
  });
}

function compares(op: BinaryExpr['op'], sign: number): boolean {
  switch (op) {
    case '==':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    case '>':
      return sign > 0;
    default:
      return sign >= 0;
  }
}

/** One text for expressions that are one value by the symmetry of operators and functions. */
function keyOf(expr: Expr): string {
  const operands = operandsOf(expr);
  if (operands.length === 0) return printExpr(expr);
  const keys = operands.map(keyOf);
  const isSymmetric =
    expr.kind === 'binary'
      ? symmetricOperators.includes(expr.op)
      : expr.kind === 'apply' && symmetricFunctions.includes(expr.fn);
  const head = expr.kind === 'binary' || expr.kind === 'unary' ? expr.op : expr.kind === 'apply' ? expr.fn : expr.kind;
  return `${head} ${JSON.stringify(typeOf(expr))}(${(isSymmetric ? keys.sort() : keys).join(', ')})`;
}
