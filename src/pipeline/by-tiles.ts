/**
 * A proof that counts barriers of warps, tiles and other parts as order among their threads [T13, T14], where something is open without. It stands alone: all
 * questions are asked anew, of protocols in which no value that is read is taken to be one for several threads. Needs: the decision under a launch.
 * Gives: a decision with nothing open, or the one that it was given.
 */
import type { ArrayId } from '../base/brand.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Decision } from './evidence.ts';
import type { Fact } from '../protocol/infer.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Solver } from '../solve/solve.ts';
import type { View } from '../ir/views.ts';
import { TimeLimit } from '../base/deadline.ts';
import { countPairs, maxPairs, obligationsUnder, splitView } from './view-split.ts';
import { decide } from './decide.ts';
import { isAnswered } from './evidence.ts';
import { nothingInVain } from './budgets.ts';
import { inferProtocol, ofOrdered } from '../protocol/infer.ts';
import { orderedParts } from './tiles.ts';
import { quietLoads } from './quiet.ts';
import type { Ordered } from './tiles.ts';

type ByTilesInput = Readonly<{ config: LaunchConfig; view: View; facts: readonly Fact[]; inFull: ReadonlySet<ArrayId>; level: 'block' | 'grid'; warpModel: WarpModel; deadline: Deadline; solver: Solver; compiled: CompiledKernel }>;

export async function byTiles(decision: Decision, input: ByTilesInput): Promise<Decision> {
  const isOpen = decision.open.some(({ obligation }) => obligation.scope === 'block');
  if (!isOpen || isAnswered(decision) || decision.unknowns.length + decision.refused.length > 0 || input.warpModel !== 'its') return decision;
  try {
    const ordered = await orderedParts({ ...input, kernel: input.view.kernel, quiet: quietLoads(input) });
    const proof = await proofOf(input, ordered);
    if (proof === null) return ordered.why.size === 0 ? decision : { ...decision, approximations: explained(ordered, input) };
    const isDone = proof.open.length + proof.refused.length + proof.unknowns.length === 0 && !isAnswered(proof);
    // where that is not enough, it is for other reasons than that these barriers order nothing
    return isDone ? { ...proof, confirmed: decision.confirmed } : { ...decision, approximations: proof.approximations };
  } catch (error) {
    if (error instanceof TimeLimit) return decision;
    throw error;
  }
}

/** The approximations of the kernel, with what keeps each barrier from ordering anything. */
function explained(ordered: Ordered, { view: { kernel }, config, facts, deadline, level }: ByTilesInput): Decision['approximations'] {
  return inferProtocol(kernel, config, facts, deadline, level, ofOrdered(ordered, null)).approximations.map(({ text, span }) => `line ${span.line}: ${text}`);
}

async function proofOf({ compiled, ...input }: ByTilesInput, ordered: Ordered): Promise<Decision | null> {
  const { config, view: { kernel }, warpModel, deadline, level, solver } = input;
  if (ordered.protocols.length === 0) return null;
  const { split } = splitView(input, () => undefined, ordered);
  if (countPairs(split, level) > maxPairs) return null;
  const { decision } = await decide({
    kernel, compiled, config, split, warpModel, solver, deadline, obligations: obligationsUnder(split, input),
    known: new Map(), vain: nothingInVain(), look: () => [], onlyProof: true,
  });
  return decision;
}
