/** From the decisions under all launches to the one answer for a kernel. */
import type { Decision } from './evidence.ts';
import type { Draft } from './draft.ts';
import { conditionWords } from '../verdict/conditional.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Verdict } from '../verdict/finding.ts';
import type { Fact } from '../protocol/infer.ts';
import { unstatedLimits } from '../launch/block-limits.ts';
import { notAskedBecause } from './evidence.ts';
import { fill } from '../base/message.ts';
import { linesListed } from '../base/listing.ts';
import { messages } from './wording.ts';

/**
 * `racy`: something confirmed beyond races of equal values. `unsupported`: something unmodelled may touch memory or
 * synchronize. `unknown`: something is open. `drf` only when every obligation under every launch was refuted.
 */
export function verdictOf(decisions: readonly Decision[], drafts: readonly Draft[]): Verdict {
  if (drafts.some((d) => d.status === 'confirmed' && d.code !== 'SW107')) return 'racy';
  if (decisions.some((d) => d.unknowns.length > 0)) return 'unsupported';
  return decisions.some((d) => d.open.length > 0 || d.refused.length > 0) ? 'unknown' : 'drf';
}

/**
 * The condition of a racy kernel that is `conditional`: all that is confirmed of it has this one condition, under which
 * the kernel is proved as a whole.
 * Null: it is racy.
 */
export function conditionOf(drafts: readonly Draft[]): string | null {
  const [first, ...others] = [
    ...new Set(
      drafts.flatMap(({ status, code, condition }) => (status === 'confirmed' && code !== 'SW107' ? [condition] : [])),
    ),
  ];
  return others.length === 0 ? (first ?? null) : null;
}

/**
 * That pointers which may overlap, for all that is followed, do not (decision 0029): the condition of a proof, in
 * words, or [].
 */
export function apartWords(decisions: readonly Decision[]): readonly string[] {
  const pairs = distinct(
    decisions.flatMap(({ config }) => (config.assumedApart ?? []).map(([a, b]) => fill(messages.apartPair, { a, b }))),
  );
  return pairs.length === 0 ? [] : [fill(messages.raceFreeApart, { pairs: capped(pairs, mostPairs).join(', ') })];
}

/** That blocks or grids have one row where a launch computes how many: the condition of a proof, in words, or []. */
export const axisWords = (presumed: readonly string[]): readonly string[] =>
  presumed.map((extent) => conditionWords(`${extent} == 1`));

const mostPairs = 6;

/** That quotients by magic numbers are quotients (ir/magic-division.ts): the condition of a proof, in words, or []. */
export function divisionWords({ divisions = [] }: Kernel): readonly string[] {
  const said = capped(
    divisions.map((one) => fill(messages.divided, one)),
    mostPairs,
  ).join(', ');
  return divisions.length === 0 ? [] : [fill(messages.raceFreeDivided, { divisions: said })];
}

/**
 * That blocks which are not known are such as the kernel is made for: the condition of a proof, in words, or [].
 * `facts`: what is stated of launches.
 */
export function blockWords(decisions: readonly Decision[], kernel: Kernel, facts: readonly Fact[]): readonly string[] {
  const stated = facts.map(({ condition }) => condition);
  const needed = distinct(
    decisions.flatMap(({ config }) => unstatedLimits(kernel, config.block, stated).map(({ text }) => text)),
  );
  return needed.length === 0 ? [] : [fill(messages.raceFreeInBlocks, { blocks: needed.join('; ') })];
}

/** Whether nothing but races stands between the kernel and `drf`: those, a condition on its arguments may rule out. */
export function onlyRaces({ confirmed, unknowns, refused }: Decision): boolean {
  return unknowns.length === 0 && refused.length === 0 && confirmed.every(({ kind }) => kind === 'race');
}

/** Why the verdict is not `drf` or `racy`; at most `limit` of each sort. */
export function reasonsOf(decisions: readonly Decision[], limit = 8): readonly string[] {
  const unknowns = distinct(decisions.flatMap((d) => d.unknowns));
  const open = distinct(decisions.flatMap((d) => d.open.map((o) => `${subjectOf(o.obligation)}: ${o.because}`)));
  const approximations = open.length === 0 ? [] : distinct(decisions.flatMap((d) => d.approximations));
  return [
    ...distinct(decisions.flatMap((d) => d.refused)),
    ...capped(unknowns, limit),
    ...capped(open, limit),
    ...capped(
      approximations.map((a) => `approximated: ${a}`),
      3,
    ),
  ];
}

/** Said of a racy kernel too: there may be more races. */
export function notAsked(decisions: readonly Decision[]): readonly string[] {
  const left = decisions.reduce(
    (sum, { open, late }) => sum + late + open.filter(({ because }) => because.startsWith(notAskedBecause)).length,
    0,
  );
  return left === 0
    ? []
    : [fill(messages.leftUnasked, { left, questions: left === 1 ? 'question was' : 'questions were' })];
}

/** What a question is about, in a few words. */
export function subjectOf(obligation: Obligation): string {
  if (obligation.kind === 'divergence')
    return fill(messages.barrierOfLine, { line: obligation.question.barrierSpan.line });
  return `${obligation.array}, ${linesListed([obligation.first.span.line, obligation.second.span.line])}`;
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function capped(texts: readonly string[], limit: number): readonly string[] {
  return texts.length <= limit ? texts : [...texts.slice(0, limit), `and ${texts.length - limit} more`];
}

/**
 * Findings that several launches show are one; the first launch's is kept, but confirmed before possible, and errors
 * before what rests on values that we chose.
 */
export function mergeDrafts(drafts: readonly Draft[]): readonly Draft[] {
  const best = new Map<string, Draft>();
  for (const draft of [...drafts].sort((a, b) => rank(a) - rank(b) || weight(a) - weight(b))) {
    const key = JSON.stringify([draft.code, ...draft.parts.statements, draft.span.start]);
    if (!best.has(key)) best.set(key, draft);
  }
  return [...best.values()].sort((a, b) => rank(a) - rank(b) || a.span.start - b.span.start);
}

const weight = ({ severity }: Draft): number => ['error', 'warning', 'info'].indexOf(severity);
const rank = (draft: Draft): number => (draft.status === 'confirmed' ? 0 : 1);
