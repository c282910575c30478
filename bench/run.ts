/**
 * Why: a figure that anybody can print again is worth more than one in a note. Runs every bench script and prints its
 * table, with machine, commit and versions; `--write` keeps that as bench/README.md.
 *
 * Run: npm run bench [-- --write]
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measure as start } from './start.ts';
import { type Table, printTable, root } from './table.ts';

/** Every bench script, in the order of the tables. */
const scripts: readonly (() => Promise<Table>)[] = [start];

const git = (...words: readonly string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

function machine(): string {
  const processors = cpus();
  const dirty = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes not committed';
  return [
    `- machine: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `- commit: ${git('rev-parse', '--short=12', 'HEAD')}${dirty}`,
    `- Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
  ].join('\n');
}

const tables: string[] = [];
for (const script of scripts) tables.push(printTable(await script()));
const text = `# Measured\n\nPrinted by \`npm run bench -- --write\`. One script per table in this folder.\n\n${machine()}\n\n${tables.join('\n')}`;
console.log(text);
if (process.argv.includes('--write')) writeFileSync(join(root, 'bench/README.md'), text);
