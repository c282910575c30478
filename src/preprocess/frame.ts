/** One file being read: where in it, and which conditional groups are open. */
import type { Macro } from './macro.ts';
import type { PhysicalFile } from './physical-file.ts';

export type Group = {
  /** Whether the text around the whole `#if … #endif` is read. */
  readonly outerReads: boolean;
  /** Whether some group of it has been read. */
  taken: boolean;
  /** Whether the present group is read. */
  reads: boolean;
  sawElse: boolean;
  /** Why it is not known which of its branches is compiled; null: it is. */
  doubt: string | null;
  readonly at: number;
  /** Names that its conditions asked for and that nothing had defined. */
  readonly asked: Set<string>;
  /** Macros of the build file that its conditions asked for. */
  readonly given: Set<Macro>;
  /** Of those, the ones that it defines itself, with their bodies: `#ifndef N`, `#define N 32`, `#endif`. */
  readonly defaults: Map<string, string>;
  /** Its conditions that were evaluated, as they are written. */
  readonly conditions: string[];
  /** Macros that they asked for, whoever defines them. */
  readonly consulted: Set<string>;
};

export type Frame = {
  readonly file: PhysicalFile;
  readonly depth: number;
  at: number;
  /** Only white space and comments stand between the line's start and `at`. */
  lineStart: boolean;
  readonly groups: Group[];
};

export function reads(frame: Frame): boolean {
  return frame.groups.at(-1)?.reads ?? true;
}
