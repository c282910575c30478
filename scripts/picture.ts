/**
 * README's picture of a finding, docs/finding.svg, drawn by the built program: `check` of one kernel of examples/, then
 * `replay --svg`. test/picture.test.ts fails if the checked-in file differs from what the program draws.
 *
 * Run: npm run picture
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './source-tree.ts';
import { execute } from './steps.ts';

export const picturePath = join(root, 'docs/finding.svg');

/** Draws the picture into `target`. */
async function draw(target: string, folder: string): Promise<void> {
  const report = join(folder, 'report.json');
  for (const words of [
    ['check', 'examples/stencil.cu', '--kernel', 'stencilUnordered', '--format', 'json', '--out', report],
    ['replay', report, 'F1', '--svg', target],
  ]) {
    const { status, stderr } = await execute(process.execPath, ['dist/cli.js', ...words], { timeoutMs: 60_000 });
    if (status !== 1)
      throw new Error(`${words.join(' ')}: exit status ${status ?? 'none'}, not 1 (a finding)\n${stderr}`);
  }
}

/** The picture as the program draws it now; with `target`, also written there. */
export async function picture(target: string | null = null): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-picture-'));
  try {
    const drawn = join(folder, 'finding.svg');
    await draw(drawn, folder);
    if (target !== null) copyFileSync(drawn, target);
    return readFileSync(drawn, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await picture(picturePath);
