/**
 * The kernels of a file that was not read to its end: they are there, and nothing is known of them. Found by their spelling alone, since
 * what would know better is what was not done: a name that a macro makes is not seen, nor is a kernel of an include.
 */
import type { KernelAnswer } from '../verdict/finding.ts';
import type { Span } from '../base/span.ts';

export type UnreadFile = Readonly<{ file: string; text: string; because: string }>;

/** `kernel`: only that one; where no text names it and no file that was read has it (`isKnown`), it is taken to be in one that was not. */
export function unreadKernels(files: readonly UnreadFile[], kernel: string | null, isKnown: boolean): readonly KernelAnswer[] {
  const named = files.flatMap((from) => namesOf(withoutComments(from.text)).filter(({ name }) => kernel === null || name === kernel).map((one) => answer(from, one)));
  const [first] = files;
  return named.length > 0 || kernel === null || isKnown || first === undefined ? named : [answer(first, { name: kernel, at: 0 })];
}

function answer({ file, text, because }: UnreadFile, { name, at }: Named): KernelAnswer {
  return { name, span: spanOf(file, text, at, name.length), verdict: 'unknown', reasons: [because], assumptions: [], launches: [], findings: [], uses: [], timeMs: 0 };
}

type Named = Readonly<{ name: string; at: number }>;

/** After each `__global__`, the first name in front of `(` that is no attribute such as `__launch_bounds__`. */
function namesOf(text: string): readonly Named[] {
  const found: Named[] = [];
  for (const { index } of text.matchAll(/\b__global__\b/g)) {
    const head = text.slice(index, index + maxHead);
    const name = [...head.matchAll(/[A-Za-z_]\w*(?=\s*\()|[;{}]/g)].find(([word]) => !/^(__\w+__|alignas|decltype)$/.test(word));
    if (name !== undefined && /^\w/.test(name[0])) found.push({ name: name[0], at: index + name.index });
  }
  return found;
}
const maxHead = 1000;

/** Comments become blanks, so that places stay. */
const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

function spanOf(file: string, text: string, start: number, length: number): Span {
  const before = text.slice(0, start);
  const line = before.split('\n').length;
  const column = start - before.lastIndexOf('\n');
  return { file, start, end: start + length, line, column, endLine: line, endColumn: column + length };
}
