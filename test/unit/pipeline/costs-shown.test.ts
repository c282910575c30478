/**
 * From a kernel to the reports: `--verbose` and the HTML report name the stages and the questions, with their array and
 * lines, that the time went into.
 */
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { assetPaths } from '../../../src/assets.ts';
import { createEngine } from '../../../src/pipeline.ts';
import { renderHtml } from '../../../src/report/html/html.ts';
import { plain, renderText } from '../../../src/report/text.ts';

const text = [
  '__global__ void shift(int *out, const int *in) {',
  '  out[in[threadIdx.x]] = threadIdx.x;',
  '}',
  '',
].join('\n');

test('a slow kernel shows where its time went', async () => {
  // every look at the clock takes 200 ms
  let now = 0;
  const engine = await createEngine(assetPaths(), () => (now += 200));
  try {
    const read = (path: string): string | null => (path === 'shift.cu' ? text : null);
    const options = {
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
    } as const;
    const report = await engine.analyze({ files: ['shift.cu'], read, options });
    const words = [
      /time: (?:\d+\.\d s [\w ]+, )*\d+\.\d s questions to the solver/,
      /slowest questions: out, line 2 \(\d+\.\d s\)/,
    ];
    const shown = renderText(report, { source: read, paint: plain, width: 120, verbose: true });
    for (const word of words) expect(shown).toMatch(word);
    expect(renderText(report, { source: read, paint: plain, width: 120, verbose: false })).not.toContain(
      'slowest questions',
    );
    const facts = {
      version: '0.1.0',
      title: 'shift',
      commit: 'abc123',
      command: 'syncwright check shift.cu',
      seconds: 12,
    };
    const page = renderHtml({ report, facts, read });
    const piece = /data-piece="pages-0">([^<]*)</.exec(page)?.[1] ?? '';
    const pages = inflateRawSync(Buffer.from(piece, 'base64')).toString('utf8');
    for (const word of words) expect(pages).toMatch(word);
  } finally {
    await engine.close();
  }
}, 30_000);
