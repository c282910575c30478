/**
 * Why: what users run is dist/, so it must be what src/ says. Rebuilds it elsewhere and compares byte by byte (STYLE
 * 40).
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto } from './build.ts';
import { root } from './source-tree.ts';

/** One line for each file that differs; [] if none does. */
export async function staleFiles(): Promise<readonly string[]> {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return ['dist/ is missing: npm run build'];
  const fresh = mkdtempSync(join(tmpdir(), 'syncwright-dist-'));
  try {
    const expected = await buildInto(fresh);
    const present = readdirSync(dist).sort();
    return [
      ...present
        .filter((name) => !expected.includes(name))
        .map((name) => `dist/${name} is not built by scripts/build.ts`),
      ...expected.filter((name) => !present.includes(name)).map((name) => `dist/${name} is missing: npm run build`),
      ...expected
        .filter(
          (name) => present.includes(name) && !readFileSync(join(dist, name)).equals(readFileSync(join(fresh, name))),
        )
        .map((name) => `dist/${name} is not what src/ builds: npm run build`),
    ];
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const stale = await staleFiles();
  for (const line of stale) console.log(line);
  process.exitCode = stale.length === 0 ? 0 : 1;
}
