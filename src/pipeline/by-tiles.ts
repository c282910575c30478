/**
 * A proof that counts barriers of warps, tiles and other parts as order among their threads [T13, T14]. It stands
 * alone: all questions are asked anew, of protocols in which no value that is read is taken to be one for several
 * threads. Where there are such barriers it is tried before the block's alone are counted: questions that stay open
 * without theirs cost a model and a run each. Needs: a launch, or the decision under it that left something open.
 * Gives: a decision with nothing open, or the one that it was given.
 */
import type { ArrayId } from '../base/brand.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Decision } from './evidence.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kept } from './kept.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { Solver } from '../solve/solve.ts';
import type { View } from '../ir/views.ts';
import { TimeLimit } from '../base/deadline.ts';
import { countPairs, maxPairs, obligationsUnder, splitView } from './view-split.ts';
import { decide, unwatched } from './decide.ts';
import { noCosts } from './costs.ts';
import { isAnswered } from './evidence.ts';
import { notElsewhere } from './siblings.ts';
import { nothingInVain } from './budgets.ts';
import { inferProtocol, ofOrdered } from '../protocol/infer.ts';
import { hasParts } from './parts.ts';
import { orderedParts } from './tiles.ts';
import { quietLoads } from './quiet.ts';
import type { Ordered } from './tiles.ts';

type ByTilesInput = Readonly<{
  config: LaunchConfig;
  view: View;
  facts: readonly Fact[];
  inFull: ReadonlySet<ArrayId>;
  level: 'block' | 'grid';
  warpModel: WarpModel;
  deadline: Deadline;
  kept: Kept;
  solver: Solver;
  compiled: CompiledKernel;
}>;

/** `proof`: null where none of the barriers orders anything. */
export type Tried = Readonly<{ ordered: Ordered; proof: Decision | null }>;

/** Null where there are no such barriers, or the limit on time ended it. */
export async function tryTiles(input: ByTilesInput): Promise<Tried | null> {
  if (input.warpModel !== 'its' || !hasParts(input.view.kernel)) return null;
  try {
    const ordered = await orderedParts({ ...input, kernel: input.view.kernel, quiet: quietLoads(input) });
    return { ordered, proof: await proofOf(input, ordered) };
  } catch (error) {
    if (error instanceof TimeLimit) return null;
    throw error;
  }
}

/** The decision with nothing open that was come to, or null. */
export const provedBy = (tried: Tried | null): Decision | null => {
  const proof = tried?.proof ?? null;
  return proof !== null && proof.open.length + proof.refused.length + proof.unknowns.length === 0 && !isAnswered(proof)
    ? proof
    : null;
};

/** `tried`: before; null: not, or not to its end. */
export async function byTiles(decision: Decision, tried: Tried | null, input: ByTilesInput): Promise<Decision> {
  const isOpen = decision.open.some(({ obligation }) => obligation.scope === 'block');
  if (!isOpen || isAnswered(decision) || decision.unknowns.length + decision.refused.length > 0) return decision;
  const made = tried ?? (await tryTiles(input));
  const proof = provedBy(made);
  if (made === null) return decision;
  if (proof !== null) return { ...proof, confirmed: decision.confirmed };
  // where that is not enough, it is for other reasons than that these barriers order nothing
  if (made.proof !== null) return { ...decision, approximations: made.proof.approximations };
  return made.ordered.why.size === 0 ? decision : { ...decision, approximations: explained(made.ordered, input) };
}

/** The approximations of the kernel, with what keeps each barrier from ordering anything. */
function explained(
  ordered: Ordered,
  { view: { kernel }, config, facts, deadline, level }: ByTilesInput,
): Decision['approximations'] {
  return inferProtocol(kernel, config, facts, deadline, level, ofOrdered(ordered, null)).approximations.map(
    ({ text, span }) => `line ${span.line}: ${text}`,
  );
}

async function proofOf({ compiled, ...input }: ByTilesInput, ordered: Ordered): Promise<Decision | null> {
  const {
    config,
    facts,
    view: { kernel },
    warpModel,
    deadline,
    level,
    solver,
  } = input;
  if (ordered.protocols.length === 0) return null;
  const { split } = splitView(input, ordered);
  if (countPairs(split, level) > maxPairs) return null;
  const { decision } = await decide({
    settles: () => Promise.resolve(false),
    kernel,
    compiled,
    config,
    facts,
    split,
    warpModel,
    solver,
    deadline,
    obligations: obligationsUnder(split, input),
    known: new Map(),
    doubted: new Set(),
    vain: nothingInVain(),
    look: () => [],
    elsewhere: notElsewhere,
    showsModels: false,
    isProvable: true,
    costs: noCosts,
    watch: unwatched,
  });
  return decision;
}
