/**
 * Where statements stand: which come before or behind another one in every run of a thread, and under which conditions
 * a thread comes to one. Under-approximating: what is said to come before does.
 */
import type { Expr } from '../../base/expr.ts';
import type { StmtId } from '../../base/brand.ts';
import type { Stmt, StmtOf } from '../ir.ts';
import { bodiesOf } from '../walk.ts';

/** One of the lists that a statement stands in: the element that it is, or is in, and what the list belongs to. */
export type Frame = Readonly<{ list: readonly Stmt[]; at: number; owner: Stmt | null; part: number }>;
/** Outermost first. */
export type Path = readonly Frame[];
export type Condition = Readonly<{ when: Expr; isTrue: boolean }>;

export function pathsOf(body: readonly Stmt[]): ReadonlyMap<StmtId, Path> {
  const found = new Map<StmtId, Path>();
  const visit = (given: readonly Stmt[], owner: Stmt | null, part: number, around: Path): void => {
    const list = flat(given);
    for (const [at, stmt] of list.entries()) {
      const path = [...around, { list, at, owner, part }];
      found.set(stmt.id, path);
      for (const [k, inner] of bodiesOf(stmt).entries()) visit(inner, stmt, k, path);
    }
  };
  visit(body, null, 0, []);
  return found;
}

/** With what called functions do in place, where they come to their end. */
export function flat(body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) =>
    stmt.kind === 'call' && !stmt.body.some((inner) => mayLeave(inner)) ? flat(stmt.body) : [stmt],
  );
}

/** Whether a thread may get out of it otherwise than by its end. */
export function mayLeave(stmt: Stmt, isInLoop = false): boolean {
  if (stmt.kind === 'jump') return !isInLoop || stmt.to === 'exit' || stmt.to === 'return';
  return bodiesOf(stmt)
    .flat()
    .some((inner) => mayLeave(inner, isInLoop || stmt.kind === 'loop'));
}

/** Whether a thread that comes to the list never comes to its end. */
export const alwaysLeaves = (list: readonly Stmt[]): boolean =>
  list.some(
    (stmt) =>
      stmt.kind === 'jump' || (stmt.kind === 'branch' && alwaysLeaves(stmt.then) && alwaysLeaves(stmt.otherwise)),
  );

export const isInLoop = (path: Path): boolean => path.some(({ owner }) => owner?.kind === 'loop');

/** What holds, or held, of a thread that comes there. */
export function conditionsOf(path: Path): readonly Condition[] {
  return path.flatMap(({ list, at, owner, part }) => [
    ...(owner?.kind === 'branch' ? [{ when: owner.when, isTrue: part === 0 }] : []),
    ...list.slice(0, at).flatMap((stmt): readonly Condition[] => {
      if (stmt.kind !== 'branch') return [];
      return [
        ...(alwaysLeaves(stmt.then) ? [{ when: stmt.when, isTrue: false }] : []),
        ...(alwaysLeaves(stmt.otherwise) ? [{ when: stmt.when, isTrue: true }] : []),
      ];
    }),
  ]);
}

/** The innermost list that both stand in, and how deep it is; where they are in one element of it, it is not that. */
export function commonList(a: Path, b: Path): Readonly<{ depth: number; a: number; b: number }> | null {
  for (let depth = Math.min(a.length, b.length) - 1; depth >= 0; depth--) {
    const [one, other] = [a[depth], b[depth]];
    if (one !== undefined && other !== undefined && one.list === other.list) return { depth, a: one.at, b: other.at };
  }
  return null;
}

/**
 * Statements that each thread which passes `path` from the depth on comes to behind it, in the lists from there
 * outwards down to `depth`, `before` bounding the last one.
 */
export function passedBehind(path: Path, depth: number, before: number): readonly Stmt[] {
  const found: Stmt[] = [];
  for (let k = path.length - 1; k >= depth; k--) {
    const frame = path[k];
    if (frame === undefined) continue;
    const rest = frame.list.slice(frame.at + 1, k === depth ? before : undefined);
    const leaving = rest.findIndex((stmt) => mayLeave(stmt));
    found.push(...(leaving < 0 ? rest : rest.slice(0, leaving)));
    if (leaving >= 0) break;
    // a loop may be gone around again before its end is come to; what is behind it is passed all the same
  }
  return found;
}

/**
 * Statements that each thread which comes to `path` has passed before in the lists from `depth` inwards, in the first
 * of them behind `from`.
 */
export const passedBefore = (path: Path, depth: number, from: number): readonly Stmt[] =>
  path.slice(depth).flatMap(({ list, at }, k) => list.slice(k === 0 ? from + 1 : 0, at));

export const isBlockBarrier = (stmt: Stmt): stmt is StmtOf<'barrier'> =>
  stmt.kind === 'barrier' && stmt.scope.kind === 'block';
