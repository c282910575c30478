/**
 * The code of a race (docs/codes/): by what the two accesses are, what would have ordered them, and which hand-over
 * they belong to.
 */
import type { Described, HandoverFacts, RaceFacts } from '../verdict/catalogue.ts';
import type { Handover, Handovers } from '../handover/handover.ts';
import type { Kernel } from '../ir/ir.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { SourceId, StmtId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';
import {
  atomicPlainRace,
  brokenHandover,
  globalRace,
  interBlockRace,
  lockstepRace,
  loopCarriedRace,
  narrowAtomics,
  raceWords,
  sameValueRace,
  selfRace,
  sharedRace,
  usedBeforeStart,
  usedBeyondEnd,
} from '../verdict/catalogue.ts';
import { assertNever } from '../base/invariant.ts';
import { eachStmt } from '../ir/walk.ts';
import { handoversOf } from '../handover/handover.ts';

export type Statements = ReadonlyMap<StmtId, Readonly<{ span: Span; source: SourceId; line: number }>>;
/**
 * What codes depend on, of one kernel under one launch. `isInStep`: whether warps in lockstep would have ordered the
 * two, whichever threads they are.
 */
export type Coding = Readonly<{
  kernel: Kernel;
  statements: Statements;
  handovers: Handovers;
  isInStep: (obligation: RaceObligation) => boolean;
}>;

export function codingOf(kernel: Kernel, isInStep: Coding['isInStep']): Coding {
  return { kernel, statements: indexStatements(kernel), handovers: handoversOf(kernel), isInStep };
}

export function indexStatements(kernel: Kernel): Statements {
  const index = new Map<StmtId, { span: Span; source: SourceId; line: number }>();
  eachStmt(kernel.body, (stmt) => index.set(stmt.id, { span: stmt.span, source: stmt.source, line: stmt.span.line }));
  return index;
}

type PlainCode = 'SW101' | 'SW102' | 'SW103' | 'SW104' | 'SW105' | 'SW106' | 'SW107' | 'SW111' | 'SW405' | 'SW506';
/** `isAtStart`: of another block's memory, that it may not be there yet. */
export type RaceCode =
  | Readonly<{ kind: 'plain'; code: PlainCode; isAtStart: boolean }>
  | Readonly<{ kind: 'handover'; handover: Handover }>;

export function raceCode(obligation: RaceObligation, sameValue: boolean, coding: Coding): RaceCode {
  const handover = sameValue ? null : handoverOf(obligation, coding);
  return handover === null
    ? {
        kind: 'plain',
        code: plainCode(obligation, sameValue, coding),
        isAtStart: coding.kernel.arrays.get(obligation.array)?.isOfCluster === 'start',
      }
    : { kind: 'handover', handover };
}

const handoverOf = ({ first, second, scope }: RaceObligation, { handovers }: Coding): Handover | null =>
  handovers({ first: first.id, second: second.id, isBetweenBlocks: scope === 'grid' });

function plainCode(
  obligation: RaceObligation,
  sameValue: boolean,
  { statements, kernel, isInStep }: Coding,
): PlainCode {
  const { first, second } = obligation;
  const ofCluster = kernel.arrays.get(obligation.array)?.isOfCluster;
  if (ofCluster !== undefined && ofCluster !== 'memory') return 'SW506';
  if (sameValue) return 'SW107';
  if (first.mode === 'atomic' && second.mode === 'atomic' && first.place.width === second.place.width) return 'SW405';
  if (first.mode !== second.mode && (first.mode === 'atomic' || second.mode === 'atomic')) return 'SW106';
  if (obligation.scope === 'grid') return 'SW104';
  if (isInStep(obligation)) return 'SW111';
  if (obligation.carriedBy !== null) return 'SW102';
  if (statements.get(first.id)?.source === statements.get(second.id)?.source) return 'SW105';
  return kernel.arrays.get(obligation.array)?.space === 'shared' ? 'SW101' : 'SW103';
}

/** What one missing barrier, fence or scope separates: all races with the same cause are one finding. */
export function causeOf(obligation: RaceObligation, sameValue: boolean, coding: Coding): string {
  const known = raceCode(obligation, sameValue, coding);
  if (known.kind === 'handover')
    return `${known.handover.by} ${known.handover.array} ${known.handover.lacks === 'wide-fence' ? 'narrow' : ''}`;
  const { code } = known;
  const own = code === 'SW105' ? ` statement ${coding.statements.get(obligation.first.id)?.source ?? 0}` : '';
  return obligation.scope === 'grid'
    ? `${code} ${obligation.array} interval ${obligation.interval}`
    : `${code} interval ${obligation.interval}${own}`;
}

/** `loopLine`: of the loop between whose turns it is. */
export function describeRace(
  known: RaceCode,
  facts: RaceFacts,
  loopLine: number | null,
  { kernel }: Coding,
): Described {
  return known.kind === 'handover'
    ? brokenHandover(raceWords(facts), factsOf(known.handover, kernel))
    : describePlain(known, facts, loopLine);
}

/** `what`: that a race is possible. */
export const describePossible = (handover: Handover, what: string, kernel: Kernel): Described =>
  brokenHandover(what, factsOf(handover, kernel));

function factsOf({ by, array, given, taken, lacks }: Handover, kernel: Kernel): HandoverFacts {
  return { by, name: kernel.arrays.get(array)?.name ?? array, givenLine: given.line, takenLine: taken.line, lacks };
}

function describePlain(
  { code, isAtStart }: Extract<RaceCode, { kind: 'plain' }>,
  facts: RaceFacts,
  loopLine: number | null,
): Described {
  switch (code) {
    case 'SW101':
      return sharedRace(facts);
    case 'SW102':
      return loopCarriedRace(facts, loopLine);
    case 'SW103':
      return globalRace(facts);
    case 'SW104':
      return interBlockRace(facts);
    case 'SW105':
      return selfRace(facts);
    case 'SW106':
      return atomicPlainRace(facts);
    case 'SW107':
      return sameValueRace(facts);
    case 'SW111':
      return lockstepRace(facts);
    case 'SW405':
      return narrowAtomics(facts);
    case 'SW506':
      return isAtStart ? usedBeforeStart(facts) : usedBeyondEnd(facts);
    default:
      return assertNever(code);
  }
}
