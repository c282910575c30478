/** The report of examples/ as `check --format html` has it: with the stories of all witnesses. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetPaths } from '../../src/assets.ts';
import { createEngine } from '../../src/pipeline.ts';
import { renderHtml } from '../../src/report/html/html.ts';
import type { Report } from '../../src/verdict/finding.ts';

const folder = fileURLToPath(new URL('../../examples', import.meta.url));
const sources = new Map(
  readdirSync(folder).map((name) => [`examples/${name}`, readFileSync(join(folder, name), 'utf8')]),
);

export async function exampleReport(): Promise<Readonly<{ report: Report; html: string }>> {
  const engine = await createEngine(assetPaths(), () => 0);
  try {
    const read = (path: string): string | null => sources.get(path) ?? null;
    const report = await engine.analyze({
      files: [...sources.keys()].filter((name) => name.endsWith('.cu')).sort(),
      read,
      options: {
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
        stories: true,
      },
    });
    return {
      report,
      html: renderHtml({
        report,
        facts: { version: '0.1.0', title: 'examples', command: 'syncwright check examples', seconds: 3 },
        read,
      }),
    };
  } finally {
    await engine.close();
  }
}
