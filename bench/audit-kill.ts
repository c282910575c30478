/**
 * SIGKILL at random moments of an audit; continued to the end, it must come to what an undisturbed one comes to. Run:
 * node bench/audit-kill.ts [KILLS] [SEED]
 */
import { join } from 'node:path';
import { type Table, printTable, root } from './table.ts';
import { killedAudits } from '../test/killed-audit.ts';

export async function measure(kills: number, seed: number): Promise<Table> {
  const {
    audits,
    kills: done,
    midway,
    differing,
  } = await killedAudits({ program: join(root, 'dist/cli.js'), kills, seed, files: 24 });
  return {
    title: `Audits that are killed (${done} times, seed ${seed})`,
    command: 'npx node bench/audit-kill.ts',
    rows: [
      { what: 'kills with part of the units done', measured: `${midway} of ${done}`, limit: 'some', holds: midway > 0 },
      {
        what: 'audits that came to something else than an undisturbed one',
        measured: `${differing.length} of ${audits}${differing.map((one) => `; ${one}`).join('')}`,
        limit: 'none',
        holds: differing.length === 0,
      },
    ],
  };
}

if (import.meta.main)
  console.log(printTable(await measure(Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 8))));
