/**
 * What an answer rests on that the source leaves to its build: macros that nothing defines or that have their default,
 * what a build file gives of several values, and names that nothing declares. It is reported beside every verdict,
 * since another build may have another answer.
 */
import type { Kernel, Note } from '../ir/ir.ts';
import type { ReadUnit } from './unit.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { placed } from './approximations.ts';
import { openChoicesOf, usesOf } from './unit.ts';

/** The choices of the build, then the names without a declaration. */
export function buildAssumptions(kernel: Kernel, from: ReadUnit): readonly string[] {
  return [...new Set([...openChoicesOf(usesOf(kernel, from), from), ...undeclaredNames(kernel)])];
}

const isMacroName = (name: string): boolean => /^[A-Z_][A-Z0-9_]*$/.test(name);

/** With the option that gives what may be a macro. */
export function undeclaredNames(kernel: Kernel): readonly string[] {
  return kernel.notes.flatMap((note: Note) => {
    const { undeclared: name } = note;
    if (name === undefined) return [];
    return [
      isMacroName(name) ? fill(messages.settableByDefine, { text: placed(note, kernel), name }) : placed(note, kernel),
    ];
  });
}

const most = 6;

/** The first few, as one list; the others are among the assumptions (`-v`). */
export const shortly = (assumptions: readonly string[]): readonly string[] =>
  assumptions.length <= most
    ? assumptions
    : [
        ...assumptions.slice(0, most - 1),
        fill(messages.moreBuildAssumptions, { count: assumptions.length - most + 1 }),
      ];
