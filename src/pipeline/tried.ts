/**
 * What was found of patches of one kernel's text: its other instances ask the same of the same patches. Kept until
 * patches of another text are tried; what is kept changes no answer.
 * Smallest example: of `template <class T> __global__ void k(…)` with `k<float>` and `k<double>`, the patch of the
 * first is the second's too, and is read once.
 */
import type { Edit, Fix, KernelAnswer } from '../verdict/finding.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Patched } from './patched.ts';
import { readPatched } from './patched.ts';

/** Patched texts of which one is kept: a patch, and what is tried after it. */
const maxTexts = 8;

/** `find`, once for each kernel of a patched text; again where a time limit may have cut it short. */
type Once<Found> = Readonly<{
  find: (kernel: Kernel, deadline: Deadline, find: () => Promise<Found>) => Promise<Found>;
  knows: (kernel: Kernel) => boolean;
}>;

export type Tried = Readonly<{
  patched: (edits: readonly Edit[], input: KernelInput) => Patched | null;
  /**
   * The analysis of a patched kernel as a whole, for a proof alone, and whether its new barriers are met by all
   * threads.
   */
  whole: Once<KernelAnswer>;
  proof: Once<KernelAnswer>;
  isMet: Once<boolean>;
  /** The patches of another instance of the kernel's text: what repairs the text must repair this one, too. */
  fixesOf: (input: KernelInput) => readonly Fix[];
  keep: (input: KernelInput, fixes: readonly Fix[]) => void;
}>;

export function createTried(): Tried {
  const texts = new Map<string, Patched>();
  let known: Readonly<{ name: string; fixes: readonly Fix[] }> = { name: '', fixes: [] };
  let at: Pick<KernelInput, 'from' | 'kernel'> | null = null;
  const come = (input: KernelInput): void => {
    if (
      at?.from === input.from &&
      at.kernel.span.file === input.kernel.span.file &&
      at.kernel.span.start === input.kernel.span.start
    )
      return;
    at = { from: input.from, kernel: input.kernel };
    texts.clear();
    known = { name: '', fixes: [] };
  };
  return {
    patched: (edits, input) => {
      come(input);
      const key = textOf(edits);
      const text = texts.get(key) ?? readPatched(edits, input, false);
      texts.delete(key);
      if (text !== null) texts.set(key, text);
      for (const oldest of [...texts.keys()].slice(0, Math.max(0, texts.size - maxTexts))) texts.delete(oldest);
      return text;
    },
    whole: once(),
    proof: once(),
    isMet: once(),
    fixesOf: (input) => {
      come(input);
      const { name, fixes } = known;
      return fixes.map((fix) => ({ ...fix, title: fix.title.replaceAll(name, input.kernel.name) }));
    },
    keep: (input, fixes) => {
      come(input);
      if (fixes.length > 0) known = { name: input.kernel.name, fixes };
    },
  };
}

function once<Found>(): Once<Found> {
  const known = new WeakMap<Kernel, Readonly<{ found: Found }>>();
  return {
    find: async (kernel, deadline, find) => {
      const before = known.get(kernel);
      if (before !== undefined) return before.found;
      const found = await find();
      if (!deadline.passed()) known.set(kernel, { found });
      return found;
    },
    knows: (kernel) => known.has(kernel),
  };
}

const textOf = (edits: readonly Edit[]): string =>
  JSON.stringify(edits.map(({ file, start, end, text }) => [file, start, end, text]));
