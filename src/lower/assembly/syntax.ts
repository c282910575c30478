/**
 * The text of inline PTX as instructions (PTX ISA, "Syntax"): an optional guard, an opcode with its modifiers,
 * operands.
 */
import { withoutComments } from '../../base/comments.ts';

export type Instruction = Readonly<{
  /** `@p`, `@!p`: executed only where the predicate register has that truth. */
  guard: Readonly<{ register: string; isNegated: boolean }> | null;
  /** `ld`, then `volatile`, `global`, `u32`. */
  opcode: string;
  modifiers: readonly string[];
  operands: readonly string[];
  /** It is executed again and again until its result is true. */
  isRepeated?: boolean;
}>;

/** The instructions in order; null where the text is not understood (labels, directives other than registers). */
export function instructionsOf(text: string): readonly Instruction[] | null {
  const bare = withoutComments(text);
  const made: Instruction[] = [];
  for (const part of withoutBlocks(withoutWaits(bare)).split(';')) {
    const isRepeated = part.includes(repeated);
    const line = part.replace(repeated, '').trim();
    if (line === '' || /^\.reg\b/.test(line)) continue;
    const match = /^(?:@(!?)([%\w$]+)\s+)?([a-z][\w]*)((?:(?:\.|::)[\w]+)*)(?:\s+([^]*))?$/.exec(line);
    if (match === null) return null;
    const [, negation, register, opcode = '', modifiers = '', operands = ''] = match;
    made.push({
      guard: register === undefined ? null : { register, isNegated: negation === '!' },
      opcode,
      modifiers: modifiers.split(/\.|(?=::)/).filter((one) => one !== ''),
      operands: splitOperands(operands),
      ...(isRepeated ? { isRepeated } : {}),
    });
  }
  return made;
}

const repeated = ' .repeated';

/**
 * `W: mbarrier.try_wait p, …; @p bra D; bra W; D:` and `W: …; @!p bra W;` as one instruction that waits. PTX ISA,
 * `mbarrier.try_wait`, example.
 */
function withoutWaits(text: string): string {
  const look = String.raw`(?<![\w$])([\w$]+)\s*:\s*(mbarrier\.(?:try|test)_wait[^;,]*?\s([%\w$]+)\s*,[^;]*);`;
  return text
    .replace(
      new RegExp(
        `${look}\\s*@([%\\w$]+)\\s+bra(?:\\.uni)?\\s+([\\w$]+)\\s*;\\s*bra(?:\\.uni)?\\s+([\\w$]+)\\s*;\\s*([\\w$]+)\\s*:`,
        'g',
      ),
      (all, again: string, wait: string, p: string, q: string, done: string, back: string, end: string) =>
        p === q && back === again && done === end ? `${wait}${repeated};` : all,
    )
    .replace(
      new RegExp(`${look}\\s*@!([%\\w$]+)\\s+bra(?:\\.uni)?\\s+([\\w$]+)\\s*;`, 'g'),
      (all, again: string, wait: string, p: string, q: string, back: string) =>
        p === q && back === again ? `${wait}${repeated};` : all,
    );
}

/** Without the braces of register scopes: those that begin or end an instruction, not those of vectors. */
function withoutBlocks(text: string): string {
  return text
    .replace(/(^|;)\s*\{/g, '$1 ')
    .replace(/;\s*\}/g, ';')
    .replace(/^\s*\{/, ' ');
}

/** At commas outside of brackets and braces. */
function splitOperands(text: string): readonly string[] {
  const made: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (char !== undefined && (char !== ',' || depth > 0)) continue;
    const one = text.slice(start, at).trim();
    if (one !== '') made.push(one);
    start = at + 1;
  }
  return made;
}
