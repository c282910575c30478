/**
 * `goto` to a label that stands directly in a statement list around it. Exact. A jump back makes a loop of the
 * statements from the label to the last such jump, a jump forward leaves what is between. While the list is lowered,
 * jumps stand in it as placeholders (`cx.leaps`); then those in loops leave the loop first, and `withoutJumps` removes
 * the others. A jump into a block, or into the middle of such a loop, stays not modelled.
 *
 * Example: `again: A; if (c) goto again; if (d) goto out; B; out: C;` becomes `do { A; } while (c); if (d) {} else { B;
 * } C;`.
 */
import type { VarId } from '../../base/brand.ts';
import type { Stmt, StmtOf } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Breaks, Context, Label } from '../context.ts';
import { stmtId } from '../../base/brand.ts';
import { bool } from '../../base/ctype.ts';
import { not, truth, variable } from '../../base/expr-build.ts';
import { someStmt } from '../../ir/walk.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { conditionally, emit, fail, temporary, textOf } from '../context.ts';
import { endSince } from '../classes/lifetimes.ts';
import { withoutJumps, withoutTailJumps } from './jumps.ts';
import { messages } from '../wording.ts';

/** The statements of a block, of a function's body or of a case, with the labels that they jump to. */
export function lowerList(cx: Context, statements: readonly SyntaxNode[]): void {
  const labels = new Map<string, Label>();
  statements.forEach((statement, at) => {
    for (const name of labelsOf(cx, statement))
      if (statements.some((one) => jumpsTo(cx, one, name))) labels.set(name, { at, living: null });
  });
  if (labels.size === 0) {
    for (const statement of statements) cx.rules.statement(cx, statement, true);
    return;
  }
  const list = { labels, key: cx.frame.key, breaks: cx.breaks.length, living: { count: cx.living.length } };
  cx.lists.push(list);
  const items = statements.map((statement, at) => {
    list.living.count = cx.living.length;
    for (const label of labels.values()) if (label.at === at) label.living = cx.living.length;
    return conditionally(cx, () => {
      cx.rules.statement(cx, statement, true);
    });
  });
  cx.lists.pop();
  const made = structured(
    cx,
    items.map((item) => leftFromLoops(cx, item)),
    [...labels.values()],
  );
  const isOwn = (stmt: Stmt): boolean => {
    const goal = cx.leaps.get(stmt.id);
    return goal?.kind === 'label' && [...labels.values()].includes(goal.label);
  };
  const [first] = statements;
  if (someStmt(made, isOwn) && first !== undefined) fail(cx, first, messages.goto);
  cx.out.push(...made);
}

/** The labels before a statement: there may be several. */
function labelsOf(cx: Context, statement: SyntaxNode): readonly string[] {
  if (statement.type !== 'labeled_statement') return [];
  const label = childIn(statement, 'label');
  const inner = namedChildren(statement).at(-1);
  return [...(label === null ? [] : [textOf(cx, label)]), ...(inner === undefined ? [] : labelsOf(cx, inner))];
}

function jumpsTo(cx: Context, node: SyntaxNode, name: string): boolean {
  if (node.type === 'lambda_expression') return false;
  if (node.type === 'goto_statement') return labelOf(cx, node) === name;
  return node.children.some((child) => child.children.length > 0 && jumpsTo(cx, child, name));
}

function labelOf(cx: Context, node: SyntaxNode): string | null {
  const label = childIn(node, 'label');
  return label === null ? null : textOf(cx, label);
}

/** A `goto`: a placeholder, until the list of its label is lowered. */
export function gotoStatement(cx: Context, node: SyntaxNode): void {
  const name = labelOf(cx, node);
  const list = cx.lists.findLast((one) => one.key === cx.frame.key && name !== null && one.labels.has(name));
  const label = name === null ? undefined : list?.labels.get(name);
  if (list === undefined || label === undefined) {
    fail(cx, node, messages.goto);
    return;
  }
  endSince(cx, label.living ?? list.living.count);
  emit(cx, node, { kind: 'jump', to: 'break' });
  const last = cx.out.at(-1);
  if (last !== undefined) cx.leaps.set(last.id, { kind: 'label', label });
}

/** `break` and `continue` that lead out of a list with labels must also leave the loops that are made of its parts. */
export function leavesLists(cx: Context, jump: Stmt, left: Breaks): void {
  const depth = cx.breaks.indexOf(left);
  if (jump.kind !== 'jump' || (jump.to !== 'break' && jump.to !== 'continue')) return;
  if (cx.lists.some(({ breaks }) => breaks > depth)) cx.leaps.set(jump.id, { kind: jump.to, left });
}

type Goal = NonNullable<ReturnType<Context['leaps']['get']>>;

function isSame(a: Goal, b: Goal): boolean {
  if (a.kind === 'label') return b.kind === 'label' && a.label === b.label;
  return b.kind !== 'label' && a.kind === b.kind && a.left === b.left;
}

/** Emits a jump like others to the same goal. */
function jumpTo(cx: Context, goal: Goal, like: Stmt): Stmt {
  const id = stmtId(cx.nextStmt++);
  cx.leaps.set(id, goal);
  if (goal.kind === 'break' && goal.left.kind === 'switch') goal.left.jumps.add(id);
  return {
    kind: 'jump',
    to: goal.kind === 'continue' ? 'continue' : 'break',
    id,
    span: like.span,
    source: like.source,
  };
}

const step = (cx: Context, like: Stmt): Pick<Stmt, 'id' | 'span' | 'source'> => ({
  id: stmtId(cx.nextStmt++),
  span: like.span,
  source: like.source,
});

/** Jumps to labels in loops of the source leave the loop first. */
function leftFromLoops(cx: Context, body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === 'branch')
      return [{ ...stmt, then: leftFromLoops(cx, stmt.then), otherwise: leftFromLoops(cx, stmt.otherwise) }];
    if (stmt.kind !== 'loop') return [stmt];
    return leaving(cx, { ...stmt, body: leftFromLoops(cx, stmt.body) }, (goal) => goal.kind === 'label');
  });
}

/** A loop, out of whose body jumps to such goals lead: they become a `break`, and the jump comes after the loop. */
function leaving(cx: Context, loop: StmtOf<'loop'>, isOutside: (goal: Goal) => boolean): readonly Stmt[] {
  const goals: { readonly goal: Goal; readonly flag: VarId }[] = [];
  const body = withLeaps(cx, loop.body, (stmt, goal) => {
    if (!isOutside(goal)) return [stmt];
    let known = goals.find((one) => isSame(one.goal, goal));
    if (known === undefined) goals.push((known = { goal, flag: temporary(cx, 'left', bool).id }));
    return [
      { kind: 'assign', target: known.flag, value: truth(true), ...step(cx, stmt) },
      { kind: 'jump', to: 'break', ...step(cx, stmt) },
    ];
  });
  return [
    ...goals.map(({ flag }): Stmt => ({ kind: 'assign', target: flag, value: truth(false), ...step(cx, loop) })),
    { ...loop, body },
    ...goals.map(({ goal, flag }): Stmt => ({
      kind: 'branch',
      when: variable(flag, bool),
      then: [jumpTo(cx, goal, loop)],
      otherwise: [],
      ...step(cx, loop),
    })),
  ];
}

/** The list with other statements for its placeholders; those in loops are theirs. */
function withLeaps(
  cx: Context,
  body: readonly Stmt[],
  change: (stmt: Stmt, goal: Goal) => readonly Stmt[],
): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    const goal = cx.leaps.get(stmt.id);
    if (goal !== undefined) return change(stmt, goal);
    return stmt.kind === 'branch'
      ? [{ ...stmt, then: withLeaps(cx, stmt.then, change), otherwise: withLeaps(cx, stmt.otherwise, change) }]
      : [stmt];
  });
}

const leadsTo = (cx: Context, body: readonly Stmt[], is: (goal: Goal) => boolean): boolean =>
  someStmt(body, (stmt) => {
    const goal = cx.leaps.get(stmt.id);
    return goal !== undefined && is(goal);
  });

/** Items `from` up to `end` of a list, with loops for the jumps back and without the jumps forward. */
function structured(cx: Context, items: readonly (readonly Stmt[])[], labels: readonly Label[]): readonly Stmt[] {
  const goesTo = (item: readonly Stmt[] | undefined, at: number): boolean =>
    leadsTo(cx, item ?? [], (goal) => goal.kind === 'label' && goal.label.at === at && labels.includes(goal.label));
  const places = [...new Set(labels.map(({ at }) => at))].toSorted((a, b) => a - b);
  // from a label to the last item that jumps back to it; stretches that overlap are nested, the first to begin around
  // the others
  const ends = new Map(places.map((at) => [at, items.findLastIndex((item, k) => k >= at && goesTo(item, at))]));
  for (const at of places.toReversed()) {
    for (let end = ends.get(at) ?? -1, before = -2; end !== before && end >= at;) {
      before = end;
      for (const other of places) if (other > at && other <= end) end = Math.max(end, ends.get(other) ?? -1);
      ends.set(at, end);
    }
  }
  const sequence = (from: number, to: number, inner: number | null): readonly Stmt[] => {
    let made: readonly Stmt[] = [];
    for (let k = from; k < to;) {
      if (k > from && places.includes(k))
        made = withoutJumps(made, (stmt) => goesTo([stmt], k) && stmt.kind === 'jump', tools(cx));
      const end = k === inner ? -1 : (ends.get(k) ?? -1);
      made = [
        ...made,
        ...(end < k
          ? (items[k] ?? [])
          : repeated(
              cx,
              sequence(k, end + 1, k),
              (goal) => goal.kind === 'label' && goal.label.at === k && labels.includes(goal.label),
            )),
      ];
      k = Math.max(end, k) + 1;
    }
    return made;
  };
  return sequence(0, items.length, null);
}

const tools = (cx: Context): Parameters<typeof withoutJumps>[2] => ({
  flag: () => temporary(cx, 'left', bool).id,
  nextId: () => stmtId(cx.nextStmt++),
});

/** A loop around statements that jump back to their begin, and else go on behind it. */
function repeated(cx: Context, body: readonly Stmt[], isBack: (goal: Goal) => boolean): readonly Stmt[] {
  const [first] = body;
  if (first === undefined) return [];
  const isJumpBack = (stmt: Stmt): boolean => {
    const goal = cx.leaps.get(stmt.id);
    return stmt.kind === 'jump' && goal !== undefined && isBack(goal);
  };
  const end: Stmt = { kind: 'jump', to: 'break', ...step(cx, first) };
  const made = withoutTailJumps([...body, end], isJumpBack);
  const [before, last] = [made.slice(0, -1), made.at(-1)];
  const bare = { kind: 'loop', ...step(cx, first) } as const;
  const endless: StmtOf<'loop'> = {
    ...bare,
    before: [],
    condition: truth(true),
    body: made,
    step: [],
    testFirst: true,
  };
  const loop =
    last?.kind === 'branch'
      ? (tested(bare, before, last, end, (stmts) => leadsTo(cx, stmts, () => true)) ?? endless)
      : endless;
  const looped = leaving(cx, loop, (goal) => !isBack(goal));
  return looped.map((stmt) =>
    stmt.kind === 'loop' && stmt.id === loop.id
      ? {
          ...stmt,
          body: withLeaps(cx, stmt.body, (jump, goal) =>
            isBack(goal) ? [{ kind: 'jump', to: 'continue', ...step(cx, jump) }] : [jump],
          ),
        }
      : stmt,
  );
}

/** `A; if (c) B; else break;` as a loop with a condition; null where jumps stand in the way. */
function tested(
  bare: Pick<StmtOf<'loop'>, 'kind' | 'id' | 'span' | 'source'>,
  before: readonly Stmt[],
  last: StmtOf<'branch'>,
  end: Stmt,
  jumps: (stmts: readonly Stmt[]) => boolean,
): StmtOf<'loop'> | null {
  const leaves = (arm: readonly Stmt[]): boolean => arm.length === 1 && arm[0]?.id === end.id;
  const [condition, goesOn] = leaves(last.otherwise) ? [last.when, last.then] : [not(last.when), last.otherwise];
  if ((!leaves(last.otherwise) && !leaves(last.then)) || jumps(before)) return null;
  if (goesOn.length === 0) return { ...bare, before: [], condition, body: before, step: [], testFirst: false };
  return someStmt(before, ({ kind }) => kind === 'jump')
    ? null
    : { ...bare, before, condition, body: goesOn, step: [], testFirst: true };
}
