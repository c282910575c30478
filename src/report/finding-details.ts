/**
 * What stands folded below a finding: the inputs, how to run it again, what the answer rests on, where the same cause
 * shows, why this patch and no smaller one, and what it costs. Needs: the finding and the assumptions of its kernel.
 * Gives: a `<details>` block of GitHub Markdown in which foreign text is escaped.
 */
import type { Finding, Fix, Witness } from '../verdict/finding.ts';
import { timelineOf } from './timeline.ts';
import { timelineText } from './timeline-text.ts';
import { code, fenced, inline, sentence } from './markdown-escape.ts';
import type { PlaceWords } from './finding-places.ts';
import {
  arrayWords,
  commonBlockWords,
  furtherPlaces,
  inDifferentBlocks,
  presumedOf,
  printScalars,
  printShape,
  proofWords,
  scheduleWords,
  warpModelWords,
} from './wording.ts';
import { baseName } from '../base/kernel-name.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const shown = { assumptions: 8, places: 8, alternatives: 3, arrays: 6, steps: 40 } as const;

export function detailsMarkdown(
  finding: Finding,
  assumptions: readonly string[],
  place: PlaceWords,
  hasPatch: boolean,
): string {
  const { witness, fix } = finding;
  const places = placeLines(finding, place);
  const steps = finding.related
    .filter(({ isStep }) => isStep === true)
    .map(({ span, note }) => `${place(span.file, span.line)}: ${sentence(note)}`);
  const parts = [
    ...(witness === null ? [] : [`- **Inputs:** ${inputsMarkdown(witness)}`]),
    fill(messages.runAgain, {
      commands: replayWords(finding)
        .map((command) => code(command))
        .join(', then '),
    }),
    ...listed(
      messages.restsOn,
      relevant(finding, assumptions).map((text) => sentence(text)),
      shown.assumptions,
    ),
    ...listed(
      messages.sameEdit,
      (finding.also ?? []).map((other) => `${other.code}: ${sentence(other.message)}`),
      shown.places,
    ),
    ...listed(finding.kind === 'data-race' ? messages.sameCause : '**See also:**', places, shown.places),
    ...listed(messages.storySteps, steps, shown.steps),
    ...(fix === null || !hasPatch ? presumedLines(finding) : fixLines(finding, fix)),
  ];
  const drawing = witness === null ? '' : `${fenced(timelineText(timelineOf(witness), 84).join('\n'))}\n\n`;
  const what = fix === null || !hasPatch ? messages.moreDetails : messages.moreDetailsWithPatch;
  return `<details><summary>${what}</summary>\n\n${drawing}${parts.join('\n')}\n\n</details>`;
}

const listed = (title: string, lines: readonly string[], most: number): readonly string[] =>
  lines.length === 0
    ? []
    : [
        `- ${title}`,
        ...lines.slice(0, most).map((line) => `  - ${line}`),
        ...(lines.length > most ? [`  - and ${lines.length - most} more`] : []),
      ];

function inputsMarkdown(witness: Witness): string {
  const arrays = arrayWords(witness.run, shown.arrays);
  return [
    `${code(printShape(witness.run))} (${originMarkdown(witness.launch.origin)})${commonBlockWords(witness)}`,
    ...(witness.run.scalars.size === 0 ? [] : [code(printScalars(witness.run.scalars))]),
    ...(arrays.length === 0 ? [] : [code(arrays.join(', '))]),
    inline(warpModelWords(witness.warpModel)),
    `schedule: ${inline(scheduleWords(witness.run))}`,
  ].join('; ');
}

/** Options of ours are code; else a place, or where what is known of it stands. */
const originMarkdown = (origin: string): string =>
  origin
    .split(/(?<![\w-])(--param \w+|--[a-z]+)/)
    .map((piece, k) => (k % 2 === 1 ? code(piece) : inline(piece)))
    .join('');

/**
 * The launch and the warp model stand among the inputs; which pointers are apart is said once, by their names where
 * they are known. What the finding's own build decides otherwise is not assumed of it.
 */
function relevant({ build = '' }: Finding, assumptions: readonly string[]): readonly string[] {
  const isNamed = assumptions.some((text) => / point to distinct arrays\b/.test(text));
  const isDecided = (text: string): boolean => {
    const [, name] = /^`(\w+)` is /.exec(text) ?? [];
    return name !== undefined && build.includes(`\`${name}\``);
  };
  return assumptions
    .filter((text) => !/^(?:launch |warp model)/.test(text) && !isDecided(text))
    .map((text) => (isNamed ? text.replace('; distinct pointer arguments are distinct arrays', '') : text));
}

/**
 * The commands that analyse the kernel again, and run the witness, if there is one that the report has by this name.
 */
export function replayWords(finding: Finding): readonly string[] {
  return [
    `syncwright check ${commandWords(finding)} --format json --out report.json`,
    ...(finding.witness === null || finding.isPart === true
      ? []
      : [`syncwright replay report.json ${finding.fingerprint} --step`]),
  ];
}

function commandWords({ span, kernel }: Finding): string {
  return `${shellWord(span.file)} --kernel ${shellWord(baseName(kernel))}`;
}

/** As a shell takes it for one word. */
export const shellWord = (word: string): string =>
  /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Each pair of lines once, without that of the witness. */
function placeLines(finding: Finding, place: PlaceWords): readonly string[] {
  const words = finding.pairs.map(({ first, second }) =>
    first.file === second.file && first.line === second.line
      ? place(first.file, first.line)
      : `${place(first.file, first.line)} with ${place(second.file, second.line)}`,
  );
  const pairs = [...new Set(words)].filter((one) => one !== words[0]);
  const further = furtherPlaces(finding)
    .filter(({ isStep }) => isStep !== true)
    .map(({ span, note }) => `${place(span.file, span.line)}: ${sentence(note)}`);
  return [...new Set([...pairs, ...further])];
}

function presumedLines(finding: Finding): readonly string[] {
  const fix = presumedOf(finding);
  return fix === null
    ? []
    : [fill(messages.conditionalPatch, { patch: sentence(fix.title), proof: sentence(proofWords(fix)) })];
}

function fixLines(finding: Finding, fix: Fix): readonly string[] {
  const why = [
    ...(fix.strategy.includes('insert-barrier') ? [messages.whyThisPatch] : []),
    ...smallerWords(finding, fix),
  ].join(' ');
  const others = finding.alternatives.map(
    (other) => `${sentence(other.title)} (${sentence(proofWords(other))}; ${sentence(other.cost)})`,
  );
  return [
    ...(why === '' ? [] : [fill(messages.whyPatch, { why })]),
    ...listed('**Other patches:**', others, shown.alternatives),
  ];
}

/** What a barrier of a warp would not do. */
function smallerWords({ witness }: Finding, fix: Fix): readonly string[] {
  if (
    witness === null ||
    inDifferentBlocks(witness) ||
    fix.strategy !== 'insert-barrier' ||
    !fix.title.includes('__syncthreads')
  )
    return [];
  const [x, y] = witness.run.block;
  const [a, b] = witness.accesses.map(({ thread }) => Math.floor((thread[0] + x * (thread[1] + y * thread[2])) / 32));
  if (a === undefined || b === undefined || a === b) return [];
  return [fill(messages.syncwarpNotEnough, { first: Math.min(a, b), second: Math.max(a, b) })];
}
