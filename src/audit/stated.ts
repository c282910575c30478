/**
 * What a configuration states of kernels by a pattern of names may mean nothing for those of one unit and something for
 * those of another: it is mistyped only where it means nothing for any. A unit is told so of itself alone, so what it
 * says is held against the others.
 */
import type { InputProblem, Report } from '../verdict/finding.ts';
import type { StatedFacts } from '../launch/stated.ts';
import { assumptionUnreadable, parameterMissing } from '../verdict/catalogue.ts';
import { fitsKernel } from '../base/name-pattern.ts';

const codes: readonly string[] = [assumptionUnreadable('', '').code, parameterMissing('', []).code];

/** The reports without what some unit understood; what none did is told once. */
export function withoutUnderstood(reports: readonly Report[], stated: readonly StatedFacts[]): readonly Report[] {
  const isOf =
    (facts: StatedFacts) =>
    (problem: InputProblem): boolean =>
      problem.file === facts.from && codes.includes(problem.code);
  const isMeant =
    (facts: StatedFacts) =>
    ({ kernels }: Report): boolean =>
      kernels.some(({ name, verdict }) => verdict !== 'unsupported' && fitsKernel(facts.name, name));
  const understood = stated.filter((facts) =>
    reports.some((report) => isMeant(facts)(report) && !report.problems.some(isOf(facts))),
  );
  const said = new Set<string>();
  const isNew = (problem: InputProblem): boolean => {
    const facts = stated.find((one) => isOf(one)(problem));
    if (facts === undefined) return true;
    const key = `${facts.from} ${problem.code}`;
    return !understood.includes(facts) && !said.has(key) && said.add(key).has(key);
  };
  return reports.map((report) => ({ ...report, problems: report.problems.filter(isNew) }));
}
