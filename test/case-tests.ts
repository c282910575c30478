/**
 * Every folder test/cases/TOPIC/CASE/ is a test: the truth first, then the goldens (report.txt always, STAGE.txt where
 * there is one; comment.md, the comments of a review, where there is one). `npm run cases -- --update` rewrites the
 * goldens, never the truth. Topics are dealt to several test files, which run side by side.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetPaths } from '../src/assets.ts';
import { type Engine, type Stage, stages } from '../src/engine.ts';
import { createEngine } from '../src/pipeline.ts';
import { plain, renderText } from '../src/report/text.ts';
import { findingMarkdown } from '../src/report/markdown.ts';
import type { Report } from '../src/verdict/finding.ts';
import { type Case, allCases, locateIn, readIn } from './case-folder.ts';
import { disagreements } from './case-truth.ts';

const update = process.env['UPDATE'] === '1';
const file = 'kernel.cu';

let engine: Engine | null = null;

async function analyze(
  one: Case,
  dump?: Readonly<{ stage: Stage; write: (title: string, text: string) => void }>,
): Promise<Report> {
  if (engine === null) throw new Error('the engine did not start');
  return engine.analyze({
    files: [file],
    read: readIn(one),
    locate: locateIn(one),
    options: one.options,
    ...(dump === undefined ? {} : { dump, stopAfter: dump.stage }),
  });
}

function expectGolden(one: Case, name: string, actual: string): void {
  const path = join(one.folder, name);
  if (update) writeFileSync(path, actual);
  else
    expect(actual, `${name} (npm run cases -- --update, then read the difference)`).toBe(
      existsSync(path) ? readFileSync(path, 'utf8') : '',
    );
}

const namesCondition = ({ folder }: Case): boolean =>
  existsSync(join(folder, 'report.txt')) && readFileSync(join(folder, 'report.txt'), 'utf8').includes('    --assume ');

/** As a review without a place for suggestions posts them. */
function commentsOf({ kernels }: Report, one: Case): string {
  return kernels
    .flatMap(({ findings, assumptions }) =>
      findings.map((finding) =>
        findingMarkdown(
          finding,
          { source: readIn(one), address: null, patch: 'diff' },
          { assumptions, block: null, patchAt: null, reply: 'thread' },
        ),
      ),
    )
    .map((text) => `${text}\n`)
    .join('\n---\n\n');
}

/** The tests of every `parts`-th topic, from the `part`-th (1 and up). */
export function testCases(part: number, parts: number): void {
  // Of a clock that stands still, goldens show no time.
  beforeAll(async () => {
    engine = await createEngine(assetPaths(), () => 0);
  });
  afterAll(async () => {
    await engine?.close();
  });
  const cases = allCases();
  const topics = [...new Set(cases.map(({ topic }) => topic))].filter((_, k) => k % parts === part - 1);
  describe.each(topics)('%s', (topic) => testTopic(cases.filter((one) => one.topic === topic)));
}

function testTopic(ofTopic: readonly Case[]): void {
  test.each(ofTopic.map((one) => [one.knownWrong ? `${one.name} (known to be wrong)` : one.name, one] as const))(
    '%s',
    async (_, one) => {
      const report = await analyze(one);
      const wrong = disagreements(report, one.truth);
      if (one.knownWrong)
        expect(wrong, 'right at last: take "known-wrong." off the name of its folder').not.toEqual([]);
      else expect(wrong).toEqual([]);
      expectGolden(
        one,
        'report.txt',
        renderText(report, { source: readIn(one), paint: plain, width: 120, verbose: true }),
      );
      if (existsSync(join(one.folder, 'comment.md'))) expectGolden(one, 'comment.md', commentsOf(report, one));
      for (const stage of stages.filter((name) => existsSync(join(one.folder, `${name}.txt`)))) {
        const texts: string[] = [];
        await analyze(one, { stage, write: (title, text) => texts.push(`== ${title}\n${text.trimEnd()}\n`) });
        expectGolden(one, `${stage}.txt`, texts.join('\n'));
      }
    },
  );

  // What a report says proves the kernel, must prove it.
  test.each(ofTopic.filter(namesCondition).map((one) => [one.name, one] as const))(
    '%s is race-free under the condition that its report names',
    async (_, one) => {
      const conditions = [
        ...new Set(
          (await analyze(one)).kernels.flatMap(({ findings }) => findings).flatMap(({ condition }) => condition ?? []),
        ),
      ];
      expect(conditions).not.toEqual([]);
      for (const condition of conditions) {
        const proved = await analyze({
          ...one,
          options: { ...one.options, assumes: [...one.options.assumes, condition] },
        });
        expect(
          proved.kernels.map(({ verdict }) => verdict),
          condition,
        ).toEqual(['drf']);
      }
    },
  );

  test.each(
    ofTopic
      .filter(({ truth }) => truth.verdict === 'racy' || truth.verdict === 'conditional')
      .map((one) => [one.name, one] as const),
  )('%s has a corrected twin', (_, one) => {
    expect(
      ofTopic.filter(({ truth }) => truth.verdict === 'drf').map(({ name }) => name),
      `${one.twin} with truth drf`,
    ).toContain(one.twin);
  });
}
