/** The kernels of docs/codes are what they say: the first of a page has the finding, the corrected one is proved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codePages } from '../../../scripts/explanations.ts';
import { assetPaths } from '../../../src/assets.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { createEngine } from '../../../src/pipeline.ts';
import type { Report } from '../../../src/verdict/finding.ts';

/** Codes that the engine decides today; a code joins when its room is built. */
const decided = ['SW101', 'SW102', 'SW103', 'SW104', 'SW105', 'SW106', 'SW107', 'SW201', 'SW202', 'SW203', 'SW204'];
const options: EngineOptions = {
  kernel: null,
  block: null,
  grid: null,
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'grid',
  timeoutSeconds: 60,
  repair: false,
};
const pages = codePages();
let engine: Engine | null = null;
beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
});
afterAll(async () => {
  await engine?.close();
});

async function analyzed(code: string, which: 0 | 1): Promise<Report> {
  const kernels = [...(pages.get(code) ?? '').matchAll(/```cuda\n([\s\S]*?)```/g)].map((found) => found[1] ?? '');
  if (engine === null) throw new Error('the engine did not start');
  return engine.analyze({
    files: ['page.cu'],
    read: (path) => (path === 'page.cu' ? (kernels[which] ?? null) : null),
    options,
  });
}

describe.each(decided)('%s', (code) => {
  test('the first kernel has the finding, confirmed', async () => {
    const report = await analyzed(code, 0);
    expect(
      report.kernels.flatMap((kernel) =>
        kernel.findings.flatMap((finding) =>
          [finding, ...(finding.also ?? [])].map((one) => `${one.code} ${finding.status}`),
        ),
      ),
    ).toContain(`${code} confirmed`);
  });
  test('the corrected kernel is proved', async () => {
    const report = await analyzed(code, 1);
    expect(
      report.kernels.map((kernel) => [
        kernel.verdict,
        ...kernel.reasons,
        ...kernel.findings.map((finding) => finding.message),
      ]),
    ).toEqual(report.kernels.map(() => ['drf']));
  });
});
