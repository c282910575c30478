/** How far an audit is: what a terminal's last line shows, and a log once a minute. */
import type { AuditUnit } from './units.ts';
import type { RunEvent } from './run.ts';
import { plural } from '../report/wording.ts';
import { visible } from '../report/visible.ts';

export type Progress = Readonly<{
  on: (event: RunEvent) => void;
  /** One line without its end, at most so wide. */
  bar: (width: number) => string;
  line: () => string;
}>;

/** `units`: those that are to be done. `clock` gives milliseconds. */
export function auditProgress(units: readonly AuditUnit[], clock: () => number): Progress {
  const started = clock();
  const total = units.reduce((all, unit) => all + unit.kernels, 0);
  const cost = units.reduce((all, unit) => all + unit.cost, 0);
  /** Kernels decided of units that are being done, and those of them that are racy. */
  const begun = new Map<number, Readonly<{ kernels: number; racy: number }>>();
  let [kernels, racy, paid, worked, workedKernels, where] = [0, 0, 0, 0, 0, ''];
  const sum = (of: 'kernels' | 'racy'): number => [...begun.values()].reduce((all, one) => all + one[of], 0);
  const done = (): number => Math.min(total, kernels + sum('kernels'));
  const secondsLeft = (): number | null => {
    const seconds = (clock() - started) / 1000;
    return worked <= 0 || seconds < 3 ? null : ((cost - paid) * seconds) / worked;
  };
  const facts = (): readonly string[] => {
    const seconds = (clock() - started) / 1000;
    const left = secondsLeft();
    const decided = workedKernels + done() - kernels;
    return [
      `${done()} of ${plural(total, 'kernel')}`,
      `${racy + sum('racy')} racy`,
      ...(seconds < 1 || decided === 0 ? [] : [`${(decided / seconds).toFixed(1)} a second`]),
      ...(left === null ? [] : [`about ${roughTime(left)} left`]),
    ];
  };
  return {
    on: (event) => {
      const { unit } = event;
      if (event.kind === 'progress') {
        if (event.event.kind === 'kernel')
          begun.set(unit.index, {
            kernels: Math.min(unit.kernels, event.event.done),
            racy: (begun.get(unit.index)?.racy ?? 0) + (event.event.verdict === 'racy' ? 1 : 0),
          });
        where = event.event.file;
        return;
      }
      begun.delete(unit.index);
      kernels += unit.kernels;
      paid += unit.cost;
      if (!event.isCached) {
        worked += unit.cost;
        workedKernels += unit.kernels;
      }
      racy += event.record.report.kernels.filter(({ verdict }) => verdict === 'racy').length;
    },
    bar: (width) => {
      const cells = 20;
      const full = total === 0 ? 0 : Math.floor((cells * done()) / total);
      return `[${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${[...facts(), visible(where)].join(' · ')}`.slice(
        0,
        width,
      );
    },
    line: () => `audit: ${facts().join(', ')}`,
  };
}

export function roughTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
