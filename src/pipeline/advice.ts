/** For each confirmed finding without a patch, what is said instead (repair/advice.ts). */
import type { AdviceInput, Meeting, Search } from '../repair/advice.ts';
import type { Draft } from './draft.ts';
import type { Fault } from '../repair/fault.ts';
import { adviceFor } from '../repair/advice.ts';
import { adviceForLanes } from '../repair/advice-lanes.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** A fault, and the draft that reports it. `isMain`: it is what the draft's witness shows. */
export type Reported = Readonly<{ fault: Fault; draft: Draft | undefined; isMain: boolean }>;

/** `reported`: all that was confirmed. `meant`: what a patch has to remove. */
type Unpatched = Readonly<{
  drafts: readonly Draft[];
  reported: readonly Reported[];
  meant: readonly Reported[];
  search: Search;
}>;

export function adviceOn(
  { drafts, reported, meant, search }: Unpatched,
  input: AdviceInput,
): ReadonlyMap<Draft, string> {
  const others = meant.map(meetingOf);
  return new Map(
    drafts.flatMap((draft): readonly (readonly [Draft, string])[] => {
      const advice =
        draft.status === 'confirmed' && draft.severity !== 'info'
          ? adviceOf(draft, reported, others, search, input)
          : null;
      return advice === null ? [] : [[draft, advice]];
    }),
  );
}

function adviceOf(
  draft: Draft,
  reported: readonly Reported[],
  others: readonly Meeting[],
  search: Search,
  input: AdviceInput,
): string | null {
  if (draft.condition !== null) return fill(messages.checkInHostCode, { condition: draft.condition });
  if (draft.code === 'SW211' || draft.code === 'SW212')
    return adviceForLanes(
      input.kernel,
      draft.span,
      draft.witness?.accesses[0].expression ?? '',
      draft.parts.statements.includes('left-out'),
    );
  if (draft.kind === 'async-copy') return null;
  const own = reported.filter((one) => one.draft === draft);
  const main = own.find(({ isMain }) => isMain) ?? own[0];
  // blocks that wait for blocks that may not have started: no two accesses meet
  if (main === undefined) return draft.code === 'SW407' ? fill(messages.runTogether, { line: draft.span.line }) : null;
  return adviceFor(meetingOf(main), others, search, input);
}

export function meetingOf({ fault, draft, isMain }: Reported): Meeting {
  const [first, second] = draft?.witness?.accesses ?? [];
  return {
    fault,
    isSameTurn:
      isMain &&
      first !== undefined &&
      second !== undefined &&
      JSON.stringify(first.loops) === JSON.stringify(second.loops),
  };
}
