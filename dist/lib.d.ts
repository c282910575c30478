/** The library of Syncwright: `import { analyze } from 'syncwright'`. */

/** A size in threads or blocks: x, y, z. */
export type Size = readonly [x: number, y: number, z: number];
/**
 * An integer (decimal digits in a string beyond 2^53), or a floating value (a string where JSON could not tell it from
 * an integer: `"3.0"`, `"nan"`).
 */
export type Scalar = number | string;
export type Scalars = Readonly<Record<string, Scalar>>;
export type Report = Readonly<{
    version: 2;
    /** Name and version of the program that wrote the report. */
    tool: string;
    /** What was given that a replay must be given again. */
    options: Readonly<{
        defines: Readonly<Record<string, string>>;
        includeDirs: readonly string[];
        params: Scalars;
        /** Conditions that hold of all kernels. */ assumes?: readonly string[];
        /** Those that the configuration states of kernels by name. */ stated?: readonly Stated[];
    }>;
    kernels: readonly Kernel[];
    findings: readonly Finding[];
    /** Problems of the input, not of a kernel: an include that was not found, a file that is cut off. */
    problems: readonly Problem[];
}>;
export type Problem = Readonly<{
    file: string;
    line: number | null;
    code: string;
    text: string;
}>;
/** `name`: of which kernels, with `*` for any characters. `from`: where it stands. */
export type Stated = Readonly<{
    name: string;
    assumes: readonly string[];
    from: string;
}>;
export type Kernel = Readonly<{
    name: string;
    file: string;
    /** Counted from 1. */
    line: number;
    /** The file that the kernel was read with, where that includes the file it stands in. */
    unit?: string;
    /**
     * `racy`: a race or divergence was confirmed by replay. `drf`: proved free of both, under the assumptions.
     * `conditional`: proved so under the `condition` of its findings, which no host code states or contradicts.
     * `unknown`: neither.
     * `unsupported`: a construct is not modelled.
     */
    verdict: 'racy' | 'conditional' | 'drf' | 'unknown' | 'unsupported';
    /** Why the verdict is not `drf`, or not `racy`. */
    reasons: readonly string[];
    /** What the verdict rests on. */
    assumptions: readonly string[];
    launches: readonly Launch[];
    /**
     * The other builds that the text of the kernel has, with what was found of it there; not given: none. `when`: as in
     * "`FAST` is defined".
     */
    builds?: readonly Readonly<{
        when: string;
        verdict: 'racy' | 'conditional' | 'drf' | 'unknown' | 'unsupported';
    }>[];
    /**
     * Runs that decided a launch for all inputs: the launch, how many of its blocks ran (the others do the same), and
     * steps.
     */
    runs?: readonly Readonly<{
        grid: Size;
        block: Size;
        blocks: number;
        steps: number;
    }>[];
    timeMs: number;
}>;
export type Launch = Readonly<{
    /** Where it comes from: FILE:LINE of host code, an option, or that none was found. */
    origin: string;
    /** An axis that is null may have any value that the device allows. */
    block: readonly (number | null)[];
    grid: readonly (number | null)[];
    scalars: Scalars;
    /** Pointer parameters that get the same pointer. */
    aliases: readonly (readonly string[])[];
    /** Dynamic shared memory; null: not known. */
    sharedBytes: number | null;
    cooperative: boolean;
    /** Further conditions that hold at the launch. */
    facts: readonly string[];
}>;
export type Place = Readonly<{
    file: string;
    line: number;
}>;
export type Finding = Readonly<{
    /** Stable within a report: `F1`, `F2`, … */
    id: string;
    /** Such as `SW101`; `syncwright explain CODE` explains it. */
    code: string;
    kind: 'data-race' | 'barrier-divergence' | 'redundant-barrier' | 'atomicity' | 'assertion' | 'deadlock' | 'warp-sync' | 'memory-order' | 'async-copy';
    /** `confirmed`: seen in a run. `possible`: neither proved absent nor seen. */
    status: 'confirmed' | 'possible';
    severity: 'error' | 'warning' | 'info';
    message: string;
    /** A condition on the arguments, as C, under which the whole kernel is proved race-free; null: none is known. */
    condition: string | null;
    /** In which build it was found, to stand behind "when"; not given: in the one that was read. */
    build?: string;
    kernel: string;
    file: string;
    line: number;
    endLine: number;
    array: string | null;
    related: readonly Readonly<{
        file: string;
        line: number;
        note: string;
    }>[];
    /** All pairs of places with this one cause, the witness's own first. */
    pairs: readonly Readonly<{
        first: Place;
        second: Place;
        array: string | null;
    }>[];
    /** What the same edit mends beside it, if there is anything. */
    also?: readonly Readonly<{
        code: string;
        status: 'confirmed' | 'possible';
        message: string;
        fingerprint: string;
    }>[];
    witness: Witness | null;
    fix: Fix | null;
    /** Further patches, ranked; without `fix`, those that presume something. */
    alternatives: readonly Fix[];
    /** Where no fix is offered for a confirmed finding: why there is none, or what a person can do. */
    advice?: string;
    /** Holds no line number, so it survives shifted lines and rebases. */
    fingerprint: string;
    /** A person says that it does not count; not given: it counts. */
    suppressed?: Readonly<{
        by: 'comment' | 'configuration' | 'reply';
        reason: string;
        author?: string;
        file: string;
        line: number | null;
    }>;
    /** Whether the baseline lists it; not given: the report was compared with none. */
    inBaseline?: boolean;
}>;
/** A concrete run that shows the finding. */
export type Witness = Readonly<{
    launch: Readonly<{
        origin: string;
        block: Size;
        grid: Size;
        /** Linear ids of the blocks that are run. */ blocks: readonly number[];
    }>;
    arguments: Scalars;
    /** Initial contents by array; elements that are not listed are `fill`. */
    arrays: Readonly<Record<string, Readonly<{
        elements: number | null;
        fill: Scalar;
        values: Scalars;
    }>>>;
    accesses: readonly Access[];
    /** Where the two meet; null for a divergence. */
    address: Readonly<{
        byte: number;
        text: string;
    }> | null;
    /** Number of the barrier interval, from 0; null between blocks. */
    interval: number | null;
    schedule: Schedule;
    warpModel: 'its' | 'lockstep';
    /** What the order of the two accesses changes, if the witness was run in both orders. */
    outcome?: Readonly<{
        kind: 'read' | 'result' | 'lost-update' | 'elsewhere' | 'nothing';
        element: string;
        values: readonly string[];
    }>;
}>;
export type Access = Readonly<{
    block: Size;
    thread: Size;
    file: string;
    line: number;
    /** The source's text. */
    expression: string;
    mode: 'read' | 'write' | 'atomic' | 'barrier' | 'exited';
    value: string | null;
    /** Enclosing loops, outermost first, with the number of the iteration from 0. */
    loops: readonly Readonly<{
        line: number;
        turn: number;
    }>[];
}>;
export type Schedule = Readonly<{
    kind: 'canonical';
}> | Readonly<{
    kind: 'preferred';
    order: readonly Readonly<{
        block: number;
        thread: number;
    }>[];
}> | Readonly<{
    kind: 'random';
    seed: number;
}> | Readonly<{
    kind: 'delayed';
    delays: readonly Readonly<{
        block: number;
        thread: number;
        step: number;
    }>[];
}>;
export type Fix = Readonly<{
    title: string;
    strategy: string;
    /**
     * They do not overlap; apply them from the last to the first. Offsets are UTF-16 code units from the start of the
     * file.
     */
    edits: readonly Readonly<{
        file: string;
        start: number;
        end: number;
        text: string;
    }>[];
    /**
     * `drf`: the patched kernel is proved. `conditional`: it is proved under `condition`. `machine`: the findings are
     * gone in runs. `unneeded`: the deleted barrier orders nothing.
     */
    proof: 'drf' | 'conditional' | 'machine' | 'unneeded';
    cost: string;
    /** What a conditional proof rests on. */
    condition?: string;
    /** What has to be meant for the patch to be right, where no text says it. */
    presumes?: string;
}>;

/** A source file. Paths are separated by `/`; includes are looked for among the files. */
export type SourceFile = Readonly<{
    path: string;
    text: string;
}>;
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
export type Progress = Readonly<{
    kind: 'read';
    file: string;
    done: number;
    total: number;
}> | Readonly<{
    kind: 'start';
    name: string;
    file: string;
    done: number;
    total: number;
}> | Readonly<{
    kind: 'kernel';
    name: string;
    file: string;
    verdict: string;
    done: number;
    total: number;
}>;

/** The version of the package. */
export declare const version: string;
/**
 * Analyses CUDA sources and resolves to the report that `syncwright check --format json` prints. Rejects with a
 * TypeError where an argument is not as described; what is wrong with a source is among the report's `problems`. Calls
 * that overlap run one after the other.
 */
export declare function analyze(sources: readonly SourceFile[] | SourceReader, options?: AnalyzeOptions): Promise<Report>;
