/**
 * Forward over the statements that one thread executes, along all ways: what holds behind each of them, with what jumps
 * bring to the ends of their loops, around loops until nothing changes. What a state is, and where it gets weaker, is
 * for the caller to say.
 */
import type { Stmt, StmtOf } from '../ir.ts';

type Compound = 'branch' | 'call' | 'loop' | 'jump';
/** A statement without others inside that goes on to the next one. */
export type Plain = Exclude<Stmt, Readonly<{ kind: Compound }>>;

/** Null stands for a place that no thread comes to. */
export type Flow<State> = Readonly<{
  /** The statements of a list in the order in which they are executed. */
  listed: (list: readonly Stmt[]) => readonly Stmt[];
  plain: (stmt: Plain, from: State) => State;
  /** `behind`: what holds behind an arm; `together`: where both ways come together. */
  branch: (
    stmt: StmtOf<'branch'>,
    from: State,
    behind: (arm: readonly Stmt[]) => State | null,
    together: Together<State>,
  ) => State | null;
  /** `end`: what holds at the end of the function. */
  call: (stmt: StmtOf<'call'>, from: State, end: State | null) => State;
  joined: (one: State, other: State) => State;
  isSame: (one: State, other: State) => boolean;
  /**
   * What is taken to hold at the head of a loop, after so many passes over it: to come to an end, at last nothing that
   * a pass changes.
   */
  atHead: (state: State, loop: StmtOf<'loop'>, passes: number) => State;
}>;
type Together<State> = (one: State | null, other: State | null) => State | null;

/** Where jumps of the loop around lead from. */
type Jumps<State> = Readonly<{ breaks: State[]; continues: State[] }>;
const noJumps = <State>(): Jumps<State> => ({ breaks: [], continues: [] });

/** What holds behind the list. */
export const forward = <State>(list: readonly Stmt[], from: State, flow: Flow<State>): State | null =>
  follow(list, from, noJumps<State>(), flow);

function follow<State>(list: readonly Stmt[], from: State, jumps: Jumps<State>, flow: Flow<State>): State | null {
  let now: State | null = from;
  for (const stmt of flow.listed(list)) {
    if (now === null) return null;
    now = step(stmt, now, jumps, flow);
  }
  return now;
}

function step<State>(stmt: Stmt, from: State, jumps: Jumps<State>, flow: Flow<State>): State | null {
  switch (stmt.kind) {
    case 'branch':
      return flow.branch(stmt, from, (arm) => follow(arm, from, jumps, flow), togetherIn(flow));
    case 'call':
      return flow.call(stmt, from, follow(stmt.body, from, noJumps<State>(), flow));
    case 'loop':
      return aroundLoop(stmt, from, flow);
    case 'jump': {
      if (stmt.to === 'break') jumps.breaks.push(from);
      if (stmt.to === 'continue') jumps.continues.push(from);
      return null;
    }
    case 'assign':
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'lanes':
    case 'assert':
    case 'unknown':
    case 'unknown-value':
    case 'async':
      return flow.plain(stmt, from);
  }
}

const togetherIn =
  <State>({ joined }: Flow<State>): Together<State> =>
  (one, other) =>
    one === null || other === null ? (one ?? other) : joined(one, other);

function aroundLoop<State>(loop: StmtOf<'loop'>, from: State, flow: Flow<State>): State | null {
  const together = togetherIn(flow);
  for (let head = flow.atHead(from, loop, 0), passes = 1; ; passes++) {
    const jumps = noJumps<State>();
    const first = loop.testFirst ? follow(loop.before, head, jumps, flow) : head;
    const body = first === null ? null : follow(loop.body, first, jumps, flow);
    const ends = [body, ...jumps.continues].reduce(together, null);
    const tested = loop.testFirst || ends === null ? ends : follow(loop.before, ends, jumps, flow);
    const stepped = tested === null ? null : follow(loop.step, tested, jumps, flow);
    const next = stepped === null ? head : flow.joined(head, stepped);
    if (flow.isSame(next, head)) return [loop.testFirst ? first : tested, ...jumps.breaks].reduce(together, null);
    head = flow.atHead(next, loop, passes);
  }
}
