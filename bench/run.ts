/**
 * Why: a figure that anybody can print again is worth more than one in a note. Runs every bench script and prints its
 * table, with machine, commit and versions; `--write` keeps that as bench/README.md.
 *
 * Run: npm run bench [-- --write]
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './table.ts';

/** One script per table, in order. What is not Markdown yet is shown as it is printed. */
const scripts = [
  { file: 'bench/start.ts', title: null },
  { file: 'bench/growth.ts', title: null },
  { file: 'bench/answers.ts', title: null },
  { file: 'bench/mutate.ts', title: null },
  { file: 'bench/models.ts', title: null },
  { file: 'bench/coverage.ts', title: null },
  { file: 'bench/verdicts.ts', title: null },
  { file: 'bench/schedules.ts', title: null },
  { file: 'bench/repair.ts', title: null },
  { file: 'bench/review.ts', title: null },
  { file: 'bench/audit.ts', title: null },
  { file: 'bench/audit-kill.ts', title: null },
  { file: 'bench/machine.ts', title: 'Speed of the machine' },
  { file: 'bench/solver-queries.ts', title: 'Queries of the solver' },
];

const run = (program: string, ...words: readonly string[]): string => execFileSync(program, words, { cwd: root, encoding: 'utf8' }).trim();

function machine(): string {
  const processors = cpus();
  const dirty = run('git', 'status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes not committed';
  return [
    `- machine: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, load before ${(loadavg()[0] ?? 0).toFixed(1)}`,
    `- commit: ${run('git', 'rev-parse', '--short=12', 'HEAD')}${dirty}`,
    `- Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
  ].join('\n');
}

const head = `# Measured\n\nPrinted by \`npm run bench -- --write\`. One script per table in this folder.\n\n${machine()}\n`;
const tables = scripts.map(({ file, title }) => {
  const text = run(process.execPath, file);
  return title === null ? text : `## ${title}\n\n\`npx node ${file}\`\n\n\`\`\`\n${text}\n\`\`\``;
});
const text = `${head}\n${tables.join('\n\n')}\n`;
console.log(text);
if (process.argv.includes('--write')) writeFileSync(join(root, 'bench/README.md'), text);
