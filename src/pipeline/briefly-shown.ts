/**
 * Findings of other instances that their runs show of this one as well: the same two threads, at the same places of the
 * source. For instances that no time is left for (instances.ts). What is said of them is what the run shows: one pair,
 * the values of this instance, a warning at most, since what arguments, contents or conditions have to do with it was
 * not asked here. Under-approximating: none where something may order the two that a run does not see, or where values
 * that were made up may have led the run there.
 */
import type { CompiledKernel } from '../machine/compile.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Draft } from './draft.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type {
  MachineAccess,
  MachineBudget,
  MachineDivergence,
  MachineRace,
  MachineReport,
} from '../machine/machine.ts';
import type { Siblings } from './siblings.ts';
import type { Span } from '../base/span.ts';
import type { Witness, WitnessAccess } from '../verdict/finding.ts';
import { compileAssuming, statedOf } from './assumed.ts';
import { countableAxes } from '../launch/unused-axes.ts';
import { groupBy } from '../base/group.ts';
import { fill } from '../base/message.ts';
import { indexStatements } from './race-codes.ts';
import { mayBeLed, mayRestOnMadeUp } from './confirmable.ts';
import { messages } from './wording.ts';
import { notAdmitted } from './admitted.ts';
import { printElement } from '../verdict/element.ts';
import { reportOf } from './siblings.ts';
import { sameDim } from '../launch/dimensions.ts';
import { someStmt } from '../ir/walk.ts';
import { threadName } from '../verdict/catalogue.ts';
import { withoutApart } from '../verdict/grouped.ts';

/**
 * `textAt`: of a place in the source. `seen`: of which kernel the runs are: another instance, or this one before it was
 * edited.
 */
type Brief = Readonly<{
  kernel: Kernel;
  launches: readonly LaunchConfig[];
  facts: readonly Fact[];
  textAt: (span: Span) => string;
  isTimeUp: () => boolean;
  seen?: 'elsewhere' | 'before';
}>;

export function brieflyShown(
  siblings: Siblings,
  { kernel, launches, facts, textAt, isTimeUp, seen: where = 'elsewhere' }: Brief,
): readonly Draft[] {
  if (restsOnMore(kernel)) return [];
  const found: Draft[] = [];
  for (const config of launches) {
    if (config.aliases.length > 0) continue;
    let compiled: CompiledKernel | null = null;
    const under = (): CompiledKernel =>
      (compiled ??= compileAssuming(kernel, [...statedOf(config), ...facts, ...countableAxes(kernel, config)]));
    for (const [known, drafts] of groupBy(siblings.drafts(), ({ witness }) => witness?.run)) {
      if (known === undefined) continue;
      const run = completed(known, kernel);
      // one run that shows something is enough for a verdict
      if (isTimeUp() || found.length > 0 || notAdmitted(run, { kernel, config, facts }) !== null) continue;
      const seenIn = (report: MachineReport): readonly Draft[] =>
        drafts.flatMap((draft) =>
          draft.witness === null
            ? []
            : (seenAgain(report, draft, { ...draft.witness, run, launch: config }, { kernel, textAt, run, where }) ??
              []),
        );
      const report = reportOf(
        run,
        under(),
        { isTimeUp, sought: soughtBy(drafts, kernel) },
        (seen) => seenIn(seen).length > 0,
      );
      if (report === null) continue;
      found.push(...seenIn(report));
      siblings.onShownAgain(known);
    }
  }
  return found;
}

/** The run, with 1 for what other instances know: a parameter of the template that is open in this one. */
function completed(run: ConcreteRun, { params }: Kernel): ConcreteRun {
  const missing = params.flatMap((param) =>
    param.kind === 'scalar' && !run.scalars.has(param.name)
      ? [[param.name, param.type.kind === 'float' ? 1 : 1n] as const]
      : [],
  );
  return missing.length === 0 ? run : { ...run, scalars: new Map([...run.scalars, ...missing]) };
}

/** Fences and ordered atomics order what a run shows as unordered, and the contents of tables are not read. */
const restsOnMore = ({ body, arrays }: Kernel): boolean =>
  [...arrays.values()].some(({ isTable }) => isTable === true) ||
  someStmt(body, (stmt) => stmt.kind === 'fence' || (stmt.kind === 'atomic' && stmt.order !== 'relaxed'));

/** What ends the run: one of the drafts is enough. */
const soughtBy = (drafts: readonly Draft[], kernel: Kernel): NonNullable<MachineBudget['sought']> => ({
  race: (race) => (drafts.some((draft) => isRaceOf(draft, race, kernel)) ? 'sought' : 'other'),
  divergence: (split) => drafts.some((draft) => isSplitOf(draft, split)),
  isAll: true,
});

function isSplitOf({ witness }: Draft, { span, waiting, other, otherAt }: MachineDivergence): boolean {
  if (witness === null || witness.address !== null) return false;
  const [first, second] = witness.accesses;
  const isThere = otherAt.span === null ? second.mode === 'exited' : isSame(otherAt.span, second.span);
  return (
    isAt({ span, who: waiting }, first) &&
    isThread(other, second) &&
    (otherAt.kind === 'exited') === (second.mode === 'exited') &&
    isThere
  );
}

function isRaceOf({ witness, array }: Draft, race: MachineRace, kernel: Kernel): boolean {
  if (witness === null || witness.address === null) return false;
  const [first, second] = witness.accesses;
  const isBetween =
    (isAt(race.first, first) && isAt(race.second, second)) || (isAt(race.first, second) && isAt(race.second, first));
  return !race.sameValue && isBetween && kernel.arrays.get(race.array)?.name === array;
}

/** The draft as the run shows it of this kernel; null: it does not. */
function seenAgain(
  report: MachineReport,
  draft: Draft,
  witness: Witness,
  {
    kernel,
    textAt,
    run,
    where,
  }: Pick<Brief, 'kernel' | 'textAt'> & Readonly<{ run: ConcreteRun; where: NonNullable<Brief['seen']> }>,
): Draft | null {
  const [first, second] = witness.accesses;
  const again = {
    ...withoutApart(draft),
    kernel: kernel.name,
    severity: 'warning',
    condition: null,
    related: draft.related.slice(0, 1),
    pairs: draft.pairs.slice(0, 1),
    parts: { ...draft.parts, kernel: kernel.name },
  } as const;
  const message = (what: string): string =>
    where === 'before' ? what : fill(messages.brieflyShown, { what, instance: draft.kernel });
  if (witness.address === null) {
    const split = report.divergences.find((one) => isSplitOf(draft, one));
    if (split === undefined || (report.inventedValues && mayBeLed([split.barrier], { run, kernel, report })))
      return null;
    const what = fill(messages.brieflySplit, {
      waiting: threadName(first),
      line: first.span.line,
      other: threadName(second),
      otherLine: second.span.line,
    });
    return { ...again, message: message(what), witness };
  }
  const race = report.races.find((one) => isRaceOf(draft, one, kernel));
  const array = race === undefined ? undefined : kernel.arrays.get(race.array);
  if (
    race === undefined ||
    array === undefined ||
    (report.inventedValues && mayRestOnMadeUp(race, { run, kernel, report }))
  )
    return null;
  const [one, other] = isAt(race.first, first) ? [race.first, race.second] : [race.second, race.first];
  const statements = indexStatements(kernel);
  const accessOf = ({ who, span, mode, value, turns }: MachineAccess): WitnessAccess => ({
    block: who.block,
    thread: who.thread,
    span,
    expression: textAt(span),
    mode,
    value,
    loops: turns.map(({ loop, turn }) => ({ line: statements.get(loop)?.line ?? kernel.span.line, turn })),
  });
  const text = printElement(array, race.address);
  const what = fill(messages.brieflyRaces, {
    element: text,
    first: threadName(first),
    line: first.span.line,
    second: threadName(second),
    otherLine: second.span.line,
  });
  return {
    ...again,
    message: message(what),
    witness: {
      ...witness,
      address: { byte: race.address, text },
      interval: race.scope === 'grid' ? null : race.first.interval,
      accesses: [accessOf(one), accessOf(other)],
    },
  };
}

type Thread = Pick<WitnessAccess, 'block' | 'thread'>;
const isSame = (a: Span, b: Span): boolean => a.file === b.file && a.start === b.start && a.end === b.end;
const isThread = (a: Thread, b: Thread): boolean => sameDim(a.block, b.block) && sameDim(a.thread, b.thread);
const isAt = (a: Readonly<{ span: Span; who: Thread }>, b: WitnessAccess): boolean =>
  isThread(a.who, b) && isSame(a.span, b.span);
