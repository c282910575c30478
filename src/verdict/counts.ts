/** How many kernels have each verdict. */
import type { Verdict } from './finding.ts';

export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function verdictCounts(kernels: readonly Readonly<{ verdict: Verdict }>[]): VerdictCounts {
  const count = (verdict: Verdict): number =>
    kernels.reduce((sum, kernel) => sum + (kernel.verdict === verdict ? 1 : 0), 0);
  return {
    racy: count('racy'),
    unsupported: count('unsupported'),
    unknown: count('unknown'),
    conditional: count('conditional'),
    drf: count('drf'),
  };
}
