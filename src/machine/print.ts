/**
 * Stable text of machine reports, for `--dump machine` and for tests; and a digest of final memories, to compare them.
 */
import type { ArrayId } from '../base/brand.ts';
import type {
  FinalArray,
  MachineAccess,
  MachineDivergence,
  MachineFault,
  MachineRace,
  MachineReport,
  MachineThread,
} from './machine.ts';
import { printSpan } from '../base/span.ts';
import { assertNever } from '../base/invariant.ts';

export function printMachineReport(report: MachineReport): string {
  const lines = [
    `outcome: ${printOutcome(report.outcome)}`,
    `steps: ${report.steps}`,
    `data dependent: ${report.dataDependent ? 'yes' : 'no'}`,
    ...(report.inventedValues ? ['invented values: yes'] : []),
    ...[...report.barriers]
      .sort(([a], [b]) => a - b)
      .map(([stmt, count]) => `barrier ${stmt}: released ${count} times`),
    ...report.races.map(printRace),
    ...report.divergences.map(printDivergence),
    ...report.partings.map((parting) => `${parting.how}: ${printDivergence(parting)}`),
    ...report.faults.map(printFault),
    ...report.memory.map(
      ({ array, block, bytes }) =>
        `memory ${array}${block === null ? '' : ` of block ${block}`}: ${bytes.size} bytes written`,
    ),
    `final memory: ${finalMemoryDigest(report)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function printOutcome(outcome: MachineReport['outcome']): string {
  switch (outcome.kind) {
    case 'completed':
    case 'deadlock':
      return outcome.kind;
    case 'aborted':
      return `aborted by the assertion at ${printSpan(outcome.span)}`;
    case 'endless':
      return `endless: ${printThread(outcome.who)} looks at memory that nobody changes at ${printSpan(outcome.span)}`;
    case 'budget':
      return `budget of ${outcome.which} spent`;
    case 'data':
      return `depends on data at ${printSpan(outcome.span)}`;
    case 'unmodelled':
      return `unmodelled: ${outcome.because} at ${printSpan(outcome.span)}`;
    default:
      return assertNever(outcome);
  }
}

/** Prints `block (0,0,0) thread (1,0,0)`. */
const printThread = (who: MachineThread): string => `block (${who.block.join(',')}) thread (${who.thread.join(',')})`;

function printRace(race: MachineRace): string {
  return `race on ${race.array} byte ${race.address}, scope ${race.scope}${race.sameValue ? ', equal values' : ''}\n  ${printAccess(race.first)}\n  ${printAccess(race.second)}`;
}

function printAccess(access: MachineAccess): string {
  const turns = access.turns.map(({ loop, turn }) => ` loop ${loop} turn ${turn}`).join('');
  return `${access.mode} by ${printThread(access.who)} at ${printSpan(access.span)} (statement ${access.stmt}) value ${access.value ?? '?'}${turns} interval ${access.interval}`;
}

function printDivergence({ barrier, span, waiting, other, otherAt }: MachineDivergence): string {
  const where =
    otherAt.kind === 'exited'
      ? `has exited${otherAt.span === null ? ' at the end' : ` at ${printSpan(otherAt.span)}`}`
      : otherAt.kind === 'barrier'
        ? `is at ${printSpan(otherAt.span)} (statement ${otherAt.stmt})`
        : 'is there in another turn';
  return `divergence at ${printSpan(span)} (statement ${barrier}): ${printThread(waiting)} waits, ${printThread(other)} ${where}`;
}

function printFault(fault: MachineFault): string {
  return `fault ${fault.kind} at ${printSpan(fault.span)} (statement ${fault.stmt}): ${printThread(fault.who)}: ${fault.text}`;
}

/** Equal for reports whose written bytes are equal; differs, but for accidents (64-bit FNV-1a), for others. */
export function finalMemoryDigest(
  report: Pick<MachineReport, 'memory'>,
  without: ReadonlySet<ArrayId> = new Set(),
): string {
  const texts = report.memory
    .filter((final) => !without.has(final.array))
    .map(printFinal)
    .sort();
  let hash = 0xcbf29ce484222325n;
  for (const text of texts)
    for (let k = 0; k < text.length; k++)
      hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(k))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

function printFinal({ array, block, bytes }: FinalArray): string {
  const sorted = [...bytes].sort(([a], [b]) => a - b);
  return `${array}@${block ?? ''}:${sorted.map(([at, value]) => `${at}=${value}`).join(' ')};`;
}
