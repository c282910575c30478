/**
 * Division by multiplication with magic numbers: where host code computes `m` and `s` from `d`, `(__umulhi(n, m) + n) >> s` is `n / d`
 * (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994). Libraries pass the three as members of one
 * argument (`fastdiv`, `IntDivider`, `FastDivmod`). Of arbitrary m and s such an index says nothing, and all of its digits seem to collide, so the quotient is
 * written as one. What is proved then holds under the condition that the numbers are those of d (`Kernel.divisions`).
 *
 *     q = (__umulhi(n, f.x) + n) >> f.y;        q = n / f.z;
 *     r = n - q * f.z;                     ⟶    r = n - q * f.z;
 */
import type { Expr } from '../base/expr.ts';
import type { Division, Kernel, Stmt } from './ir.ts';
import type { VarId } from '../base/brand.ts';
import { assertNever } from '../base/invariant.ts';
import { assignedIn, someStmt, targetOf } from './walk.ts';
import { binary, typeOf, variable } from '../base/expr-build.ts';
import { eachNode, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { u32 } from '../base/ctype.ts';

/** The kernel with its quotients by magic numbers as quotients; itself where it has none. */
export function withDivisions(kernel: Kernel): Kernel {
  if (!someStmt(kernel.body, isHighProduct)) return kernel;
  const parameters = new Map(kernel.params.flatMap((param) => (param.kind === 'scalar' && param.type.kind === 'int' && !param.type.signed && param.type.bits === 32 ? [[param.id, param.name] as const] : [])));
  for (const id of assignedIn(kernel.body)) parameters.delete(id);
  const found = new Map<string, { quotient: Quotient; divisors: Set<VarId> }>();
  const seen = (quotient: Quotient): { quotient: Quotient; divisors: Set<VarId> } => {
    const one = found.get(keyOf(quotient)) ?? { quotient, divisors: new Set<VarId>() };
    found.set(keyOf(quotient), one);
    return one;
  };
  walk(kernel.body, { parameters, values: new Map() }, {
    onQuotient: (quotient) => { seen(quotient); return null; },
    onRemainder: (quotient, divisor) => { seen(quotient).divisors.add(divisor); },
  });
  const divisors = new Map([...found].flatMap(([key, { quotient, divisors: own }]) => {
    const [only, ...others] = own.size > 0 ? own : siblings(quotient, parameters);
    return only === undefined || others.length > 0 || only === quotient.multiplier || only === quotient.shift ? [] : [[key, { quotient, divisor: only }] as const];
  }));
  if (divisors.size === 0) return kernel;
  const body = walk(kernel.body, { parameters, values: new Map() }, {
    onQuotient: (quotient, of) => {
      const known = divisors.get(keyOf(quotient));
      return known === undefined ? null : binary('/', of, variable(known.divisor, u32));
    },
    onRemainder: () => undefined,
  });
  const nameOf = (id: VarId): string => parameters.get(id) ?? `${id}`;
  const divisions = [...divisors.values()].map(({ quotient, divisor }): Division => ({ multiplier: nameOf(quotient.multiplier), shift: nameOf(quotient.shift), divisor: nameOf(divisor) }));
  return { ...kernel, body, divisions };
}

const isHighProduct = (stmt: Stmt): boolean => stmt.kind === 'assign' && productIn(stmt.value) !== null;

function productIn(expr: Expr): Expr | null {
  let found: Expr | null = null;
  eachNode(expr, (node) => { if (node.kind === 'apply' && node.fn === '__umulhi') found = node; });
  return found;
}

/** By which arguments something is divided. */
type Quotient = Readonly<{ multiplier: VarId; shift: VarId }>;
const keyOf = ({ multiplier, shift }: Quotient): string => `${multiplier} ${shift}`;

/** The one other member of the argument that has these two: `f.z` beside `f.x` and `f.y`. */
function siblings({ multiplier, shift }: Quotient, parameters: ReadonlyMap<VarId, string>): readonly VarId[] {
  const ownerOf = (id: VarId): string | null => /^(.*)\.\w+$/.exec(parameters.get(id) ?? '')?.[1] ?? null;
  const owner = ownerOf(multiplier);
  if (owner === null || ownerOf(shift) !== owner) return [];
  return [...parameters.keys()].filter((id) => ownerOf(id) === owner && id !== multiplier && id !== shift);
}

/**
 * What a variable holds at a place: another one's value, the upper half of a product, or a quotient of `dividend` (its text, in names of what is not a copy).
 * `on`: the variables that it is made of; with one of these it goes.
 */
type Value =
  | Readonly<{ kind: 'copy'; of: VarId; on: ReadonlySet<VarId> }>
  | Readonly<{ kind: 'high'; dividend: string; multiplier: VarId; on: ReadonlySet<VarId> }>
  | Readonly<{ kind: 'quotient'; dividend: string; quotient: Quotient; on: ReadonlySet<VarId> }>;
type Known = Readonly<{ parameters: ReadonlyMap<VarId, string>; values: Map<VarId, Value> }>;

/** `onQuotient`: what is to stand in its place, or null. */
type Visit = Readonly<{ onQuotient: (quotient: Quotient, of: Expr) => Expr | null; onRemainder: (quotient: Quotient, divisor: VarId) => void }>;

/** Goes over the statements in the order of execution. */
function walk(body: readonly Stmt[], known: Known, visit: Visit): readonly Stmt[] {
  const apart = (): Known => ({ ...known, values: new Map(known.values) });
  return body.map((stmt): Stmt => {
    switch (stmt.kind) {
      case 'assign': {
        const value = mapExpr(stmt.value, (node) => {
          const quotient = quotientIn(node, known);
          return (quotient === null ? null : visit.onQuotient(quotient.quotient, quotient.of)) ?? node;
        });
        const held = valueOf(stmt.value, known, visit);
        forget(known, [stmt.target]);
        if (held !== null && !held.on.has(stmt.target)) known.values.set(stmt.target, held);
        return value === stmt.value ? stmt : { ...stmt, value };
      }
      case 'call': {
        const inner = walk(stmt.body, known, visit);
        // what stands behind a return that was taken was not executed
        if (someStmt(stmt.body, (one) => one.kind === 'jump' && one.to === 'return')) forget(known, assignedIn(stmt.body));
        return { ...stmt, body: inner };
      }
      case 'branch': {
        const [then, otherwise] = [walk(stmt.then, apart(), visit), walk(stmt.otherwise, apart(), visit)];
        forget(known, assignedIn([stmt]));
        return { ...stmt, then, otherwise };
      }
      case 'loop': {
        forget(known, assignedIn([stmt]));
        return { ...stmt, before: walk(stmt.before, apart(), visit), body: walk(stmt.body, apart(), visit), step: walk(stmt.step, apart(), visit) };
      }
      case 'load':
      case 'store':
      case 'atomic':
      case 'barrier':
      case 'fence':
      case 'async':
      case 'lanes':
      case 'jump':
      case 'assert':
      case 'unknown-value':
      case 'unknown': {
        const target = targetOf(stmt);
        if (target !== null) forget(known, [target]);
        return stmt;
      }
      default:
        return assertNever(stmt);
    }
  });
}

/** Drops what is known of the variables, and by them. */
function forget({ values }: Known, ids: Iterable<VarId>): void {
  const gone = new Set(ids);
  for (const [id, { on }] of values) if (gone.has(id) || [...on].some((one) => gone.has(one))) values.delete(id);
}

function valueOf(expr: Expr, known: Known, visit: Visit): Value | null {
  if (expr.kind === 'var') {
    const before = known.values.get(expr.id);
    return before ?? { kind: 'copy', of: expr.id, on: new Set([expr.id]) };
  }
  const high = highIn(expr, known);
  if (high !== null) return { kind: 'high', ...high };
  const quotient = quotientIn(expr, known);
  if (quotient !== null) return { kind: 'quotient', dividend: quotient.dividend, quotient: quotient.quotient, on: quotient.on };
  tellRemainder(expr, known, visit);
  return null;
}

/** `n - q * d`, where q is the quotient of n. */
function tellRemainder(expr: Expr, known: Known, visit: Visit): void {
  if (expr.kind !== 'binary' || expr.op !== '-' || expr.right.kind !== 'binary' || expr.right.op !== '*') return;
  const { left, right: { left: first, right: second } } = expr;
  for (const [quotient, divisor] of [[first, second], [second, first]] as const) {
    const held = quotient.kind === 'var' ? known.values.get(quotient.id) : undefined;
    const own = parameterIn(divisor, known);
    if (held?.kind === 'quotient' && own !== null && held.dividend === textOf(left, known)) visit.onRemainder(held.quotient, own);
  }
}

type High = Readonly<{ dividend: string; multiplier: VarId; on: ReadonlySet<VarId> }>;

function highIn(expr: Expr, known: Known): High | null {
  if (expr.kind === 'var') {
    const held = known.values.get(expr.id);
    return held?.kind === 'high' ? held : null;
  }
  const [a, b] = expr.kind === 'apply' && expr.fn === '__umulhi' ? expr.args : [];
  if (a === undefined || b === undefined) return null;
  for (const [dividend, by] of [[a, b], [b, a]] as const) {
    const multiplier = parameterIn(by, known);
    if (multiplier !== null && parameterIn(dividend, known) === null) return { dividend: textOf(dividend, known), multiplier, on: rootsOf(dividend, known) };
  }
  return null;
}

/** `(high + n) >> s`: the quotient, and what is divided. */
function quotientIn(expr: Expr, known: Known): Readonly<{ quotient: Quotient; of: Expr; dividend: string; on: ReadonlySet<VarId> }> | null {
  if (expr.kind !== 'binary' || expr.op !== '>>' || !isU32(expr)) return null;
  const shift = parameterIn(expr.right, known);
  if (shift === null) return null;
  const sum = expr.left.kind === 'binary' && expr.left.op === '+' ? [[expr.left.left, expr.left.right], [expr.left.right, expr.left.left]] as const : [];
  for (const [product, of] of sum) {
    const high = highIn(product, known);
    if (high !== null && high.dividend === textOf(of, known)) return { quotient: { multiplier: high.multiplier, shift }, of, dividend: high.dividend, on: high.on };
  }
  return null;
}

const isU32 = (expr: Expr): boolean => {
  const type = typeOf(expr);
  return type.kind === 'int' && !type.signed && type.bits === 32;
};

/** The argument that the expression is a copy of, whole, in another type or not. */
function parameterIn(expr: Expr, known: Known): VarId | null {
  if (expr.kind === 'cast') return expr.to.kind === 'int' && expr.to.bits >= 32 ? parameterIn(expr.operand, known) : null;
  if (expr.kind !== 'var') return null;
  const root = rootOf(expr.id, known);
  return known.parameters.has(root) ? root : null;
}

function rootOf(id: VarId, { values }: Known): VarId {
  const held = values.get(id);
  return held?.kind === 'copy' ? held.of : id;
}

const textOf = (expr: Expr, known: Known): string => printExpr(mapExpr(expr, (node) => (node.kind === 'var' ? { ...node, id: rootOf(node.id, known) } : node)));

const rootsOf = (expr: Expr, known: Known): ReadonlySet<VarId> => new Set([...freeVariables(expr)].flatMap((id) => [id, rootOf(id, known)]));
