/**
 * An analysis that does nothing but compute for ten seconds, in a process of its own: what is shown of the text that is
 * there does not wait for it.
 */
import { PassThrough } from 'node:stream';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { editorOn } from './editor.ts';
import { openEditorWorker } from '../../src/workers/editor-worker.ts';
import { physicalFile } from '../../src/preprocess/physical-file.ts';
import { serve } from '../../src/lsp/server.ts';

const text = '__global__ void a(int *p) { p[0] = 1; }\n__global__ void b(int *p) { p[1] = 1; }\n';
const { span } = physicalFile('a.cu', text);
const kernels = ['a', 'b'].map((name) => {
  const place = span(text.indexOf(`__global__ void ${name}`), text.indexOf('}', text.indexOf(`void ${name}`)) + 1);
  return {
    name,
    span: place,
    verdict: 'drf',
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: [{ what: 'kernel', name, span: place }],
    timeMs: 0,
  };
});

/** Answers its first task at once. */
const script = `import { serve } from ${JSON.stringify(new URL('../../src/workers/pool.ts', import.meta.url).href)};
const report = { version: 1, kernels: ${JSON.stringify(kernels)}, problems: [] };
let isFirst = true;
serve({ editor: (task) => {
  const end = performance.now() + (isFirst ? 0 : 10_000);
  isFirst = false;
  while (performance.now() < end);
  const basis = { options: '', names: '', looked: [], seen: new Map(), texts: new Map([['a.cu', task.texts.get(task.file)]]), report, questions: new Map() };
  return { kind: 'done', files: [task.file], asked: [], texts: new Map(), report, basis };
} });
`;

test('within a second of an edit, whatever an analysis is at, only what holds of the text that is there is shown, and what is being checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-blocked-'));
  const [program, uri] = [join(folder, 'worker.mjs'), pathToFileURL(join(folder, 'a.cu')).href];
  writeFileSync(program, script);
  const [input, output] = [new PassThrough(), new PassThrough()];
  serve({ input, output, open: () => openEditorWorker(program), slots: 1, version: '0' });
  const editor = editorOn(output, input, [folder]);
  try {
    await editor.initialize();
    editor.open(uri, text);
    await editor.analysed(uri);
    expect(await editor.lenses(uri)).toEqual(['1: race-free for every launch', '2: race-free for every launch']);
    for (const [round, index] of ['p[threadIdx.x]', 'p[blockIdx.x]'].entries()) {
      const start = performance.now();
      editor.change(uri, text.replace('p[0]', index));
      await editor.until('word of the text that is there', () => editor.version(uri) === round + 2);
      expect(performance.now() - start).toBeLessThan(1000);
      expect(await editor.lenses(uri)).toEqual(['2: race-free for every launch', '1: being checked …']);
    }
  } finally {
    await editor.shutdown();
    rmSync(folder, { recursive: true, force: true });
  }
});
