/**
 * Why: the script and the style of the HTML report run in a browser, and the engine that writes them into the report
 * reads no file. Bundles src/page/ into src/report/html/page-assets.ts; test/unit/report/html/page-assets.test.ts holds
 * the two together.
 *
 * Run: node scripts/page.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './source-tree.ts';

const target = 'src/report/html/page-assets.ts';

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    format: 'iife',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  });
  return (outputFiles[0]?.text ?? '').trimEnd();
}

export async function pageModule(): Promise<string> {
  const [script, style] = await Promise.all([bundled('src/page/main.ts'), bundled('src/page/page.css')]);
  return [
    '/** Made by `node scripts/page.ts` from src/page/; a test holds the two together. */',
    `export const pageScript = ${JSON.stringify(script)};`,
    `export const pageStyle = ${JSON.stringify(style)};`,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(join(root, target), await pageModule());
