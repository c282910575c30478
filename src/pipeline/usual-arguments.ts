/**
 * Whether a race was only seen with arguments that are unusual. `for (s = n / 2; s > 0; s /= 2)` and `row += pitch`
 * carry an argument into an address by detours: what the solver finds for n = 6 or a pitch of 1 may be seen with no
 * size that a caller passes. So the same run is made once more with usual sizes. Of arguments that an address names
 * itself this says nothing (findings.ts). It decides how severe a finding is called, and no verdict.
 */
import type { ConcreteRun } from '../launch/run.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel, Param } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { RaceEvidence } from './evidence.ts';
import type { StmtId, VarId } from '../base/brand.ts';
import { breaksAssumption, compileAssuming, statedOf } from './assumed.ts';
import { budgets } from './budgets.ts';
import { eachStmt, expressionsOf, placeOf } from '../ir/walk.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { keep, memoized } from '../base/memoize.ts';
import { raceKeyOf } from './question-keys.ts';
import { runCompiled } from '../machine/run.ts';
import { statedValues } from '../launch/stated-values.ts';

/**
 * Powers of two, for which most code is written: more than a block, and few enough for a small grid to reach the end of
 * a row. As exponents: their logarithms.
 */
const usualExponents = [8n, 6n, 10n, 5n, 4n] as const;
/**
 * Machine steps of one run: so few that they are made even where the time limit has passed, as it has wherever a
 * condition was sought in vain.
 */
const maxSteps = 1_000_000;

export type Given = Readonly<{ kernel: Kernel; config: LaunchConfig; facts: readonly Fact[] }>;
/** Of the races of one finding: the names. */
export type Unusual = (group: readonly RaceEvidence[]) => readonly string[];
type ScalarParam = Extract<Param, { kind: 'scalar' }>;

/** The kernel with what is given as its assumptions. */
export const compiledUnder = memoized(({ kernel, config, facts }: Given) =>
  compileAssuming(kernel, [...facts, ...statedOf(config)]),
);

/**
 * The arguments behind the addresses of one finding's races, where no run with usual sizes of them shows any of these,
 * and some run was made to its end; else none.
 */
export const unusualUnder = (given: Given): Unusual => oncePerGroup((group) => unusualIn(group, given));

/** The same for all findings about the same races: what is made of runs is made once. */
export function oncePerGroup<Found>(
  find: (group: readonly RaceEvidence[]) => Found,
): (group: readonly RaceEvidence[]) => Found {
  const known = new Map<string, Readonly<{ found: Found }>>();
  return (group) =>
    keep(known, group.map(({ race }) => raceKeyOf(race)).join(' '), () => ({ found: find(group) })).found;
}

/** Of arguments of 32 bits or more of which the launch says nothing. */
export function openScalars({ kernel, config }: Given): readonly ScalarParam[] {
  const stated = statedValues(config);
  return kernel.params.filter(
    (param): param is ScalarParam =>
      param.kind === 'scalar' &&
      param.type.kind === 'int' &&
      param.type.bits >= 32 &&
      !config.scalars.has(param.name) &&
      !stated.has(param.id),
  );
}

/** The run with usual values of these arguments. */
export function usualRuns(shown: ConcreteRun, params: readonly ScalarParam[], kernel: Kernel): readonly ConcreteRun[] {
  const exponents = shiftAmounts(kernel);
  return usualExponents.map((power) => ({
    ...shown,
    scalars: new Map([
      ...shown.scalars,
      ...params.map(({ name, id }) => [name, exponents.has(id) ? power : 1n << power] as const),
    ]),
  }));
}

/** How far such a run is made. */
export const usualBudget = { maxBytes: budgets.machine.maxBytes, maxSteps, isTimeUp: () => false } as const;

function unusualIn(group: readonly RaceEvidence[], given: Given): readonly string[] {
  const [main] = group;
  if (main === undefined) return [];
  const { kernel } = given;
  const open = openScalars(given);
  const behind = scalarsBehind(kernel, new Set(group.flatMap(({ race }) => [race.first.stmt, race.second.stmt])));
  const unusual = open.filter(({ id }) => behind.has(id));
  if (unusual.length === 0) return [];
  const choices = unusual.length === open.length ? [open] : [unusual, open];
  return isGoneIn(
    choices.flatMap((params) => usualRuns(main.run, params, kernel)),
    group,
    given,
  )
    ? unusual.map(({ name }) => name)
    : [];
}

/** Whether none of the runs shows one of the races, and some was made to its end. */
export function isGoneIn(runs: readonly ConcreteRun[], group: readonly RaceEvidence[], given: Given): boolean {
  const keys = new Set(group.map(({ race }) => raceKeyOf(race)));
  let ended = 0;
  for (const run of runs) {
    const report = runCompiled(compiledUnder(given), run, usualBudget);
    if (breaksAssumption(report)) continue;
    if (report.races.some((race) => keys.has(raceKeyOf(race)))) return false;
    // a run that touches nothing has left before
    if (report.outcome.kind === 'completed' && report.traffic.accesses > 0) ended++;
  }
  return ended > 0;
}

/** The scalars by which something is shifted: `1 << log2`. */
function shiftAmounts(kernel: Kernel): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  eachStmt(kernel.body, (stmt) => {
    for (const expr of expressionsOf(stmt))
      eachNode(expr, (node) => {
        if (node.kind === 'binary' && (node.op === '<<' || node.op === '>>'))
          for (const id of freeVariables(node.right)) found.add(id);
      });
  });
  return found;
}

/**
 * The scalars that the subscripts of these statements are computed from, by whatever steps; not those on which only
 * hangs whether or how often they are reached.
 */
function scalarsBehind(kernel: Kernel, stmts: ReadonlySet<StmtId>): ReadonlySet<VarId> {
  const sources = new Map<VarId, Set<VarId>>();
  const found = new Set<VarId>();
  eachStmt(kernel.body, (stmt) => {
    if (stmts.has(stmt.id))
      for (const { index } of placeOf(stmt)?.subscripts ?? []) for (const id of freeVariables(index)) found.add(id);
    if (stmt.kind !== 'assign') return;
    const known = sources.get(stmt.target) ?? new Set<VarId>();
    for (const id of freeVariables(stmt.value)) known.add(id);
    sources.set(stmt.target, known);
  });
  for (const id of found) for (const source of sources.get(id) ?? []) found.add(source);
  return found;
}
