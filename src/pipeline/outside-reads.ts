/**
 * What a run shows although threads read outside of their arrays. The machine gives such reads 0, and a device
 * anything: what else gives no race, or no divergence, may be none. So the run is made again with other values there,
 * and only what it shows each time counts. Under- approximating: a fault that needs a certain value there is left out.
 *
 * Example: `s[t] = 1; __syncthreads(); if (s[t + n] == 0) *last = t;` races only where 0 stands behind `s`, in `if (s[t
 * + 1] > s[t]) s[t] = s[t + 1];` the threads before the last one do whatever stands there.
 */
import type { MachineRace, MachineReport } from '../machine/machine.ts';

/** 1 of every integer type, and -1, which is no number as a float. */
const otherValues = [1n, -1n] as const;

/** The report with what does not rest on the reads outside. `again`: runs it once more, with this value there. */
export function withoutOutsideReads(report: MachineReport, again: (outside: bigint) => MachineReport): MachineReport {
  if (
    report.races.length + report.divergences.length === 0 ||
    !report.faults.some(({ kind }) => kind === 'out-of-bounds')
  )
    return report;
  return otherValues.reduce((left: MachineReport, value) => {
    if (left.races.length + left.divergences.length === 0) return left;
    const other = again(value);
    return {
      ...left,
      races: left.races.filter((race) => other.races.some((one) => isSame(race, one))),
      divergences: left.divergences.filter(({ barrier }) => other.divergences.some((one) => one.barrier === barrier)),
    };
  }, report);
}

/** Whether the other run shows the race, too, and with different values where this one does. */
const isSame = (a: MachineRace, b: MachineRace): boolean =>
  a.array === b.array &&
  a.scope === b.scope &&
  (a.sameValue || !b.sameValue) &&
  Math.min(a.first.stmt, a.second.stmt) === Math.min(b.first.stmt, b.second.stmt) &&
  Math.max(a.first.stmt, a.second.stmt) === Math.max(b.first.stmt, b.second.stmt);
