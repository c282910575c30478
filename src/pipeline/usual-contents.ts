/**
 * Whether a race was only seen with unusual contents of arrays that its addresses are computed from, by whatever steps:
 * keys that are not sorted, where `for (i = bin(key[t - 1]) + 1; i <= bin(key[t]); i++) first[i] = t;` needs sorted
 * ones, or rows of a list that overlap (`at = t == 0 ? 0 : sum[t - 1]; … out[at++]`). So the same run is made once more
 * with keys that ascend, two of each, and where the index moves on from an element also with elements of which no two
 * are alike: what lacks an atomic or a barrier collides there, too. It decides how severe a finding is called, and no
 * verdict.
 * Needs: a race that a run has shown. Gives: the names of the arrays.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { Given, Unusual } from './usual-arguments.ts';
import type { Kernel } from '../ir/ir.ts';
import type { RaceEvidence } from './evidence.ts';
import { breaksAssumption } from './assumed.ts';
import { eachStmt, expressionsOf, placeOf } from '../ir/walk.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { compiledUnder, oncePerGroup, openScalars, usualBudget, usualRuns } from './usual-arguments.ts';
import { partsOf } from './cursors.ts';
import { printExpr } from '../base/expr-print.ts';
import { raceKeyOf } from './question-keys.ts';
import { runCompiled } from '../machine/run.ts';

/** An expression of the kernel, or what a variable is given. */
type SourcesOf = (from: Readonly<{ value: Expr }>) => readonly VarId[];

/** Elements that are filled: enough for the threads of a few blocks. */
const elements = 4096;

/** Of what other arrays hold. */
const largest = 16n;

/** Each value twice, in what a sum or product of small numbers is made of, or in the high half of a key. */
const ascending = [(k: number): bigint => BigInt(k >> 1), (k: number): bigint => BigInt(k >> 1) << 32n] as const;
/** No two alike, and none the number of its own element: far apart, or one after the other. */
const distinct = [(k: number): bigint => BigInt(k + 1) << 20n, (k: number): bigint => BigInt(k + 1)] as const;

/**
 * The arrays behind the addresses of one finding's races, where none of these is seen with usual contents of them that
 * reach it; else none.
 */
export const unusualContentsUnder = (given: Given): Unusual => oncePerGroup((group) => unusualIn(group, given));

function unusualIn(group: readonly RaceEvidence[], given: Given): readonly string[] {
  const [main] = group;
  if (main === undefined) return [];
  const { kernel } = given;
  const behind = arraysBehind(kernel, ({ value }) => [...freeVariables(value)]);
  const isOpen = openNames(given, behind);
  const stepwise = namesBehind(group, kernel, behind).filter(isOpen);
  const moving = namesBehind(group, kernel, arraysBehind(kernel, oneToOneIn(kernel))).filter(isOpen);
  const choices = [
    ...(stepwise.length > 0 ? ascending.map((at) => ({ names: stepwise, at })) : []),
    ...(moving.length > 0 ? distinct.map((at) => ({ names: moving, at })) : []),
  ];
  if (choices.length === 0) return [];
  const races = racing(group, given);
  const bases =
    [modest(main.run), main.run].map((run) => racingOf(run, races, given)).find((runs) => runs.length > 0) ?? [];
  const found = choices.find(
    ({ names, at }) => bases.length > 0 && bases.every((run) => races(filled(run, names, at)) === false),
  );
  return found?.names ?? [];
}

/** The run with usual arguments, where it shows the race, or else as it is, if it does. */
function racingOf(run: ConcreteRun, races: (run: ConcreteRun) => boolean | null, given: Given): readonly ConcreteRun[] {
  const usual = usualRuns(run, openScalars(given), given.kernel).filter((one) => races(one) === true);
  return usual.length > 0 ? usual : [run].filter((one) => races(one) === true);
}

/**
 * The run with all threads on the way of those that collide, as far as elements are what leads there, and without large
 * elements, which are often numbers of iterations: then it ends.
 */
function modest(run: ConcreteRun): ConcreteRun {
  const least = <Value extends InitialArray['fill']>(value: Value): Value | bigint =>
    typeof value === 'bigint' && value > largest ? largest : value;
  const shared = ({ fill, values }: InitialArray): InitialArray['fill'] =>
    [...values].toSorted(([a], [b]) => a - b).at(-1)?.[1] ?? fill;
  return {
    ...run,
    arrays: new Map(
      [...run.arrays].map(
        ([name, one]) =>
          [
            name,
            {
              ...one,
              fill: least(shared(one)),
              values: new Map([...one.values].map(([k, value]) => [k, least(value)] as const)),
            },
          ] as const,
      ),
    ),
  };
}

/**
 * Whether a run shows one of the races; null: it says nothing, since it does not end, or does not come to their array.
 */
function racing(group: readonly RaceEvidence[], given: Given): (run: ConcreteRun) => boolean | null {
  const keys = new Set(group.map(({ race }) => raceKeyOf(race)));
  const arrays = new Set(group.map(({ race }) => race.array));
  return (run) => {
    const report = runCompiled(compiledUnder(given), run, usualBudget);
    if (breaksAssumption(report)) return null;
    if (report.races.some((race) => keys.has(raceKeyOf(race)))) return true;
    return report.outcome.kind === 'completed' &&
      report.memory.some(({ array, bytes }) => arrays.has(array) && bytes.size > 0)
      ? false
      : null;
  };
}

const filled = (run: ConcreteRun, names: readonly string[], at: (k: number) => bigint): ConcreteRun => {
  const values = new Map(Array.from({ length: elements }, (_, k) => [k, at(k)] as const));
  return {
    ...run,
    arrays: new Map([
      ...run.arrays,
      ...names.map((name): readonly [string, InitialArray] => [name, { elements: null, fill: 0n, values }]),
    ]),
  };
};

/**
 * The arrays of integers from the program, which the kernel does not change, from which the indices are computed: in
 * shared memory of both accesses, else of either.
 */
function namesBehind(group: readonly RaceEvidence[], kernel: Kernel, behind: ArraysBehind): readonly string[] {
  const found = new Set<ArrayId>();
  for (const { race } of group) {
    const sides = [race.first, race.second].map(({ stmt }) => behind(stmt));
    if (kernel.arrays.get(race.array)?.space === 'shared' && sides.some((arrays) => arrays.size === 0)) return [];
    for (const array of sides.flatMap((arrays) => [...arrays])) found.add(array);
  }
  return [...found].flatMap((id) => kernel.arrays.get(id)?.name ?? []);
}

/** Not what host code is seen to fill, nor what chooses a lock or counter: other contents would choose another one. */
function openNames({ kernel, config }: Given, behind: ArraysBehind): (name: string) => boolean {
  const known = new Set(config.contents?.map(({ name }) => name) ?? []);
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind !== 'atomic') return;
    for (const id of behind(stmt.id)) known.add(kernel.arrays.get(id)?.name ?? id);
  });
  return (name) => !known.has(name);
}

/** From which arrays the indices of a statement are computed. */
type ArraysBehind = (stmt: StmtId) => ReadonlySet<ArrayId>;

function arraysBehind(kernel: Kernel, sourcesOf: SourcesOf): ArraysBehind {
  const [sources, loaded, changed, indices] = [
    new Map<VarId, Set<VarId>>(),
    new Map<VarId, Set<ArrayId>>(),
    new Set<ArrayId>(),
    new Map<StmtId, readonly VarId[]>(),
  ];
  const add = <Key, Item>(map: Map<Key, Set<Item>>, key: Key, items: readonly Item[]): void => {
    map.set(key, new Set([...(map.get(key) ?? []), ...items]));
  };
  eachStmt(kernel.body, (stmt) => {
    const place = placeOf(stmt);
    if (place !== null && stmt.kind !== 'load') changed.add(place.array);
    if (place !== null)
      indices.set(
        stmt.id,
        place.subscripts.flatMap(({ index }) => sourcesOf({ value: index })),
      );
    if (stmt.kind === 'assign') add(sources, stmt.target, sourcesOf(stmt));
    if (stmt.kind === 'load') add(loaded, stmt.target, [stmt.place.array]);
  });
  const isGiven = (id: ArrayId): boolean => {
    const decl = kernel.arrays.get(id);
    return decl !== undefined && decl.parameter !== null && decl.element?.kind === 'int' && !changed.has(id);
  };
  return (stmt) => {
    const open = new Set(indices.get(stmt) ?? []);
    for (const id of open) for (const source of sources.get(id) ?? []) open.add(source);
    return new Set([...open].flatMap((id) => [...(loaded.get(id) ?? [])]).filter(isGiven));
  };
}

/**
 * The variables of sums, multiples and choices, and of quotients of which the kernel takes the remainder, too (`slot /
 * 16`, `slot % 16`): together, they are one to one.
 */
function oneToOneIn(kernel: Kernel): SourcesOf {
  const split = new Map<string, Set<string>>();
  const keyOf = ({ left, right }: BinaryExpr): string => `${printExpr(left)} by ${printExpr(right)}`;
  eachStmt(kernel.body, (stmt) => {
    for (const expr of expressionsOf(stmt))
      eachNode(expr, (node) => {
        if (node.kind === 'binary' && (node.op === '/' || node.op === '%'))
          split.set(keyOf(node), new Set([...(split.get(keyOf(node)) ?? []), node.op]));
      });
  });
  const variablesIn = (expr: Expr): readonly VarId[] => {
    if (expr.kind === 'var') return [expr.id];
    if (expr.kind === 'binary' && split.get(keyOf(expr))?.size === 2) return variablesIn(expr.left);
    return partsOf(expr).flatMap(variablesIn);
  };
  return ({ value }) => variablesIn(value);
}
