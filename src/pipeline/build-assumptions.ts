/**
 * What an answer rests on that the source leaves to its build: macros that nothing defines or that have their default, what a build file
 * gives of several, and names that nothing declares. It is reported beside every verdict, since another build may have another answer.
 */
import type { Kernel } from '../ir/ir.ts';
import type { ReadUnit } from './unit.ts';
import { placed } from './approximations.ts';
import { openChoicesOf, usesOf } from './unit.ts';

/** The choices of the build, then the names without a declaration. */
export function buildAssumptions(kernel: Kernel, from: ReadUnit): readonly string[] {
  const undeclared = kernel.notes.filter((note) => note.undeclared !== undefined).map((note) => placed(note, kernel));
  return [...new Set([...openChoicesOf(usesOf(kernel, from), from), ...undeclared])];
}

const most = 6;

/** The first few, as one list; the others are among the assumptions (`-v`). */
export const shortly = (assumptions: readonly string[]): readonly string[] =>
  assumptions.length <= most ? assumptions : [...assumptions.slice(0, most - 1), `${assumptions.length - most + 1} more choices of the build, which --verbose lists`];
