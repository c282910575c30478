/**
 * What `import … from 'syncwright'` takes. Part of the declarations of the package (scripts/declarations.ts), so it
 * imports nothing.
 */

/** A source file. Paths are separated by `/`; includes are looked for among the files. */
export type SourceFile = Readonly<{ path: string; text: string }>;

/**
 * Files that are read when they are needed. `read` also gets the paths of included files, and returns the text at once;
 * null: there is no such file.
 */
export type SourceReader = Readonly<{
  /** The files to analyse. */
  files: readonly string[];
  read: (path: string) => string | null;
}>;

/** Every option is optional, and means what the option of the same name of `syncwright check` means. */
export type AnalyzeOptions = Readonly<{
  /** Only kernels of this name. */
  kernel?: string | undefined;
  /** Threads in a block (`256`, `[16, 16]`), instead of the launches found. */
  block?: Extent | undefined;
  /** Blocks in the grid, instead of the launches found. */
  grid?: Extent | undefined;
  /** Values of scalar and template parameters. Strings are read as on the command line: `'3.0'`, `'0x10'`. */
  params?: Values | undefined;
  /** What every element of an array holds at first; schedules of its atomics are run then. */
  fill?: Values | undefined;
  /** Conditions that hold, as C expressions: `['n % 32 == 0']`. */
  assume?: readonly string[] | undefined;
  /** Macros to define; `true` defines one as 1. */
  define?: Readonly<Record<string, string | number | true>> | undefined;
  /** Folders to search for included files. */
  include?: readonly string[] | undefined;
  /** `its` (the default): threads of a warp are independent, Volta and later. `lockstep`: before. */
  warp?: 'its' | 'lockstep' | undefined;
  /** `grid` (the default): races between blocks too. `block`: within a block only. */
  level?: 'grid' | 'block' | undefined;
  /** Most seconds for one kernel; what is not decided by then is `unknown`. Not given: no limit. */
  timeout?: number | undefined;
  /** Most seconds for all kernels together. Not given: no limit. */
  budget?: number | undefined;
  /** Whether to look for patches of confirmed findings. Not given: true. */
  fixes?: boolean | undefined;
  /** Called before a file is read, before a kernel is decided, and after. */
  onProgress?: ((event: Progress) => void) | undefined;
}>;

export type Extent = number | readonly [x: number, y?: number, z?: number];
export type Values = Readonly<Record<string, number | bigint | boolean | string>>;

/** `done` of `total` files or kernels are finished. */
export type Progress =
  | Readonly<{ kind: 'read'; file: string; done: number; total: number }>
  | Readonly<{ kind: 'start'; name: string; file: string; done: number; total: number }>
  | Readonly<{ kind: 'kernel'; name: string; file: string; verdict: string; done: number; total: number }>;
