/**
 * From the verdict over all launches to the answer: its reasons, what it rests on, and the condition under which it is
 * one.
 */
import type { Draft } from './draft.ts';
import type { Finding, KernelAnswer } from '../verdict/finding.ts';
import { asConditionNote, conditionWords } from '../verdict/conditional.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { assumptionsOf, oversizedBlocks, unusualAssumptions } from './assumptions.ts';
import { buildAssumptions, shortly } from './build-assumptions.ts';
import type { ConditionsOfKernel } from './kernel-conditions.ts';
import { reasonText, stoppedEarly } from '../verdict/catalogue.ts';
import { conditionOf, notAsked, reasonsOf } from './answer.ts';
import { runWords, runsOf } from './amplified.ts';
import type { Prepared } from './prepared.ts';
import type { Judged } from './judged.ts';
import { statedWords } from './judged.ts';

/**
 * The answer with these findings. `conditions`: what was found of conditions; where one of them rules out all that is
 * confirmed, and the kernel is proved under it, the answer is conditional, and its findings are notes. `findings` are
 * those of `drafts`, in their order.
 */
export function answerUnder(
  conditions: ConditionsOfKernel,
  prepared: Prepared,
  judged: Judged,
  drafts: readonly Draft[],
  findings: KernelAnswer['findings'],
): KernelAnswer {
  const { found, shown } = judged;
  const condition =
    conditions.proof.length === 0
      ? null
      : (conditionOf(drafts) ?? (found === 'unknown' && shown.length === 0 ? conditions.ofOpen : null));
  const notes = condition === null ? findings : notesUnder(findings, drafts, new Set(shown));
  const answer = answerWith(notes, prepared, judged);
  if (condition === null) return answer;
  const rests = { ...restsOf(prepared, judged), decisions: conditions.proof, verdict: 'conditional' as const };
  return { ...answer, ...conditionalOn(condition, rests, prepared) };
}

/** What the answer rests on. */
const restsOf = (
  { launches: { closed }, facts }: Prepared,
  { decisions, partings, verdict }: Judged,
): Parameters<typeof assumptionsOf>[0] => ({ closed, decisions, facts, partings, verdict });

function answerWith(findings: KernelAnswer['findings'], prepared: Prepared, judged: Judged): KernelAnswer {
  const { input, start, blank, launches } = prepared;
  return {
    ...blank,
    verdict: judged.verdict,
    launches: launches.all,
    reasons: reasonsFor(prepared, judged),
    assumptions: assumptionsOf(restsOf(prepared, judged), input),
    findings,
    ...runsOf(judged.decisions),
    timeMs: input.clock() - start,
  };
}

/** Why the verdict is what it is, or what is unusual about the grounds of a proof. */
function reasonsFor(prepared: Prepared, judged: Judged): readonly string[] {
  const {
    input,
    launches: { skipped, doubtful },
  } = prepared;
  const { verdict, decisions, stated } = judged;
  const {
    kernel,
    from,
    request: { stopAfter },
  } = input;
  const builtAs = shortly(buildAssumptions(kernel, from)).map(assuming);
  switch (verdict) {
    case 'racy':
      return [...oversizedBlocks(decisions).map(assuming), ...builtAs, ...notAsked(decisions)];
    case 'drf':
    case 'conditional':
      return [...stated, ...runWords(decisions), ...unusualAssumptions(restsOf(prepared, judged), input)];
    case 'unknown':
    case 'unsupported':
      return [
        ...skipped,
        ...doubtful,
        ...(stopAfter === undefined ? [] : [reasonText(stoppedEarly(stopAfter))]),
        ...reasonsOf(decisions),
        ...builtAs,
      ];
  }
}

/** The answer of a kernel that is proved under the condition, as far as it differs from that of a racy one. */
function conditionalOn(
  condition: string,
  rests: Parameters<typeof assumptionsOf>[0],
  prepared: Prepared,
): Pick<KernelAnswer, 'verdict' | 'reasons' | 'assumptions'> {
  const conditions = [conditionWords(condition), ...statedWords(rests.decisions, prepared, rests.partings)];
  return {
    verdict: 'conditional',
    reasons: [...conditions, ...runWords(rests.decisions), ...unusualAssumptions(rests, prepared.input)],
    assumptions: assumptionsOf(rests, prepared.input),
  };
}

/**
 * Findings of a kernel that is proved under a condition; what was only possible is ruled out by the proof, but for what
 * is not asked in it (`apart`).
 */
function notesUnder(
  findings: readonly Finding[],
  drafts: readonly Draft[],
  apart: ReadonlySet<Draft>,
): readonly Finding[] {
  return findings.flatMap((finding, k) => {
    const draft = drafts[k];
    return draft !== undefined && draft.status === 'possible' && !apart.has(draft) ? [] : [asConditionNote(finding)];
  });
}
