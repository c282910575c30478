/**
 * The answer for a kernel over all builds that its text has. A race in any of them makes it racy, and is named with its
 * build; but where no text speaks of making such a build (`OtherBuild.isOffered`), the verdict is that of the others,
 * and what is found there is a warning. Race-free it is in the build that was read, and the answer says for which
 * others that holds, and for which it was not decided.
 */
import type { Builds } from './builds.ts';
import type { Finding, KernelAnswer, OtherBuildAnswer, Verdict } from '../verdict/finding.ts';
import type { OnlyBuild } from './left-out.ts';
import type { ReadUnit } from './unit.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { fill } from '../base/message.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { messages } from './wording.ts';
import { mostBuilds } from './builds.ts';

export type BuildAnswer = Readonly<{ when: string; isOffered: boolean; answer: KernelAnswer }>;

/** The answer for a build for devices whose warps run in lockstep: what relies on that is right there. */
export function inStep(answer: KernelAnswer): KernelAnswer {
  const findings = answer.findings.filter(({ code }) => code !== 'SW111');
  const isStillSo = findings.some(
    (finding) => finding.status === 'confirmed' && (finding.severity !== 'info' || isConditionNote(finding)),
  );
  if (findings.length === answer.findings.length || isStillSo) return { ...answer, findings };
  return { ...answer, findings, verdict: 'unknown', reasons: [messages.onlyInStep, ...answer.reasons] };
}

export function overBuilds(
  own: KernelAnswer,
  others: readonly BuildAnswer[],
  { varied, left }: Builds,
  from: ReadUnit,
): KernelAnswer {
  if (varied.size + left.size === 0) return own;
  const builds = others.map(({ when, answer }): OtherBuildAnswer => ({ when, verdict: answer.verdict }));
  const has = (sought: Verdict): boolean =>
    others.some(({ isOffered, answer }) => isOffered && answer.verdict === sought);
  const verdict = has('racy') ? 'racy' : own.verdict === 'drf' && has('conditional') ? 'conditional' : own.verdict;
  // what is found in one build rests on what that build is
  const settled =
    left.size > 0 || own.verdict !== 'drf' || builds.some((one) => one.verdict !== 'drf')
      ? []
      : settledChoices(varied, from);
  const answers = others.map(({ answer }) => answer);
  return {
    ...own,
    verdict,
    reasons: [...withoutSettled(own.reasons, settled.map(assuming)), ...said(own, others, left)],
    assumptions: withoutSettled(own.assumptions, settled),
    findings: foundIn(own, others),
    uses: [
      ...own.uses,
      ...answers
        .flatMap(({ uses }) => uses)
        .filter(
          ({ span }) =>
            !own.uses.some(
              (use) => use.span.file === span.file && use.span.start === span.start && use.span.end === span.end,
            ),
        ),
    ],
    timeMs: sum([own, ...answers].map(({ timeMs }) => timeMs)),
    ...(builds.length === 0 ? {} : { builds }),
    ...([own, ...answers].some(({ isCut }) => isCut === true) ? { isCut: true as const } : {}),
    ...(own.repairMs === undefined && answers.every(({ repairMs }) => repairMs === undefined)
      ? {}
      : { repairMs: sum([own, ...answers].map(({ repairMs = 0 }) => repairMs)) }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/**
 * Findings of the build that was read, and those of the others that it does not have; of a build that no text speaks of
 * making, those that are confirmed: what is open there is a reason. A barrier is redundant only where no build needs
 * it.
 */
function foundIn(own: KernelAnswer, others: readonly BuildAnswer[]): readonly Finding[] {
  const known = new Set(own.findings.map(({ fingerprint }) => fingerprint));
  const isRedundantInAll = ({ fingerprint }: Finding): boolean =>
    others.every(({ answer: { findings } }) => findings.some((one) => one.fingerprint === fingerprint));
  const more = others.flatMap(({ when, isOffered, answer: { findings } }) =>
    findings.flatMap((finding) => {
      const isOnlyPossible = !isOffered && finding.status === 'possible';
      if (finding.kind === 'redundant-barrier' || isOnlyPossible || known.has(finding.fingerprint)) return [];
      known.add(finding.fingerprint);
      return [
        {
          ...(isOffered ? finding : inUnofferedBuild(finding, when)),
          build: when,
          message: fill(isOffered ? messages.inBuild : messages.inUnofferedBuild, { when, message: finding.message }),
        },
      ];
    }),
  );
  return [
    ...own.findings.filter((finding) => finding.kind !== 'redundant-barrier' || isRedundantInAll(finding)),
    ...more,
  ];
}

/**
 * The answer for a kernel that only one build has, and not the one that is read: what is found there is what is found
 * of the kernel.
 */
export function inOnlyBuild(answer: KernelAnswer, { when, isOffered }: OnlyBuild): KernelAnswer {
  const findings = answer.findings.map((finding) => ({
    ...(isOffered ? finding : inUnofferedBuild(finding, when)),
    build: when,
    message: fill(isOffered ? messages.inBuild : messages.inUnofferedBuild, { when, message: finding.message }),
  }));
  return {
    ...answer,
    findings,
    reasons: [...answer.reasons, fill(messages.onlyInBuild, { when })],
    assumptions: [when, ...answer.assumptions],
  };
}

/**
 * Nobody is known to make such a build: no error, and no barrier that all builds would pay for unless a person wants
 * it.
 */
function inUnofferedBuild(finding: Finding, when: string): Finding {
  const presumes = fill(messages.presumesBuild, { when });
  const patches = [...(finding.fix === null ? [] : [finding.fix]), ...finding.alternatives];
  const alternatives = patches.map((fix) => ({
    ...fix,
    presumes: fix.presumes === undefined ? presumes : `${fix.presumes}, and ${presumes}`,
  }));
  return { ...finding, severity: finding.severity === 'error' ? 'warning' : finding.severity, fix: null, alternatives };
}

const mostListed = 3;

function said(own: KernelAnswer, others: readonly BuildAnswer[], left: ReadonlySet<string>): readonly string[] {
  const of = (verdict: Verdict): readonly string[] =>
    others.flatMap(({ when, answer }) => (answer.verdict === verdict ? [when] : []));
  const listed = (some: readonly string[]): string =>
    [...some.slice(0, mostListed), ...(some.length > mostListed ? [`${some.length - mostListed} more`] : [])]
      .join(', or when ')
      .replace(/when (\d+ more)$/, '$1');
  const [proved, conditional, racy] = [of('drf'), of('conditional'), of('racy')];
  const isProved = own.verdict === 'drf' || own.verdict === 'conditional';
  const open = others.filter(({ answer }) => answer.verdict === 'unknown' || answer.verdict === 'unsupported');
  return [
    ...(isProved && racy.length > 0 ? [fill(messages.raceFreeAsRead, { builds: listed(racy) })] : []),
    ...(isProved && conditional.length > 0
      ? [fill(messages.conditionalInBuilds, { builds: listed(conditional) })]
      : []),
    ...(isProved && proved.length > 0 ? [fill(messages.alsoInBuilds, { builds: listed(proved) })] : []),
    ...(isProved
      ? open.slice(0, mostListed).map(({ when, answer }) =>
          fill(messages.openInBuild, {
            when,
            because: answer.reasons.find((reason) => !reason.startsWith(assuming(''))) ?? '',
          }),
        )
      : []),
    ...(isProved && left.size > 0
      ? [fill(messages.buildsLeft, { names: [...left].map((name) => `\`${name}\``).join(', '), most: mostBuilds })]
      : []),
  ];
}

/** What is proved whether or not a name is defined does not rest on its not being defined. */
const settledChoices = (varied: ReadonlySet<string>, { source }: ReadUnit): readonly string[] =>
  source.choices.flatMap(({ text, names }) =>
    names !== undefined && names.every((name) => varied.has(name)) ? [text] : [],
  );

const withoutSettled = (texts: readonly string[], settled: readonly string[]): readonly string[] =>
  texts.filter((text) => !settled.includes(text));
