/**
 * Barriers deleted and moved, and guards deleted, in every race-free case and example: for each mutant, does the prover
 * agree with the machine on whether it is racy? Errors of Sarkar et al. (types 1 to 4) are among them: a missing
 * barrier before a read of what another thread writes (read after write), after it (write after read), between two
 * writes (write after write), and data that is wrongly taken for a thread's own (a guard deleted).
 *
 * Run: npx node bench/mutate.ts [--only TOPIC] [--list] [--part K/N] [--answers FILE]
 *
 * All of them take five minutes of one core: `--part 2/9` is the second ninth of the subjects, and `--answers` keeps
 * what has been found, so that a run goes on where another was ended, and the table is of all answers in the file.
 */
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineOptions } from '../src/engine.ts';
import type { Finding } from '../src/verdict/finding.ts';
import type { Mutation } from './barrier-mutants.ts';
import { allCases } from '../test/case-folder.ts';
import { assetPaths } from '../src/assets.ts';
import { configurationsFor } from '../src/launch/configurations.ts';
import { createEngine } from '../src/pipeline.ts';
import { createParser } from '../src/parse/tree-sitter.ts';
import { launchesOf, readUnit } from '../src/pipeline/unit.ts';
import { mergeArrays } from '../src/ir/merge-arrays.ts';
import { mutantsOf } from './barrier-mutants.ts';
import { root } from './table.ts';
import { seenByMachine } from './enumerate.ts';
import { userFacts } from '../src/pipeline/user-facts.ts';

type Subject = Readonly<{
  name: string;
  file: string;
  read: (path: string) => string | null;
  source: string;
  options: EngineOptions;
}>;
type Answer = Readonly<{
  subject: string;
  mutation: Mutation;
  line: number;
  kernel: string;
  prover: string;
  machine: string;
  kinds: readonly string[];
  reason: string;
}>;

const examplesFolder = join(root, 'examples');
const blank: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: 30,
  repair: false,
};

const cases: readonly Subject[] = allCases()
  .filter(({ knownWrong, truth }) => !knownWrong && truth.verdict === 'drf')
  .map((one) => ({
    name: `${one.topic}/${one.name}`,
    file: 'kernel.cu',
    source: one.source,
    options: { ...one.options, repair: false, timeoutSeconds: 30 },
    read: (path) => (path === 'kernel.cu' ? one.source : null),
  }));
const examples: readonly Subject[] = readdirSync(examplesFolder)
  .filter((name) => name.endsWith('.cu'))
  .map((name) => ({
    name: `examples/${name}`,
    file: join(examplesFolder, name),
    source: readFileSync(join(examplesFolder, name), 'utf8'),
    options: blank,
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  }));

const parser = await createParser(assetPaths());
const engine = await createEngine(assetPaths(), () => performance.now());

/** The mutants of a subject, each as the prover and the machine see it. */
async function answersOf(subject: Subject): Promise<readonly Answer[]> {
  const from = readUnit(subject.file, { read: subject.read, options: subject.options }, parser, () => undefined);
  if (!from.ok) return [];
  const answers: Answer[] = [];
  for (const kernel of from.value.unit.kernels) {
    if (kernel.unsupported !== null) continue;
    const own = await verdictOf(subject, subject.source, kernel.name);
    if (own.prover !== 'drf') continue;
    for (const mutant of mutantsOf(kernel, subject.source)) {
      const { prover, kinds, reason } = await verdictOf(subject, mutant.text, kernel.name);
      answers.push({
        subject: subject.name,
        mutation: mutant.mutation,
        line: mutant.line,
        kernel: kernel.name,
        prover,
        machine: machineOf(subject, mutant.text, kernel.name),
        kinds,
        reason,
      });
    }
  }
  return answers;
}

const withText =
  (subject: Subject, text: string) =>
  (path: string): string | null =>
    path === subject.file ? text : subject.read(path);

async function verdictOf(
  subject: Subject,
  text: string,
  kernel: string,
): Promise<Pick<Answer, 'prover' | 'kinds' | 'reason'>> {
  const report = await engine.analyze({
    files: [subject.file],
    read: withText(subject, text),
    options: { ...subject.options, kernel: kernel.replace(/<.*/, '') },
  });
  const found = report.kernels.find(({ name }) => name === kernel) ?? report.kernels[0];
  return {
    prover: found?.verdict ?? 'gone',
    kinds: (found?.findings ?? []).flatMap(kindOf),
    reason: found?.reasons[0] ?? '',
  };
}

/** What kind of error a confirmed finding is. */
function kindOf(finding: Finding): readonly string[] {
  if (finding.status !== 'confirmed' || finding.code === 'SW107') return [];
  const accesses = finding.witness?.accesses;
  if (finding.kind !== 'data-race' || accesses === undefined) return ['divergence'];
  const [first, second] = [...accesses].sort((a, b) => a.span.line - b.span.line);
  if (first?.mode !== 'read' && second?.mode !== 'read') return ['write after write'];
  return [first?.mode === 'read' ? 'write after read' : 'read after write'];
}

function machineOf(subject: Subject, text: string, name: string): string {
  const from = readUnit(
    subject.file,
    { read: withText(subject, text), options: subject.options },
    parser,
    () => undefined,
  );
  const kernel = from.ok ? from.value.unit.kernels.find((one) => one.name === name) : undefined;
  if (!from.ok || kernel === undefined) return 'not asked';
  const { block, grid, params, level, warpModel, assumes } = subject.options;
  const configs = configurationsFor(kernel, launchesOf(kernel, from.value), { block, grid, params });
  const stated = userFacts(assumes, kernel, parser);
  if (!stated.ok || configs.some(({ overlaps }) => overlaps.length > 0)) return 'not asked';
  const seen = configs.map((config) => {
    const merged = mergeArrays(kernel, config.aliases) ?? kernel;
    const given = [...stated.value, ...config.facts].map(({ condition, text: words }) => ({
      condition,
      text: words,
      span: kernel.span,
    }));
    return seenByMachine({ ...merged, assumptions: [...merged.assumptions, ...given] }, config, level, warpModel);
  });
  if (seen.some(({ kind }) => kind === 'racy')) return 'racy';
  return seen.every(({ kind }) => kind === 'clean') ? 'clean' : 'stuck';
}

/**
 * A witness of the prover has been replayed, so the machine agrees with `racy`, even where its own list of runs shows
 * nothing.
 */
function agreement({ prover, machine }: Answer): 'agree' | 'missed' | 'open' | 'not asked' {
  if (prover === 'racy') return 'agree';
  if (prover !== 'drf') return 'open';
  return machine === 'racy' ? 'missed' : machine === 'clean' ? 'agree' : 'not asked';
}

const after = (word: string): string =>
  process.argv.includes(word) ? (process.argv[process.argv.indexOf(word) + 1] ?? '') : '';
const [only, kept] = [after('--only'), after('--answers')];
const [part = 1, parts = 1] = after('--part') === '' ? [] : after('--part').split('/').map(Number);

type Line = Readonly<{ subject: string; answers: readonly Answer[] }>;
const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'subject' in value && 'answers' in value;
const earlier: readonly Line[] =
  kept !== '' && existsSync(kept)
    ? readFileSync(kept, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line))
        .filter(isLine)
    : [];
const known = new Set(earlier.map(({ subject }) => subject));
const answers: Answer[] = earlier.flatMap((line) => line.answers);
for (const [at, subject] of [...cases, ...examples].filter(({ name }) => name.startsWith(only)).entries()) {
  if (at % parts !== part - 1 || known.has(subject.name)) continue;
  const found = await answersOf(subject);
  answers.push(...found);
  if (kept !== '')
    appendFileSync(kept, `${JSON.stringify({ subject: subject.name, answers: found } satisfies Line)}\n`);
}
await engine.close();
parser.close();

console.log('## Mutants of race-free cases and examples\n\n`npx node bench/mutate.ts`\n');
console.log(
  "| mutation | mutants | racy | … in the machine's own runs | read after write | write after read | write after write | divergence | race-free, and the machine sees nothing | the machine has no meaning | left open | **missed** |\n|---|---|---|---|---|---|---|---|---|---|---|---|",
);
const rows: readonly (readonly [string, readonly Answer[]])[] = [
  ...(['deleted', 'moved up', 'moved down', 'moved out', 'moved in', 'guard deleted'] as const).map(
    (mutation) => [mutation, answers.filter((a) => a.mutation === mutation)] as const,
  ),
  ['all', answers],
];
for (const [name, of] of rows) {
  const racy = of.filter(({ prover }) => prover === 'racy');
  const kinds = ['read after write', 'write after read', 'write after write', 'divergence'].map(
    (kind) => racy.filter((a) => a.kinds.includes(kind)).length,
  );
  const count = (how: string): number => of.filter((a) => a.prover !== 'racy' && agreement(a) === how).length;
  console.log(
    `| ${[name, of.length, racy.length, racy.filter(({ machine }) => machine === 'racy').length, ...kinds, count('agree'), count('not asked'), count('open'), count('missed')].join(' | ')} |`,
  );
}
const listed = answers.filter((a) => ['missed', 'open'].includes(agreement(a)) || process.argv.includes('--list'));
if (listed.length > 0)
  console.log(
    `\n${listed.map((a) => `- ${agreement(a)}: ${a.subject}, ${a.kernel}, line ${a.line} ${a.mutation}: prover ${a.prover}, machine ${a.machine} ${a.reason}`).join('\n')}`,
  );
