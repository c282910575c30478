/**
 * Looks at the phase of a barrier object that wait for its end: whoever finds that it is not over does nothing but look
 * at the same phase again, so that it might as well have slept. Example: `while (!try_wait(bar, parity)) {}` around
 * inline PTX, or `if (!peeked) wait(bar, parity);` behind a first look. A turn of such a loop is computed with symbols,
 * from any values at its head: once with a look that finds the phase over, which must leave the loop, and once with one
 * that does not, which must come to the look again, at the same phase, and leave all variables of the loop as one turn
 * alone does. By induction any number of turns is one. Exact; what is not understood is no wait, and its look may go
 * either way.
 */
import type { Expr } from '../../base/expr.ts';
import type { StmtId, VarId } from '../../base/brand.ts';
import type { AsyncOp, Stmt, StmtOf } from '../../ir/ir.ts';
import type { Mark } from './marks.ts';
import { assignedIn, asyncExpressions, bodiesOf, eachStmt, expressionsOf } from '../../ir/walk.ts';
import { freeVariables, substitute } from '../../base/expr-walk.ts';
import { truth, variable } from '../../base/expr-build.ts';
import { varId } from '../../base/brand.ts';
import { leftUndefined } from '../../ir/gaps.ts';
import { markAt } from './marks.ts';
import { printExpr } from '../../base/expr-print.ts';
import { valueOf } from '../../ir/order/values.ts';

type Marks = ReadonlyMap<StmtId, Mark>;
type Look = Extract<AsyncOp, { kind: 'look' }>;
/** What variables hold, in terms of what they held before. */
type Values = Map<VarId, Expr>;

/** `free`: statements without effect, such as stand-ins of the exact steps. */
type Walk = Readonly<{ marks: Marks; free: ReadonlySet<StmtId>; awaited: Set<StmtId> }>;

/** Statements of a turn, at most. */
const maxSteps = 400;
const maxLength = 2000;

/** The looks of a body that wait. */
export function awaitedLooks(body: readonly Stmt[], marks: Marks, free: ReadonlySet<StmtId>): ReadonlySet<StmtId> {
  const walk: Walk = { marks, free, awaited: new Set() };
  if ([...marks.values()].some((mark) => lookOf(mark) !== null)) findIn(walk, body, readsIn(walk, body));
  return walk.awaited;
}

const lookOf = (mark: Mark | null): Look | null =>
  mark?.kind === 'exact' && typeof mark.op !== 'string' && mark.op.kind === 'look' ? mark.op : null;

/** How many statements read each variable. */
function readsIn({ marks }: Pick<Walk, 'marks'>, body: readonly Stmt[]): ReadonlyMap<VarId, number> {
  const reads = new Map<VarId, number>();
  eachStmt(body, (stmt) => {
    const mark = markAt(marks, stmt);
    const exprs =
      mark?.kind === 'exact' && typeof mark.op !== 'string' ? asyncExpressions(mark.op) : expressionsOf(stmt);
    for (const id of new Set(exprs.flatMap((expr) => [...freeVariables(expr)])))
      reads.set(id, (reads.get(id) ?? 0) + 1);
  });
  return reads;
}

function findIn(walk: Walk, list: readonly Stmt[], reads: ReadonlyMap<VarId, number>): void {
  for (const stmt of list) {
    for (const inner of bodiesOf(stmt)) findIn(walk, inner, reads);
    if (stmt.kind !== 'loop') continue;
    const look = onlyLook(walk, [stmt]);
    if (look !== null && isWait(walk, stmt, reads)) walk.awaited.add(look);
  }
  peeks(walk, list, reads);
}

function onlyLook({ marks }: Walk, list: readonly Stmt[]): StmtId | null {
  const found: StmtId[] = [];
  eachStmt(list, (stmt) => {
    if (lookOf(markAt(marks, stmt)) !== null) found.push(stmt.id);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

// Turns of a loop -----------------------------------------------------------------------------------------------------

/**
 * `looks`: the phase that was looked at, each time. `answers`: what the looks find; at the one behind these the walk
 * ends.
 */
type Turn = {
  readonly walk: Walk;
  values: Values;
  readonly looks: string[];
  readonly answers: readonly boolean[];
  steps: number;
  fresh: number;
};
/** How a list ends: `looks` at one look too many; null: something was not understood. */
type End = 'on' | 'break' | 'continue' | 'return' | 'looks' | null;

function isWait(walk: Walk, loop: StmtOf<'loop'>, reads: ReadonlyMap<VarId, number>): boolean {
  const once = turnsOf(walk, loop, [true]);
  const twice = turnsOf(walk, loop, [false, true]);
  return once !== null && twice !== null && areAlike(once, twice, [loop], reads);
}

/**
 * Whether the looks are at one phase, and what the statements leave in variables that are read elsewhere is the same.
 */
function areAlike(one: Turn, other: Turn, stmts: readonly Stmt[], reads: ReadonlyMap<VarId, number>): boolean {
  const inside = readsIn(one.walk, stmts);
  const isReadElsewhere = (id: VarId): boolean => (reads.get(id) ?? 0) > (inside.get(id) ?? 0);
  return (
    new Set([...one.looks, ...other.looks]).size === 1 &&
    [...assignedIn(stmts)].every(
      (id) => !isReadElsewhere(id) || printed(one.values.get(id)) === printed(other.values.get(id)),
    )
  );
}

const printed = (expr: Expr | undefined): string => (expr === undefined ? '' : printExpr(expr));

/**
 * The loop up to its end, with as many looks as there are answers; null where it ends otherwise, or that is not known.
 */
function turnsOf(walk: Walk, loop: StmtOf<'loop'>, answers: readonly boolean[]): Turn | null {
  const turn: Turn = { walk, values: new Map(), looks: [], answers, steps: 0, fresh: 0 };
  for (let k = 0; k < answers.length + 2; k++) {
    const parts = loop.testFirst
      ? ([loop.before, 'test', loop.body, loop.step] as const)
      : ([loop.body, loop.before, 'test', loop.step] as const);
    let isSkipping = false;
    for (const part of parts) {
      if (part === 'test') {
        const goesOn = truthOf(turn, loop.condition);
        if (goesOn === false) return ended(turn);
        // before the first look nothing is known: who leaves there does not look at all
        if (goesOn === null && turn.looks.length > 0) return null;
        isSkipping = false;
        continue;
      }
      if (isSkipping && part === loop.body) continue;
      const end = follow(turn, part);
      if (end === 'break') return ended(turn);
      if (end === 'continue') isSkipping = true;
      else if (end !== 'on') return null;
    }
  }
  return null;
}

const ended = (turn: Turn): Turn | null => (turn.looks.length === turn.answers.length ? turn : null);

function follow(turn: Turn, list: readonly Stmt[]): End {
  for (const stmt of list) {
    const end = step(turn, stmt);
    if (end !== 'on') return end;
  }
  return 'on';
}

function step(turn: Turn, stmt: Stmt): End {
  if (++turn.steps > maxSteps) return null;
  const mark = markAt(turn.walk.marks, stmt);
  const look = lookOf(mark);
  if (look !== null) return lookAt(turn, look);
  if (mark !== null) return mark.kind === 'odd' ? 'on' : null;
  switch (stmt.kind) {
    case 'assign':
      return give(turn, stmt.target, at(turn, stmt.value));
    case 'unknown-value':
      return give(
        turn,
        stmt.target,
        variable(varId(stmt.because === leftUndefined ? `?${stmt.id}` : `?${stmt.id}.${turn.fresh++}`), {
          kind: 'bool',
        }),
      );
    case 'unknown':
      return turn.walk.free.has(stmt.id) && stmt.footprint.length === 0 && !stmt.synchronizes ? 'on' : null;
    case 'branch': {
      const when = truthOf(turn, stmt.when);
      if (when !== null) return follow(turn, when ? stmt.then : stmt.otherwise);
      // whom a trap ends does nothing more
      return [...stmt.then, ...stmt.otherwise].every(({ kind }) => kind === 'assert') ? 'on' : null;
    }
    case 'assert':
      return 'on';
    case 'call': {
      const end = follow(turn, stmt.body);
      return end === 'return' ? 'on' : end;
    }
    case 'jump':
      return stmt.to === 'exit' ? null : stmt.to;
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'loop':
      return null;
  }
}

function give({ values }: Turn, target: VarId, value: Expr): End {
  if (printExpr(value).length > maxLength) return null;
  values.set(target, value);
  return 'on';
}

const at = ({ values }: Turn, expr: Expr): Expr => substitute(expr, values);

function truthOf(turn: Turn, condition: Expr): boolean | null {
  const value = valueOf(at(turn, condition), { builtins: new Map(), variables: new Map() }, new Map());
  return value === null ? null : value !== 0n;
}

function lookAt(turn: Turn, look: Look): End {
  const answer = turn.answers[turn.looks.length];
  if (answer === undefined) return 'looks';
  turn.looks.push(phaseOf(turn, look));
  return give(turn, look.target, truth(answer));
}

/** Which phase of which object it is. */
function phaseOf(turn: Turn, { on, phase, isParity }: Look): string {
  const place =
    on.kind === 'block'
      ? 'block'
      : `${on.place.array}+${on.place.offset}${on.place.subscripts.map(({ index, stride }) => `[${printExpr(at(turn, index))} ${stride}]`).join('')}`;
  return `${place} ${isParity} ${printExpr(at(turn, phase))}`;
}

// A first look --------------------------------------------------------------------------------------------------------

/**
 * `p = look; if (!p) wait;` in one list, whatever is computed between: who has not found the phase over waits for it,
 * and does nothing else. Values have the names that they have at the head of the list.
 */
function peeks(walk: Walk, list: readonly Stmt[], reads: ReadonlyMap<VarId, number>): void {
  list.forEach((stmt, k) => {
    const first = lookIn(walk, stmt);
    if (first === null || walk.awaited.has(first.id)) return;
    const branch = list.slice(k + 1).find((one) => one.kind === 'branch' || one.kind === 'call');
    const upTo = branch === undefined ? -1 : list.indexOf(branch);
    if (upTo < 0 || !list.slice(0, upTo).every((one) => one.kind !== 'jump')) return;
    const from = list.findLastIndex((one, at) => at < k && one.kind !== 'assign') + 1;
    const ends = [true, false].map((answer): Turn | null => {
      const turn: Turn = { walk, values: new Map(), looks: [], answers: [answer, true], steps: 0, fresh: 0 };
      return follow(turn, list.slice(from, upTo)) === 'on' &&
        turn.looks.length === 1 &&
        throughWait(turn, branch === undefined ? [] : [branch]) === 'on'
        ? turn
        : null;
    });
    const [over, waits] = ends;
    if (
      over?.looks.length === 1 &&
      waits?.looks.length === 2 &&
      areAlike(over, waits, list.slice(from, upTo + 1), reads)
    )
      walk.awaited.add(first.id);
  });
}

/** The look that the statement makes, not in a loop or branch. */
function lookIn(walk: Walk, stmt: Stmt): Readonly<{ id: StmtId }> | null {
  if (lookOf(markAt(walk.marks, stmt)) !== null) return { id: stmt.id };
  return stmt.kind === 'call'
    ? (stmt.body.map((inner) => lookIn(walk, inner)).find((found) => found !== null) ?? null)
    : null;
}

/** As `follow`, where a loop that waits is one look that finds the phase over. */
function throughWait(turn: Turn, list: readonly Stmt[]): End {
  for (const stmt of list) {
    let end: End;
    if (stmt.kind === 'loop') {
      const look = onlyLook(turn.walk, [stmt]);
      if (look === null || !turn.walk.awaited.has(look)) return null;
      // it does look
      if (stmt.testFirst && onlyLook(turn.walk, stmt.before) === null && truthOf(turn, stmt.condition) !== true)
        return null;
      end = follow(turn, stmt.testFirst ? [...stmt.before, ...stmt.body] : stmt.body);
      if (end === 'break') end = 'on';
    } else if (stmt.kind === 'call') {
      end = throughWait(turn, stmt.body);
      if (end === 'return') end = 'on';
    } else if (stmt.kind === 'branch') {
      const when = truthOf(turn, stmt.when);
      end = when === null ? null : throughWait(turn, when ? stmt.then : stmt.otherwise);
    } else end = step(turn, stmt);
    if (end !== 'on') return end;
  }
  return 'on';
}
