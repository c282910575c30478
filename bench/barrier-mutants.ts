/**
 * Texts of a CUDA source with one barrier gone or in another place, or one guard gone: what a careless edit does.
 * Barriers are `__syncthreads();` statements of kernels, found in the lowered statements, so that each mutant still
 * parses.
 */
import type { Kernel, SourceStatement } from '../src/ir/ir.ts';

export type Mutation = 'deleted' | 'moved up' | 'moved down' | 'moved out' | 'moved in' | 'guard deleted';
export type Mutant = Readonly<{ mutation: Mutation; line: number; text: string }>;

type Edit = Readonly<{ start: number; end: number; text: string }>;

const barrierText = '__syncthreads();';

export function mutantsOf(kernel: Kernel, source: string): readonly Mutant[] {
  const statements = [...kernel.sources.values()].filter((s) => !s.inMacro && s.span.file === kernel.span.file);
  const mutants = statements.flatMap((s) => [...barrierMutants(s, statements, source), ...guardMutants(s, source)]);
  const seen = new Set([plain(source)]);
  return mutants.filter(({ text }) => {
    const isNew = !seen.has(plain(text));
    seen.add(plain(text));
    return isNew;
  });
}

const plain = (text: string): string => text.replaceAll(/\s|;(?=;)/g, '');

const textOf = (s: SourceStatement, source: string): string => source.slice(s.span.start, s.span.end);

function barrierMutants(
  barrier: SourceStatement,
  statements: readonly SourceStatement[],
  source: string,
): readonly Mutant[] {
  if (textOf(barrier, source) !== barrierText) return [];
  const siblings = statements
    .filter((s) => s.parent === barrier.parent && s.inBlock && s.callee === barrier.callee)
    .sort((a, b) => a.span.start - b.span.start);
  const at = siblings.indexOf(barrier);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const around = statements.find((s) => s.id === barrier.parent);
  const gone: Edit = { start: barrier.span.start, end: barrier.span.end, text: ';' };
  const placed = (mutation: Mutation, position: number): Mutant =>
    mutant(mutation, barrier, source, [gone, { start: position, end: position, text: ` ${barrierText} ` }]);
  return [
    mutant('deleted', barrier, source, [gone]),
    ...(before === undefined || at < 0
      ? []
      : [
          placed('moved up', before.span.start),
          ...inside(before, source).map((position) => placed('moved in', position)),
        ]),
    ...(after === undefined || at < 0
      ? []
      : [
          placed('moved down', after.span.end),
          ...inside(after, source).map((position) => placed('moved in', position)),
        ]),
    ...(around === undefined || !around.inBlock
      ? []
      : [placed('moved out', around.span.start), placed('moved out', around.span.end)]),
  ];
}

/** The ends of the braces in which a branch or loop ends. */
function inside(statement: SourceStatement, source: string): readonly number[] {
  const text = textOf(statement, source);
  if (!/^(?:if|for|while)\b/.test(text) || !text.endsWith('}')) return [];
  return [statement.span.end - 1];
}

/** A branch without its condition: cells that were one thread's own are everybody's. */
function guardMutants(branch: SourceStatement, source: string): readonly Mutant[] {
  const text = textOf(branch, source);
  if (!/^if\s*\(/.test(text) || /\belse\b|\breturn\b|\bbreak\b|\bcontinue\b/.test(text)) return [];
  const open = text.indexOf('(');
  let depth = 0;
  for (let end = open; end < text.length; end++) {
    if (text[end] === '(') depth++;
    if (text[end] === ')') depth--;
    if (depth === 0)
      return [
        mutant('guard deleted', branch, source, [
          { start: branch.span.start + open + 1, end: branch.span.start + end, text: 'true' },
        ]),
      ];
  }
  return [];
}

function mutant(mutation: Mutation, of: SourceStatement, source: string, edits: readonly Edit[]): Mutant {
  const text = [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), source);
  return { mutation, line: of.span.line, text };
}
