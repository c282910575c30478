/**
 * Counts what an audit found, report by report, so that no report need be kept. A kernel that several units show counts
 * once, with its worst verdict.
 */
import type { Finding, KernelAnswer, Report, Verdict } from '../verdict/finding.ts';
import type { Gate } from '../report/gate.ts';
import type { VerdictCounts } from '../verdict/counts.ts';
import { aboutOf } from '../pipeline/units.ts';
import { isWorse } from '../verdict/join.ts';
import { groupBy } from '../base/group.ts';
import { failing } from '../report/gate.ts';
import { isAssumption, shapeOf, withoutPlace, wordsOfAlike } from '../verdict/reason-shape.ts';
import { isFaultReason } from '../verdict/catalogue.ts';
import { verdictCounts } from '../verdict/counts.ts';

export type Told = Readonly<{ code: string; kernel: string; file: string; line: number; message: string }>;

export type AuditTally = Readonly<{
  verdicts: VerdictCounts;
  /**
   * Why kernels are `unknown` or `unsupported`: reasons that differ in names and numbers only are one, the commonest
   * first.
   */
  reasons: readonly Readonly<{ reason: string; kernels: number }>[];
  /** Confirmed findings that no person has said not to count, errors before warnings; notes are not among them. */
  confirmed: readonly Told[];
  /** Confirmed findings that are suppressed, or listed in the baseline. */
  known: number;
  possible: number;
  /** Lines on the input (a missing include, a file that is cut off), by their code. */
  problems: ReadonlyMap<string, number>;
  /** Whether findings fail the run, and whether a bug of ours cost a kernel. */
  fails: boolean;
  hasFault: boolean;
}>;

/** Stands where a kernel has more reasons than are told. */
const restOfReasons = shapeOf('and 1 more');

type Counted = { verdict: Verdict; reasons: readonly string[] };

export function tallying(
  gate: Gate,
  oldToo: boolean,
): Readonly<{ add: (report: Report) => void; tally: () => AuditTally }> {
  const kernels = new Map<string, Counted>();
  const confirmed = new Map<string, Told & Readonly<{ isError: boolean }>>();
  const problems = new Map<string, Set<string>>();
  let [known, possible, fails, hasFault] = [0, 0, false, false];
  const countKernel = (kernel: KernelAnswer): void => {
    const key = `${kernel.span.file}:${kernel.span.start}:${kernel.name}`;
    const before = kernels.get(key);
    const reasons =
      kernel.verdict === 'unknown' || kernel.verdict === 'unsupported'
        ? kernel.reasons
            .filter((reason) => !isAssumption(reason) && shapeOf(reason) !== restOfReasons)
            .map(withoutPlace)
        : [];
    if (before === undefined) kernels.set(key, { verdict: kernel.verdict, reasons });
    else if (isWorse(kernel.verdict, before.verdict)) Object.assign(before, { verdict: kernel.verdict, reasons });
    hasFault ||= kernel.reasons.some(isFaultReason);
  };
  const countFinding = (finding: Finding): void => {
    if (finding.status === 'possible') possible += 1;
    else if (finding.suppressed !== undefined || finding.inBaseline === true) known += 1;
    else if (finding.severity !== 'info')
      confirmed.set(`${finding.fingerprint} ${finding.span.file}`, {
        isError: finding.severity === 'error',
        code: finding.code,
        kernel: finding.kernel,
        file: finding.span.file,
        line: finding.span.line,
        message: finding.message,
      });
  };
  return {
    add: (report) => {
      report.kernels.forEach(countKernel);
      for (const problem of report.problems)
        problems.set(problem.code, (problems.get(problem.code) ?? new Set()).add(aboutOf(problem)));
      report.kernels.flatMap(({ findings }) => findings).forEach(countFinding);
      fails ||= failing(report, gate, oldToo).length > 0;
    },
    tally: () => {
      const all = [...kernels.values()];
      return {
        verdicts: verdictCounts(all),
        reasons: commonest(all.map(({ reasons }) => reasons)),
        confirmed: [...confirmed.values()]
          .sort((a, b) => Number(b.isError) - Number(a.isError))
          .map(({ code, kernel, file, line, message }) => ({ code, kernel, file, line, message })),
        known,
        possible,
        fails,
        hasFault,
        problems: new Map([...problems].map(([code, about]) => [code, about.size] as const)),
      };
    },
  };
}

/** `all`: the reasons of each kernel. */
function commonest(all: readonly (readonly string[])[]): AuditTally['reasons'] {
  const groups = new Map<string, string[]>();
  for (const reasons of all) {
    for (const [shape, [reason]] of groupBy(reasons, shapeOf))
      groups.set(shape, [...(groups.get(shape) ?? []), reason]);
  }
  return [...groups.values()]
    .map((alike) => ({ reason: wordsOfAlike(alike), kernels: alike.length }))
    .sort((a, b) => b.kernels - a.kernels || (a.reason < b.reason ? -1 : 1));
}
