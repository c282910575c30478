/**
 * What the two threads of a finding did in a run, in the order in which they did it: what `replay` draws and steps
 * through.
 */
import type { Dim3 } from '../launch/launch.ts';
import type { Span } from '../base/span.ts';

export type StoryThread = Readonly<{ block: Dim3; thread: Dim3 }>;

/**
 * What is to be seen: the threads of the recorded witness, the lines where they are, the byte where they collide (null:
 * they do not meet in memory).
 */
export type Sought = Readonly<{
  threads: readonly [StoryThread, StoryThread];
  lines: readonly [number, number];
  byte: number | null;
  element: string | null;
  isSchedule: boolean;
}>;

export type StoryDeed =
  | Readonly<{
      kind: 'access';
      mode: 'read' | 'write' | 'atomic';
      /** As the source spells it: `scratch[3]`. */ element: string;
      byte: number;
      value: string;
      /** What was there; null for reads. */ before: string | null;
    }>
  | Readonly<{ kind: 'arrives' | 'passes'; scope: 'block' | 'grid' | 'warp' | 'lanes' | 'named' }>
  | Readonly<{ kind: 'exits' | 'held' | 'resumes' }>;

export type StoryStep = Readonly<{
  who: 0 | 1;
  /** Null: no statement of the source (the end of the kernel, a delay). */
  span: Span | null;
  /** Barriers that the thread's block had passed. */
  interval: number;
  loops: readonly Readonly<{ line: number; turn: number }>[];
  /** `hit`: one of the two places that the finding is about; `near`: the same memory at another time. */
  touch: 'hit' | 'near' | 'other';
  did: StoryDeed;
}>;

export type RunStory = Readonly<{
  kind: 'race' | 'divergence' | 'schedule' | 'nothing';
  threads: readonly [StoryThread, StoryThread];
  /** Where they collide; null for divergence. */
  cell: Readonly<{ text: string; byte: number }> | null;
  steps: readonly StoryStep[];
  /** Steps after the last one that were not kept. */
  leftOut: number;
  /** The assertion that fails, if one does. */
  failure: Span | null;
  /** At the moment of the divergence: threads of the block that stood at barriers, and that had left. */
  gathered: Readonly<{ arrived: number; exited: number }> | null;
}>;
