/**
 * A recorded witness run again: once to see whether its threads still collide, and once more to follow the two that do.
 * Both runs are one, as runs of the machine are reproducible; the second one is watched.
 */
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Dim3 } from '../launch/launch.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Replayed } from '../engine.ts';
import type { CompiledKernel } from '../machine/compiled.ts';
import type { Footstep, Followed } from '../machine/footsteps.ts';
import type {
  MachineAccess,
  MachineBudget,
  MachineDivergence,
  MachineRace,
  MachineReport,
} from '../machine/machine.ts';
import type { RunStory, Sought, StoryDeed, StoryStep } from '../verdict/run-story.ts';
import type { Statements } from './race-codes.ts';
import { assertNever } from '../base/invariant.ts';
import { brokenCondition } from './admitted.ts';
import { budgets } from './budgets.ts';
import { scheduleLimits } from './schedules.ts';
import { compileKernel } from '../machine/compile.ts';
import { createFootsteps } from '../machine/footsteps.ts';
import { runCompiled } from '../machine/run.ts';
import { isSerializableRun } from '../search/schedules/atomicity.ts';
import { printElement } from '../verdict/element.ts';
import { linearOf, sameDim } from '../launch/dimensions.ts';
import { indexStatements } from './race-codes.ts';

/** `sought` null: nobody wants to know what the threads did. */
export function replayed(kernel: Kernel, facts: readonly Fact[], run: ConcreteRun, sought: Sought | null): Replayed {
  const compiled = compileKernel(kernel);
  const report = runCompiled(compiled, run, budgets.machine);
  const isSerializable = run.schedule.kind === 'delayed' ? isSerializableRun(compiled, run, scheduleLimits) : null;
  return {
    ...report,
    broken: brokenCondition(run, kernel, [...facts, ...kernel.assumptions]),
    isSerializable,
    story: sought === null ? null : storyIn(report, compiled, run, seenIn(report, sought)),
  };
}

/**
 * Only what the threads of a run did that shows within `maxSteps` machine steps what was sought, which ends it; null
 * where it does not.
 */
export function storyWithin(kernel: Kernel, run: ConcreteRun, sought: Sought, maxSteps: number): RunStory | null {
  const compiled = compileKernel(kernel);
  const report = runCompiled(compiled, run, {
    ...budgets.machine,
    maxSteps,
    ...(sought.isSchedule ? {} : { sought: sightingsOf(sought) }),
  });
  const isCut = report.outcome.kind === 'budget' && report.steps >= maxSteps;
  const collision = seenIn(report, sought);
  return isCut && !isShown(collision, sought) ? null : storyIn(report, compiled, run, collision);
}

/** Whether it is what was sought, not only like it. */
function isShown(collision: Collision, sought: Sought): boolean {
  const { race, divergence } = sightingsOf(sought);
  switch (collision.kind) {
    case 'race':
      return race(collision.race) === 'sought';
    case 'divergence':
      return divergence(collision.divergence);
    case 'schedule':
    case 'nothing':
      return false;
  }
}

const sightingsOf = (sought: Sought): NonNullable<MachineBudget['sought']> => ({
  race: (race) => (likeness(race, sought) === mostAlike ? 'sought' : 'other'),
  divergence: ({ span, otherAt }) =>
    sought.byte === null && pairLikeness([span.line, otherAt.span?.line ?? 0], sought.lines) === samePair,
});

const storyIn = (
  report: MachineReport,
  compiled: CompiledKernel,
  run: ConcreteRun,
  collision: Collision,
): RunStory => ({
  ...storyOf(compiled, run, collision, report.steps),
  failure: report.faults.find(({ kind }) => kind === 'assertion')?.span ?? null,
});

type Collision =
  | Readonly<{ kind: 'race'; race: MachineRace }>
  | Readonly<{ kind: 'divergence'; divergence: MachineDivergence }>
  | Readonly<{ kind: 'schedule' | 'nothing'; sought: Sought }>;

/** What the run shows that is most like what was sought. */
function seenIn(report: MachineReport, sought: Sought): Collision {
  if (sought.isSchedule) return { kind: 'schedule', sought };
  const race = mostLike(report.races, (one) => likeness(one, sought));
  const divergence = mostLike(report.divergences, ({ span, otherAt }) =>
    pairLikeness([span.line, otherAt.span?.line ?? 0], sought.lines),
  );
  if (sought.byte !== null && race !== null) return { kind: 'race', race };
  if (divergence !== null) return { kind: 'divergence', divergence };
  const parting = mostLike(report.partings, ({ span, otherAt }) =>
    pairLikeness([span.line, otherAt.span?.line ?? span.line], sought.lines),
  );
  if (parting !== null) return { kind: 'divergence', divergence: parting };
  return race === null ? { kind: 'nothing', sought } : { kind: 'race', race };
}

/** Of two pairs of lines. */
const samePair = 2;
/** The same lines, the same byte and the same threads. */
const mostAlike = 4 * samePair + 2 + 1;

function likeness({ first, second, address }: MachineRace, { lines, byte, threads }: Sought): number {
  const same = (access: MachineAccess): boolean =>
    threads.some(({ block, thread }) => sameDim(block, access.who.block) && sameDim(thread, access.who.thread));
  return (
    4 * pairLikeness([first.span.line, second.span.line], lines) +
    (address === byte ? 2 : 0) +
    (same(first) && same(second) ? 1 : 0)
  );
}

const pairLikeness = (lines: readonly [number, number], [a, b]: readonly [number, number]): number =>
  (lines[0] === a && lines[1] === b) || (lines[0] === b && lines[1] === a)
    ? samePair
    : lines.includes(a) || lines.includes(b)
      ? 1
      : 0;

function mostLike<Item>(items: readonly Item[], measure: (item: Item) => number): Item | null {
  let best: Item | null = null;
  for (const item of items) if (best === null || measure(item) > measure(best)) best = item;
  return best;
}

/** `steps`: of the machine, that the run took before. */
function storyOf(
  compiled: CompiledKernel,
  run: ConcreteRun,
  collision: Collision,
  steps: number,
): Omit<RunStory, 'failure'> {
  const followed = threadsOf(collision, run);
  const footsteps = createFootsteps(followed.map(({ linear }) => linear));
  runCompiled(compiled, run, { ...budgets.machine, maxSteps: steps + 1 }, null, footsteps);
  const [a, b] = followed;
  const hits = hitsOf(collision, footsteps.steps, compiled.kernel);
  const moment = footsteps.steps.flatMap(({ did }) => (did.kind === 'diverges' ? [did] : []))[0];
  const statements = indexStatements(compiled.kernel);
  return {
    kind: collision.kind,
    threads: [a.at, b.at],
    cell: cellOf(collision, compiled.kernel),
    steps: footsteps.steps.flatMap((step, k) =>
      told(step, touchOf(step, hits.has(k), collision, compiled.kernel), statements, compiled.kernel),
    ),
    leftOut: footsteps.leftOut.count,
    gathered:
      collision.kind === 'divergence' && moment !== undefined
        ? { arrived: moment.arrived, exited: moment.exited }
        : null,
  };
}

type Named = Readonly<{ linear: Followed; at: Readonly<{ block: Dim3; thread: Dim3 }> }>;

function threadsOf(collision: Collision, run: ConcreteRun): readonly [Named, Named] {
  const named = ({ block, thread }: Readonly<{ block: Dim3; thread: Dim3 }>): Named => ({
    linear: { block: linearOf(block, run.grid), thread: linearOf(thread, run.block) },
    at: { block, thread },
  });
  switch (collision.kind) {
    case 'race':
      return [named(collision.race.first.who), named(collision.race.second.who)];
    case 'divergence':
      return [named(collision.divergence.waiting), named(collision.divergence.other)];
    case 'schedule':
    case 'nothing':
      return [named(collision.sought.threads[0]), named(collision.sought.threads[1])];
  }
}

/** Numbers of the steps that the collision is made of. */
function hitsOf(collision: Collision, steps: readonly Footstep[], kernel: Kernel): ReadonlySet<number> {
  switch (collision.kind) {
    case 'race':
      return new Set(
        [collision.race.first, collision.race.second].map((access, who) =>
          steps.findIndex((step) => isAccess(step, who, access, collision.race)),
        ),
      );
    case 'divergence': {
      const moment = steps.findIndex(({ did }) => did.kind === 'diverges');
      const last = (who: number): number =>
        steps
          .slice(0, Math.max(0, moment))
          .findLastIndex((step) => step.who === who && (step.did.kind === 'arrives' || step.did.kind === 'exits'));
      return new Set([last(0), last(1)]);
    }
    case 'schedule':
      return new Set(
        steps.flatMap(({ did, span }, k) =>
          did.kind === 'access' &&
          elementOf(did, kernel) === collision.sought.element &&
          collision.sought.lines.includes(span?.line ?? 0)
            ? [k]
            : [],
        ),
      );
    case 'nothing':
      return new Set();
  }
}

export function isAccess(
  { who, stmt, turns, interval, did }: Footstep,
  wanted: number,
  access: MachineAccess,
  { array, address }: MachineRace,
): boolean {
  return (
    who === wanted &&
    stmt === access.stmt &&
    interval === access.interval &&
    did.kind === 'access' &&
    did.array === array &&
    did.address <= address &&
    address < did.address + did.size &&
    turns.every(({ turn }, k) => turn === access.turns[k]?.turn)
  );
}

function touchOf({ did }: Footstep, isHit: boolean, collision: Collision, kernel: Kernel): StoryStep['touch'] {
  if (isHit) return 'hit';
  if (did.kind !== 'access') return 'other';
  if (collision.kind === 'race')
    return did.array === collision.race.array &&
      did.address <= collision.race.address &&
      collision.race.address < did.address + did.size
      ? 'near'
      : 'other';
  return collision.kind === 'schedule' && elementOf(did, kernel) === collision.sought.element ? 'near' : 'other';
}

function cellOf(collision: Collision, kernel: Kernel): RunStory['cell'] {
  if (collision.kind === 'race') {
    const { array, address } = collision.race;
    return { text: elementOf({ array, address }, kernel), byte: address };
  }
  if (collision.kind !== 'schedule' || collision.sought.element === null) return null;
  return { text: collision.sought.element, byte: collision.sought.byte ?? 0 };
}

export function elementOf(
  { array, address }: Pick<Extract<Footstep['did'], { kind: 'access' }>, 'array' | 'address'>,
  kernel: Kernel,
): string {
  const decl = kernel.arrays.get(array);
  return printElement(
    { name: decl?.name ?? array, elementBytes: decl?.elementBytes ?? 1, extents: decl?.extents ?? null },
    address,
  );
}

function told(step: Footstep, touch: StoryStep['touch'], statements: Statements, kernel: Kernel): readonly StoryStep[] {
  const { did, span, interval, turns } = step;
  const deed = deedOf(did, kernel);
  if (deed === null) return [];
  return [
    {
      who: step.who === 0 ? 0 : 1,
      span,
      interval,
      loops: turns.map(({ loop, turn }) => ({ line: statements.get(loop)?.line ?? 0, turn })),
      touch,
      did: deed,
    },
  ];
}

function deedOf(did: Footstep['did'], kernel: Kernel): StoryDeed | null {
  switch (did.kind) {
    case 'access':
      return {
        kind: did.kind,
        mode: did.mode,
        element: elementOf(did, kernel),
        byte: did.address,
        value: did.value,
        before: did.before,
      };
    case 'arrives':
    case 'passes':
      return { kind: did.kind, scope: did.scope };
    case 'diverges':
      return null;
    case 'exits':
    case 'held':
    case 'resumes':
      return { kind: did.kind };
    default:
      return assertNever(did);
  }
}
