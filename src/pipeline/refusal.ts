/** Why a run of the machine does not confirm what it was made for, in words. */
import type { MachineReport } from '../machine/machine.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Where a run divided by 0, after which it has no meaning. */
export const divisionByZero = (report: MachineReport): MachineReport['faults'][number] | undefined =>
  report.faults.find((fault) => fault.kind === 'division-by-zero');

/** Why a run confirms nothing. `seen`: the report with what rests on reads outside of arrays. */
export function refusal(report: MachineReport, seen: MachineReport): string {
  if (report.races.length < seen.races.length || report.divergences.length < seen.divergences.length)
    return messages.outsideRead;
  const undefinedAt = divisionByZero(report);
  if (undefinedAt !== undefined) return fill(messages.dividesByZero, { line: undefinedAt.span.line });
  switch (report.outcome.kind) {
    case 'unmodelled':
      return fill(messages.cannotExecute, { line: report.outcome.span.line, because: report.outcome.because });
    case 'budget':
      return fill(messages.machineBudget, { which: report.outcome.which });
    case 'data':
    case 'completed':
    case 'deadlock':
    case 'endless':
    case 'aborted':
      return messages.notSeen;
  }
}
