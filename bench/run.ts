/**
 * Why: a figure that anybody can print again is worth more than one in a note. Runs every bench script and prints its
 * table, with machine, commit and versions; `--write` puts each in its place in bench/README.md, whose other text
 * stays.
 *
 * Run: npm run bench [-- [--write] [SCRIPT…]]     (SCRIPT as `review`; none: all)
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './table.ts';

/** One script per table, in order. What is not Markdown yet is shown as it is printed. */
const scripts: readonly Readonly<{ name: string; title: string | null }>[] = [
  { name: 'start', title: null },
  { name: 'machine', title: 'Speed of the machine' },
  { name: 'solver-queries', title: 'Queries of the solver' },
  { name: 'growth', title: null },
  { name: 'front-end', title: null },
  { name: 'answers', title: null },
  { name: 'mutate', title: null },
  { name: 'models', title: null },
  { name: 'coverage', title: null },
  { name: 'verdicts', title: null },
  { name: 'schedules', title: null },
  { name: 'repair', title: null },
  { name: 'review', title: null },
  { name: 'many-files', title: null },
  { name: 'edit', title: null },
  { name: 'audit', title: null },
  { name: 'audit-kill', title: null },
];

const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { cwd: root, encoding: 'utf8' }).trim();

function machine(): string {
  const processors = cpus();
  const dirty =
    run('git', 'status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes not committed';
  return (
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, load before ${(loadavg()[0] ?? 0).toFixed(1)}; ` +
    `commit ${run('git', 'rev-parse', '--short=12', 'HEAD')}${dirty}; Node ${process.version}, ${process.platform} ${process.arch}; ${new Date().toISOString().slice(0, 10)}`
  );
}

/** Its table, with what it was measured on. */
function section({ name, title }: (typeof scripts)[number]): string {
  const where = machine();
  const text = run(process.execPath, `bench/${name}.ts`);
  const table = title === null ? text : `## ${title}\n\n\`npx node bench/${name}.ts\`\n\n\`\`\`\n${text}\n\`\`\``;
  return `${table}\n\nMeasured on ${where}.`;
}

/** The text with the section in the place of what this script printed before, or at its end. */
function placed(text: string, name: string, printed: string): string {
  const [begin, end] = [`<!-- printed by bench/${name}.ts -->`, `<!-- end of bench/${name}.ts -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const whole = `${begin}\n${printed}\n${end}`;
  return from < 0 || to < from
    ? `${text.trimEnd()}\n\n${whole}\n`
    : text.slice(0, from) + whole + text.slice(to + end.length);
}

const words = process.argv.slice(2);
const asked = words.filter((word) => word !== '--write');
const unknown = asked.filter((word) => !scripts.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(`error: no script of bench/ is named ${unknown.join(', ')}`);
  process.exitCode = 2;
} else {
  const readme = join(root, 'bench/README.md');
  for (const script of scripts.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const printed = section(script);
    console.log(`${printed}\n`);
    if (words.includes('--write')) writeFileSync(readme, placed(readFileSync(readme, 'utf8'), script.name, printed));
  }
}
