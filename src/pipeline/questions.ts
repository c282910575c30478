/**
 * Pass: the questions about one view of a kernel under one launch. Needs: its intervals. Gives: the obligations that
 * are asked for the goal, or why there are none. Depends on: the split view, the options, the facts, and on the goal
 * for which of them are asked.
 */
import type { KernelInput } from './kernel-input.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitInput } from './view-split.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { budgets } from './budgets.ts';
import { countPairs, maxPairs, obligationsUnder } from './view-split.ts';
import { createCopies } from '../obligation/copies.ts';
import { fill } from '../base/message.ts';
import { isAskedFor } from './goal.ts';
import { messages } from './wording.ts';
import { oneByOne } from './alike.ts';

/** `tooMany`: why pairs are not compared, and there are no obligations. */
export type Questions = Readonly<{ obligations: readonly Obligation[]; tooMany: string | null }>;

export function questionsOf(split: SplitProtocol, under: SplitInput, input: KernelInput): Questions {
  const pairs = countPairs(split, under.level);
  const tooMany = pairs > maxPairs ? fill(messages.tooManyPairs, { pairs, maxPairs }) : null;
  if (tooMany !== null) return { obligations: [], tooMany };
  const all = input.costs.timed('accesses', () => obligationsUnder(split, under));
  // where some are chosen, they may be among those that are alike
  const isChosen = input.goal.kind === 'prove' && input.goal.isAsked !== null;
  const chosen = isChosen
    ? all.flatMap((question) => [...oneByOne(question)].filter((one) => isAskedFor(input.goal, one)))
    : all;
  return { obligations: chosen, tooMany };
}

/**
 * Why nothing is proved, or null: facts that cannot hold together would prove anything, and so would facts that hold in
 * no thread that comes to an assertion. Asked only where something else would be proved.
 */
export async function contradictionIn(split: SplitProtocol, { solver, deadline }: KernelInput): Promise<string | null> {
  const { facts, rename, variablesOf } = createCopies(split, 'block');
  const asserted = split.protocol.body.flatMap((step) =>
    step.kind === 'assume' ? [rename(step.condition, 'first')] : [],
  );
  const constraints = [...facts, ...asserted];
  const answer = await solver.decide(
    { variables: variablesOf(constraints), constraints },
    { rlimit: budgets.rlimit, deadline },
  );
  return answer.kind === 'unsat' ? messages.contradiction : null;
}
