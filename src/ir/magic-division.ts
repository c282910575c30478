/**
 * Division by multiplication with magic numbers: where host code computes `m` and `s` from `d`, `(__umulhi(n, m) + n)
 * >> s` is `n / d` (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994). Libraries pass
 * the three as members of one argument (`fastdiv`, `IntDivider`, `FastDivmod`). Of arbitrary m and s such an index says
 * nothing, and all of its digits seem to collide, so the quotient is written as one. What is proved then holds under
 * the condition that the numbers are those of d (`Kernel.divisions`).
 *
 *     q = (__umulhi(n, f.x) + n) >> f.y;        q = n / f.z;
 *     r = n - q * f.z;                     ⟶    r = n - q * f.z;
 */
import type { Expr } from '../base/expr.ts';
import type { Division, Kernel, Stmt, StmtOf } from './ir.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import { assignedIn, eachStmt, expressionsOf, placeOf, someStmt, targetOf, withMappedBodies } from './walk.ts';
import { binary, typeOf, variable } from '../base/expr-build.ts';
import { eachNode, freeVariables, mapExpr } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import type { ScalarType } from '../base/ctype.ts';
import { u32 } from '../base/ctype.ts';

/** The kernel with its quotients by magic numbers as quotients; itself where it has none. */
export function withDivisions(kernel: Kernel): Kernel {
  if (!someStmt(kernel.body, isHighProduct)) return kernel;
  const parameters = new Map(
    kernel.params.flatMap((param) =>
      param.kind === 'scalar' && isWord(param.type) ? [[param.id, param.name] as const] : [],
    ),
  );
  for (const id of assignedIn(kernel.body)) parameters.delete(id);
  const found = new Map<string, Found>();
  const seen = (quotient: Quotient): Found => {
    const one = found.get(keyOf(quotient)) ?? { quotient, divisors: new Set<VarId>(), targets: new Set<VarId>() };
    found.set(keyOf(quotient), one);
    return one;
  };
  walk(
    kernel.body,
    { parameters, values: new Map() },
    {
      onQuotient: (quotient, _, target) => {
        seen(quotient).targets.add(target);
        return null;
      },
      onRemainder: (quotient, divisor) => {
        seen(quotient).divisors.add(divisor);
      },
    },
  );
  const divisors = new Map(
    [...found].flatMap(([key, { quotient, divisors: own }]) => {
      const [only, ...others] = own.size > 0 ? own : siblings(quotient, parameters);
      const isOne =
        only !== undefined && others.length === 0 && only !== quotient.multiplier && only !== quotient.shift;
      return isOne ? [[key, { quotient, divisor: only }] as const] : [];
    }),
  );
  if (divisors.size === 0) return kernel;
  const quotients = new Set([...found.values()].flatMap(({ targets }) => [...targets]));
  if (!decides(quotients, kernel.body)) return kernel;
  const body = walk(
    kernel.body,
    { parameters, values: new Map() },
    {
      onQuotient: (quotient, of) => {
        const known = divisors.get(keyOf(quotient));
        return known === undefined ? null : binary('/', of, variable(known.divisor, u32));
      },
      onRemainder: () => undefined,
    },
  );
  const nameOf = (id: VarId): string => parameters.get(id) ?? id;
  const divisions = [...divisors.values()].map(({ quotient: { multiplier, shift }, divisor }): Division => ({
    multiplier: nameOf(multiplier),
    shift: nameOf(shift),
    divisor: nameOf(divisor),
  }));
  return { ...kernel, body, divisions };
}

/** `targets`: variables that get what it is a part of. */
type Found = Readonly<{ quotient: Quotient; divisors: Set<VarId>; targets: Set<VarId> }>;

/**
 * Whether quotients may say where something is accessed that the kernel stores to, or who comes to a barrier. Of others
 * no proof depends on what they are, and so on no condition.
 */
function decides(quotients: ReadonlySet<VarId>, body: readonly Stmt[]): boolean {
  const made = new Set(quotients);
  const restsOn = (exprs: readonly Expr[]): boolean =>
    exprs.some((expr) => [...freeVariables(expr)].some((id) => made.has(id)));
  for (let before = -1; before < made.size;) {
    before = made.size;
    eachStmt(body, (stmt) => {
      const target = targetOf(stmt);
      if (target !== null && stmt.kind !== 'load' && restsOn(expressionsOf(stmt))) made.add(target);
    });
  }
  const stored = new Set<ArrayId>();
  eachStmt(body, (stmt) => {
    if (stmt.kind === 'store') stored.add(stmt.place.array);
  });
  return someStmt(body, (stmt) => {
    if (stmt.kind === 'branch' || stmt.kind === 'loop') {
      return (
        restsOn(expressionsOf(stmt)) &&
        someStmt([stmt], ({ kind }) => kind === 'barrier' || kind === 'lanes' || kind === 'async')
      );
    }
    const place = placeOf(stmt);
    return place !== null && stored.has(place.array) && restsOn(place.subscripts.map(({ index }) => index));
  });
}

function isHighProduct(stmt: Stmt): boolean {
  let has = false;
  if (stmt.kind === 'assign')
    eachNode(stmt.value, (node) => {
      has ||= node.kind === 'apply' && node.fn === '__umulhi';
    });
  return has;
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
 * What a variable holds at a place: another one's value, the upper half of a product, or a quotient of `dividend` (its
 * text, in names of what is not a copy).
 * `on`: the variables that it is made of; with one of these it goes.
 */
type Value =
  | Readonly<{ kind: 'copy'; of: VarId; on: ReadonlySet<VarId> }>
  | Readonly<{ kind: 'high'; ways: readonly Way[]; on: ReadonlySet<VarId> }>
  | Readonly<{ kind: 'quotient'; dividend: string; quotient: Quotient; on: ReadonlySet<VarId> }>;
/** Which factor is divided, and by which argument it is multiplied. */
type Way = Readonly<{ dividend: string; multiplier: VarId }>;
type Known = Readonly<{ parameters: ReadonlyMap<VarId, string>; values: Map<VarId, Value> }>;

/** `onQuotient`: what is to stand in its place, or null; `target` gets what it is a part of. */
type Visit = Readonly<{
  onQuotient: (quotient: Quotient, of: Expr, target: VarId) => Expr | null;
  onRemainder: (quotient: Quotient, divisor: VarId) => void;
}>;

/** Goes over the statements in the order of execution. */
function walk(body: readonly Stmt[], known: Known, visit: Visit): readonly Stmt[] {
  const apart = (): Known => ({ ...known, values: new Map(known.values) });
  return body.map((stmt): Stmt => {
    // what a loop changes is not known in its condition
    if (stmt.kind !== 'loop')
      for (const expr of expressionsOf(stmt))
        eachNode(expr, (node) => {
          tellRemainder(node, known, visit);
        });
    if (stmt.kind === 'assign') return walkAssignment(stmt, known, visit);
    if (stmt.kind === 'loop') forget(known, assignedIn([stmt]));
    const walked = withMappedBodies(stmt, (inner) => walk(inner, stmt.kind === 'call' ? known : apart(), visit));
    // what stands behind a return that was taken was not executed
    const isStraight =
      stmt.kind === 'call' && !someStmt(stmt.body, (one) => one.kind === 'jump' && one.to === 'return');
    if (!isStraight) forget(known, assignedIn([stmt]));
    return walked;
  });
}

function walkAssignment(stmt: StmtOf<'assign'>, known: Known, visit: Visit): Stmt {
  const value = mapExpr(stmt.value, (node) => {
    const quotient = quotientIn(node, known);
    return (quotient === null ? null : visit.onQuotient(quotient.quotient, quotient.of, stmt.target)) ?? node;
  });
  const held = valueOf(stmt.value, known);
  forget(known, [stmt.target]);
  if (held !== null && !held.on.has(stmt.target)) known.values.set(stmt.target, held);
  return { ...stmt, value };
}

/** Drops what is known of the variables, and by them. */
function forget({ values }: Known, ids: Iterable<VarId>): void {
  const gone = new Set(ids);
  for (const [id, { on }] of values) if (gone.has(id) || [...on].some((one) => gone.has(one))) values.delete(id);
}

function valueOf(expr: Expr, known: Known): Value | null {
  if (expr.kind === 'var') {
    const before = known.values.get(expr.id);
    return before ?? { kind: 'copy', of: expr.id, on: new Set([expr.id]) };
  }
  const high = highIn(expr, known);
  if (high !== null) return { kind: 'high', ...high };
  const quotient = quotientIn(expr, known);
  return quotient === null
    ? null
    : { kind: 'quotient', dividend: quotient.dividend, quotient: quotient.quotient, on: quotient.on };
}

/** `n - q * d`, where q is the quotient of n. */
function tellRemainder(expr: Expr, known: Known, visit: Visit): void {
  if (expr.kind !== 'binary' || expr.op !== '-' || expr.right.kind !== 'binary' || expr.right.op !== '*') return;
  const {
    left,
    right: { left: first, right: second },
  } = expr;
  for (const [quotient, divisor] of [
    [first, second],
    [second, first],
  ] as const) {
    const held = quotient.kind === 'var' ? known.values.get(quotient.id) : undefined;
    const own = parameterIn(divisor, known);
    if (held?.kind === 'quotient' && own !== null && held.dividend === textOf(left, known))
      visit.onRemainder(held.quotient, own);
  }
}

type High = Readonly<{ ways: readonly Way[]; on: ReadonlySet<VarId> }>;

function highIn(expr: Expr, known: Known): High | null {
  if (expr.kind === 'var') {
    const held = known.values.get(expr.id);
    return held?.kind === 'high' ? held : null;
  }
  const [a, b] = expr.kind === 'apply' && expr.fn === '__umulhi' ? expr.args : [];
  if (a === undefined || b === undefined) return null;
  const ways = (
    [
      [a, b],
      [b, a],
    ] as const
  ).flatMap(([dividend, by]) => {
    const multiplier = parameterIn(by, known);
    return multiplier === null ? [] : [{ dividend: textOf(dividend, known), multiplier }];
  });
  return ways.length === 0 ? null : { ways, on: new Set([...rootsOf(a, known), ...rootsOf(b, known)]) };
}

/** `(high + n) >> s`: the quotient, and what is divided. */
function quotientIn(
  expr: Expr,
  known: Known,
): Readonly<{ quotient: Quotient; of: Expr; dividend: string; on: ReadonlySet<VarId> }> | null {
  if (expr.kind !== 'binary' || expr.op !== '>>' || !isWord(typeOf(expr))) return null;
  const shift = parameterIn(expr.right, known);
  if (shift === null) return null;
  const sum =
    expr.left.kind === 'binary' && expr.left.op === '+'
      ? ([
          [expr.left.left, expr.left.right],
          [expr.left.right, expr.left.left],
        ] as const)
      : [];
  for (const [product, of] of sum) {
    const high = highIn(product, known);
    const way = high?.ways.find(({ dividend }) => dividend === textOf(of, known));
    if (high !== null && way !== undefined)
      return { quotient: { multiplier: way.multiplier, shift }, of, dividend: way.dividend, on: high.on };
  }
  return null;
}

const isWord = (type: ScalarType): boolean => type.kind === 'int' && !type.signed && type.bits === 32;

/** The argument that the expression is a copy of, whole, in another type or not. */
function parameterIn(expr: Expr, known: Known): VarId | null {
  if (expr.kind === 'cast')
    return expr.to.kind === 'int' && expr.to.bits >= 32 ? parameterIn(expr.operand, known) : null;
  if (expr.kind !== 'var') return null;
  const root = rootOf(expr.id, known);
  return known.parameters.has(root) ? root : null;
}

function rootOf(id: VarId, { values }: Known): VarId {
  const held = values.get(id);
  return held?.kind === 'copy' ? held.of : id;
}

const textOf = (expr: Expr, known: Known): string =>
  printExpr(mapExpr(expr, (node) => (node.kind === 'var' ? { ...node, id: rootOf(node.id, known) } : node)));

const rootsOf = (expr: Expr, known: Known): ReadonlySet<VarId> =>
  new Set([...freeVariables(expr)].flatMap((id) => [id, rootOf(id, known)]));
