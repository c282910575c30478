/** The answer for each kernel in a line above it, and its reasons and assumptions on hover. Pure. */
import type { CodeLens, Hover, Position } from 'vscode-languageserver';
import type { KernelAnswer, Report } from '../verdict/finding.ts';
import type { Pending } from './analysis.ts';
import { assertNever } from '../base/invariant.ts';
import { code, inline } from '../report/markdown-escape.ts';
import { countedFindings } from '../report/finding-words.ts';
import { fill } from '../base/message.ts';
import { groupBy } from '../base/group.ts';
import { plural, verdictWords } from '../report/wording.ts';
import { templateName } from '../base/kernel-name.ts';
import { isWorse } from '../verdict/join.ts';
import { visible } from '../report/visible.ts';
import { rangeOf } from './places.ts';
import { messages } from './wording.ts';

type Instances = readonly [KernelAnswer, ...KernelAnswer[]];

/** Kernels of the file by their place; instances of one template are one. */
const kernelsIn = (report: Report, isFile: (path: string) => boolean): readonly Instances[] => [
  ...groupBy(
    report.kernels.filter(({ span }) => isFile(span.file)),
    ({ span }) => span.start,
  ).values(),
];

export function lensesOf(
  report: Report,
  pending: readonly Pending[],
  isFile: (path: string) => boolean,
): readonly CodeLens[] {
  const lens = ({ span }: Pending, title: string): CodeLens => {
    const { start } = rangeOf(span);
    return { range: { start, end: start }, command: { title: visible(title), command: '' } };
  };
  const decided = kernelsIn(report, isFile);
  const starts = new Set(decided.map(([{ span }]) => span.start));
  const open = new Map(pending.filter(({ span }) => isFile(span.file)).map((one) => [one.span.start, one]));
  const words = (instances: Instances): string =>
    open.has(instances[0].span.start) ? soFar(instances) : lensWords(instances);
  return [
    ...decided.map((instances) => lens(instances[0], words(instances))),
    ...[...open.values()].filter(({ span }) => !starts.has(span.start)).map((one) => lens(one, messages.pending)),
  ];
}

/** More is to come: other instances, or more about one that a run has shown to be racy. */
const soFar = (instances: Instances): string =>
  fill(worstOf(instances).verdict === 'racy' ? messages.racySoFar : messages.restPending, {
    what: lensWords(instances),
  });

/** Of several instances the worst counts. */
export function lensWords(instances: Instances): string {
  const worst = worstOf(instances);
  const words = wordsOf(worst, instances);
  return instances.length === 1
    ? words
    : fill(messages.ofInstances, { instances: plural(instances.length, 'instance'), what: words });
}

const worstOf = (instances: Instances): KernelAnswer =>
  instances.reduce((a, b) => (isWorse(b.verdict, a.verdict) ? b : a));

function wordsOf(worst: KernelAnswer, instances: Instances): string {
  switch (worst.verdict) {
    case 'drf':
      return freeWords(instances);
    case 'conditional': {
      const condition = worst.findings.find((finding) => finding.condition !== null)?.condition;
      return condition === undefined || condition === null
        ? shortened(worst.reasons[0] ?? '')
        : fill(messages.raceFreeIf, { condition });
    }
    case 'racy':
      return racyWords(instances);
    case 'unknown':
      return worst.reasons[0] === undefined
        ? messages.undecidedAlone
        : fill(messages.undecided, { reason: shortened(worst.reasons[0]) });
    case 'unsupported':
      return fill(messages.notModelled, { reason: shortened(worst.reasons[0] ?? '') });
    default:
      return assertNever(worst.verdict);
  }
}

/** Launches that were found are counted; where there is none, all are meant. */
function freeWords(instances: Instances): string {
  const found = new Set(
    instances.flatMap(({ launches }) =>
      launches.map(({ origin, block, grid, scalars }) =>
        scalars.size === 0 && [...block, ...grid].every((axis) => axis === null)
          ? null
          : `${origin} ${block.join()} ${grid.join()} ${[...scalars].join()}`,
      ),
    ),
  );
  return found.has(null) || found.size === 0
    ? messages.raceFreeAlways
    : fill(messages.raceFree, { launches: `${found.size} launch${found.size === 1 ? '' : 'es'}` });
}

function racyWords(instances: Instances): string {
  const own: Report = { version: 1, kernels: instances, problems: [] };
  const all = instances.flatMap(({ findings }) => findings).filter(({ status }) => status === 'confirmed');
  const counted = countedFindings(own).filter(({ status }) => status === 'confirmed');
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const n = new Set(counted.filter((one) => one.severity === severity).map(({ fingerprint }) => fingerprint)).size;
    return n === 0 ? [] : [plural(n, severity === 'info' ? 'note' : severity)];
  });
  const aside = all.length - counted.length;
  const what = fill(messages.racy, { counts: counts.length === 0 ? plural(0, 'error') : counts.join(', ') });
  return aside === 0 ? what : fill(messages.settledAside, { what, aside });
}

const longest = 120;
const shortened = (reason: string): string => (reason.length <= longest ? reason : `${reason.slice(0, longest - 1)}…`);

const mostListed = 12;

/** On the first line of a kernel. Null: there is none. */
export function hoverOf(report: Report, isFile: (path: string) => boolean, { line }: Position): Hover | null {
  const instances = kernelsIn(report, isFile).find(([{ span }]) => span.line - 1 === line);
  if (instances === undefined) return null;
  const [{ name, span }] = instances;
  const worst = worstOf(instances);
  const list = (title: string, texts: readonly string[]): readonly string[] =>
    texts.length === 0
      ? []
      : [
          title,
          texts
            .slice(0, mostListed)
            .map((text) => `- ${inline(visible(text))}`)
            .join('\n'),
        ];
  const value = [
    `${code(visible(templateName(name)))}: **${verdictWords(worst.verdict)}**, ${inline(visible(lensWords(instances)))}`,
    ...list(messages.hoverBecause, worst.reasons),
    ...list(messages.hoverAssumes, worst.assumptions),
  ].join('\n\n');
  return { contents: { kind: 'markdown', value }, range: rangeOf({ ...span, endLine: span.line + 1, endColumn: 1 }) };
}
