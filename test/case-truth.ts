/** Holds a report against the truth of its case. Gives one line for each thing that is not so; [] when we are right. */
import type { Finding, Report } from '../src/verdict/finding.ts';
import { isConditionNote } from '../src/verdict/conditional.ts';
import { type LinePair, type Truth, pairOf } from './case-folder.ts';

/**
 * What a user would call a bug report, or what is one where its condition is broken: confirmed, and more than a note.
 */
const isAlarm = (finding: Finding): boolean =>
  finding.status === 'confirmed' && (finding.severity !== 'info' || isConditionNote(finding));

function raceLines(finding: Finding): readonly LinePair[] {
  return finding.pairs.map(({ first, second }) => pairOf(first.line, second.line));
}

export function disagreements(report: Report, truth: Truth): readonly string[] {
  const [kernel, another] = report.kernels;
  if (kernel === undefined || another !== undefined)
    return [
      `one kernel expected, found ${report.kernels.map(({ name }) => name).join(', ') || 'none'}`,
      ...report.problems.map(({ text }) => text),
    ];
  const alarms = kernel.findings.filter(isAlarm);
  // what is wrong with a barrier object (SW503) is no pair of accesses
  const races = new Set(
    alarms
      .filter(({ kind, code }) => kind === 'data-race' || (kind === 'async-copy' && code !== 'SW503'))
      .flatMap(raceLines),
  );
  // Two different barriers that meet (SW204) diverge at both.
  const divergences = new Set(
    alarms
      .filter(({ kind }) => kind === 'barrier-divergence')
      .flatMap(({ code, span, pairs }) => [
        span.line,
        ...(code === 'SW204' ? pairs.map(({ second }) => second.line) : []),
      ]),
  );
  const wrong: string[] = [];
  if (kernel.verdict !== truth.verdict)
    wrong.push(`verdict ${kernel.verdict}, in truth ${truth.verdict}: ${truth.because}`);
  const conditions = new Set(
    kernel.verdict === 'conditional' ? alarms.map(({ condition }) => condition ?? 'none') : [],
  );
  for (const condition of conditions)
    if (truth.verdict === 'conditional' && !truth.because.includes(condition))
      wrong.push(`the condition is ${condition}, which "because" does not name: ${truth.because}`);
  for (const pair of truth.races) if (!races.has(pair)) wrong.push(`missed: lines ${pair} race`);
  for (const line of truth.divergences)
    if (!divergences.has(line)) wrong.push(`missed: the barrier on line ${line} diverges`);
  for (const pair of races) if (!truth.races.has(pair)) wrong.push(`false alarm: lines ${pair} do not race`);
  for (const line of divergences)
    if (!truth.divergences.has(line)) wrong.push(`false alarm: the barrier on line ${line} does not diverge`);
  if (truth.codes !== null) {
    const codes = [
      ...new Set(
        alarms.flatMap(({ code, also }) => [
          code,
          ...(also ?? []).filter(({ status }) => status === 'confirmed').map((other) => other.code),
        ]),
      ),
    ]
      .sort()
      .join(' ');
    const expected = [...truth.codes].sort().join(' ');
    if (codes !== expected) wrong.push(`codes ${codes || 'none'}, in truth ${expected || 'none'}`);
  }
  return wrong;
}
