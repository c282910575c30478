/**
 * Random kernels that are race-free, and of whose barriers none can be left out: the statements of a random kernel with
 * a barrier wherever the block can meet, and then as many taken away as the machine finds to be of no use. Control and
 * addresses of `randomCase` depend on no data, so one run decides.
 */
import type { Kernel, Stmt } from '../../src/ir/ir.ts';
import type { MachineReport } from '../../src/machine/machine.ts';
import type { ConcreteRun } from '../../src/launch/run.ts';
import type { RandomCase } from './random-kernel.ts';
import type { StmtId } from '../../src/base/brand.ts';
import { barrier, kernel } from '../../src/ir/build.ts';
import { eachStmt, mapStmts } from '../../src/ir/walk.ts';
import { runOnMachine } from '../../src/machine/run.ts';

export const budget = { maxSteps: 200_000, maxBytes: 1 << 24 } as const;

/** `n`, and contents of `g` that the seed draws. */
export function runWith({ block, grid, n, seed }: Pick<RandomCase, 'block' | 'grid' | 'n' | 'seed'>): ConcreteRun {
  const cells = Array.from(
    { length: 512 },
    (_, k) => [k, BigInt((k * 2654435761 + seed * 40503) >>> 13) & 7n] as const,
  );
  return {
    block,
    grid,
    scalars: new Map([['n', n]]),
    arrays: new Map([['g', { elements: 512, fill: 0n, values: new Map(cells) }]]),
    schedule: { kind: 'canonical' },
    warpModel: 'its',
    blocks: Array.from({ length: grid[0] }, (_, k) => k),
  };
}

export const isClean = ({ outcome, races, divergences }: MachineReport): boolean =>
  outcome.kind === 'completed' && races.length + divergences.length === 0;

/**
 * The kernel whose barriers are all needed, and those; null where barriers cannot make it race-free, or none is needed.
 */
export function withNeededBarriers(
  sample: RandomCase,
): Readonly<{ kernel: Kernel; barriers: readonly StmtId[] }> | null {
  const run = runWith(sample);
  const reportOf = (one: Kernel): MachineReport => runOnMachine(one, run, budget);
  let now = rebuilt(
    sample.kernel,
    everywhere(mapStmts(sample.kernel.body, (stmt) => (stmt.kind === 'barrier' ? [] : [stmt]))),
  );
  for (let report = reportOf(now); report.divergences.length > 0; report = reportOf(now)) {
    const stuck = new Set(
      report.divergences.flatMap(({ barrier: id, otherAt }) => [
        id,
        ...(otherAt.kind === 'barrier' ? [otherAt.stmt] : []),
      ]),
    );
    now = without(now, stuck);
  }
  if (!isClean(reportOf(now))) return null;
  for (const id of barriersOf(now)) {
    const less = without(now, new Set([id]));
    if (isClean(reportOf(less))) now = less;
  }
  const barriers = barriersOf(now);
  return barriers.length === 0 ? null : { kernel: now, barriers };
}

export const without = (one: Kernel, ids: ReadonlySet<StmtId>): Kernel => ({
  ...one,
  body: mapStmts(one.body, (stmt) => (ids.has(stmt.id) ? [] : [stmt])),
});

function barriersOf(one: Kernel): readonly StmtId[] {
  const ids: StmtId[] = [];
  eachStmt(one.body, (stmt) => {
    if (stmt.kind === 'barrier') ids.push(stmt.id);
  });
  return ids;
}

const rebuilt = ({ params, arrays }: Kernel, body: readonly Stmt[]): Kernel =>
  kernel({
    params: params.flatMap((param) => (param.kind === 'scalar' ? [{ name: param.name, type: param.type }] : [])),
    arrays: [...arrays.values()],
    body,
  });

/** A barrier before, between and behind the statements of every list. */
function everywhere(body: readonly Stmt[]): readonly Stmt[] {
  return [
    barrier(),
    ...body.flatMap((stmt): readonly Stmt[] => {
      if (stmt.kind === 'loop') return [{ ...stmt, body: everywhere(stmt.body) }, barrier()];
      if (stmt.kind === 'branch')
        return [
          {
            ...stmt,
            then: everywhere(stmt.then),
            otherwise: stmt.otherwise.length === 0 ? [] : everywhere(stmt.otherwise),
          },
          barrier(),
        ];
      return stmt.kind === 'jump' || stmt.kind === 'assign' ? [stmt] : [stmt, barrier()];
    }),
  ];
}
