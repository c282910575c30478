/**
 * One report of several, each about files that no file of another includes and whose kernels none launches
 * (`independentGroups`). The same as a run over all of them gives, but for the times.
 */
import type { InputProblem, KernelAnswer, Report } from '../verdict/finding.ts';
import { groupBy } from '../base/group.ts';
import { joinAnswers, numbered } from '../verdict/join.ts';
import { agreed } from './redundant.ts';
import { aboutOf } from './units.ts';

/** `files`: in the order of the report. */
export function together(reports: readonly Report[], files: readonly string[]): Report {
  const place = new Map(files.map((file, k) => [file, k]));
  const placeOf = (file: string | null): number => place.get(file ?? '') ?? files.length;
  const answers = reports.flatMap(({ kernels }) => kernels).sort((a, b) => placeOf(unitOf(a)) - placeOf(unitOf(b)));
  // a header that is not among the files may have a kernel that several of them show
  const kernels = [...groupBy(answers, ({ name, span }) => `${span.file}:${span.start}:${name}`).values()].map(
    ([first, ...others]) => others.reduce(joinAnswers, first),
  );
  return {
    version: 1,
    kernels: numbered(agreed(kernels)),
    problems: toldOnce(reports.flatMap(({ problems }) => problems)),
  };
}

const unitOf = ({ unit, span }: KernelAnswer): string => unit ?? span.file;

function toldOnce(problems: readonly InputProblem[]): readonly InputProblem[] {
  return [...new Map(problems.map((problem) => [aboutOf(problem), problem] as const).reverse()).values()].reverse();
}
