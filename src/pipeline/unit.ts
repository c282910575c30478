/** From one source file to its kernels and launches: preprocess, parse, find launches, lower. */
import type { AnalyzeRequest } from '../engine.ts';
import type { Dump } from './dump.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { LaunchSite } from '../launch/launch.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Preprocessed, PreprocessProblem } from '../preprocess/preprocess.ts';
import type { Result } from '../base/result.ts';
import type { Kernel, Unit } from '../ir/ir.ts';
import type { Use } from '../base/span.ts';
import { fail, ok } from '../base/result.ts';
import { assertNever } from '../base/invariant.ts';
import { expansionBudget, fileBinary, fileCutOff, fileMissing } from '../verdict/catalogue.ts';
import { findLaunches } from '../launch/sites.ts';
import { groupBy } from '../base/group.ts';
import { lowerUnit } from '../lower/unit.ts';
import { parseProblems } from '../parse/errors.ts';
import { defaultBudget, preprocess } from '../preprocess/preprocess.ts';
import { printTree } from '../parse/print.ts';

export type ReadUnit = Readonly<{ unit: Unit; launches: readonly LaunchSite[]; source: Preprocessed; problems: readonly InputProblem[] }>;

/** Problems inside the file (it is cut off) come with the unit; those that leave nothing to analyse come instead of it. */
export function readUnit(file: string, request: Pick<AnalyzeRequest, 'read' | 'options'>, parser: Parser, dump: Dump): Result<ReadUnit, InputProblem> {
  if (request.read(file) === null) return fail(fileMissing(file));
  const { defines, includeDirs, params } = request.options;
  const preprocessed = preprocess(file, request.read, { defines, includeDirs, budget: defaultBudget });
  if (!preprocessed.ok) return fail(inputProblem(preprocessed.problem));
  const { source } = preprocessed.value;
  dump('preprocess', file, () => source.text);
  const tree = parser.parse(source.text);
  dump('parse', file, () => printTree(tree, source.text));
  const launches = findLaunches(preprocessed.value, tree);
  const bySite = groupBy(launches.filter((site) => site.templateArguments.length > 0), (site) => site.kernel);
  const unit = lowerUnit({
    file,
    source,
    tree,
    options: {
      kernel: request.options.kernel,
      templateValues: new Map([...params].flatMap(([name, value]) => (typeof value === 'bigint' ? [[name, value] as const] : []))),
      instances: new Map([...bySite].map(([kernel, sites]) => [kernel, sites.map((site) => site.templateArguments)])),
      macros: preprocessed.value.macros,
      macrosIn: preprocessed.value.macrosIn,
    },
  });
  const problems = parseProblems(tree)
    .map((p) => ({ span: source.spanOf(p.start, p.end), text: p.text }))
    .filter(({ span }) => span.file === file)
    .slice(0, 3)
    .map(({ span, text }) => fileCutOff(span.file, span.line, text));
  return ok({ unit, launches, source: preprocessed.value, problems });
}

function inputProblem({ code, file, line, text }: PreprocessProblem): InputProblem {
  switch (code) {
    case 'no-file':
      return fileMissing(file);
    case 'not-text':
      return fileBinary(file, line);
    case 'budget':
    case 'bad-define':
      return expansionBudget(file, line, text);
    default:
      return assertNever(code);
  }
}

/** What the answer for a kernel rests on: what it was lowered from, and how it is launched. */
export function usesOf(kernel: Kernel, from: ReadUnit): readonly Use[] {
  const base = kernel.name.replace(/<.*/s, '');
  const launches = from.launches.filter((site) => site.kernel === base);
  return [...kernel.uses, ...launches.flatMap((site) => [site.span, ...site.uses].map((span): Use => ({ what: 'launch', name: base, span })))];
}
