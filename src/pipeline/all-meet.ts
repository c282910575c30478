/**
 * What a patch must show that is for meetings which some missed (SW211, SW212), beyond a proof that the kernel is
 * race-free, which may take for granted that lanes come together: it is proved that all come to every meeting of lanes
 * and tiles [D20], but for those that were taken for granted before; the runs that showed who was missed show nobody;
 * and no shuffle that is as it was meant reads a lane that is not there.
 * Smallest example: of `if (t % 2 == 0) v += __shfl_down_sync(full, v, 1);` a mask of the even lanes alone is no
 * repair, since each reads an odd one.
 */
import type { Fault } from '../repair/fault.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Missed } from './partings.ts';
import type { Span } from '../base/span.ts';
import { breaksAssumption } from './assumed.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { compileKernel } from '../machine/compile.ts';
import { decideLanes } from './lanes.ts';
import { eachStmt } from '../ir/walk.ts';
import { factsFor } from './user-facts.ts';
import { launchesFor } from './launches.ts';
import { memoized } from '../base/memoize.ts';
import { mergeArrays } from '../ir/merge-arrays.ts';
import { runCompiled } from '../machine/run.ts';

const limits = { maxSteps: 3_000_000, maxBytes: 64 * 1024 * 1024 } as const;

/** The runs of those that a patch is for. */
export const runsFor = (missed: readonly Missed[], faults: readonly Fault[]): readonly Missed[] =>
  missed.filter(
    ({ fault, isAliased }) =>
      !isAliased && faults.some((one) => one.kind === 'missed' && one.meeting === fault.meeting),
  );

/** `was`: the kernel as it was; `missed`: what the patch is for, with the runs that showed who is missed there. */
export async function allMeet(missed: readonly Missed[], was: KernelInput, now: KernelInput): Promise<boolean> {
  if (missed.some((one) => isMissedStill(one, was, now))) return false;
  const open = await leftOpen(now);
  if (open === null || open.size === 0) return open !== null;
  const before = await leftOpenBefore(was);
  const known =
    before === null
      ? []
      : spansOf(was.kernel, before)
          .filter(({ start }) => missed.every(({ span }) => span.start !== start))
          .map((one) => wordsAt(one, was));
  return spansOf(now.kernel, open).every((one) => {
    const at = known.indexOf(wordsAt(one, now));
    return at >= 0 && known.splice(at, 1).length === 1;
  });
}

/** Meetings of which it is not proved that all come, under some launch. Null: the options cannot be read. */
async function leftOpen(input: KernelInput): Promise<ReadonlySet<number> | null> {
  const {
    kernel,
    request: {
      options: { level, warpModel },
    },
    solver,
    deadline,
  } = input;
  const facts = factsFor(input.request.options, kernel, input.parser);
  if (!facts.ok) return null;
  const left = new Set<number>();
  for (const config of launchesFor(input).all) {
    const merged = (config.aliases.length === 0 ? null : mergeArrays(kernel, config.aliases, config.shifts)) ?? kernel;
    const { open } = await decideLanes({
      kernel: merged,
      config,
      facts: [...facts.value, ...countableAxes(kernel, config)],
      level,
      warpModel,
      solver,
      deadline,
      showsModels: false,
    });
    for (const id of open) left.add(id);
  }
  return left;
}

/** Of the kernel as it was: the same for all its patches. */
const leftOpenBefore = memoized(leftOpen);

function isMissedStill({ run, span }: Missed, was: KernelInput, now: KernelInput): boolean {
  const report = runCompiled(compileKernel(now.kernel), run, { ...limits, isTimeUp: now.deadline.passed });
  if (breaksAssumption(report)) return false;
  if (report.partings.length > 0) return true;
  if (report.lonely.size === 0) return false;
  const before = runCompiled(compileKernel(was.kernel), run, { ...limits, isTimeUp: now.deadline.passed });
  const known = new Set(
    spansOf(was.kernel, before.lonely)
      .filter(({ start }) => start !== span.start)
      .map((one) => wordsAt(one, was)),
  );
  return spansOf(now.kernel, report.lonely).some((one) => !known.has(wordsAt(one, now)));
}

function spansOf(kernel: Kernel, ids: ReadonlySet<number>): readonly Span[] {
  const found: Span[] = [];
  eachStmt(kernel.body, (stmt) => {
    if (ids.has(stmt.id)) found.push(stmt.span);
  });
  return found;
}

const wordsAt = ({ file, start, end }: Span, { request }: KernelInput): string =>
  request.read(file)?.slice(start, end) ?? '';
