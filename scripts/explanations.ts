/**
 * Why: `syncwright explain` and SARIF carry the pages of docs/codes/, and the engine reads no file. Copies the pages
 * into src/report/explanations.ts; test/unit/report/explanations.test.ts holds the two together.
 *
 * Run: node scripts/explanations.ts
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const target = new URL('src/report/explanations.ts', root);

/** Pages by code, in order. */
export function codePages(): ReadonlyMap<string, string> {
  const folder = new URL('docs/codes/', root);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort();
  return new Map(names.map((name) => [name.slice(0, -3), readFileSync(new URL(name, folder), 'utf8')]));
}

export function explanationsModule(pages: ReadonlyMap<string, string>): string {
  return [
    '/** Made by `node scripts/explanations.ts` from docs/codes/; a test holds the two together. */',
    'export const explanations: ReadonlyMap<string, string> = new Map([',
    ...[...pages].map(([code, page]) => `  [${JSON.stringify(code)}, ${JSON.stringify(page)}],`),
    ']);',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, explanationsModule(codePages()));
