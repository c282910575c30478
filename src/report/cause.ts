/**
 * The first two lines of a comment: the cause of a finding, and its effect in one run. Needs: the finding, with its
 * witness if it has one.
 * Gives: sentences in which names of the source stand between backticks. Smallest example: "Data race: `s[t + 1]` needs
 * a `__syncthreads()` after `s[t] = x`", and "With 64 threads, thread (31,0,0) may read `s[32]` before thread (32,0,0)
 * has written it".
 */
import type { Finding, Witness } from '../verdict/finding.ts';
import { capital, inDifferentBlocks, outcomeWords, plural } from './wording.ts';
import { codeEntry, titleOf } from '../verdict/catalogue.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { shortened } from '../base/quote.ts';

const longestExpression = 70;

/** Without a full stop. */
export function causeWords(finding: Finding): string {
  const kind = fill(finding.status === 'possible' ? messages.possibleKind : '{kind}', { kind: kindWords(finding) });
  const cause = `${capital(kind)}: ${causeOf(finding)}`;
  return finding.build === undefined ? cause : fill(messages.causeInBuild, { cause, when: finding.build });
}

/** Without a full stop. The message says what happens, and is all that is known without a witness. */
export function effectWords({ message, witness }: Finding): string {
  const run = witness === null ? null : runWords(witness);
  const outcome = witness === null ? null : outcomeWords(witness);
  return `${run === null ? capital(message) : `${run}, ${message}`}${outcome === null ? '' : `: ${outcome}`}`;
}

function runWords({ run: { block, grid } }: Witness): string | null {
  const [threads, blocks] = [block, grid].map(([x, y, z]) => x * y * z);
  if (threads === undefined || blocks === undefined) return null;
  return blocks === 1
    ? fill(messages.withThreads, { threads: plural(threads, 'thread') })
    : fill(messages.withBlocks, { blocks, threads: plural(threads, 'thread') });
}

const kindWords = ({ kind, code }: Finding): string =>
  kind === 'data-race'
    ? messages.dataRace
    : kind === 'barrier-divergence'
      ? messages.divergence
      : (titleOf(code) ?? kind);

function causeOf(finding: Finding): string {
  const { code, kind, witness, fix } = finding;
  const [first, second] = witness?.accesses ?? [];
  if (kind === 'barrier-divergence')
    return fill(divergences.get(code) ?? messages.notAllMeet, { line: finding.span.line });
  if (kind !== 'data-race') return plainSummary(code);
  if (witness === null || first === undefined || second === undefined)
    return fill(messages.racesOnArray, { array: finding.array ?? 'memory', lines: linesOf(finding) });
  const [a, b] = [expression(first.expression), expression(second.expression)];
  const isOne =
    first.span.file === second.span.file &&
    first.span.start === second.span.start &&
    first.span.end === second.span.end;
  const words = { a, b, line: first.span.line, line2: second.span.line, barrier: barrierOf(finding) };
  if (code === 'SW107') return fill(messages.equalValues, words);
  if (code === 'SW106')
    return fill(messages.atomicAndPlain, {
      ...words,
      atomic: first.mode === 'atomic' ? a : b,
      plain: first.mode === 'atomic' ? b : a,
    });
  if (inDifferentBlocks(witness)) return fill(isOne ? messages.sameByTwoBlocks : messages.noOrderOfBlocks, words);
  if (isOne && fix?.strategy.includes('barrier') !== true) return fill(messages.sameByTwoThreads, words);
  if (code === 'SW102') return fill(messages.betweenIterations, words);
  return fill(isOne ? messages.sameByTwoThreads : messages.noneBetween, words);
}

/** What is missing between the two accesses. */
const barrierOf = ({ code, fix }: Finding): string =>
  code === 'SW111' || fix?.title.includes('__syncwarp') === true ? '`__syncwarp()`' : '`__syncthreads()`';

const divergences: ReadonlyMap<string, string> = new Map([
  ['SW201', messages.underBranch],
  ['SW202', messages.inUnevenLoop],
  ['SW203', messages.afterExit],
  ['SW204', messages.twoBarriers],
]);

/** What the code is about; it names nothing of the source. */
function plainSummary(code: string): string {
  const summary = codeEntry(code)?.summary ?? code;
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}`;
}

/** Between backticks, in which it has none itself. */
const expression = (text: string): string =>
  shortened(text.replace(/\s+/g, ' ').replaceAll('`', "'"), longestExpression);

function linesOf({ span, pairs }: Finding): string {
  const [pair] = pairs;
  const lines = pair === undefined ? [span.line] : [...new Set([pair.first.line, pair.second.line])];
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(' and ')}`;
}
