/**
 * Decides one question: the solver, and the machine as judge of every model. A model that the machine refutes is
 * blocked, and the next one is asked for, as long as that is worth its cost (budgets.ts). Needs: the obligation, and
 * what was shown and spent before. Gives: that it cannot happen, evidence, or why it stays open.
 */
import type { Evidence, OpenObligation } from './evidence.ts';
import type { Asked } from './asking.ts';
import type { Costs } from './costs.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Model } from '../solve/solve.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Refusal, ReplayInput } from './replay-model.ts';
import { TimeLimit } from '../base/deadline.ts';
import { answerFor, answerOf } from './asking.ts';
import { binary, int } from '../base/expr-build.ts';
import { blockModel, modestSizes } from '../witness/witness.ts';
import { budgets, effortOf } from './budgets.ts';
import { eachNode, mapExpr } from '../base/expr-walk.ts';
import { evaluate } from '../solve/evaluate.ts';
import { farFetched } from '../witness/realistic.ts';
import { fill } from '../base/message.ts';
import { i64 } from '../base/ctype.ts';
import { orderUnder } from '../protocol/handed.ts';
import { keyOf } from './question-keys.ts';
import { launchRoots } from '../protocol/launch-facts.ts';
import { mayBeFenced } from './confirmable.ts';
import { messages } from './wording.ts';
import { notElsewhere } from './siblings.ts';
import { replayModel } from './replay-model.ts';
import { restsOnTable } from './tables.ts';

export type QuestionInput = Asked &
  ReplayInput &
  Readonly<{
    costs: Costs;
    /** Whether the questions about families that were asked cannot happen. */
    families: Map<Obligation, boolean>;
    /** Gets the names of arrays whose flags and counters are taken to hold 0 when the kernel begins. */
    told: Set<string>;
    /**
     * Questions that have a model under another launch that this one allows, and none that a run confirmed: no proof is
     * possible, and few models are worth a run.
     */
    doubted: ReadonlySet<string>;
    watch: ReplayInput['watch'] & Readonly<{ onAnswer: (obligation: Obligation, text: string) => void }>;
  }>;

type Outcome = 'cannot happen' | 'stores equal values' | { evidence: Evidence } | OpenObligation;

export async function decideOne(
  obligation: Obligation,
  input: QuestionInput,
  shown: Map<string, Evidence>,
): Promise<Outcome> {
  try {
    return await decideInTime(obligation, input, shown);
  } catch (error) {
    if (error instanceof TimeLimit) return { obligation, status: 'undecided', because: error.message };
    throw error;
  }
}

async function decideInTime(
  obligation: Obligation,
  input: QuestionInput,
  shown: Map<string, Evidence>,
): Promise<Outcome> {
  const blocked: Expr[] = [];
  let because = '';
  let [models, isUnusual, isStuck] = [0, false, false];
  let status: OpenObligation['status'] = 'undecided';
  let sameValue = false;
  if (isOrdered(obligation, input) || (await isRefutedByFamily(obligation, input))) return 'cannot happen';
  const never = neverShown(obligation, input);
  const checks = checksFor(obligation, input);
  const { each } = effortOf(input.vain, input.isRacy);
  for (const steps of input.doubted.has(keyOf(obligation)) ? each.slice(0, 2) : each) {
    input.deadline.check();
    const { answer, isEqual, isPlain } = await answerOf(checks.asked, blocked, sameValue, {
      ...input,
      showsModels: input.showsModels && never === null,
    });
    sameValue ||= isEqual && blocked.length === 0;
    input.watch.onAnswer(
      obligation,
      answer.kind === 'unknown' ? `unknown: ${answer.because}` : `${answer.kind} by ${answer.by}`,
    );
    // no other model is found: what the last one showed stands
    if (answer.kind !== 'sat' && blocked.length > 0) return notShown(obligation, { status, because }, sameValue);
    if (answer.kind === 'unsat') return 'cannot happen';
    if (answer.kind === 'unknown')
      return notShown(
        obligation,
        { status: 'undecided', because: fill(messages.solverGaveUp, { because: answer.because }) },
        sameValue,
      );
    // runs (partings.ts) tell which of these faults are real
    if (obligation.kind === 'divergence' && obligation.scope === 'grid')
      return { obligation, status: 'undecided', because: messages.gridBarrierOpen };
    if (!input.showsModels && !sameValue)
      return { obligation, status: 'undecided', because: messages.modelNotReplayed };
    if (never !== null) return notShown(obligation, { status: 'possible', because: never }, sameValue);
    const unreal = farFetched(obligation, answer.model);
    const replayed: { evidence: Evidence } | Refusal =
      unreal === null
        ? input.costs.timed('runs', () => replayModel(obligation, answer.model, sameValue, steps, input, shown))
        : { because: unreal, isFinal: false };
    input.watch.onAnswer(
      obligation,
      'evidence' in replayed ? 'model confirmed' : fill(messages.notConfirmed, { because: replayed.because }),
    );
    if ('evidence' in replayed) return replayed;
    input.vain.models++;
    if (replayed.isStuck === true && !isStuck) input.vain.stuck++;
    isStuck ||= replayed.isStuck === true;
    status = unreal === null ? 'possible' : status;
    if (replayed.isFaulty === true && replayed.because === because) break;
    because = replayed.because;
    models++;
    isUnusual ||= !isPlain;
    // that such writes meet is all that a run could show
    if (sameValue) break;
    if (isUnusual && models >= budgets.unusualModels) break;
    if (replayed.isFinal || input.vain.cut >= budgets.cutRuns) break;
    if (replayed.isStated === true && checks.conditions.some((check) => !blocked.includes(check))) {
      blocked.push(...checks.conditions);
      continue;
    }
    const block = unreal === null ? blockModel(obligation, answer.model) : modestSizes(obligation);
    if (block === null) break;
    blocked.push(block, ...withinShared(obligation, answer.model, input.kernel));
  }
  return notShown(obligation, { status, because }, sameValue);
}

/**
 * Whether none of the pairs like this one can happen: one proof in place of one for each. Asked once, and where it may
 * be a part of a proof of the kernel.
 */
async function isRefutedByFamily(obligation: Obligation, input: QuestionInput): Promise<boolean> {
  const family = obligation.kind === 'race' ? obligation.family : null;
  if (family === null || !input.isProvable || input.isOpen || input.isRacy) return false;
  const known = input.families.get(family);
  if (known !== undefined) return known;
  const { kind } = await answerFor(
    family,
    [],
    { ...input, showsModels: false, elsewhere: notElsewhere },
    { share: budgets.familyShare, aim: 'decide' },
  );
  input.families.set(family, kind === 'unsat');
  return kind === 'unsat';
}

/**
 * What host code says of the launch and is too hard for a proof, for models to show; and the obligation, with the
 * variables of that.
 */
function checksFor(
  obligation: Obligation,
  { kernel, config }: QuestionInput,
): Readonly<{ asked: Obligation; conditions: readonly Expr[] }> {
  const { checks = [] } = config;
  if (checks.length === 0) return { asked: obligation, conditions: [] };
  const { roots } = launchRoots(kernel, config);
  const conditions = checks.map(({ condition }) =>
    mapExpr(
      condition,
      (node) =>
        (node.kind === 'var' ? roots.get(node.id) : node.kind === 'builtin' ? roots.get(node.name) : undefined) ?? node,
    ),
  );
  const variables = new Map(obligation.formula.variables);
  for (const condition of conditions) {
    eachNode(condition, (node) => {
      if (node.kind === 'var' && !variables.has(node.id))
        variables.set(node.id, { id: node.id, type: node.type, of: node.id, copy: 'launch' });
    });
  }
  return { asked: { ...obligation, formula: { ...obligation.formula, variables } }, conditions };
}

/** Writes that are proved to store equal values change nothing for anyone, whether or not they meet [T3]. */
const notShown = (
  obligation: Obligation,
  how: Pick<OpenObligation, 'status' | 'because'>,
  sameValue: boolean,
): 'stores equal values' | OpenObligation => (sameValue ? 'stores equal values' : { obligation, ...how });

/** Whether fences and atomics order the two in every run [D29]; what that rests on is told. */
function isOrdered(obligation: Obligation, { kernel, config, told }: QuestionInput): boolean {
  if (obligation.kind === 'divergence') return false;
  const ordered = orderUnder(kernel, config).between({
    first: obligation.first.id,
    second: obligation.second.id,
    isBetweenBlocks: obligation.scope === 'grid',
  });
  for (const id of ordered?.restsOn ?? []) {
    const array = kernel.arrays.get(id);
    if (array !== undefined) told.add(array.name);
  }
  // of what orders the two where they are about one cell, too, whether or not it comes to that
  const rested = new Set(obligation.second.cells.map(({ restsOn }) => restsOn));
  for (const { restsOn } of obligation.first.cells) {
    const name = restsOn === null || !rested.has(restsOn) ? undefined : kernel.arrays.get(restsOn)?.name;
    if (name !== undefined) told.add(name);
  }
  return ordered !== null;
}

/** Where the model has the two collide before the beginning of a shared array, which no run does: not there. */
function withinShared(obligation: Obligation, model: Model, kernel: Kernel): readonly Expr[] {
  if (obligation.kind !== 'race' || kernel.arrays.get(obligation.array)?.space !== 'shared') return [];
  const address = evaluate(obligation.address, model, 'ideal');
  return address !== null && address < 0n ? [binary('<=', int(0, i64), obligation.address)] : [];
}

/** Why no run of whatever model could show it, or null: then only a proof is of use. */
function neverShown(obligation: Obligation, { kernel, split, warpModel }: QuestionInput): string | null {
  if (mayBeFenced(obligation, kernel, warpModel)) return messages.maybeOrdered;
  // runs that execute the copies show which of these faults are real (async-runs.ts)
  if (obligation.kind === 'race' && (obligation.first.isInFlight || obligation.second.isInFlight))
    return messages.copyInFlight;
  return restsOnTable(obligation, split, kernel) ? messages.constantTable : null;
}
