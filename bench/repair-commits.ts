/**
 * Our patch beside the one that the developers of real projects made: the lines at which barriers come and go, and what
 * a block executes. Facts only.
 */
import { diffLines } from 'diff';
import type { BenchParts } from './repair-aucs.ts';
import type { SuiteCase } from './suites.ts';
import {
  type Read,
  type Repaired,
  barriersExecuted,
  countingRuns,
  isRepaired,
  largest,
  repaired,
  worst,
} from './repaired.ts';
import { subjectsOf } from './repair-aucs.ts';

/**
 * A barrier comes behind line `at` of the buggy text, or that line goes. `statement`: how many lines with code stand
 * before it.
 */
type Change = Readonly<{ kind: '+' | '−'; at: number; statement: number }>;

export async function commitTable(parts: BenchParts): Promise<void> {
  parts.say(
    "## Beside the developers' fixes",
    '',
    '`npx node bench/repair.ts --table commits`',
    '',
    'Lines of the buggy text, in the kernel and the functions that it calls: `+N`: a barrier comes behind line N; `−N`: the barrier of line N goes. The verdicts are of the text after the patch.',
    '',
    '| fix | developers | then | ours | strategy | then | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  );
  const counts = new Map<string, number>();
  for (const subject of subjectsOf('simulee-history', parts).filter(({ name }) => name.includes(parts.only))) {
    const [, revision = ''] = /@(\w+)#/.exec(subject.name) ?? [];
    const developers = subject.readAt(revision);
    // not a fix commit: the bug is in the revision itself
    if (
      subject.excluded !== '' ||
      developers(subject.file) === null ||
      developers(subject.file) === subject.read(subject.file)
    )
      continue;
    const ours = await repaired(parts.engine, subject, subject.expected === 'racy' ? 'faults' : 'redundant');
    const theirs = await parts.engine.analyze({
      files: [subject.file],
      read: developers,
      options: { ...subject.options, repair: false },
    });
    const [their, our] = [developers, ours.read].map((read) => changesOf(subject, ours, read));
    const word = comparedWords(
      ours,
      { their: their ?? [], our: our ?? [] },
      executed(subject, ours, developers, parts),
    );
    counts.set(word.split(':')[0] ?? '', (counts.get(word.split(':')[0] ?? '') ?? 0) + 1);
    parts.say(
      `| ${[`\`${subject.name.replace('#', '` `')}\``, printed(their ?? []), worst(theirs), ours.fixes.length === 0 ? `none (${worst(ours.before)})` : printed(our ?? []), ours.fixes.map(({ strategy }) => strategy).join(', '), ours.fixes.length === 0 ? '' : ours.after, word].join(' | ')} |`,
    );
  }
  parts.say('', `${[...counts].map(([word, n]) => `${word}: ${n}`).join(', ')}.`, '');
}

const printed = (changes: readonly Change[]): string =>
  changes.map(({ kind, at }) => `${kind}${at}`).join(' ') || 'no barrier';

function comparedWords(
  ours: Repaired,
  { their, our }: Readonly<{ their: readonly Change[]; our: readonly Change[] }>,
  counts: readonly number[] | null,
): string {
  if (ours.fixes.length === 0) return 'no patch';
  if (!isRepaired(ours)) return `in part: ${ours.after}`;
  const places = (changes: readonly Change[]): string =>
    changes
      .map(({ kind, statement }) => `${kind}${statement}`)
      .sort()
      .join(' ');
  const [a, b] = counts ?? [];
  const executed =
    a === undefined || b === undefined ? 'no run to count in' : `${b} barriers executed, the developers' ${a}`;
  if (places(their) === places(our)) return 'same place';
  if (a === undefined || b === undefined) return `different: ${executed}`;
  return `${b < a ? 'cheaper' : b === a ? 'different, as cheap' : 'dearer'}: ${executed}`;
}

function executed(
  subject: SuiteCase,
  ours: Repaired,
  developers: Read,
  { parser }: BenchParts,
): readonly number[] | null {
  const runs = countingRuns(parser, subject, ours.before);
  return largest([
    barriersExecuted(parser, subject, developers, runs),
    barriersExecuted(parser, subject, ours.read, runs),
  ]);
}

const isBarrier = (line: string): boolean => /\b(?:__syncthreads|__syncwarp)\b/.test(line);
const hasCode = (line: string): boolean => /\w/.test(line.replace(/\/\/.*|\/\*.*?\*\//g, '')) && !isBarrier(line);

/** Where barriers differ between the buggy text and another, in what the kernel uses of its file. */
function changesOf({ file, read }: SuiteCase, { before }: Repaired, other: Read): readonly Change[] {
  const [from, to] = [read(file) ?? '', other(file) ?? ''];
  const lines = from.split('\n');
  const ranges = before.kernels
    .flatMap(({ uses }) => uses)
    .filter(({ span }) => span.file === file)
    .map(({ span }) => [span.line, span.line + from.slice(span.start, span.end).split('\n').length - 1] as const);
  const codeBefore = (line: number): number => lines.slice(0, line).filter(hasCode).length;
  const changes: Change[] = [];
  let at = 0;
  for (const part of diffLines(from, to, { ignoreWhitespace: true })) {
    const texts = part.value.replace(/\n$/, '').split('\n');
    for (const [k, line] of texts.entries()) {
      const own = part.removed ? at + k + 1 : at;
      if (
        (part.added || part.removed) &&
        isBarrier(line) &&
        ranges.some(([first, last]) => first <= own && own <= last)
      )
        changes.push({ kind: part.added ? '+' : '−', at: own, statement: codeBefore(own) });
    }
    if (!part.added) at += texts.length;
  }
  return changes.sort((a, b) => a.at - b.at);
}
