/**
 * Questions of lanes as formulas [D20]: two threads of one tile, in the same turns, one at the meeting and one around
 * it, whose lane the mask of the first one names. `unsat` is the good answer.
 *
 * Example: `if (threadIdx.x < 40) x = __shfl_sync(~0u, x, 0); out[i] = x;` of 64 threads gives threadIdx.x@1 < 40,
 * threadIdx.x@2 >= 40, threadIdx.x@1 / 32 = threadIdx.x@2 / 32, which 32 and 40 satisfy.
 */
import type { Copies, Side } from './copies.ts';
import type { DivergenceObligation } from './obligation.ts';
import type { Expr } from '../base/expr.ts';
import type { LaneQuestion, Meeting, WholeProtocol } from '../protocol/protocol.ts';
import { binary, not, truth } from '../base/expr-build.ts';
import { and, isFalse, or, sameExpr } from '../protocol/fold.ts';
import { createCopies, differ } from './copies.ts';
import { placeInBlock } from './warps.ts';
import { named, sameMask } from './masks.ts';

/** Null: no formula; nothing is known of the mask, so that nothing can be proved. */
export type LaneObligation = Readonly<{ question: LaneQuestion; obligation: DivergenceObligation | null }>;

/**
 * All questions of one protocol about lanes. `wholeRows`: taking rows of threads (`blockDim.x`) for whole warps, where
 * they are open.
 */
export function laneObligations(
  whole: WholeProtocol,
  questions: readonly LaneQuestion[],
  wholeRows: boolean,
): readonly LaneObligation[] {
  const copies = createCopies(whole, 'block');
  const apart = differ(whole, copies);
  const place = {
    first: placeInBlock(whole, copies, 'first', wholeRows),
    second: placeInBlock(whole, copies, 'second', wholeRows),
  };
  if (apart === null) return [];
  const [one, other] = [place.first, place.second];
  if (one === null || other === null) return questions.map((question) => ({ question, obligation: null }));
  const given = wholeRows ? one.facts : [];
  return questions.flatMap((question, id): readonly LaneObligation[] => {
    const asked =
      question.cause === 'mask'
        ? maskAsked(question, copies, [one.lane, other.lane])
        : partingAsked(question, copies, other.lane);
    if (asked === null) return [{ question, obligation: null }];
    if (isFalse(asked)) return [];
    const theirs = other.tileOf(question.meeting.size);
    const together = one.tileOf(question.meeting.size).map((own, k) => binary('==', own, theirs[k] ?? own));
    return [{ question, obligation: asObligation(question, id, copies, [...given, apart, ...together, asked]) }];
  });
}

function asObligation(question: LaneQuestion, id: number, copies: Copies, more: readonly Expr[]): DivergenceObligation {
  const { first, second, meeting, loops } = question;
  const turnsOf = (side: Side): DivergenceObligation['turns']['first'] =>
    loops.map(({ loop, turn }) => ({ loop, turn: copies.rename(turn, side) }));
  const turns = { first: turnsOf('first'), second: turnsOf('second') };
  const equal = turns.first.flatMap(({ turn }, k) => {
    const other = turns.second[k]?.turn ?? turn;
    return sameExpr(turn, other) ? [] : [binary('==', turn, other)];
  });
  const isParting = question.cause !== 'mask';
  const constraints = [
    ...copies.facts,
    ...first.map((c) => copies.rename(c, 'first')),
    ...(isParting ? second.map((c) => copies.rename(c, 'second')) : []),
    ...equal,
    ...more,
  ];
  const variables = copies.variablesOf([...constraints, ...[...turns.first, ...turns.second].map(({ turn }) => turn)]);
  return {
    kind: 'divergence',
    id,
    scope: 'block',
    turns,
    formula: { variables, constraints },
    reads: copies.readsOf(variables),
    question: {
      id,
      at: question.at,
      span: question.span,
      barrier: meeting.id,
      barrierSpan: meeting.span,
      cause: question.cause === 'mask' ? 'branch' : question.cause,
      condition: truth(true),
      when: first,
      loops,
    },
  };
}

/** That the second is waited for. What is not known of a mask may name anyone. */
function partingAsked({ meeting, without, unknown }: LaneQuestion, copies: Copies, lane: Expr): Expr | null {
  return waitsFor(meeting, { copies, side: 'second', lane, without, unknown }) ?? truth(true);
}

const waitsFor = (meeting: Meeting, about: Parameters<typeof named>[1]): Expr | null =>
  meeting.mask === null ? truth(true) : named(meeting.mask, about);

/**
 * That the mask of the first names the second, and not itself, or the second comes with another one. Null: not known.
 */
function maskAsked(
  { meeting, second, unknown }: LaneQuestion,
  copies: Copies,
  [own, lane]: readonly [Expr, Expr],
): Expr | null {
  const { mask } = meeting;
  if (mask === null) return truth(false);
  const without = new Set<never>();
  const isOwn = named(mask, { copies, side: 'first', lane: own, without, unknown });
  const isOther = named(mask, { copies, side: 'second', lane, without, unknown });
  if (isOwn === null || isOther === null) return null;
  const isThere = second.map((c) => copies.rename(c, 'second')).reduce<Expr>(and, truth(true));
  const differs = not(sameMask(mask, copies));
  return and(isOther, or(not(isOwn), and(isThere, differs)));
}
