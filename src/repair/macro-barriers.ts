/**
 * Barriers that a macro makes, as the macro is written: what `#define` lines say, read from the text of the definitions
 * that a kernel uses. A macro that is nothing but a barrier is one where it stands (`MEET();`); of others the
 * definition is edited, once for all its uses.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Kernel, SourceStatement } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';

/**
 * `isUse`: the barrier is a statement of the text that uses the macro; the edit deletes it there. Else it is deleted
 * from the definition.
 */
export type MacroBarrier = Readonly<{
  macro: string;
  line: number;
  place: Readonly<{ isUse: true }> | Readonly<{ isUse: false; edit: Edit }>;
}>;

/** Null where more than one barrier, or none, may be meant. `textOf`: of a source file, null when it cannot be read. */
export function macroBarrierOf(
  source: SourceStatement,
  kernel: Kernel,
  textOf: (file: string) => string | null,
): MacroBarrier | null {
  const macros = macrosOf(kernel, textOf);
  const plain = barrierNames(macros);
  const { span } = source;
  const used = /^([A-Za-z_]\w*)\s*(?:\(\s*\)\s*)?;?$/.exec(
    (textOf(span.file) ?? '').slice(span.start, span.end).trim(),
  )?.[1];
  if (used !== undefined && plain.has(used)) return { macro: used, line: span.line, place: { isUse: true } };
  const call = new RegExp(
    `(?:(?<![ \\t])[ \\t]+)?\\b(?:${[...plain].join('|')})\\b\\s*(?:\\(\\s*\\)\\s*)?;[ \\t]*`,
    'g',
  );
  const found = macros
    .filter(({ name }) => !plain.has(name))
    .flatMap((macro) => [...macro.body.matchAll(call)].map((match) => ({ macro, match })));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const start = only.macro.bodyStart + only.match.index;
  const { file, line } = only.macro.span;
  const text = textOf(file) ?? '';
  return {
    macro: only.macro.name,
    line: line + text.slice(only.macro.span.start, start).split('\n').length - 1,
    place: { isUse: false, edit: { ...ofItsLine(text, start, start + only.match[0].length), file } },
  };
}

export type Macro = Readonly<{ name: string; body: string; bodyStart: number; span: Span }>;

/** Those that the kernel's text uses, with what stands behind their names and parameters. */
export function macrosOf({ uses }: Kernel, textOf: (file: string) => string | null): readonly Macro[] {
  const spans = new Map(
    uses.filter(({ what }) => what === 'macro').map(({ name, span }) => [`${span.file} ${span.start}`, { name, span }]),
  );
  return [...spans.values()].flatMap(({ name, span }): readonly Macro[] => {
    const text = (textOf(span.file) ?? '').slice(span.start, span.end);
    const head = new RegExp(`^\\s*(?:#\\s*)?(?:define\\s+)?${name}(?:\\([^)]*\\))?`).exec(text)?.[0];
    return head === undefined
      ? []
      : [{ name, body: text.slice(head.length), bodyStart: span.start + head.length, span }];
  });
}

/** `__syncthreads`, and the macros that stand for a call of it. */
function barrierNames(macros: readonly Macro[]): ReadonlySet<string> {
  const names = new Set(['__syncthreads']);
  for (let before = 0; before !== names.size;) {
    before = names.size;
    const isBarrier = new RegExp(`^(?:${[...names].join('|')})\\s*(?:\\(\\s*\\)\\s*)?;?$`);
    for (const { name, body } of macros)
      if (
        isBarrier.test(
          body
            .replace(/\\\r?\n/g, ' ')
            .replace(/\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
            .trim(),
        )
      )
        names.add(name);
  }
  return names;
}

/** The whole line, its continuation too, where nothing else stands on it; else one blank stays. */
function ofItsLine(text: string, start: number, end: number): Omit<Edit, 'file'> {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^\\\r?\n/.exec(text.slice(end))?.[0];
  if (text.slice(lineStart, start).trim() === '' && rest !== undefined)
    return { start: lineStart, end: end + rest.length, text: '' };
  return { start, end, text: /[ \t]/.test(text[start] ?? '') && /[ \t]/.test(text[end - 1] ?? '') ? ' ' : '' };
}
