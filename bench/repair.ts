/**
 * What repair is worth: on AuCS's 24 scenarios, beside what AuCS makes of them; on every racy kernel that there is,
 * with what barriers cost that authors had and that were taken away; and on the fix commits of real projects, beside
 * the developers' own patch.
 *
 * Run: npx node bench/repair.ts [--table scenarios|racy|deleted|commits|bugs] [--only TEXT] [--mirror FOLDER] [--suites
 * FOLDER] [--list] [--cpu] [--count N] [--seed N]
 * `--cpu`: times, time limits too, are those that the process spent on processors, all its threads together: on a
 * machine that others use.
 */
import { join } from 'node:path';
import { assetPaths } from '../src/assets.ts';
import { createEngine } from '../src/pipeline.ts';
import { createParser } from '../src/parse/tree-sitter.ts';
import { bugsTable } from './repair-bugs.ts';
import { commitTable } from './repair-commits.ts';
import { deletedTable, racyTable } from './repair-racy.ts';
import { root } from './table.ts';
import { scenarioTable } from './repair-aucs.ts';

const after = (word: string, otherwise: string): string =>
  process.argv.includes(word) ? (process.argv[process.argv.indexOf(word) + 1] ?? '') : otherwise;

const isCpu = process.argv.includes('--cpu');
const spent = { at: -Infinity, ms: 0 };
/** Asked often, and the system's answer is slow: it is at most a millisecond old. */
function spentMs(): number {
  const now = performance.now();
  if (now - spent.at < 1) return spent.ms;
  const { user, system } = process.cpuUsage();
  spent.at = now;
  return (spent.ms = (user + system) / 1000);
}

const parts = {
  engine: await createEngine(assetPaths(), isCpu ? spentMs : (): number => performance.now()),
  parser: await createParser(assetPaths()),
  mirror: after('--mirror', join(root, '../.mirror')),
  suites: after('--suites', join(root, '../shared/eval/suites')),
  only: after('--only', ''),
  list: process.argv.includes('--list'),
  count: Number(after('--count', '25')),
  seed: Number(after('--seed', '31')),
  say: (...lines: readonly string[]): void => {
    for (const line of lines) console.log(line);
  },
};
const tables = {
  scenarios: scenarioTable,
  racy: racyTable,
  deleted: deletedTable,
  commits: commitTable,
  bugs: bugsTable,
};
for (const [name, table] of Object.entries(tables)) {
  if (after('--table', name) === name) await table(parts);
}
await parts.engine.close();
parts.parser.close();
