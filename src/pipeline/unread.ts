/**
 * The kernels of a file that was not read to its end: they are there, and nothing is known of them. Found by their
 * spelling alone, since what would know better is what was not done: a name that a macro makes is not seen, nor is a
 * kernel of an include.
 */
import type { KernelAnswer } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';
import { kernelMarks } from '../base/kernel-mark.ts';
import { withoutComments } from '../base/comments.ts';

export type UnreadFile = Readonly<{ file: string; text: string; because: string }>;

/**
 * `kernel`: only that one; where no text names it and no file that was read has it (`isKnown`), it is taken to be in
 * one that was not.
 */
export function unreadKernels(
  files: readonly UnreadFile[],
  kernel: string | null,
  isKnown: boolean,
): readonly KernelAnswer[] {
  const named = files.flatMap((from) =>
    namesOf(from)
      .filter(({ name }) => kernel === null || name === kernel)
      .map((one) => unreadKernel(one, from.because)),
  );
  const [first] = files;
  return named.length > 0 || kernel === null || isKnown || first === undefined
    ? named
    : [unreadKernel({ name: kernel, span: spanOf(first.file, 0, 0, { line: 1, start: 0 }) }, first.because)];
}

export function unreadKernel({ name, span }: Named, because: string): KernelAnswer {
  return {
    name,
    span,
    verdict: 'unknown',
    reasons: [because],
    assumptions: [],
    launches: [],
    findings: [],
    uses: [],
    timeMs: 0,
  };
}

type Named = Readonly<{ name: string; span: Span }>;

/** After each mark of a kernel, the first name in front of `(` that is no attribute such as `__launch_bounds__`. */
function namesOf({ file, text }: UnreadFile): readonly Named[] {
  const blank = withoutComments(text);
  const found: Named[] = [];
  let at = { line: 1, start: 0 };
  for (const { 0: mark, index } of blank.matchAll(kernelMarks())) {
    const from = index + mark.length;
    const head = blank.slice(from, from + maxHead);
    const name = [...head.matchAll(/\b[A-Za-z_]\w*(?=\s*\()|[;{}]/g)].find(
      ([word]) => !/^(__\w+__|alignas|decltype|launch_bounds)$/.test(word),
    );
    if (name === undefined || !/^\w/.test(name[0])) continue;
    const start = from + name.index;
    at = lineOf(blank, start, at);
    found.push({ name: name[0], span: spanOf(file, start, name[0].length, at) });
  }
  return found;
}
const maxHead = 1000;

type Line = Readonly<{ line: number; start: number }>;

/** The line of a place, counted on from that of a place before it. */
function lineOf(text: string, place: number, from: Line): Line {
  let at = from;
  for (let next = text.indexOf('\n', at.start); next !== -1 && next < place; next = text.indexOf('\n', at.start))
    at = { line: at.line + 1, start: next + 1 };
  return at;
}

function spanOf(file: string, start: number, length: number, { line, start: lineStart }: Line): Span {
  const column = start - lineStart + 1;
  return { file, start, end: start + length, line, column, endLine: line, endColumn: column + length };
}
