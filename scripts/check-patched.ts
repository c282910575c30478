/**
 * Why: a patch that is proved, and that git or nvcc does not take, is none. For every racy case that `fix` patches: git
 * takes the diff, `check` says `drf` or `conditional` where the patch is proved (those that presume something are),
 * `fix` has nothing more to do, and the patched source compiles where nvcc is installed. Takes some minutes.
 *
 * Run: npm run check:patched [-- TOPIC]
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, allCases } from '../test/case-folder.ts';
import { assetPaths } from '../src/assets.ts';
import { compileFiles } from './check-nvcc.ts';
import { createEngine } from '../src/pipeline.ts';
import { roundTrip } from '../test/round-trip.ts';

const [topic = ''] = process.argv.slice(2);
const engine = await createEngine(assetPaths(), () => performance.now());
const folder = mkdtempSync(join(tmpdir(), 'syncwright-patched-'));
const problems: string[] = [];
const patched: string[] = [];

async function checkOne(one: Case): Promise<void> {
  const others = readdirSync(one.folder)
    .filter((name) => /\.(?:cuh|h|hpp|inc)$/.test(name))
    .map((name) => [name, readFileSync(join(one.folder, name), 'utf8')] as const);
  const { diff, text, verdicts, again, isProved } = await roundTrip(
    engine,
    new Map([['kernel.cu', one.source], ...others]),
    { ...one.options, timeoutSeconds: 30 },
    ['--presume'],
  );
  if (diff === '') return;
  const wrong = [
    ...(!isProved || verdicts.every((verdict) => verdict === 'drf' || verdict === 'conditional')
      ? []
      : [`${verdicts.join(', ')} after the patch`]),
    ...(again === '' ? [] : ['another patch is offered then']),
  ];
  if (wrong.length > 0) problems.push(`${one.topic}/${one.name}: ${wrong.join('; ')}\n${diff}`);
  const own = join(folder, one.topic, one.name);
  cpSync(one.folder, own, { recursive: true });
  writeFileSync(join(own, 'kernel.cu'), text);
  patched.push(join(own, 'kernel.cu'));
}

try {
  const cases = allCases().filter(
    (one) => !one.knownWrong && ['racy', 'conditional'].includes(one.truth.verdict) && one.topic.startsWith(topic),
  );
  for (const one of cases) {
    await checkOne(one).catch((problem: unknown) =>
      problems.push(`${one.topic}/${one.name}: ${problem instanceof Error ? problem.message : String(problem)}`),
    );
  }
  const compiled = await compileFiles(patched);
  if (problems.length > 0) console.log(problems.join('\n\n'));
  console.log(
    `${patched.length} of ${cases.length} racy cases patched; ${problems.length} wrong; nvcc: ${compiled.failed > 0 ? 'rejects' : compiled.skipped > 0 ? 'skipped,' : 'takes'} ${compiled.output}`,
  );
  process.exitCode = problems.length + compiled.failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await engine.close();
}
