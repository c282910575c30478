/**
 * What is said of meetings of lanes, tiles and the grid that some miss (SW211, SW212): which mask or group lacks whom,
 * and where to call instead.
 * Needs: the kernel, the meeting, and its text; it is asked where no patch was proved. Smallest example:
 *
 *     if (t % 2 == 0) v += __shfl_down_sync(0xffffffffu, v, 1); ⟶ the mask `0xffffffffu` names lanes that do not come
 *     to line 1: …
 */
import type { Kernel, Stmt } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';
import { apart } from './apart.ts';
import { eachStmt } from '../ir/walk.ts';
import { laneGroupOf } from '../ir/lane-groups.ts';
import { partingStatements } from './variant.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * `text`: the call as it is written. `isLeftOut`: a thread comes whose own mask does not name it. Null: there is no
 * such meeting.
 */
export function adviceForLanes(kernel: Kernel, span: Span, text: string, isLeftOut: boolean): string | null {
  const found: Stmt[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (stmt.span.file === span.file && stmt.span.start === span.start && isMeeting(stmt)) found.push(stmt);
  });
  const [meeting] = found;
  if (meeting === undefined) return null;
  const isIntrinsic = text.startsWith('__');
  const mask = /^\w+\s*\(([^(),]+)[,)]/.exec(text)?.[1]?.trim();
  const named = mask === undefined ? 'the mask' : fill(messages.theMask, { mask });
  const { line } = span;
  if (isLeftOut) return fill(messages.maskLeavesOut, { named, line });
  const elsewhere = placeFor(meeting, kernel);
  if (!isIntrinsic) return fill(messages.notAllOfGroup, { group: groupOf(meeting), line, elsewhere });
  const lacks =
    mask === undefined && text.startsWith('__syncwarp')
      ? fill(messages.notAllOfWarp, { line })
      : fill(messages.maskNamesTooMany, { named, line });
  return fill(messages.warpAdvice, { lacks, elsewhere });
}

const isMeeting = (stmt: Stmt): boolean => laneGroupOf(stmt) !== null || stmt.kind === 'barrier';

function groupOf(stmt: Stmt): string {
  if (stmt.kind === 'barrier' && stmt.scope.kind === 'grid') return 'grid';
  const size = laneGroupOf(stmt)?.size;
  return size === undefined ? 'group' : fill(messages.tileOf, { size });
}

/** Out of the innermost branch or loop at which threads may part. */
function placeFor(meeting: Stmt, kernel: Kernel): string {
  const parting = partingStatements(kernel);
  const at = apart(kernel, meeting.id, meeting.id)?.around.find(({ id }) => parting.has(id));
  if (at === undefined) return messages.callWhereAllAre;
  return at.kind === 'loop'
    ? fill(messages.sameIterations, { line: at.span.line })
    : fill(messages.outsideBranch, { line: at.span.line });
}
