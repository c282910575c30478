/** A file of the diff, for platforms that want both numbers of a line. */

/** A line of the head that the diff shows. `old`: the line of the base that it was, or before which it was added. */
export type DiffLine = Readonly<{ number: number; old: number; isAdded: boolean }>;
/** `lineAt`: null where the diff does not show the line. */
export type DiffFile = Readonly<{ oldPath: string; lineAt: (number: number) => DiffLine | null }>;
/** By the path in the head. */
export type FindFile = (path: string) => DiffFile | null;
