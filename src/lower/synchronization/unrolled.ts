/**
 * Loops of few known turns that wait for batches of copies or commit them, turn by turn: `for (pipe = 0; pipe < 4;) {
 * …; pipe++; … }` around inner loops, as matrix kernels have them. What is in flight from one turn of a loop around to
 * the next then stands in statements of its own (flights.ts), with the numbers of its stage. Exact: constants are
 * followed through the text, a loop is written out as far as these decide its condition, and a `break` leaves all of it
 * as a call is left.
 */
import type { StmtId, VarId } from '../../base/brand.ts';
import type { Expr } from '../../base/expr.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { Rewrite } from '../../ir/rewrite.ts';
import type { Fresh } from './flight-pass.ts';
import type { Mark } from './marks.ts';
import {
  assignedIn,
  asyncExpressions,
  bodiesOf,
  countStmts,
  eachStmt,
  expressionsOf,
  leavesCall,
  someStmt,
  targetOf,
  withMappedBodies,
} from '../../ir/walk.ts';
import { assertNever } from '../../base/invariant.ts';
import { choose, combine, constantOf, convert } from '../expressions/constants.ts';
import { freeVariables, mapExpr } from '../../base/expr-walk.ts';
import { int, typeOf, variable } from '../../base/expr-build.ts';
import { assignedWithMarks, markAt, targetOfMark } from './marks.ts';
import { opWith, placeWith, rewritten } from '../../ir/rewrite.ts';

export type Marked = Readonly<{ marks: ReadonlyMap<StmtId, Mark>; standIns: ReadonlySet<StmtId> }>;
type Env = ReadonlyMap<VarId, bigint>;
type Names = ReadonlyMap<VarId, Expr>;
type Pass = Readonly<{
  marks: Map<StmtId, Mark>;
  standIns: Set<StmtId>;
  fresh: Fresh;
  /** the body, and the turns that are made */ lists: (readonly Stmt[])[];
  count: { loops: number; left: number };
}>;
/** `env`: what scalars hold behind the list. */
type Walked = Readonly<{ list: readonly Stmt[]; env: Env }>;

/** Turns of one loop, and statements that are made in all. */
const maxTurns = 16;
const maxMade = 12_000;

class TooLarge extends Error {}

/** The body with such loops written out; null: there are none, or too much would be written. */
export function unrolled(
  body: readonly Stmt[],
  marked: Marked,
  fresh: Fresh,
): (Readonly<{ body: readonly Stmt[] }> & Marked) | null {
  const pass: Pass = {
    marks: new Map(marked.marks),
    standIns: new Set(marked.standIns),
    fresh,
    lists: [body],
    count: { loops: 0, left: maxMade },
  };
  try {
    const { list } = walked(pass, body, new Map(), false);
    return pass.count.loops === 0 ? null : { body: list, marks: pass.marks, standIns: pass.standIns };
  } catch (reason) {
    if (reason instanceof TooLarge) return null;
    throw reason;
  }
}

/** `isMade`: inside of what is written out, where constants stand in for what holds them, and for conditions. */
function walked(pass: Pass, list: readonly Stmt[], from: Env, isMade: boolean): Walked {
  let env = from;
  const made: Stmt[] = [];
  for (const stmt of list) {
    const next = oneStmt(pass, stmt, env, isMade);
    made.push(...next.list);
    ({ env } = next);
  }
  return { list: made, env };
}

function oneStmt(pass: Pass, stmt: Stmt, env: Env, isMade: boolean): Walked {
  switch (stmt.kind) {
    case 'branch': {
      const when = valued(stmt.when, env);
      if (isMade && when.kind === 'bool') return walked(pass, when.value ? stmt.then : stmt.otherwise, env, isMade);
      const [then, otherwise] = [walked(pass, stmt.then, env, isMade), walked(pass, stmt.otherwise, env, isMade)];
      const ways = [[stmt.then, then] as const, [stmt.otherwise, otherwise] as const]
        .filter(([own]) => own.at(-1)?.kind !== 'jump')
        .map(([, way]) => way.env);
      return {
        list: [{ ...stmt, ...(isMade ? { when } : {}), then: then.list, otherwise: otherwise.list }],
        env: common(ways),
      };
    }
    case 'call': {
      const { list, env: behind } = walked(pass, stmt.body, env, isMade);
      return {
        list: [{ ...stmt, body: list }],
        env: stmt.body.some(leavesCall) ? without(env, assignedWithMarks(stmt.body, pass.marks)) : behind,
      };
    }
    case 'loop': {
      const turns = isMarked(pass, stmt) ? writtenOut(pass, stmt, env) : null;
      if (turns !== null) return turns;
      const inside = without(env, assignedWithMarks([stmt], pass.marks));
      const inner = withMappedBodies(stmt, (list) => walked(pass, list, inside, isMade).list);
      return { list: [isMade ? rewritten(inner, withValues(inside)) : inner], env: inside };
    }
    case 'assign':
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
    case 'unknown':
      return plainStep(pass, stmt, env, isMade);
    default:
      return assertNever(stmt);
  }
}

/** A statement without statements in it. */
function plainStep(pass: Pass, stmt: Stmt, env: Env, isMade: boolean): Walked {
  const mark = markAt(pass.marks, stmt);
  const now = isMade && mark === null ? rewritten(stmt, withValues(env)) : stmt;
  const target = targetOf(stmt) ?? targetOfMark(mark);
  if (target === null) return { list: [now], env };
  const next = new Map(env);
  next.delete(target);
  const value = stmt.kind === 'assign' ? constantOf(valued(stmt.value, env)) : null;
  if (value !== null) next.set(target, value);
  return { list: [now], env: next };
}

/** The expression with constants in the place of what holds them. */
function valued(expr: Expr, env: Env): Expr {
  return mapExpr(expr, (node) => {
    if (node.kind === 'var') {
      const value = env.get(node.id);
      return value === undefined ? node : convert(int(value), node.type);
    }
    if (node.kind === 'binary') return combine(node.op, node.left, node.right);
    if (node.kind === 'cast') return convert(node.operand, node.to);
    if (node.kind === 'select') return choose(node.when, node.then, node.otherwise);
    return node;
  });
}

const withValues = (env: Env): Rewrite => ({ of: (expr) => valued(expr, env), target: (id) => id });

const without = (env: Env, changed: ReadonlySet<VarId>): Env => new Map([...env].filter(([id]) => !changed.has(id)));

function common([first, ...others]: readonly Env[]): Env {
  return first === undefined
    ? new Map()
    : new Map([...first].filter(([id, value]) => others.every((other) => other.get(id) === value)));
}

/** Whether batches end or are waited for inside. */
const isMarked = (pass: Pass, loop: Stmt): boolean =>
  someStmt([loop], (stmt) => {
    const mark = markAt(pass.marks, stmt);
    return mark !== null && (mark.kind === 'commit' || mark.kind === 'wait');
  });

// Turns ---------------------------------------------------------------------------------------------------------------

/** The loop as its turns, one behind the other; null: it is not known how many there are, or that cannot be written. */
function writtenOut(pass: Pass, loop: StmtOf<'loop'>, from: Env): Walked | null {
  if (
    !loop.testFirst ||
    loop.before.length > 0 ||
    loop.body.some((stmt) => leavesCall(stmt) || jumps(stmt, 'continue'))
  )
    return null;
  const own = ownIn(pass, loop);
  const parts: Stmt[] = [];
  let env = from;
  for (let turn = 0; ; turn++) {
    const goes = valued(loop.condition, env);
    if (goes.kind !== 'bool' || (goes.value && turn === maxTurns)) return null;
    if (!goes.value) break;
    const copy = copied(pass, [...loop.body, ...loop.step], own);
    pass.lists.push(copy);
    const next = walked(pass, copy, env, true);
    parts.push(...next.list);
    ({ env } = next);
  }
  pass.count.loops++;
  const isBroken = loop.body.some((stmt) => jumps(stmt, 'break'));
  const { id, span, source } = loop;
  const list: readonly Stmt[] = isBroken
    ? [{ kind: 'call', id, span, source, callee: 'loop', body: parts.map(returning) }]
    : parts;
  return { list, env: isBroken ? without(env, assignedWithMarks([loop], pass.marks)) : env };
}

/** Whether it has such a jump of the loop that it stands in. */
const jumps = (stmt: Stmt, to: 'continue' | 'break'): boolean =>
  stmt.kind !== 'loop' &&
  stmt.kind !== 'call' &&
  ((stmt.kind === 'jump' && stmt.to === to) || bodiesOf(stmt).some((list) => list.some((one) => jumps(one, to))));

/** With the loop's breaks as ways out of a call. */
function returning(stmt: Stmt): Stmt {
  if (stmt.kind === 'jump' && stmt.to === 'break') return { ...stmt, to: 'return' };
  return stmt.kind === 'branch' ? withMappedBodies(stmt, (list) => list.map(returning)) : stmt;
}

/** Scalars that each turn gives a value before it reads them, and nothing outside knows. */
function ownIn(pass: Pass, loop: StmtOf<'loop'>): ReadonlySet<VarId> {
  const inside = new Set<StmtId>();
  eachStmt([loop], ({ id }) => inside.add(id));
  const own = new Set(assignedIn([loop]));
  for (const list of pass.lists)
    eachStmt(list, (stmt) => {
      const token = tokenOf(pass, stmt);
      if (token !== null) own.delete(token);
      if (inside.has(stmt.id) && stmt.id !== loop.id) return;
      for (const id of [...evaluatedBy(pass, stmt).flatMap((expr) => [...freeVariables(expr)]), targetOf(stmt)])
        if (id !== null) own.delete(id);
    });
  const reads = (list: readonly Stmt[], before: ReadonlySet<VarId>): ReadonlySet<VarId> => {
    let given = before;
    for (const stmt of list) {
      for (const expr of evaluatedBy(pass, stmt))
        for (const id of freeVariables(expr)) if (!given.has(id)) own.delete(id);
      const parts = bodiesOf(stmt).map((inner) => reads(inner, given));
      if (stmt.kind === 'branch') given = new Set([...(parts[0] ?? [])].filter((id) => parts[1]?.has(id) === true));
      else if (stmt.kind === 'call' && !stmt.body.some(leavesCall)) given = parts[0] ?? given;
      const target = targetOf(stmt);
      if (target !== null) given = new Set([...given, target]);
    }
    return given;
  };
  reads([...loop.body, ...loop.step], new Set());
  return own;
}

/** A turn with statements, and scalars that are its own, of new names. */
function copied(pass: Pass, list: readonly Stmt[], own: ReadonlySet<VarId>): readonly Stmt[] {
  pass.count.left -= countStmts(list);
  if (pass.count.left < 0) throw new TooLarge();
  const ids = new Map<StmtId, StmtId>();
  eachStmt(list, ({ id }) => ids.set(id, pass.fresh.stmt()));
  const names = namesFor(pass, list, own);
  const rewrite: Rewrite = {
    of: (expr) => mapExpr(expr, (node) => (node.kind === 'var' ? (names.get(node.id) ?? node) : node)),
    target: (id) => {
      const name = names.get(id);
      return name?.kind === 'var' ? name.id : id;
    },
  };
  const made = (stmt: Stmt): Stmt => ({
    ...rewritten(
      withMappedBodies(stmt, (all) => all.map(made)),
      rewrite,
    ),
    id: ids.get(stmt.id) ?? stmt.id,
  });
  const copy = list.map(made);
  for (const [from, to] of ids) {
    if (pass.standIns.has(from)) pass.standIns.add(to);
    const mark = pass.marks.get(from);
    if (mark !== undefined) pass.marks.set(to, markFor(mark, ids, rewrite));
  }
  return copy;
}

function namesFor(pass: Pass, list: readonly Stmt[], own: ReadonlySet<VarId>): Names {
  const names = new Map<VarId, Expr>();
  eachStmt(list, (stmt) => {
    const id = targetOf(stmt);
    if (id === null || !own.has(id) || names.has(id) || (stmt.kind !== 'assign' && stmt.kind !== 'load')) return;
    const type = stmt.kind === 'load' ? stmt.place.type : typeOf(stmt.value);
    names.set(id, variable(pass.fresh.scalar('turn', type), type));
  });
  return names;
}

function markFor(mark: Mark, ids: ReadonlyMap<StmtId, StmtId>, rewrite: Rewrite): Mark {
  const of = (id: StmtId): StmtId => ids.get(id) ?? id;
  switch (mark.kind) {
    case 'copy':
      return {
        ...mark,
        own: new Set([...mark.own].map(of)),
        place: mark.place === null ? null : placeWith(mark.place, rewrite),
      };
    case 'meet':
      return { ...mark, barrier: of(mark.barrier) };
    case 'arrive':
      return { ...mark, token: rewrite.target(mark.token) };
    case 'settle':
      return { ...mark, token: mark.token === null ? null : rewrite.target(mark.token) };
    case 'exact':
      return typeof mark.op === 'string' ? mark : { ...mark, op: opWith(mark.op, rewrite) };
    case 'commit':
    case 'wait':
    case 'init':
    case 'odd':
      return mark;
    default:
      return assertNever(mark);
  }
}

/** What the statement, or what a mark says of it, evaluates. */
function evaluatedBy(pass: Pass, stmt: Stmt): readonly Expr[] {
  const mark = markAt(pass.marks, stmt);
  if (mark?.kind === 'exact' && typeof mark.op !== 'string') return asyncExpressions(mark.op);
  return mark?.kind === 'copy' && mark.place !== null
    ? mark.place.subscripts.map(({ index }) => index)
    : expressionsOf(stmt);
}

/** The scalars that marks hold tokens in. */
function tokenOf(pass: Pass, stmt: Stmt): VarId | null {
  const mark = markAt(pass.marks, stmt);
  if (mark?.kind === 'exact') return targetOfMark(mark);
  return mark?.kind === 'arrive' || mark?.kind === 'settle' ? mark.token : null;
}
