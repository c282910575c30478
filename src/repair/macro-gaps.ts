/**
 * Where a barrier can stand inside a macro that kernels use as statements: between two statements of its body, as
 * `#define` has them.
 *
 * Needs: the kernel's statements that come from a macro, and the texts of the definitions that it uses. Gives: the
 * gaps, each once for all uses, so that an edit is made once. Which statement of the expansion a gap lies between is
 * not told: the analysis of the patched text decides what it orders, and that no other kernel that uses the macro is
 * the worse for it. Smallest example:
 *
 *     #define TURN(s, t) s[t] = t; t = s[63 - t]   ⟶   #define TURN(s, t) s[t] = t; __syncthreads(); t = s[63 - t]
 */
import type { Edit } from '../verdict/finding.ts';
import type { Kernel, SourceStatement } from '../ir/ir.ts';
import { groupBy } from '../base/group.ts';
import { macrosOf } from './macro-barriers.ts';

/**
 * `at`: offset in the file of the definition; `line`: of the barrier that is put there. `uses`: the statements of uses
 * that it stands in.
 */
export type MacroGap = Readonly<{
  macro: string;
  file: string;
  at: number;
  line: number;
  uses: readonly SourceStatement[];
}>;

export function macroGapsOf(kernel: Kernel, textOf: (file: string) => string | null): readonly MacroGap[] {
  const inMacros = [...kernel.sources.values()].filter(({ inMacro, span }) => inMacro && textOf(span.file) !== null);
  if (inMacros.length === 0) return [];
  const macros = macrosOf(kernel, textOf);
  const used = new Map<(typeof macros)[number], SourceStatement[]>();
  for (const statements of groupBy(inMacros, ({ span: { file, start, end } }) => `${file} ${start} ${end}`).values()) {
    const [{ span }] = statements;
    const names = namesIn((textOf(span.file) ?? '').slice(span.start, span.end));
    // and what these are made of
    for (let known = -1; known !== names.size;) {
      known = names.size;
      for (const { name, body } of macros) if (names.has(name)) for (const inner of namesIn(body)) names.add(inner);
    }
    for (const macro of macros) if (names.has(macro.name)) used.set(macro, [...(used.get(macro) ?? []), ...statements]);
  }
  return [...used].flatMap(
    ([
      {
        name,
        body,
        bodyStart,
        span: { file },
      },
      uses,
    ]) =>
      gapsIn(body).map((gap): MacroGap => {
        const at = bodyStart + gap;
        const text = textOf(file) ?? '';
        return {
          macro: name,
          file,
          at,
          line: text.slice(0, at).split('\n').length + (continuationAt(text, at) === null ? 0 : 1),
          uses,
        };
      }),
  );
}

const namesIn = (text: string): Set<string> => new Set(text.match(/[A-Za-z_]\w*/g) ?? []);

/** Offsets behind `;`, `{` and `}` outside of parentheses, where another statement follows. */
function gapsIn(body: string): readonly number[] {
  const gaps: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of body.matchAll(
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[(){};[\]]/g,
  )) {
    if (token === '(' || token === '[') depth++;
    if (token === ')' || token === ']') depth--;
    const isEnd = token === ';' || token === '{' || token === '}';
    const rest = body
      .slice(index + 1)
      .replace(/\\\r?\n/g, ' ')
      .trimStart();
    if (isEnd && depth === 0 && rest !== '' && !/^(?:[,;)\]]|(?:else|while|catch)\b)/.test(rest)) gaps.push(index + 1);
  }
  return gaps;
}

/** The blanks, backslash and end of line that are all that follows. */
const continuationAt = (text: string, at: number): string | null => /^[ \t]*\\\r?\n/.exec(text.slice(at))?.[0] ?? null;

/**
 * On a line of its own where the definition goes on in the next one, its backslash below the others; else in the line.
 */
export function editAt({ file, at }: MacroGap, call: string, textOf: (file: string) => string | null): Edit {
  const text = textOf(file) ?? '';
  const continued = continuationAt(text, at);
  if (continued === null) return { file, start: at, end: at, text: ` ${call}` };
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const own = text.slice(lineStart, at);
  // a line that opens the definition, or a block, says nothing of how deep the next one stands
  const next = text.slice(at + continued.length);
  const indent = /^[ \t]*/.exec(/^\s*#|\{$/.test(own) ? next : own)?.[0] ?? '';
  const column = at - lineStart + continued.indexOf('\\');
  const line = `${indent}${call}`;
  return {
    file,
    start: at + continued.length,
    end: at + continued.length,
    text: `${line.padEnd(column)}${line.length < column ? '' : ' '}${continued.slice(continued.indexOf('\\'))}`,
  };
}
