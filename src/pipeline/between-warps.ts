/**
 * Other threads for confirmed races between two threads of one warp, whom a reader takes to step together: two of different warps where such two collide,
 * too. Asked of the solver with the sizes and arguments of the run that is known, and replayed. Needs: a decision. Gives: the same decision, with other
 * evidence for some of its races.
 * Smallest example: of `if (a[t] > 9) s[t + 1] = 1` beside a read of `s[t]`, a run in which `a[0]` alone is large shows threads 0 and 1; threads 31 and 32
 * collide as well.
 */
import type { Admission } from './admitted.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Decision, Evidence, RaceEvidence } from './evidence.ts';
import type { Expr } from '../base/expr.ts';
import type { RaceObligation } from '../obligation/obligation.ts';
import type { ReplayInput } from './replay-model.ts';
import type { Answer, Solver } from '../solve/solve.ts';
import { TimeLimit } from '../base/deadline.ts';
import { binary, int, variable } from '../base/expr-build.ts';
import { budgets } from './budgets.ts';
import { deviceLimits } from '../launch/launch.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { preferSmall } from '../witness/witness.ts';
import { replayModel } from './replay-model.ts';
import { volumeOf } from '../launch/dimensions.ts';

/** Races of one launch that are asked about, and machine steps of a run. */
const limits = { races: 6, steps: 2_000_000 } as const;

type Given = Readonly<{ solver: Solver; admission: Admission; replay: ReplayInput; onAnswer: (obligation: RaceObligation, text: string) => void }>;

export async function seenBetweenWarps(decision: Decision, given: Given): Promise<Decision> {
  const confirmed: Evidence[] = [];
  let asked = 0;
  for (const evidence of decision.confirmed) {
    const isWorth = isOfOneWarp(evidence) && asked < limits.races && !given.replay.deadline.passed();
    if (isWorth) asked++;
    confirmed.push(isWorth ? (await betweenWarps(evidence, given)) ?? evidence : evidence);
  }
  return asked === 0 ? decision : { ...decision, confirmed };
}

const isOfOneWarp = (evidence: Evidence): evidence is RaceEvidence =>
  evidence.kind === 'race' && !evidence.sameValue && evidence.race.scope === 'warp' && evidence.obligation.scope === 'block' && volumeOf(evidence.run.block) > deviceLimits.warpSize;

async function betweenWarps({ obligation, run }: RaceEvidence, { solver, admission, replay, onAnswer }: Given): Promise<RaceEvidence | null> {
  const apart = obligation.inTwoWarps();
  if (apart === null) return null;
  const { variables, constraints } = obligation.formula;
  const differ = obligation.differ === null ? [] : [obligation.differ];
  const answer = await inTime(solver.decide(
    { variables, constraints: [...constraints, ...differ, ...asInRun(obligation, run, replay), apart] }, { rlimit: budgets.inStepRlimit, deadline: replay.deadline }, preferSmall(obligation)));
  onAnswer(obligation, fill(messages.betweenWarps, { answer: answer.kind }));
  if (answer.kind !== 'sat') return null;
  const replayed = replayModel(obligation, answer.model, false, limits.steps, replay, new Map());
  const found = 'evidence' in replayed ? replayed.evidence : null;
  const isBetter = found?.kind === 'race' && found.obligation === obligation && !found.sameValue && found.race.scope === 'block';
  return isBetter && admission(found.run) === null ? found : null;
}

/** That sizes and arguments are those of the run: how usual they are decides how the race is reported. */
function asInRun({ formula }: RaceObligation, { block, grid, scalars }: ConcreteRun, { kernel }: ReplayInput): readonly Expr[] {
  const names = new Map(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [[param.id, param.name] as const] : [])));
  return [...formula.variables.values()].flatMap(({ id, type, of, copy }) => {
    if (copy !== 'launch' || type.kind !== 'int') return [];
    const axis = ['x', 'y', 'z'].indexOf(of.slice(-1));
    const extent = of.startsWith('blockDim.') ? block[axis] : of.startsWith('gridDim.') ? grid[axis] : undefined;
    const value = extent ?? scalars.get(names.get(of) ?? '');
    return typeof value === 'bigint' || extent !== undefined ? [binary('==', variable(id, type), int(BigInt(value ?? 0), type))] : [];
  });
}

async function inTime(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TimeLimit) return { kind: 'unknown', because: error.message };
    throw error;
  }
}
