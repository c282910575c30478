/**
 * Whether a run that showed what a patch is to remove shows it of the patched kernel, too: then nothing need be proved
 * of the patch. Under- approximating: a patch that repairs nothing may pass, one that repairs all never fails.
 * Smallest example: `s[t] = in[t]; __syncthreads(); s[t] += s[t + 1]; out[t] = s[t ^ 1];` still races in the witness's
 * run with a barrier before the last statement only.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Asked } from './carried.ts';
import type { Evidence } from './evidence.ts';
import type { Fault } from '../repair/fault.ts';
import { statementsOf } from '../repair/fault.ts';
import type { Kernel } from '../ir/ir.ts';
import type { ConcreteRun } from '../launch/run.ts';
import { breaksAssumption } from './assumed.ts';
import { compileKernel } from '../machine/compile.ts';
import { someStmt } from '../ir/walk.ts';
import { isHarmless } from './evidence.ts';
import { runCompiled } from '../machine/run.ts';
import { withoutOutsideReads } from './outside-reads.ts';

const limits = { runs: 4, maxSteps: 200_000, maxBytes: 64 * 1024 * 1024 } as const;

/**
 * The runs that showed these faults of the kernel; none where some may stay of what was shown: which of a patched text
 * are those is not told here.
 */
export function witnessesOf(asked: readonly Asked[], faults: readonly Fault[], was: Kernel): readonly ConcreteRun[] {
  const racing = racingIn(faults, was);
  const wanted = new Set(faults.map((fault) => statementsOf(fault).join(' ')));
  const isWanted = (one: Evidence): boolean =>
    wanted.has(
      one.kind === 'race'
        ? `${one.obligation.first.id} ${one.obligation.second.id}`
        : `${one.obligation.question.barrier}`,
    );
  const all = asked
    .filter(({ kernel }) => kernel.arrays.size === was.arrays.size)
    .flatMap(({ decision }) => decision.confirmed.filter((one) => !isHarmless(one)));
  const mayStay = all.some(
    (one) => !isWanted(one) && (one.kind === 'divergence' || racing.has(nameOf(was, one.obligation.array))),
  );
  return mayStay ? [] : [...new Set(all.filter(isWanted).map(({ run }) => run))].slice(0, limits.runs);
}

/** `was`: the kernel as it was, `now`: with the patch, which must remove the faults that these runs showed. */
export function isStillShown(
  witnesses: readonly ConcreteRun[],
  faults: readonly Fault[],
  was: Kernel,
  now: Kernel,
): boolean {
  // what fences, flags and locks order, runs do not see
  if (
    witnesses.length === 0 ||
    faults.some((fault) => fault.kind === 'race' && fault.handover !== null) ||
    hasFences(now)
  )
    return false;
  const racing = racingIn(faults, was);
  const compiled = compileKernel(now);
  const diverges = (run: ConcreteRun): boolean => runCompiled(compileKernel(was), run, limits).divergences.length > 0;
  return witnesses.some((witness) => {
    const run = { ...witness, schedule: { kind: 'canonical' } } as const;
    const report = withoutOutsideReads(runCompiled(compiled, run, limits), (outside) =>
      runCompiled(compiled, run, { ...limits, outside }),
    );
    if (report.inventedValues || breaksAssumption(report)) return false;
    // what warps or masks do may have kept threads from a barrier before
    const isSplit =
      report.divergences.length > 0 && (faults.some(({ kind }) => kind === 'divergence') || !diverges(run));
    return isSplit || report.races.some(({ array, sameValue }) => !sameValue && racing.has(nameOf(now, array)));
  });
}

const nameOf = ({ arrays }: Kernel, id: ArrayId): string => arrays.get(id)?.name ?? id;
const racingIn = (faults: readonly Fault[], kernel: Kernel): ReadonlySet<string> =>
  new Set(faults.flatMap((fault) => (fault.kind === 'race' ? [nameOf(kernel, fault.array)] : [])));

const hasFences = ({ body }: Kernel): boolean =>
  someStmt(body, (stmt) => stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed'));
