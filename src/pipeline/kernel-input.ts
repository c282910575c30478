/**
 * What every pass over one kernel may see: the kernel, the request it is part of, what the analysis is for, and the
 * tools.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Costs } from './costs.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Dump } from './dump.ts';
import type { Goal } from './goal.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Kept } from './kept.ts';
import type { OnShown } from './first-shown.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { ReadUnit } from './unit.ts';
import type { Settling } from './settling.ts';
import type { Siblings } from './siblings.ts';
import type { Solver } from '../solve/solve.ts';
import type { Span } from '../base/span.ts';
import type { Tried } from './tried.ts';
import { createSiblings } from './siblings.ts';

export type KernelInput = Readonly<{
  kernel: Kernel;
  from: ReadUnit;
  request: AnalyzeRequest;
  goal: Goal;
  parser: Parser;
  solver: Solver;
  clock: () => number;
  dump: Dump;
  /** For the kernel and its patches together. */
  deadline: Deadline;
  tried: Tried;
  /** What other instances of the kernel have shown. */
  siblings: Siblings;
  /** Results of passes over the kernel, and over what is analysed on the way. */
  kept: Kept;
  /** Gets what the parts of the analysis take. */
  costs: Costs;
  /** Gets what runs show of the kernel before all is decided; null: nobody waits for it. */
  onShown: OnShown | null;
  /** Whether a race that is shown settles the kernel; null: all its questions are asked. */
  settling: Settling | null;
}>;

/** The same for a goal on the way, of which nothing is printed, and other instances are told nothing. */
export const onTheWay = (input: KernelInput, goal: Goal): KernelInput => ({
  ...input,
  goal,
  dump: () => undefined,
  siblings: createSiblings(),
  onShown: null,
  settling: null,
});

export const textIn =
  ({ request }: Pick<KernelInput, 'request'>) =>
  (span: Span): string =>
    request.read(span.file)?.slice(span.start, span.end) ?? '';
