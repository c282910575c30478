/**
 * A report for a person at a terminal. Needs: the report, the source texts, a width, and how to paint. Gives: text;
 * quiet where all is well, and for a finding what happens, where, with which threads and values, and the patch.
 */
import { costWords } from './cost-words.ts';
import type { Finding, Fix, InputProblem, KernelAnswer, Report, Verdict, Witness } from '../verdict/finding.ts';
import { isOfContents } from '../verdict/contents.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { isIncludeProblem, titleOf } from '../verdict/catalogue.ts';
import { assertNever } from '../base/invariant.ts';
import { groupBy } from '../base/group.ts';
import { linesListed } from '../base/listing.ts';
import { excerptOf } from './excerpt.ts';
import type { FrameRow } from './frame.ts';
import { frameOf } from './frame.ts';
import { editsKey } from '../verdict/edit.ts';
import { firstShown, shownPatchOf } from './patch.ts';
import { timelineOf } from './timeline.ts';
import { timelineText } from './timeline-text.ts';
import { visible } from './visible.ts';
import {
  arrayWords,
  byFile,
  commonBlockWords,
  configuredAs,
  doingWords,
  findingsOf,
  outcomeWords,
  furtherPlaces,
  plural,
  presumedOf,
  printScalars,
  printShape,
  proofWords,
  scheduleWords,
  summaryWords,
  suppressionWords,
  threadWords,
  iterationWords,
  verdictWords,
  warpModelWords,
} from './wording.ts';
import type { SourceLookup } from './wording.ts';
import { templateName } from '../base/kernel-name.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Colours, passed in; {@link plain} paints nothing. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>>;
const same = (text: string): string => text;
export const plain: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

type TextContext = Readonly<{
  source: SourceLookup;
  paint: Paint;
  width: number;
  /** Also assumptions, launches, times and every further patch. */
  verbose: boolean;
  /** The report of a review, whose arguments name no files. */
  isReview?: boolean;
}>;

export function renderText(report: Report, context: TextContext): string {
  const { paint } = context;
  const groups = [...byFile(report)];
  const patches = firstShown(
    groups.flatMap(([, kernels]) => kernels).flatMap(({ findings }) => findings),
    (finding) => shownFixes(finding, context),
  );
  // before the kernels that may suffer from it
  const missing = report.problems.filter(({ code }) => isIncludeProblem(code));
  const shownWithFile = new Set(groups.map(([file]) => file));
  const problemWords = (problem: InputProblem): string => `${paint.yellow('problem')} ${problemText(problem)}`;
  const first = missing.filter(({ file }) => !shownWithFile.has(file)).map(problemWords);
  const files = groups.flatMap(([file, kernels]) => [
    paint.bold(visible(file)),
    ...missing.filter((problem) => problem.file === file).map(problemWords),
    ...alike(kernels).flatMap((group) => kernelLines(group, context)),
    '',
    ...kernels
      .flatMap((kernel) => kernel.findings)
      .flatMap((finding) => [...findingLines(finding, patches, context), '']),
  ]);
  const problems = report.problems.filter((problem) => !missing.includes(problem)).map(problemWords);
  return (
    [
      ...first,
      ...(first.length > 0 ? [''] : []),
      ...files,
      ...problems,
      ...(problems.length > 0 ? [''] : []),
      ...closingLines(report, context),
    ]
      .filter((line, k, all) => line !== '' || all[k - 1] !== '')
      .join('\n') + '\n'
  );
}

/** A problem of the input where there is no report to hold it. */
export const problemLine = (problem: InputProblem): string => `problem ${problemText(problem)}\n`;

/** One line for a problem of the input: `examples/x.cu:3: no such file or directory [SI101]`. */
export function problemText(problem: InputProblem): string {
  return visible(
    `${problem.file}${problem.line === null ? '' : `:${problem.line}`}: ${problem.text} [${problem.code}]`,
  );
}

/** Instances of one template of which the same is to be said, together. */
function alike(kernels: readonly KernelAnswer[]): readonly (readonly [KernelAnswer, ...KernelAnswer[]])[] {
  const key = ({ name, span, verdict, reasons, findings }: KernelAnswer): string =>
    JSON.stringify([span.start, templateName(name), verdict, reasons, findings.map(({ id }) => id)]);
  return [...groupBy(kernels, key).values()];
}

/** `reduce<64>`, or `reduce (4 instances: <64>, <32>, …)`. */
function nameWords(instances: readonly [KernelAnswer, ...KernelAnswer[]]): string {
  const [{ name }] = instances;
  if (instances.length === 1) return visible(name);
  const shown = instances
    .slice(0, 2)
    .map((one) => one.name.replace(/^[^<]*/, ''))
    .join(', ');
  return visible(`${templateName(name)} (${instances.length} instances: ${shown}${instances.length > 2 ? ', …' : ''})`);
}

function kernelLines(
  instances: readonly [KernelAnswer, ...KernelAnswer[]],
  { paint, verbose }: Pick<TextContext, 'paint' | 'verbose'>,
): readonly string[] {
  const [kernel, ...others] = instances;
  if (verbose && others.length > 0) return instances.flatMap((one) => kernelLines([one], { paint, verbose }));
  const head = `  ${mark(kernel.verdict, paint)} ${nameWords(instances)} ${paint.dim(`line ${kernel.span.line}`)}  ${verdictWords(kernel.verdict)}`;
  const codes = kernel.findings.map((finding) => `${finding.id} ${finding.code}`).join(', ');
  const why = kernel.reasons.map((reason) => `      ${visible(reason)}`);
  const rest = verbose
    ? [
        ...kernel.launches.map(
          (launch) => `      ${paint.dim(`launch ${printShape(launch)} (${visible(launch.origin)})`)}`,
        ),
        ...kernel.assumptions
          .filter((assumption) => !kernel.reasons.includes(`assuming ${assumption}`))
          .map((assumption) => `      ${paint.dim(`assuming ${visible(assumption)}`)}`),
        `      ${paint.dim(`${Math.round(kernel.timeMs)} ms`)}`,
        ...costWords(kernel).map((words) => `      ${paint.dim(visible(words))}`),
      ]
    : [];
  return [codes === '' ? head : `${head}  ${paint.dim(codes)}`, ...why, ...rest];
}

function mark(verdict: Verdict, paint: Paint): string {
  switch (verdict) {
    case 'racy':
      return paint.red('✗');
    case 'conditional':
      return paint.cyan('~');
    case 'drf':
      return paint.green('✓');
    case 'unknown':
      return paint.yellow('?');
    case 'unsupported':
      return paint.yellow('–');
    default:
      return assertNever(verdict);
  }
}

/** Of what is suppressed, nothing is shown but why; of what the baseline has, where it is and what happens. */
function shownFixes(finding: Finding, { verbose }: Pick<TextContext, 'verbose'>): readonly Fix[] {
  const { alternatives, suppressed, inBaseline } = finding;
  const fix = finding.fix ?? presumedOf(finding);
  if (fix === null || ((suppressed !== undefined || inBaseline === true) && !verbose)) return [];
  return verbose ? [...new Set([fix, ...alternatives])] : [fix];
}

/** `patches`: the id of the finding that shows a patch. */
function findingLines(finding: Finding, patches: ReadonlyMap<string, string>, context: TextContext): readonly string[] {
  const { paint, verbose } = context;
  const { suppressed } = finding;
  const title = `${paint.bold(titleOf(finding.code) ?? finding.kind)} (${finding.code}, ${finding.status}${finding.inBaseline === true ? messages.inBaselineToo : ''}) in ${visible(finding.kernel)}, ${visible(finding.span.file)}:${finding.span.line}`;
  if (suppressed !== undefined && !verbose)
    return [
      `${paint.bold(finding.id)} ${title}`,
      ...filled(visible(suppressionWords(suppressed)), context.width, '  '),
    ];
  if (finding.inBaseline === true && !verbose)
    return [`${paint.bold(finding.id)} ${title}`, ...filled(`${visible(finding.message)}.`, context.width, '  ')];
  const paintSeverity =
    finding.severity === 'error' ? paint.red : finding.severity === 'warning' ? paint.yellow : paint.cyan;
  return [
    `${paint.bold(finding.id)} ${paintSeverity(finding.severity)} ${title}`,
    ...(suppressed === undefined ? [] : filled(visible(suppressionWords(suppressed)), context.width, '  ')),
    ...filled(`${visible(finding.message)}.`, context.width, '  '),
    ...(finding.also ?? []).flatMap(({ code, message }) =>
      filled(visible(`also ${code}: ${message}.`), context.width, '  ', '    '),
    ),
    ...conditionLines(finding, context.width),
    '',
    ...(finding.witness === null
      ? placeLines(finding, context)
      : witnessLines(finding.witness, shownFixes(finding, context)[0] ?? null, context)),
    ...pairLines(finding, verbose),
    ...furtherPlaces(finding).map(({ span, note }) => `  ${visible(span.file)}:${span.line}: ${visible(note)}`),
    ...(finding.advice === null ? [] : filled(`advice ${visible(finding.advice)}`, context.width, '  ', '         ')),
    ...shownFixes(finding, context).flatMap((fix) =>
      fixLines(fix, patches.get(editsKey(fix.edits)) ?? finding.id, finding, context),
    ),
  ];
}

/** The condition is not broken into lines, so that it can be copied. */
function conditionLines(finding: Finding, width: number): readonly string[] {
  if (finding.condition === null) return [];
  const [condition, isNote] = [visible(finding.condition), isConditionNote(finding)];
  return [
    ...filled(
      isNote
        ? messages.conditionToState
        : fill(isOfContents(condition) ? messages.contentsProved : messages.conditionProved, { condition }),
      width,
      '  ',
    ),
    `    --assume '${condition}'`,
    ...(isOfContents(condition) ? [] : [`    assert(${condition});`]),
    ...(isNote ? [`    ${configuredAs(finding.kernel, condition)}  ${messages.inConfiguration}`] : []),
  ];
}

function placeLines(finding: Finding, context: TextContext): readonly string[] {
  const excerpt = excerptLines(finding.span, '', context);
  return excerpt.length === 0 ? [] : [...excerpt, ''];
}

function witnessLines(witness: Witness, fix: Fix | null, context: TextContext): readonly string[] {
  const { paint } = context;
  const element = witness.address === null ? null : witness.address.text;
  const files = new Set(witness.accesses.map((access) => access.span.file));
  const places = witness.accesses.map((access) => ({
    span: access.span,
    note: [`${threadWords(access, witness)} ${doingWords(access, element)}`, ...iterationWords(access)].join(', '),
  }));
  const frame = frameOf(places, fix?.edits ?? [], context.source, context.width - 10);
  const excerpts =
    frame === null
      ? places.flatMap(({ span, note }) => [
          ...(files.size > 1 ? [`  ${paint.dim(`${visible(span.file)}:`)}`] : []),
          ...excerptLines(span, note, context),
        ])
      : frame.flatMap((row) => frameLines(row, context));
  const arrays = arrayWords(witness.run, 8);
  const outcome = outcomeWords(witness);
  const run = [
    `launch ${printShape(witness.run)} (${visible(witness.launch.origin)})${commonBlockWords(witness)}`,
    ...(witness.run.scalars.size === 0 ? [] : [`with ${printScalars(witness.run.scalars)}`]),
    ...(arrays.length === 0 ? [] : [`memory ${arrays.join(', ')}`]),
    `warps  ${warpModelWords(witness.warpModel)}${context.verbose ? `; schedule: ${scheduleWords(witness.run)}` : ''}`,
  ];
  return [
    ...excerpts,
    '',
    ...run.flatMap((line) => filled(visible(line), context.width, '  ', '         ')),
    '',
    ...timelineText(timelineOf(witness), context.width - 2).map((line) => `  ${line}`),
    ...(outcome === null ? [] : filled(visible(`effect ${outcome}`), context.width, '  ', '         ')),
    '',
  ];
}

function frameLines(row: FrameRow, { paint, width }: TextContext): readonly string[] {
  const bar = paint.dim('│');
  switch (row.kind) {
    case 'source':
      return [`${paint.dim(`${row.line}`.padStart(6))} ${bar} ${row.text}`.trimEnd()];
    case 'insertion':
      return [paint.green(`${'+'.padStart(6)} │ ${row.text}`)];
    case 'gap':
      return [`${' '.repeat(6)} ${paint.dim('⋮')}`];
    case 'mark':
      return markLines(row.marks, row.note, { paint, width });
    default:
      return assertNever(row);
  }
}

/** The underline, and beside or below it what the thread does there. */
function markLines(
  marks: string,
  note: string,
  { paint, width }: Pick<TextContext, 'paint' | 'width'>,
): readonly string[] {
  const margin = `${' '.repeat(6)} ${paint.dim('│')}`;
  const beside = marks.length + note.length + 10 <= width;
  return [
    `${margin} ${paint.red(marks)}${beside ? ` ${visible(note)}` : ''}`.trimEnd(),
    ...(beside ? [] : [`${margin} ${visible(note)}`]),
  ];
}

/** The line of source, the underline, and what the thread does there. */
function excerptLines(span: Finding['span'], note: string, { source, width, paint }: TextContext): readonly string[] {
  const excerpt = excerptOf(span, source, width - 10);
  if (excerpt === null) return note === '' ? [] : [`  ${span.line}: ${visible(note)}`];
  const gutter = `${excerpt.line}`.padStart(6);
  return [
    `${paint.dim(gutter)} ${paint.dim('│')} ${excerpt.text}`,
    ...markLines(excerpt.marks, note, { paint, width }),
  ];
}

function pairLines(finding: Finding, verbose: boolean): readonly string[] {
  const places = finding.pairs.map(({ first, second }) => linesListed([first.line, second.line]));
  const words = [...new Set(places)].filter((place) => place !== places[0]);
  const shown = verbose ? words : words.slice(0, 4);
  const more = words.length - shown.length;
  return words.length === 0
    ? []
    : [fill(messages.sameCauseAt, { places: shown.join('; '), more: more > 0 ? `; and ${more} more` : '' }), ''];
}

/** `shownAt`: the finding that has shown the patch, or shows it now. */
function fixLines(fix: Fix, shownAt: string, { id }: Finding, context: TextContext): readonly string[] {
  const { paint } = context;
  if (fix.presumes !== undefined && !context.verbose)
    return filled(
      fill(messages.presumeLine, { title: visible(fix.title), proof: proofWords(fix) }),
      context.width,
      '  ',
      '         ',
    );
  if (shownAt !== id)
    return filled(
      fill(fix.presumes === undefined ? messages.patchOfOther : messages.optionOfOther, {
        shownAt,
        title: visible(fix.title),
      }),
      context.width,
      '  ',
      '         ',
    );
  const patch = visible(shownPatchOf(fix.edits, context.source), 'lines')
    .split('\n')
    .filter((line, k, all) => k < all.length - 1 || line !== '');
  return [
    ...filled(
      `${fix.presumes === undefined ? 'fix   ' : 'option'} ${visible(fix.title)} (${proofWords(fix)})`,
      context.width,
      '  ',
      '         ',
    ),
    ...(fix.cost === '' ? [] : filled(`cost   ${visible(fix.cost)}`, context.width, '  ', '         ')),
    ...patch.map((line) => `  ${paintDiff(line, paint)}`.trimEnd()),
  ];
}

function paintDiff(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.green(line);
  if (line.startsWith('-')) return paint.red(line);
  return line.startsWith('@@') ? paint.cyan(line) : line;
}

function closingLines(report: Report, { paint, isReview }: TextContext): readonly string[] {
  const findings = findingsOf(report);
  const confirmed = findings.filter((finding) => finding.status === 'confirmed').length;
  const fixable = findings.filter((finding) => finding.fix !== null).length;
  // what is suppressed is not taken, and notes only where the gate asks for them (fix-command.ts)
  const taken = findings.filter(({ fix, suppressed }) => fix !== null && suppressed === undefined);
  const isOfNotes = taken.every(({ severity }) => severity === 'info');
  const unproved = findings.filter((finding) => finding.fix?.proof === 'machine').length;
  const first = findings.find((finding) => finding.witness !== null);
  const asides = [
    [findings.filter((finding) => finding.suppressed !== undefined).length, 'suppressed'],
    [findings.filter((finding) => finding.inBaseline === true).length, messages.inBaseline],
  ] as const;
  const counts =
    findings.length === 0
      ? ''
      : `; ${plural(findings.length, 'finding')} (${confirmed} confirmed,${asides.map(([n, what]) => (n === 0 ? '' : ` ${n} ${what},`)).join('')} ${fixable - unproved} with a proved patch${unproved === 0 ? '' : `, ${unproved} with a patch that is not proved`})`;
  return [
    paint.bold(`${summaryWords(report)}${counts}`),
    ...(findings[0] === undefined ? [] : [paint.dim(fill(messages.explainHint, { code: findings[0].code }))]),
    ...(first === undefined ? [] : [paint.dim(fill(messages.replayHint, { id: first.id }))]),
    ...(taken.length === 0
      ? []
      : [
          paint.dim(
            fill(messages.fixHint, {
              text: isOfNotes ? ' --fail-on info' : '',
              more: isReview === true ? messages.headCheckedOut : messages.sameArguments,
            }),
          ),
        ]),
  ];
}

/** Breaks a sentence into lines of at most `width`, at spaces. */
function filled(text: string, width: number, indent: string, hanging = indent): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const start = lines.length === 0 ? indent : hanging;
    if (line !== '' && start.length + line.length + 1 + word.length > width) {
      lines.push(`${start}${line}`);
      line = word;
    } else line = line === '' && lines.length > 0 ? word : line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${lines.length === 0 ? indent : hanging}${line}`];
}
