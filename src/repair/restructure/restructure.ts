/**
 * Makes points of a kernel's text convergent: the constructs around them are taken apart, so that all threads of the
 * block pass there together.
 * Needs: a plan in terms of the text's own syntax. Gives: edits, or why there are none. What each thread does, and in
 * which order, stays as it is.
 *
 *     if (t < n) {                 const bool active = t < n;
 *       s[t] = in[t];              if (active) {
 *       __syncthreads();    ⟶        s[t] = in[t];
 *       out[t] = s[n - 1 - t];     }
 *     }                            __syncthreads();
 *                                  if (active) {
 *                                    out[t] = s[n - 1 - t];
 *                                  }
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Ends, ExitKind, Plan, Work } from './work.ts';
import type { Item } from './layout.ts';
import type { Call, Ending } from './calls.ts';
import type { Kernel, Stmt, StmtOf } from '../../ir/ir.ts';
import type { List, Unit } from './units.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Exchange } from './exchanges.ts';
import type { Vote } from './votes.ts';
import { beginsLine, listOf } from './units.ts';
import type { Expr } from '../../base/expr.ts';
import { bodiesOf, placeOf, someStmt } from '../../ir/walk.ts';
import { typeOf } from '../../base/expr-build.ts';
import { callOf, ended, endingOf, takesNumbers, withFlag } from './calls.ts';
import { childIn, isBroken, namedChildren, textOf } from '../../parse/node.ts';
import { concerns, exitsWithin, flagFor, isWithin, noEnds } from './work.ts';
import { layoutAt, nodeAt } from '../source-text.ts';
import { editsBetween, isBlank, lineEnd, lineStart, printed, styleOf } from './layout.ts';
import { endOf, targetOf } from './exits.ts';
import { identifiersIn, namesOf, nodesOf } from './expressions.ts';
import { itemsOf } from './flatten.ts';
import { exchangeBy, exchangeOf, sumOf } from './exchanges.ts';
import { isQuietCall } from '../quiet-calls.ts';
import { voteOf } from './votes.ts';
import { laneGroupOf } from '../../ir/lane-groups.ts';

/**
 * `flagged`: the device functions that are called with a flag now, and have to be restructured for it. `because`: of
 * nothing being made, for whoever looks into it.
 */
export type Restructured =
  | Readonly<{ edits: readonly Edit[]; flagged: ReadonlySet<string> }>
  | Readonly<{ because: string }>;

/**
 * `callee`: the device function that the plan is about, as the IR calls it, with its definition; null: the kernel
 * itself. `isFlagged`: callers hand it a flag.
 */
export type Owner = Readonly<{ callee: string | null; definition: SyntaxNode; isFlagged: boolean }>;

export function restructure(
  kernel: Kernel,
  source: SourceText,
  wanted: Plan,
  { callee, definition, isFlagged }: Owner,
): Restructured {
  const body = childIn(definition, 'body');
  if (body === null || isBroken(definition)) return { because: 'the kernel is not in this text' };
  const { barriers, votes, calls, exchanges, opaque } = barriersIn(kernel, source, callee, wanted.of);
  const plan = { ...wanted, exits: exitsToo(wanted, body, barriers, isFlagged) };
  if ([...plan.exits].some((exit) => exit.type === 'return_statement' && namedChildren(exit).length > 0))
    return { because: 'a return of a value' };
  const names = namesOf(definition, source);
  const unset = new Set(nodesOf(definition, 'declaration').flatMap((node) => [...namesWithout(node, source)]));
  const work: Work = {
    plan,
    names,
    style: styleOf(definition, source),
    barriers,
    votes,
    calls,
    exchanges,
    opaque,
    flagged: new Set(),
    taken: new Set(source.text.match(/[A-Za-z_]\w*/g)),
    unset,
    common: new Set(),
    refusals: [],
  };
  const flag = isFlagged ? flagFor(work, false) : null;
  const signature = flag === null ? null : withFlag(definition, callee ?? '', flag, source);
  if (isFlagged && signature === null) return { because: 'a function that may be more than called' };
  const ending = isFlagged ? endingOf(body, listOf(body, source).units.at(-1)) : null;
  const region = isFlagged ? wholeOf(body, ending, source) : regionOf(body, work);
  const [first, last] = [region.list.units[0], region.list.units.at(-1)];
  if (first === undefined || last === undefined) return { because: 'nothing to take apart' };
  const givesBack = nodesOf(body, 'return_statement').some(
    (one) => one !== ending?.unit.node && namedChildren(one).length > 0,
  );
  if (isFlagged && givesBack) return { because: 'a return of a value' };
  const forbidden = region.list.units.flatMap(({ node }) =>
    node === null
      ? []
      : nodesOf(
          node,
          'goto_statement',
          'labeled_statement',
          'preproc_if',
          'preproc_ifdef',
          'try_statement',
          'gnu_asm_expression',
          'raw_string_literal',
        ),
  );
  if (forbidden.length > 0) return { because: `a ${forbidden[0]?.type ?? ''}` };
  const end = endOf('return', region.list, [...plan.exits], () => flag ?? flagFor(work, false), work);
  const ends: Ends = { ...noEnds, return: end };
  const declared: readonly Item[] =
    end === null || end === 'here' || flag !== null
      ? []
      : [{ kind: 'plain', chunk: { text: `bool ${end.flag} = true;`, from: '' }, blank: 0 }];
  const items = itemsOf(
    region.list,
    { guards: flag === null ? [] : [flag], later: region.later, moves: false, ends },
    work,
  );
  const closing: readonly Item[] = ending === null || flag === null ? [] : [ended(ending, definition, flag, work)];
  if (work.refusals[0] !== undefined) return { because: work.refusals[0] };
  return {
    edits: [
      ...(signature === null ? [] : [signature]),
      ...editsOf([...declared, ...items, ...closing], first, ending?.unit ?? last, body, work),
    ],
    flagged: work.flagged,
  };
}

function editsOf(
  items: readonly Item[],
  first: Unit,
  last: Unit,
  body: SyntaxNode,
  { names: { source }, style }: Work,
): readonly Edit[] {
  const isAlone = beginsLine(source, first.start);
  const ends = isBlank(source.text.slice(last.end, lineEnd(source.text, last.end)));
  const { indent } = layoutAt(source.text, first.start);
  const lines = printed(items, isAlone ? indent : layoutAt(source.text, body.start).indent + style.unit, style);
  if (isAlone && ends)
    return editsBetween(source, lineStart(source.text, first.start), lineEnd(source.text, last.end), lines);
  const text = (isAlone ? '' : style.eol) + lines.join(style.eol) + (ends ? '' : style.eol);
  return [
    {
      file: source.file,
      start: isAlone ? lineStart(source.text, first.start) : first.start,
      end: last.end + (/^[ \t]*/.exec(source.text.slice(last.end))?.[0].length ?? 0),
      text,
    },
  ];
}

/** Variables that are declared without a value. */
function namesWithout(declaration: SyntaxNode, source: SourceText): ReadonlySet<string> {
  return new Set(
    declaration.children
      .filter(({ field, type }) => field === 'declarator' && type === 'identifier')
      .map((node) => textOf(source, node)),
  );
}

/** A barrier of the whole block, that does nothing else. */
const barrierText =
  /^(?:__syncthreads|(?:cooperative_groups|cg)::sync|\w+\.sync|(?:cooperative_groups|cg)::this_thread_block\(\)\.sync)\((?:\w*)\);$/;

/** The same of a warp, a tile or the grid. */
const partBarrierText =
  /^(?:__syncwarp\(\w*\)|(?:cooperative_groups|cg)::sync\(\w+\)|\w+\.sync\(\)|(?:cooperative_groups|cg)::this_grid\(\)\.sync\(\));$/;

/** Whether other threads than those of the block are waited for. */
const isOfPart = (stmt: Stmt): boolean =>
  laneGroupOf(stmt) !== null || (stmt.kind === 'barrier' && stmt.scope.kind === 'grid');
const isNumber = (expr: Expr): boolean => ['int', 'float', 'bool'].includes(typeOf(expr).kind);

/**
 * Statements of the kernel's own text, or that of a function which it calls, that are one barrier or begin with one
 * that votes, and those in which there is more than the text shows.
 */
export function barriersIn(
  kernel: Kernel,
  source: SourceText,
  callee: string | null = null,
  of: Plan['of'] = 'block',
): Pick<Work, 'barriers' | 'votes' | 'calls' | 'exchanges' | 'opaque'> {
  const barriers = new Set<SyntaxNode>();
  const votes = new Map<SyntaxNode, Vote>();
  const calls = new Map<SyntaxNode, Call>();
  const exchanges = new Map<SyntaxNode, Exchange>();
  const opaque: SyntaxNode[] = [];
  const visit = (stmt: Stmt, caller: SyntaxNode | null): void => {
    const from = kernel.sources.get(stmt.source);
    const own = from?.callee === callee && from.span.file === source.file ? nodeAt(source.tree, from.span) : caller;
    if (own !== null && stmt.kind === 'call' && from?.callee === callee && !from.inMacro && meets(stmt)) {
      const call = callOf(own, stmt.callee, isSafe(stmt, kernel), source);
      if (call !== null) {
        calls.set(own, call);
        barriers.add(own);
        return;
      }
    }
    const sum =
      own !== null &&
      of === 'block' &&
      stmt.kind === 'call' &&
      from?.callee === callee &&
      !from.inMacro &&
      isSumOfBlock(stmt)
        ? sumOf(own, nodeAt(source.tree, stmt.span), source)
        : null;
    if (own !== null && sum !== null) {
      exchanges.set(own, sum);
      barriers.add(own);
      return;
    }
    const through =
      own !== null &&
      of === 'lanes' &&
      stmt.kind === 'call' &&
      from?.callee === callee &&
      !from.inMacro &&
      isQuietCall(stmt, kernel)
        ? exchangeBy(own, nodeAt(source.tree, stmt.span), takesNumbers(stmt.callee, source), source)
        : null;
    if (own !== null && through !== null) {
      exchanges.set(own, through);
      barriers.add(own);
      return;
    }
    if (own !== null && of === 'lanes' && isOfPart(stmt)) {
      const isSeen = from?.callee === callee && !from.inMacro;
      const exchange =
        isSeen && stmt.kind === 'lanes' && stmt.operands.every(isNumber) ? exchangeOf(own, source) : null;
      if (exchange !== null) exchanges.set(own, exchange);
      if (
        exchange !== null ||
        (isSeen &&
          stmt.kind === 'barrier' &&
          own.type === 'expression_statement' &&
          partBarrierText.test(textOf(source, own)))
      )
        barriers.add(own);
      else opaque.push(own);
    } else if (own !== null && stmt.kind === 'barrier' && stmt.scope.kind !== 'warp' && stmt.scope.kind !== 'tile') {
      const isSeen = from?.callee === callee && !from.inMacro && stmt.scope.kind === 'block';
      const vote = isSeen && stmt.reduction !== null ? voteOf(own, source) : null;
      const isPlain = isSeen && own.type === 'expression_statement' && barrierText.test(textOf(source, own));
      if (vote !== null) votes.set(own, vote);
      if (isPlain || vote !== null) barriers.add(own);
      else opaque.push(own);
    }
    const isHidden =
      stmt.kind === 'jump' && (from?.inMacro === true || (stmt.to === 'exit' && from?.callee !== callee));
    if (own !== null && (isHidden || (stmt.kind === 'unknown' && stmt.synchronizes))) opaque.push(own);
    for (const child of bodiesOf(stmt).flat()) visit(child, own);
  };
  for (const stmt of kernel.body) visit(stmt, null);
  return { barriers, votes, calls, exchanges, opaque };
}

/** Whether it has barriers of the block, and does not end the thread. */
function meets({ body }: StmtOf<'call'>): boolean {
  return (
    someStmt(body, (stmt) => stmt.kind === 'barrier' && stmt.scope.kind !== 'warp' && stmt.scope.kind !== 'tile') &&
    !someStmt(body, (stmt) => stmt.kind === 'jump' && stmt.to === 'exit')
  );
}

/** `BlockReduce(storage).Sum(v)`: the block meets for a number, to which 0 adds nothing. CUB, `cub::BlockReduce`. */
function isSumOfBlock({ callee, body }: StmtOf<'call'>): boolean {
  return (
    callee === 'Sum' &&
    someStmt(body, (stmt) => stmt.kind === 'barrier' && stmt.scope.kind === 'collective') &&
    someStmt(body, (stmt) => stmt.kind === 'unknown-value') &&
    !someStmt(body, (stmt) => stmt.kind === 'jump')
  );
}

/** Whether all that is evaluated for the call stays with the thread. */
function isSafe(call: StmtOf<'call'>, kernel: Kernel): boolean {
  const harmful = (stmt: Stmt): boolean => {
    if (stmt === call) return false;
    const array = placeOf(stmt)?.array;
    const isApart =
      stmt.source !== call.source ||
      stmt.kind === 'assign' ||
      stmt.kind === 'unknown-value' ||
      (array !== undefined && kernel.arrays.get(array)?.space === 'local');
    return !isApart || bodiesOf(stmt).flat().some(harmful);
  };
  return !kernel.body.some(harmful);
}

/** With those exits that threads would take from a guarded stretch before a barrier. */
function exitsToo(
  plan: Plan,
  body: SyntaxNode,
  barriers: ReadonlySet<SyntaxNode>,
  isFlagged: boolean,
): ReadonlySet<SyntaxNode> {
  const points = [
    ...[...barriers].map(({ start }) => start),
    ...plan.gaps.map(({ host, side }) => (side === 'before' ? host.start : host.end)),
  ];
  const loops = nodesOf(body, 'for_statement', 'while_statement', 'do_statement');
  const passes = (exit: SyntaxNode): boolean => {
    const target = targetOf(exit, body);
    const isSwitch = target.type === 'switch_statement';
    const again = loops.filter(
      (loop) =>
        isWithin(exit, loop) && isWithin(loop, target) && !(exit.type === 'continue_statement' && loop === target),
    );
    return (
      !isSwitch &&
      points.some(
        (point) =>
          point >= target.start &&
          point <= target.end &&
          (point >= exit.end || again.some((loop) => point >= loop.start && point <= loop.end)),
      )
    );
  };
  const candidates = nodesOf(body, 'return_statement', 'break_statement', 'continue_statement').filter(
    (exit) => !nodesOf(body, 'lambda_expression').some((lambda) => isWithin(exit, lambda)) && passes(exit),
  );
  const found = new Set(plan.exits);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const exit of candidates) {
      const isGuarded =
        isFlagged ||
        [...plan.opened, ...plan.gaps.filter(({ side }) => side === 'between').map(({ host }) => host)].some((node) =>
          isWithin(exit, node),
        ) ||
        [...found].some(
          (earlier) => earlier !== exit && isWithin(exit, targetOf(earlier, body)) && exit.start > earlier.start,
        );
      if (isGuarded) found.add(exit);
    }
  }
  return found;
}

type Region = Readonly<{ list: List; later: ReadonlySet<string> }>;

/** All statements of a function that is guarded as a whole, but for the value that it gives back. */
function wholeOf(body: SyntaxNode, ending: Ending | null, source: SourceText): Region {
  const { units, head } = listOf(body, source);
  return {
    list: { units: ending === null ? units : units.slice(0, -1), head },
    later: ending === null ? new Set() : identifiersIn(ending.value, source),
  };
}

/** The statements of the innermost list around all that the plan is about. */
function regionOf(body: SyntaxNode, work: Work): Region {
  const { source } = work.names;
  const { units, head } = listOf(body, source);
  const concerned = (unit: Unit): boolean =>
    unit.node !== null && (concerns(unit.node, work) || work.plan.gaps.some(({ host }) => host === unit.node));
  const first = units.findIndex(concerned);
  const lastConcerned = units.findLastIndex(concerned);
  const hasReturn = exitsWithin(body, work).some(({ type }) => type === 'return_statement');
  const only = first === lastConcerned ? units[first]?.node : null;
  const inner = only === null || only === undefined || hasReturn ? null : keptBody(only, work);
  if (inner !== null) return regionOf(inner, work);
  const here = (['return', 'continue'] satisfies readonly ExitKind[]).some((kind) =>
    exitsWithin(body, work).some(({ type }) => type === `${kind}_statement`),
  );
  const last = here ? units.length - 1 : lastConcerned;
  const later = units.slice(last + 1).flatMap(({ node }) => (node === null ? [] : [...identifiersIn(node, source)]));
  return { list: { units: first < 0 ? [] : units.slice(first, last + 1), head }, later: new Set(later) };
}

/** The one `{ … }` of a construct that stays which holds all that the plan is about. */
function keptBody(node: SyntaxNode, work: Work): SyntaxNode | null {
  const { plan } = work;
  if (plan.opened.has(node) || plan.gaps.some(({ host }) => host === node)) return null;
  if ([...plan.exits].some((exit) => isWithin(exit, node))) return null;
  if (node.type === 'compound_statement') return node;
  const bodies = ['consequence', 'alternative', 'body']
    .flatMap((field) => childIn(node, field) ?? [])
    .map((part) => (part.type === 'else_clause' ? (part.children.find(({ named }) => named) ?? part) : part));
  const holding = bodies.filter((part) => concerns(part, work));
  const [only] = holding;
  if (holding.length !== 1 || only === undefined) return null;
  return only.type === 'compound_statement' ? only : keptBody(only, work);
}
