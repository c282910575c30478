/**
 * Two tables: how many of all racy kernels get a proved patch, by what is wrong with them; and, where an author's
 * barrier was taken away, how often a block executes barriers with the author's and with ours.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchParts } from './repair-aucs.ts';
import { allCases } from '../test/case-folder.ts';
import { subjectsOf } from './repair-aucs.ts';
import {
  type Read,
  type Repaired,
  type Subject,
  barriersExecuted,
  changedRuns,
  codesOf,
  countingRuns,
  isPresumed,
  isProved,
  isRepaired,
  largest,
  repaired,
  standingOf,
  worst,
} from './repaired.ts';
import { mutantsOf } from './barrier-mutants.ts';
import { readUnit } from '../src/pipeline/unit.ts';

/** Of each kernel with its patches. */
const timeoutSeconds = 20;
const share = (n: number, of: number): string =>
  `${n} of ${of} (${of === 0 ? '–' : `${((100 * n) / of).toFixed(1)} %`})`;

function cases(verdict: 'racy' | 'drf'): readonly Subject[] {
  return allCases()
    .filter(({ knownWrong, truth }) => !knownWrong && truth.verdict === verdict)
    .map(({ topic, name, folder, options }) => ({
      name: `${topic}/${name}`,
      file: 'kernel.cu',
      options: { ...options, timeoutSeconds },
      read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null),
    }));
}

const mutated = (parts: BenchParts): readonly (Subject & Readonly<{ tags: readonly string[] }>)[] =>
  subjectsOf('gpuverify-benchmarks-mutated', parts)
    .filter(({ excluded, expected, read, file }) => excluded === '' && expected === 'racy' && read(file) !== null)
    .map((one) => ({ ...one, options: { ...one.options, timeoutSeconds } }));

type Answer = Readonly<{ subject: Subject; one: Repaired; runs: ReturnType<typeof changedRuns> }>;

export async function racyTable(parts: BenchParts): Promise<void> {
  const sets = [
    ['test/cases', cases('racy')],
    ['gpuverify-benchmarks-mutated', mutated(parts)],
  ] as const;
  parts.say('## Racy kernels', '', '`npx node bench/repair.ts --table racy`', '');
  for (const [title, subjects] of sets) {
    const answers: Answer[] = [];
    for (const subject of subjects.filter(({ name }) => name.includes(parts.only))) {
      const one = await repaired(parts.engine, subject);
      answers.push({
        subject,
        one,
        runs:
          one.fixes.length === 0
            ? { compared: 0, changed: 0 }
            : changedRuns(parts.parser, subject, one, countingRuns(parts.parser, subject, one.before)),
      });
    }
    parts.say(...byCode(title, answers), '');
    const without = answers.filter(({ one }) => !isProved(one));
    if (parts.list)
      parts.say(
        ...without.map(
          ({ subject, one }) =>
            `- ${subject.name}: ${codesOf(one.before).join(' ')}: ${worst(one.before)}, ${one.fixes.length === 0 ? 'no patch' : `${one.fixes.map((fix) => fix.title).join('; then ')}, then ${one.after} ${one.left.join(' ')} (${standingOf(one)})`}${isPresumed(one) ? `; if so meant: ${one.presumed.map(({ title }) => title).join('; ')}` : ''}`,
        ),
        '',
      );
    const changed = answers.filter(({ runs }) => runs.changed > 0);
    parts.say(
      `Of runs in which the kernel as it was shows nothing wrong (drawn arguments; one thread), ${answers.reduce((sum, { runs }) => sum + runs.compared, 0)} were compared; ${changed.length === 0 ? 'all end with the same memory' : `**in ${changed.length} kernels some end with other memory**`}.`,
      '',
    );
    parts.say(
      ...changed.map(
        ({ subject, one, runs }) =>
          `- **changed** in ${runs.changed} of ${runs.compared} runs: ${subject.name} with ${one.fixes.map((fix) => `${fix.title} [${fix.strategy}]`).join('; ')}`,
      ),
    );
    const worsened = answers.filter(({ one }) => one.new.length > 0);
    parts.say(
      ...worsened.map(
        ({ subject, one }) =>
          `- **new findings** ${one.new.join(' ')} in ${subject.name} with ${one.fixes.map((fix) => fix.title).join('; ')}`,
      ),
    );
  }
}

/** A kernel of several codes counts for each. */
function byCode(title: string, answers: readonly Answer[]): readonly string[] {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers)
    for (const code of codesOf(answer.one.before)) groups.set(code, [...(groups.get(code) ?? []), answer]);
  const strategies = (of: readonly Answer[]): string => {
    const counts = new Map<string, number>();
    for (const { one } of of)
      for (const name of new Set(isRepaired(one) ? one.fixes.map(({ strategy }) => strategy) : []))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  };
  const row = (what: string, of: readonly Answer[]): string =>
    `| ${what} | ${of.length} | ${share(of.filter(({ one }) => isProved(one)).length, of.length)} | ${of.filter(({ one }) => isPresumed(one)).length} | ${of.filter(({ one }) => standingOf(one) === 'shown').length} | ${of.filter(({ one }) => standingOf(one) === 'in part').length} | ${strategies(of)} |`;
  const proved = answers.filter(({ one }) => isProved(one)).length;
  return [
    `### ${title}`,
    '',
    '| code | kernels | patched and proved | proved, if so meant | repaired, not proved | in part | strategies |',
    '| --- | ---: | --- | ---: | ---: | ---: | --- |',
    ...[...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, of]) => row(code, of)),
    row('**all**', answers),
    '',
    `Asked: at least 95 %${proved >= 0.95 * answers.length ? ', holds' : ', **missed**'}; with those that a person has to say are meant so: ${share(answers.filter(({ one }) => isProved(one) || isPresumed(one)).length, answers.length)}.`,
  ];
}

/** A text whose author's barrier is gone, and the author's. */
type Deleted = Readonly<{ set: string; subject: Subject; author: Read }>;

export async function deletedTable(parts: BenchParts): Promise<void> {
  const list: string[] = [];
  parts.say(
    "## Where the author's barrier was taken away",
    '',
    '`npx node bench/repair.ts --table deleted`',
    '',
    "Barriers executed by one block in runs that both kernels end, the author's and ours.",
    '',
    '| set | racy | patched and proved | ours cheaper | as cheap | dearer | no run to count in |',
    '| --- | ---: | --- | ---: | ---: | ---: | ---: |',
  );
  for (const [set, deleted] of [
    ['gpuverify-benchmarks-mutated, barrier removed', removedByMacro(parts)],
    ['test/cases, a barrier deleted', deletedInCases(parts)],
  ] as const) {
    const counts = { racy: 0, proved: 0, cheaper: 0, equal: 0, dearer: 0, uncounted: 0 };
    for (const one of deleted.filter(({ subject }) => subject.name.includes(parts.only))) {
      const done = await repaired(parts.engine, one.subject);
      if (worst(done.before) !== 'racy') continue;
      counts.racy++;
      if (isProved(done)) counts.proved++;
      const how = isProved(done) ? compared(one, done, parts) : null;
      if (how !== null) counts[how.how]++;
      if (parts.list || how?.how === 'dearer')
        list.push(
          `- ${one.subject.name}: ${how === null ? `no proved patch (${codesOf(done.before).join(' ')}; ${done.fixes.length} tried, ${done.left.join(' ')})` : `author ${how.author}, ours ${how.ours}: ${done.fixes.map((fix) => `${fix.title} [${fix.strategy}]`).join('; ')}`}`,
        );
    }
    parts.say(
      `| ${[set, counts.racy, share(counts.proved, counts.racy), counts.cheaper, counts.equal, counts.dearer === 0 ? 0 : `**${counts.dearer}**`, counts.uncounted].join(' | ')} |`,
    );
  }
  parts.say('', ...list, '');
}

function compared(
  { subject, author }: Deleted,
  done: Repaired,
  { parser }: BenchParts,
): Readonly<{ how: 'cheaper' | 'equal' | 'dearer' | 'uncounted'; author: number; ours: number }> {
  const runs = countingRuns(parser, subject, done.before);
  const [theirs, ours] = [
    barriersExecuted(parser, subject, author, runs),
    barriersExecuted(parser, subject, done.read, runs),
  ];
  const [a, b] = largest([theirs, ours]) ?? [];
  if (a === undefined || b === undefined) return { how: 'uncounted', author: Number.NaN, ours: Number.NaN };
  const isDearer = runs.some((_, k) => (ours[k] ?? 0) > (theirs[k] ?? Number.POSITIVE_INFINITY));
  return { how: isDearer ? 'dearer' : b < a ? 'cheaper' : 'equal', author: a, ours: b };
}

/**
 * The author's text is the same without the macro: the macro is resolved before, so that edits of ours are of the racy
 * one.
 */
function removedByMacro(parts: BenchParts): readonly Deleted[] {
  return mutated(parts)
    .filter(({ tags }) => tags.includes('REMOVE_BARRIER'))
    .map((subject) => {
      const defines = [...subject.options.defines.keys()].map((name) => `#undef ${name}\n`).join('');
      return {
        set: 'suite',
        subject,
        author: (path) => {
          const text = subject.read(path);
          return path === subject.file && text !== null ? `${defines}${text}` : text;
        },
      };
    });
}

function deletedInCases({ parser }: BenchParts): readonly Deleted[] {
  return cases('drf').flatMap((subject) => {
    const from = readUnit(subject.file, { read: subject.read, options: subject.options }, parser, () => undefined);
    const text = subject.read(subject.file) ?? '';
    if (!from.ok) return [];
    return from.value.unit.kernels
      .filter(({ unsupported }) => unsupported === null)
      .flatMap((kernel) => mutantsOf(kernel, text))
      .filter(({ mutation }) => mutation === 'deleted')
      .map((mutant): Deleted => ({
        set: 'cases',
        author: subject.read,
        subject: {
          ...subject,
          name: `${subject.name} without line ${mutant.line}`,
          read: (path) => (path === subject.file ? mutant.text : subject.read(path)),
        },
      }));
  });
}
