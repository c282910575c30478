/** The table of AuCS's scenarios: what AuCS and we make of each, in the project and as AuCS's authors cut it out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineOptions } from '../src/engine.ts';
import type { Parser } from '../src/parse/tree-sitter.ts';
import { type Scenario, scenarios } from './repair-scenarios.ts';
import {
  type Repaired,
  type Standing,
  type Subject,
  barriersExecuted,
  countingRuns,
  isRepaired,
  largest,
  repairTime,
  repaired,
  standingOf,
  worst,
} from './repaired.ts';
import { root } from './table.ts';
import { suiteCases } from './suites.ts';

/** `mirror`, `suites`: folders of the evaluation; `only`: what names must contain; `say`: prints lines. */
export type BenchParts = Readonly<{
  engine: Engine;
  parser: Parser;
  mirror: string;
  suites: string;
  only: string;
  list: boolean;
  /** How many bugs of each kind are drawn, by which seed. */ count: number;
  seed: number;
  say: (...lines: readonly string[]) => void;
}>;

/** Of each kernel; what is asked of repair is 0.4 s without detection. */
const timeoutSeconds = 60;
const limitMs = 400;

export const blankOptions: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds,
  repair: true,
};

/** Those of a suite; none where the evaluation's folders are not there. */
export function subjectsOf(suite: string, { suites, mirror }: BenchParts): ReturnType<typeof suiteCases> {
  const manifest = join(suites, `${suite}.json`);
  return existsSync(manifest) ? suiteCases(manifest, mirror, blankOptions) : [];
}

function ownSubject({ kernel, own }: Scenario): Subject | null {
  if (own === undefined) return null;
  const file = join(root, 'bench/gklee', own.file);
  const options = {
    ...blankOptions,
    kernel: kernel.replace(/@.*/, ''),
    block: own.launch.block,
    grid: own.launch.grid,
    params: new Map(Object.entries(own.launch.params ?? {})),
  };
  return { name: kernel, file, read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null), options };
}

type Outcome = Readonly<{ standing: Standing; strategy: string; ms: number | null; words: string; counts: string }>;

export async function scenarioTable(parts: BenchParts): Promise<void> {
  const [places, cuts] = [subjectsOf('simulee-history', parts), subjectsOf('simulee', parts)];
  parts.say(
    "## AuCS's scenarios",
    '',
    '`npx node bench/repair.ts --table scenarios`',
    '',
    '| scenario | kernel | kind | AuCS | in place | strategy | time | barriers executed by a block | cut out | strategy | time | barriers |',
    '| --- | --- | --- | --- | --- | --- | ---: | --- | --- | --- | ---: | --- |',
  );
  const all: { place: Outcome | null; cut: Outcome | null }[] = [];
  for (const scenario of scenarios.filter(({ kernel, revision }) => `${revision} ${kernel}`.includes(parts.only))) {
    const inPlace = ownSubject(scenario) ?? places.find(({ name }) => name === scenario.place) ?? null;
    const cutOut =
      cuts.find(({ name, excluded }) => excluded === '' && name.endsWith(`-repair/${scenario.cut ?? ' '}`)) ?? null;
    const [place, cut] = [await outcomeOf(inPlace, scenario, parts), await outcomeOf(cutOut, scenario, parts)];
    all.push({ place, cut });
    parts.say(
      `| ${[`${scenario.project} ${scenario.revision}`, `\`${scenario.kernel}\``, scenario.kind, scenario.aucs === null ? '**no**' : `yes, ${scenario.aucs} s`, ...cells(place), ...cells(cut)].join(' | ')} |`,
    );
  }
  const count = (which: 'place' | 'cut', ...standings: readonly Standing[]): number =>
    all.filter((row) => standings.some((one) => row[which]?.standing === one)).length;
  const slowest = Math.max(0, ...all.flatMap(({ place, cut }) => [place?.ms ?? 0, cut?.ms ?? 0]));
  parts.say(
    '',
    `Repaired in place: ${count('place', 'proved', 'shown')} of ${all.length}, ${count('place', 'proved')} of them proved (asked: all; AuCS repairs ${scenarios.filter(({ aucs }) => aucs !== null).length} of ${scenarios.length}); as cut out ${count('cut', 'proved', 'shown')} of ${all.filter(({ cut }) => cut !== null).length}, ${count('cut', 'proved')} of them proved.`,
    '“repaired”: what is wrong is gone and no run of the machine shows anything else, but something else that is open in the kernel keeps it from being proved. AuCS ran on what its authors cut out.',
    `Time: without detection, proof included, one run; the longest ${(slowest / 1000).toFixed(2)} s (asked: ${limitMs / 1000} s${slowest <= limitMs ? ', holds' : ', **missed**'}).`,
    'Barriers: before → after, in the largest of the runs that the kernel ends both times; “stops → n” where threads wait for ever before.',
    '',
  );
}

const cells = (outcome: Outcome | null): readonly string[] =>
  outcome === null
    ? ['no source', '', '', '']
    : [
        outcome.standing === 'proved'
          ? 'proved'
          : outcome.standing === 'shown'
            ? 'repaired'
            : `**no**: ${outcome.words}`,
        outcome.strategy,
        outcome.ms === null ? '' : `${(outcome.ms / 1000).toFixed(2)} s`,
        outcome.counts,
      ];

async function outcomeOf(
  subject: Subject | null,
  { kind }: Scenario,
  { engine, parser }: BenchParts,
): Promise<Outcome | null> {
  if (subject === null || subject.read(subject.file) === null) return null;
  const one = await repaired(engine, subject, kind === 'redundant barrier' ? 'redundant' : 'faults');
  const strategy = one.fixes.map((fix) => fix.strategy).join(', then ');
  const ms = one.fixes.length > 0 && kind !== 'redundant barrier' ? repairTime(one.before) : null;
  return {
    standing: standingOf(one),
    strategy,
    ms,
    words: wordsOf(one),
    counts: isRepaired(one) ? countsOf(one, subject, parser) : '',
  };
}

const wordsOf = (one: Repaired): string =>
  one.fixes.length === 0
    ? `${worst(one.before)}, no patch`
    : `${one.after} after ${one.fixes.length}, left ${one.left.join(' ') || 'nothing'}`;

function countsOf(one: Repaired, subject: Subject, parser: Parser): string {
  const runs = countingRuns(parser, subject, one.before);
  const [before, now] = [
    barriersExecuted(parser, subject, subject.read, runs),
    barriersExecuted(parser, subject, one.read, runs),
  ];
  return (
    largest([before, now])?.join(' → ') ??
    largest([now])
      ?.map((n) => `stops → ${n}`)
      .join() ??
    '?'
  );
}
