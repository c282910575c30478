/**
 * From confirmed races to patches of the source that the same engine proves. A strategy only proposes edits; whether they
 * repair is decided by `recheck`, which analyses the patched text from the start.
 */
import type { Edit, Fix, Verdict } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { StmtId } from '../base/brand.ts';
import { insertBarrier } from './insert-barrier.ts';

/** Two statements that race; `carriedBy` is the loop whose back edge lies between them, if one does. */
export type RacingPair = Readonly<{ first: StmtId; second: StmtId; carriedBy: StmtId | null }>;

export type RepairInput = Readonly<{
  kernel: Kernel;
  /** All confirmed races of the kernel; a patch removes every one. */
  pairs: readonly RacingPair[];
  /** Text of a physical source file; null when it cannot be edited. */
  textOf: (file: string) => string | null;
  recheck: (edits: readonly Edit[]) => Promise<Recheck>;
  /** How many patched sources may be analysed. */
  maxTries: number;
}>;

/** What the engine says of the patched source. */
export type Recheck = Readonly<{
  verdict: Verdict;
  /** Whether other kernels of the same file became worse. */
  worsened: readonly string[];
}>;

/** One way to repair: proposals in order of increasing cost, each tried until one is proved. */
export type Strategy = Readonly<{
  name: string;
  propose: (input: RepairInput) => readonly Proposal[];
}>;
export type Proposal = Readonly<{ title: string; edits: readonly Edit[]; cost: string }>;

const strategies: readonly Strategy[] = [insertBarrier];

/**
 * The first proved patch of each strategy, cheapest first; empty when none was proved within `maxTries`.
 * Minimal: proposals come by the number of insertions, so every smaller one was tried and failed, or does not exist.
 */
export async function repair(input: RepairInput): Promise<readonly Fix[]> {
  const fixes: Fix[] = [];
  let tries = 0;
  for (const strategy of strategies) {
    for (const proposal of strategy.propose(input)) {
      if (tries++ >= input.maxTries) return fixes;
      const checked = await input.recheck(proposal.edits);
      if (checked.verdict === 'drf' && checked.worsened.length === 0) {
        fixes.push({ ...proposal, strategy: strategy.name, proof: 'drf' });
        break;
      }
    }
  }
  return fixes;
}
