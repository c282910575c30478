/**
 * Findings of barriers that threads of a block miss (SW201 to SW204). Needs: confirmed divergences of one cause. Gives:
 * one finding.
 */
import type { DivergenceEvidence } from './evidence.ts';
import type { WitnessAccess } from '../verdict/finding.ts';
import type { WarpModel } from '../launch/launch.ts';
import type { MachineDivergence } from '../machine/machine.ts';
import type { Span } from '../base/span.ts';
import type { Described, DivergenceFacts } from '../verdict/catalogue.ts';
import { barrierInUnevenLoop, barrierUnderBranch, differentBarriers, earlyExit } from '../verdict/catalogue.ts';
import type { Statements } from './race-codes.ts';
import { assertNever } from '../base/invariant.ts';
import { messages } from './wording.ts';
import type { Draft, FindingInput } from './draft.ts';
import { placeOf } from './witness-accesses.ts';
import { underChosenLaunch } from './race-severity.ts';
import { macroWords, macroPlacesOf } from './related-places.ts';

type SplitCode = 'SW201' | 'SW202' | 'SW203' | 'SW204';

function describeSplit(code: SplitCode, facts: DivergenceFacts, loopLine: number, warpModel: WarpModel): Described {
  switch (code) {
    case 'SW201':
      return barrierUnderBranch(facts);
    case 'SW202':
      return barrierInUnevenLoop(facts, loopLine);
    case 'SW203':
      return earlyExit(facts, warpModel);
    case 'SW204':
      return differentBarriers(facts);
    default:
      return assertNever(code);
  }
}

/** The code by what makes threads of a block miss its barrier. */
export const splitCodes = { branch: 'SW201', loop: 'SW202', exit: 'SW203', 'two-barriers': 'SW204' } as const;

/** The code of a confirmed divergence. */
export function splitCode({ obligation }: Pick<DivergenceEvidence, 'obligation'>): SplitCode {
  return splitCodes[obligation.question.cause];
}

/** The finding of divergences with one cause at one barrier. */
export function divergenceDraft(
  group: readonly [DivergenceEvidence, ...DivergenceEvidence[]],
  statements: Statements,
  input: FindingInput,
): Draft {
  const [main] = group;
  const { divergence, obligation } = main;
  const code = splitCode(main);
  const waiting: WitnessAccess = {
    ...placeOf(divergence.waiting),
    span: divergence.span,
    expression: input.textAt(divergence.span),
    mode: 'barrier',
    value: null,
    loops: [],
  };
  const other = otherThread(divergence, obligation.question.span, input);
  const facts: DivergenceFacts = {
    waiting: placeOf(divergence.waiting),
    barrierLine: divergence.span.line,
    other: placeOf(divergence.other),
    otherLine: other.span.line,
  };
  const described = underChosenLaunch(
    input,
    describeSplit(code, facts, obligation.question.span.line, input.warpModel),
  );
  return {
    ...described,
    message: described.message + macroWords([divergence.span, other.span], input),
    status: 'confirmed',
    condition: null,
    kernel: input.kernel.name,
    span: divergence.span,
    array: null,
    related: [
      { span: obligation.question.span, note: messages.threadsDiverge },
      ...macroPlacesOf([divergence.span, other.span], input),
    ],
    pairs: [{ first: divergence.span, second: other.span, array: null }],
    witness: {
      run: main.run,
      launch: input.config,
      accesses: [waiting, other],
      address: null,
      interval: null,
      warpModel: input.warpModel,
    },
    parts: {
      kernel: input.kernel.name,
      array: null,
      code,
      statements: [
        input.textAt(divergence.span),
        input.textAt(statements.get(obligation.question.at)?.span ?? obligation.question.span),
      ],
    },
  };
}

function otherThread(divergence: MachineDivergence, parting: Span, input: FindingInput): WitnessAccess {
  const at = divergence.otherAt;
  const span = at.kind === 'exited' ? (at.span ?? parting) : at.span;
  return {
    ...placeOf(divergence.other),
    span,
    expression: input.textAt(span),
    mode: at.kind === 'exited' ? 'exited' : 'barrier',
    value: null,
    loops: [],
  };
}
