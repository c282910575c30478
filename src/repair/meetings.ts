/**
 * Where meetings that some miss (SW211, SW212) are written: the statement of the kernel's own text, the call, or that
 * of the function in which they are, and the branches and loops around it at which threads may part. What a macro makes
 * is not found, nor what functions do beside that (quiet-calls.ts).
 */
import type { Edit } from '../verdict/finding.ts';
import type { Fault } from './fault.ts';
import type { RepairInput } from './repair.ts';
import type { SourceText } from './source-text.ts';
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { StmtId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { definitionOf, nodeAt } from './source-text.ts';
import { eachStmt } from '../ir/walk.ts';
import { childIn, isBroken, namedChildren, textOf } from '../parse/node.ts';
import { isQuietCall } from './quiet-calls.ts';
import { isWithin } from './restructure/work.ts';
import { laneGroupOf } from '../ir/lane-groups.ts';
import { memoized } from '../base/memoize.ts';
import type { Names } from './restructure/expressions.ts';
import { identifiersIn, mayDiffer, namesOf, nodesOf } from './restructure/expressions.ts';
import { partingStatements } from './variant.ts';
import { loopsAround, wayTo, withinFunction } from './written.ts';

/**
 * `node`: the statement; `around`: what it stands in, innermost first. Of those, `partings`: at which threads may part
 * as far as the text shows that have come there together; `others`: all at which threads of the block may.
 */
export type WrittenMeeting = Readonly<{
  stmt: Stmt;
  call: SyntaxNode;
  node: SyntaxNode;
  around: readonly SyntaxNode[];
  partings: readonly SyntaxNode[];
  others: readonly SyntaxNode[];
}>;
export type WrittenMeetings = Readonly<{
  source: SourceText;
  definition: SyntaxNode;
  at: (stmt: Stmt) => WrittenMeeting | null;
}>;

const constructTypes: readonly string[] = ['if_statement', 'for_statement', 'while_statement', 'do_statement'];

/** Null: the kernel's text is not there, or not read as a whole. */
export const meetingsIn = memoized(({ kernel, sourceOf }: RepairInput): WrittenMeetings | null => {
  const source = sourceOf(kernel.span.file);
  const definition = source === null ? null : definitionOf(kernel, source);
  if (source === null || definition === null || isBroken(definition)) return null;
  const parting = partingStatements(kernel);
  const nodes = new Set<SyntaxNode>();
  eachStmt(kernel.body, ({ id, source: at }) => {
    const from = kernel.sources.get(at);
    if (parting.has(id) && from !== undefined && from.callee === null && !from.inMacro)
      nodes.add(nodeAt(source.tree, from.span));
  });
  const names = namesOf(definition, source);
  const calls = callsIn(kernel);
  const at = (meeting: Stmt): WrittenMeeting | null => {
    const stmt = calls.get(meeting.id) ?? meeting;
    const from = kernel.sources.get(stmt.source);
    if (from === undefined || from.callee !== null || from.inMacro || from.span.file !== source.file) return null;
    const [node, ...around] = wayTo(source.tree, from.span) ?? [];
    const call = nodeAt(source.tree, stmt.span);
    if (
      node === undefined ||
      call.type !== 'call_expression' ||
      call.start !== stmt.span.start ||
      call.end !== stmt.span.end
    )
      return null;
    const isOfGrid = meeting.kind === 'barrier' && meeting.scope.kind === 'grid';
    const constructs = withinFunction(around).filter(({ type }) => constructTypes.includes(type));
    const others = isOfGrid ? constructs : constructs.filter((one) => nodes.has(one));
    return {
      stmt: meeting,
      call,
      node,
      around,
      partings: others.filter((one) => one.type === 'if_statement' || turnsDiffer(one, names)),
      others,
    };
  };
  return { source, definition, at };
});

/** Of all that functions do which the kernel calls, the call in its own text, where it is quiet. */
function callsIn(kernel: Kernel): ReadonlyMap<StmtId, Stmt> {
  const found = new Map<StmtId, Stmt>();
  eachStmt(kernel.body, (call) => {
    const from = kernel.sources.get(call.source);
    if (call.kind === 'call' && from?.callee === null && isQuietCall(call, kernel))
      eachStmt(call.body, ({ id }) => {
        found.set(id, call);
      });
  });
  return found;
}

/** Whether threads may make different numbers of turns, as far as the text shows. */
function turnsDiffer(loop: SyntaxNode, names: Names): boolean {
  const [condition, body] = [childIn(loop, 'condition'), childIn(loop, 'body')];
  const asked = condition === null ? new Set<string>() : identifiersIn(condition, names.source);
  const steps =
    body === null
      ? []
      : nodesOf(body, 'assignment_expression').filter((one) =>
          [...identifiersIn(childIn(one, 'left') ?? one, names.source)].some((name) => asked.has(name)),
        );
  return mayDiffer(condition, names) || steps.some((step) => mayDiffer(childIn(step, 'right'), names));
}

/** Those of the faults; null where one is not written in the kernel's own text. */
export function missedAt(faults: readonly Fault[], input: RepairInput): readonly WrittenMeeting[] | null {
  const written = meetingsIn(input);
  const ids = new Set(faults.flatMap((fault) => (fault.kind === 'missed' ? [fault.meeting] : [])));
  const found: WrittenMeeting[] = [];
  eachStmt(input.kernel.body, (stmt) => {
    const meeting = ids.has(stmt.id) ? (written?.at(stmt) ?? null) : null;
    if (meeting !== null) found.push(meeting);
  });
  return found.length === ids.size && ids.size > 0 ? found : null;
}

/** A call with a mask, as in `__shfl_sync(mask, …)`; `mask`: null of `__syncwarp()`. Null: it is none. */
export function maskedCall(
  { call }: WrittenMeeting,
  source: SourceText,
): Readonly<{ name: string; mask: SyntaxNode | null; open: number }> | null {
  const [callee, handed] = [childIn(call, 'function'), childIn(call, 'arguments')];
  const name = callee === null ? '' : textOf(source, callee);
  const [mask = null] = handed === null ? [] : namedChildren(handed);
  if (handed === null || !/^__\w+_sync$|^__syncwarp$/.test(name) || (mask === null && name !== '__syncwarp'))
    return null;
  return { name, mask, open: handed.start + 1 };
}

/** The calls in a part of the text that give the same mask as this one, itself among them. */
export function withSameMask(
  meeting: WrittenMeeting,
  part: SyntaxNode,
  { kernel }: RepairInput,
  { source, at }: WrittenMeetings,
): readonly WrittenMeeting[] {
  const textOfMask = (one: WrittenMeeting): string | null => {
    const call = maskedCall(one, source);
    return call === null ? null : call.mask === null ? '' : textOf(source, call.mask);
  };
  const own = textOfMask(meeting);
  const found = new Map<number, WrittenMeeting>();
  eachStmt(kernel.body, (stmt) => {
    const other = laneGroupOf(stmt) === null ? null : at(stmt);
    if (other !== null && isWithin(other.call, part) && textOfMask(other) === own) found.set(other.call.start, other);
  });
  return [...found.values()];
}

/** With another mask. */
export function maskEdit(meeting: WrittenMeeting, mask: string, source: SourceText): Edit {
  const call = maskedCall(meeting, source);
  const open = call?.open ?? meeting.call.end;
  return { file: source.file, start: call?.mask?.start ?? open, end: call?.mask?.end ?? open, text: mask };
}

/** The jumps of the loops around it that threads may take before they come to it in a turn. */
export function jumpsBefore({ node, around }: WrittenMeeting): readonly SyntaxNode[] {
  return loopsAround(around).flatMap((loop) =>
    nodesOf(loop, 'break_statement', 'continue_statement').filter((jump) => jump.end <= node.start),
  );
}
