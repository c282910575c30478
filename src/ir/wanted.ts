/** The kernels of a file that somebody asks about: `--kernel NAME`, or those that a patch touches. */

/** Their names, without template arguments and namespaces; null: all. */
export type WantedKernels = ReadonlySet<string> | null;

/** Whether a name as it is written (`ns::reduce<float>`) may mean one of them. */
export const mayBeWanted = (wanted: WantedKernels, written: string): boolean =>
  wanted === null || [...wanted].some((name) => written.includes(name));
