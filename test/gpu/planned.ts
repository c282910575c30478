/** A launch that a GPU is to make: what plan.ts writes, compile.ts adds a binary to, and runner.cpp reads. */

/** Bytes of memory for each array, of which so many lie before its first element. */
export const roomOf = 4 << 20;
export const roomBefore = 1 << 20;

export type PlannedArray = Readonly<{
  kind: 'array';
  /** Bytes that are repeated, as hexadecimal digits. */
  fill: string;
  /** Byte offset, and bytes as hexadecimal digits. */
  values: readonly (readonly [number, string])[];
  /** Bytes that the machine says the kernel has written, by offset; null: not to be compared. */
  final: readonly (readonly [number, number])[] | null;
}>;

export type Plan = Readonly<{
  /** TOPIC/CASE KERNEL */
  id: string;
  folder: string;
  kernel: string;
  line: number;
  verdict: string;
  /** Of confirmed findings. */
  codes: readonly string[];
  grid: readonly number[];
  block: readonly number[];
  sharedBytes: number;
  cooperative: boolean;
  /** What the machine says of this run: pairs of lines that race, and lines of barriers that diverge. */
  machine: Readonly<{
    outcome: string;
    sharedRaces: readonly string[];
    globalRaces: readonly string[];
    divergences: readonly number[];
  }>;
  /** Whether it uses variables of the file, which a launch before may have changed. */
  hasGlobals: boolean;
  params: readonly (PlannedArray | Readonly<{ kind: 'scalar'; bytes: string }>)[];
}>;
