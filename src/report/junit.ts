/**
 * A report as test results in the form of JUnit, for GitLab, Jenkins and others: a suite for each file, a test for each
 * kernel. A kernel fails by its findings that fail the run; one that was not decided is skipped, with the reason; a bug
 * of ours is an error. All else that was found is the test's output. Kept within the schema of Jenkins (junit-10.xsd of
 * its xUnit plugin), which knows no file of a test: the class name is the file.
 */
import type { Finding, InputProblem, KernelAnswer, Report } from '../verdict/finding.ts';
import type { XmlElement } from './xml.ts';
import { isUndecided, plural, suppressionWords, verdictWords } from './wording.ts';
import { element, xmlOf } from './xml.ts';
import { findingWords, plainPath, titleWords } from './finding-words.ts';
import { groupBy } from '../base/group.ts';
import { isFaultReason } from '../verdict/catalogue.ts';

/** `fails`: whether a finding fails the run. */
export function renderJunit(report: Report, fails: (finding: Finding) => boolean): string {
  const problems = groupBy(report.problems, ({ file }) => plainPath(file));
  const kernels = groupBy(report.kernels, ({ span }) => plainPath(span.file));
  const suites = [...new Set([...kernels.keys(), ...problems.keys()])].map((path) =>
    suiteOf(path, kernels.get(path) ?? [], problems.get(path) ?? [], fails),
  );
  const sum = (count: (one: Suite) => number): number => suites.reduce((total, one) => total + count(one), 0);
  return xmlOf(
    element(
      'testsuites',
      {
        name: 'syncwright',
        tests: sum(({ tests }) => tests),
        failures: sum(({ failures }) => failures),
        errors: sum(({ errors }) => errors),
        time: seconds(sum(({ time }) => time)),
      },
      suites.map((one) => one.xml),
    ),
  );
}

type Suite = Readonly<{ xml: XmlElement; tests: number; failures: number; errors: number; time: number }>;

function suiteOf(
  path: string,
  kernels: readonly KernelAnswer[],
  problems: readonly InputProblem[],
  fails: (finding: Finding) => boolean,
): Suite {
  const names = testNames(kernels);
  const results = kernels.map((kernel) => ({ kernel, result: resultOf(kernel, fails) }));
  // a file of which no kernel is known must not look as if all of it had passed
  const unread =
    kernels.length === 0
      ? [
          element('testcase', { name: 'kernels of the file', classname: path, time: seconds(0) }, [
            skipped(problems.map(problemWords).join('; ')),
          ]),
        ]
      : [];
  const cases = results.map(({ kernel, result }, k) =>
    element('testcase', { name: names[k] ?? kernel.name, classname: path, time: seconds(kernel.timeMs) }, [
      ...(result === null ? [] : [result]),
      ...outputOf(kernel, fails),
    ]),
  );
  const count = (name: string): number => results.filter(({ result }) => result?.name === name).length;
  const [tests, failures, errors, time] = [
    cases.length + unread.length,
    count('failure'),
    count('error'),
    kernels.reduce((sum, { timeMs }) => sum + timeMs, 0),
  ];
  const notes = problems.length === 0 ? [] : [element('system-err', {}, problems.map(problemWords).join('\n'))];
  return {
    tests,
    failures,
    errors,
    time,
    xml: element(
      'testsuite',
      {
        name: path,
        tests,
        failures,
        errors,
        skipped: count('skipped') + unread.length,
        time: seconds(time),
        file: path,
      },
      [...cases, ...unread, ...notes],
    ),
  };
}

/** Readers take two tests of one name as one: further kernels of a name say their line, and if need be their number. */
function testNames(kernels: readonly KernelAnswer[]): readonly string[] {
  const seen = new Set<string>();
  return kernels.map(({ name, span }) => {
    const wanted = [name, `${name} (line ${span.line})`];
    let found = wanted.find((one) => !seen.has(one));
    for (let n = 2; found === undefined; n += 1)
      found = seen.has(`${name} (line ${span.line}, ${n})`) ? undefined : `${name} (line ${span.line}, ${n})`;
    seen.add(found);
    return found;
  });
}

/** Null: the kernel passed. One failure for all findings, since some readers show the first alone. */
function resultOf(kernel: KernelAnswer, fails: (finding: Finding) => boolean): XmlElement | null {
  const failed = kernel.findings.filter(fails);
  const [first] = failed;
  if (first !== undefined) {
    const message = `${titleWords(first)}${failed.length > 1 ? `, and ${plural(failed.length - 1, 'further finding')}` : ''}`;
    return element('failure', { type: first.code, message }, failed.map(linesOf).join('\n\n'));
  }
  const fault = kernel.reasons.find(isFaultReason);
  if (fault !== undefined) return element('error', { type: 'fault', message: fault });
  return isUndecided(kernel)
    ? skipped(`${verdictWords(kernel.verdict)}${kernel.reasons.length === 0 ? '' : `: ${kernel.reasons.join('; ')}`}`)
    : null;
}

const skipped = (message: string): XmlElement => element('skipped', { message });

function outputOf(kernel: KernelAnswer, fails: (finding: Finding) => boolean): readonly XmlElement[] {
  const others = kernel.findings.filter((finding) => !fails(finding));
  return others.length === 0 ? [] : [element('system-out', {}, others.map(linesOf).join('\n\n'))];
}

function linesOf(finding: Finding): string {
  const { span, severity, suppressed, inBaseline } = finding;
  return [
    `${plainPath(span.file)}:${span.line}: ${severity}: ${titleWords(finding)}${inBaseline === true ? ' (in the baseline)' : ''}`,
    findingWords(finding),
    ...(suppressed === undefined ? [] : [suppressionWords(suppressed)]),
  ].join('\n');
}

const problemWords = ({ file, line, text, code }: InputProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${text} [${code}]`;

/** As Jenkins takes them: without an exponent. */
const seconds = (ms: number): string => (ms / 1000).toFixed(3);
