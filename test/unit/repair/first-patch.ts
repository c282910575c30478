/** What the text of one kernel is after the first patch that the engine proposes for it. */
import { afterAll, beforeAll } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import type { Engine, EngineOptions } from '../../../src/engine.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { invariant } from '../../../src/base/invariant.ts';
import type { Report } from '../../../src/verdict/finding.ts';
import { applyEdits } from '../../../src/verdict/edit.ts';

export const options: EngineOptions = {
  kernel: null,
  block: [64, 1, 1],
  grid: [1, 1, 1],
  params: new Map(),
  assumes: [],
  defines: new Map(),
  includeDirs: [],
  warpModel: 'its',
  level: 'block',
  timeoutSeconds: null,
  repair: true,
};

/**
 * For the tests of one file: the engine lives as long as they do. Null: there is no patch. `kernel`: the only one that
 * is looked at. `presumes`: also one that presumes something.
 */
export const firstPatches = (
  kernel: string | null = null,
  presumes = false,
): ((text: string) => Promise<string | null>) => patches({ ...options, kernel }, presumes);

/** As `firstPatches`, of programs whose host code says how many threads there are, in all blocks. */
export const patchesOfPrograms = (): ((text: string) => Promise<string | null>) =>
  patches({ ...options, block: null, grid: null, level: 'grid' }, false);

function patches(given: EngineOptions, presumes: boolean): (text: string) => Promise<string | null> {
  let engine: Engine | null = null;
  beforeAll(async () => {
    engine = await createEngine(assetPaths(), () => 0);
  });
  afterAll(() => engine?.close());
  return async (text) => {
    const report = await engine?.analyze({
      files: ['a.cu'],
      read: (path) => (path === 'a.cu' ? text : null),
      options: given,
    });
    const fix = report?.kernels[0]?.findings.flatMap(
      (finding) => finding.fix ?? (presumes ? finding.alternatives : []),
    )[0];
    return fix === undefined ? null : applyEdits(text, fix.edits);
  };
}

/** For the tests of one file: the report on `a.cu`, or on several files. */
export function reports(): (read: (path: string) => string | null, files?: readonly string[]) => Promise<Report> {
  let engine: Engine | null = null;
  beforeAll(async () => {
    engine = await createEngine(assetPaths(), () => 0);
  });
  afterAll(() => engine?.close());
  return async (read, files = ['a.cu']) => {
    const report = await engine?.analyze({ files, read, options });
    invariant(report !== undefined, 'the engine is there');
    return report;
  };
}

export const lines = (eol: string, ...all: readonly string[]): string => all.map((line) => `${line}${eol}`).join('');
