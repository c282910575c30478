/**
 * Arrays whose contents host code gives: where a launch is followed as the program does it (launch/program/), each load
 * from an array that the kernel does not change becomes the number that stands there. Exact: the prover and the machine
 * are given the same kernel. An element that nothing has set is any value.
 *
 * Example: after `for (int i = 0; i < 64; i++) h[i] = 63 - i;` and a copy to `order`, `out[order[t]]` is `out[t < 64 ?
 * 63 - t : …]`.
 */
import type { ArrayId, VarId } from '../base/brand.ts';
import type { Expr } from '../base/expr.ts';
import type { ArrayDecl, Kernel, Place, Scalar, Stmt, StmtOf } from './ir.ts';
import { isInRange } from '../base/arithmetic.ts';
import { stmtId, varId } from '../base/brand.ts';
import { i64, sizeOf } from '../base/ctype.ts';
import { binary, cast, int, select, variable } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { memoized } from '../base/memoize.ts';
import { leftUndefined } from './gaps.ts';
import { eachStmt, expressionsOf, mapStmts, nextStmtId, placeOf, targetOf } from './walk.ts';

/** `name`: as launches name the array. `cells`: integers by the byte at which they stand. */
export type KnownContents = Readonly<{
  name: string;
  cells: ReadonlyMap<number, Readonly<{ value: bigint; bytes: number }>>;
}>;

/** Determines what is known of an array. */
export const keyOfContents = ({ name, cells }: KnownContents): readonly string[] => [
  name,
  ...[...cells].map(([at, { value, bytes }]) => `${at}:${value}:${bytes}`),
];

/** The arrays that some statement may change, or does not plainly load from. */
export function changedArrays(kernel: Kernel): ReadonlySet<ArrayId> {
  const changed = new Set<ArrayId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'store' || stmt.kind === 'atomic' || (stmt.kind === 'load' && stmt.copy !== undefined))
      changed.add(stmt.place.array);
    if (stmt.kind === 'unknown') for (const array of stmt.footprint) changed.add(array);
  });
  return changed;
}

/** Arrays in global and constant memory that the kernel only reads, by plain loads. */
export const onlyRead = memoized((kernel: Kernel): readonly ArrayDecl[] => {
  const changed = changedArrays(kernel);
  return [...kernel.arrays.values()].filter(
    (decl) =>
      !changed.has(decl.id) &&
      (decl.space === 'global' || decl.space === 'constant') &&
      decl.reached === undefined &&
      decl.isAtWill !== true,
  );
});

/** What is known of the arrays that the kernel only reads. */
function knownOf(kernel: Kernel, contents: readonly KnownContents[]): readonly (readonly [ArrayDecl, KnownContents])[] {
  return onlyRead(kernel).flatMap((decl) => {
    const own = contents.find(({ name }) => name === (decl.parameter ?? decl.name));
    return own === undefined ? [] : [[decl, own] as const];
  });
}

/** Whether addresses or conditions rest on what arrays hold that the kernel only reads. */
export function restsOnContents(kernel: Kernel): boolean {
  const own = new Set(onlyRead(kernel).map(({ id }) => id));
  if (own.size === 0) return false;
  const needed = new Set<VarId>();
  const loads: StmtOf<'load'>[] = [];
  const given: { readonly target: VarId; readonly reads: readonly VarId[] }[] = [];
  const reads = (exprs: readonly Expr[]): readonly VarId[] => exprs.flatMap((expr) => [...freeVariables(expr)]);
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'load') loads.push(stmt);
    const target = targetOf(stmt);
    if (target !== null) given.push({ target, reads: reads(expressionsOf(stmt)) });
    const decides =
      stmt.kind === 'loop' || stmt.kind === 'branch'
        ? expressionsOf(stmt)
        : (placeOf(stmt)?.subscripts ?? []).map(({ index }) => index);
    for (const id of reads(decides)) needed.add(id);
  });
  for (let before = -1; before < needed.size;) {
    before = needed.size;
    for (const one of given) if (needed.has(one.target)) for (const id of one.reads) needed.add(id);
  }
  return loads.some(({ place, target }) => own.has(place.array) && needed.has(target));
}

/** More parts of a list, each with steps of one size, make too large a term. */
const maxParts = 300;

/** The kernel with the numbers that stand in these arrays. */
export function withContents(kernel: Kernel, contents: readonly KnownContents[]): Kernel {
  const known = new Map(knownOf(kernel, contents).map(([{ id }, own]) => [id, own]));
  const scalars = new Map(kernel.scalars);
  let [next, changes] = [nextStmtId(kernel.body), 0];
  const body = mapStmts(kernel.body, (stmt) => {
    const own = stmt.kind === 'load' ? known.get(stmt.place.array) : undefined;
    const list = own === undefined || stmt.kind !== 'load' ? null : listAt(own, stmt.place);
    if (stmt.kind !== 'load' || list === null) return [stmt];
    changes++;
    const step = { span: stmt.span, source: stmt.source };
    const [subscript] = stmt.place.subscripts;
    if (subscript === undefined)
      return [
        {
          ...step,
          kind: 'assign' as const,
          id: stmt.id,
          target: stmt.target,
          value: list.type.kind === 'int' ? int(list.first, list.type) : cast(list.type, int(list.first, i64)),
        },
      ];
    const id = varId(`${own?.name ?? ''} element ${next}`);
    scalars.set(id, { id, name: `${own?.name ?? ''}'s index`, type: i64, role: 'temporary' } satisfies Scalar);
    const at = variable(id, i64);
    const isKnown = binary('&&', binary('>=', at, int(0, i64)), binary('<', at, int(list.length, i64)));
    const then: Stmt = {
      ...step,
      kind: 'assign',
      id: stmt.id,
      target: stmt.target,
      value: cast(list.type, elementAt(list.parts, at)),
    };
    const otherwise: Stmt = {
      ...step,
      kind: 'unknown-value',
      id: stmtId(next++),
      target: stmt.target,
      because: leftUndefined,
    };
    return [
      { ...step, kind: 'assign' as const, id: stmtId(next++), target: id, value: cast(i64, subscript.index) },
      { ...step, kind: 'branch' as const, id: stmtId(next++), when: isKnown, then: [then], otherwise: [otherwise] },
    ];
  });
  return changes === 0 ? kernel : { ...kernel, scalars, body };
}

/** Contents as a run names them, for those who repeat it: arrays of numbers. */
export function contentsAsArrays(
  kernel: Kernel,
  contents: readonly KnownContents[],
): readonly (readonly [string, ReadonlyMap<number, bigint>])[] {
  return knownOf(kernel, contents).flatMap(([decl, { cells }]) => {
    if (decl.element?.kind !== 'int' || [...cells.values()].some(({ bytes }) => bytes !== decl.elementBytes)) return [];
    return [
      [
        decl.name,
        new Map([...cells].filter(([at]) => at >= 0).map(([at, { value }]) => [at / decl.elementBytes, value])),
      ] as const,
    ];
  });
}

type List = Readonly<{
  type: Extract<Place['type'], { kind: 'int' | 'float' }>;
  first: bigint;
  length: number;
  parts: readonly Part[];
}>;

/** The numbers that a place may mean, by its one index, from 0 on; null: not known, or too many to tell. */
function listAt({ cells }: KnownContents, { type, subscripts, offset, volatile }: Place): List | null {
  const [subscript, second] = subscripts;
  if ((type.kind !== 'int' && type.kind !== 'float') || second !== undefined || volatile) return null;
  const size = sizeOf(type);
  const stride = subscript?.stride ?? 0;
  const found: bigint[] = [];
  for (let at: number = offset; ; at += stride) {
    const cell = cells.get(at);
    // the bytes of a floating-point number are no integer but of 0
    if (
      cell?.bytes !== size ||
      !isInRange(cell.value, i64) ||
      (type.kind === 'int' ? !isInRange(cell.value, type) : cell.value !== 0n)
    )
      break;
    found.push(cell.value);
    if (stride <= 0) break;
  }
  const [first] = found;
  if (first === undefined || (subscript !== undefined && stride <= 0)) return null;
  const parts = partsOf(found);
  return parts.length > maxParts ? null : { type, first, length: found.length, parts };
}

/** From `from` on, element i is `first + (i - from) * step`. */
type Part = Readonly<{ from: bigint; first: bigint; step: bigint }>;

function partsOf(list: readonly bigint[]): readonly Part[] {
  const parts: Part[] = [];
  for (let k = 0; k < list.length;) {
    const [first = 0n, next] = [list[k], list[k + 1]];
    const step = next === undefined ? 0n : next - first;
    let end = k + 1;
    while (end < list.length && list[end] === first + BigInt(end - k) * step) end++;
    parts.push({ from: BigInt(k), first, step });
    k = end;
  }
  return parts;
}

/** The element, chosen among the parts by halves. */
function elementAt(parts: readonly Part[], at: Expr): Expr {
  const middle = parts.length >> 1;
  const [first, next] = [parts[0], parts[middle]];
  if (parts.length > 1 && next !== undefined)
    return select(
      binary('<', at, int(next.from, i64)),
      elementAt(parts.slice(0, middle), at),
      elementAt(parts.slice(middle), at),
    );
  const { from, first: value, step } = first ?? { from: 0n, first: 0n, step: 0n };
  return step === 0n ? int(value, i64) : binary('+', int(value - from * step, i64), binary('*', at, int(step, i64)));
}
