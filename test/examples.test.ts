/** What README's first command promises of examples/, asked of the sources rather than of dist/. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statedVerdicts } from '../scripts/examples.ts';
import { assetPaths } from '../src/assets.ts';
import type { EngineOptions } from '../src/engine.ts';
import { createEngine } from '../src/pipeline.ts';
import { jsonOf } from '../src/report/json.ts';
import { applyEdits } from '../src/verdict/edit.ts';
import type { Report } from '../src/verdict/finding.ts';
import { schemaProblems } from './report-schema.ts';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const sources = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
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
  timeoutSeconds: null,
  repair: true,
};

let engine: Awaited<ReturnType<typeof createEngine>> | null = null;
let report: Report = { version: 1, kernels: [], problems: [] };

async function check(texts: ReadonlyMap<string, string>): Promise<Report> {
  if (engine === null) throw new Error('the engine did not start');
  return engine.analyze({
    files: [...texts.keys()].filter((name) => name.endsWith('.cu')).sort(),
    read: (path) => texts.get(path) ?? null,
    options,
  });
}

beforeAll(async () => {
  engine = await createEngine(assetPaths(), () => 0);
  report = await check(sources);
});
afterAll(async () => {
  await engine?.close();
});

test('every kernel gets the verdict that its comment states', () => {
  expect(new Map(report.kernels.map(({ name, verdict }) => [name, verdict]))).toEqual(statedVerdicts());
});

test('every racy kernel has a confirmed finding with a witness, every data race a proved patch', () => {
  for (const kernel of report.kernels.filter(({ verdict }) => verdict === 'racy')) {
    const confirmed = kernel.findings.filter(({ status, witness }) => status === 'confirmed' && witness !== null);
    expect(confirmed, kernel.name).not.toEqual([]);
    for (const finding of confirmed.filter(({ kind }) => kind === 'data-race'))
      expect(finding.fix?.proof, kernel.name).toBe('drf');
  }
});

test('asked for stories, every witness has one, which shows the two places that collide', async () => {
  const told = await engine?.analyze({
    files: ['reduction.cu', 'stencil.cu'],
    read: (path) => sources.get(path) ?? null,
    options: { ...options, repair: false, stories: true },
  });
  const findings = told?.kernels.flatMap((kernel) => kernel.findings).filter(({ witness }) => witness !== null) ?? [];
  expect(findings.length).toBeGreaterThan(2);
  for (const { story, witness } of findings) {
    expect(story?.kind).toBe(witness?.address === null ? 'divergence' : 'race');
    const hits = story?.steps.filter(({ touch }) => touch === 'hit') ?? [];
    // who has exited the kernel is at no statement of it
    const places = witness?.accesses.filter(({ mode }) => mode !== 'exited') ?? [];
    expect(hits).toHaveLength(2);
    expect(hits.flatMap(({ span }) => span?.line ?? []).sort()).toEqual(places.map(({ span }) => span.line).sort());
  }
  expect(report.kernels.flatMap((kernel) => kernel.findings).every(({ story }) => story === undefined)).toBe(true);
});

test('its JSON fits docs/report.schema.json', () => {
  expect(
    schemaProblems(jsonOf(report, { tool: 'syncwright test', defines: new Map(), includeDirs: [], params: new Map() })),
  ).toEqual([]);
});

test('the first patch of a kernel makes it drf', async () => {
  for (const kernel of report.kernels) {
    const fix = kernel.findings.find((finding) => finding.fix !== null)?.fix;
    if (fix === undefined || fix === null) continue;
    const text = sources.get(kernel.span.file) ?? '';
    const patched = await check(new Map([...sources, [kernel.span.file, applyEdits(text, fix.edits)]]));
    expect(patched.kernels.find(({ name }) => name === kernel.name)?.verdict, kernel.name).toBe('drf');
  }
});
