/**
 * A file with edits, read again. The same edits are often tried for several kernels: for the instances of one template.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Edit } from '../verdict/finding.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { ReadUnit } from './unit.ts';
import type { WantedKernels } from '../ir/wanted.ts';
import { TimeLimit } from '../base/deadline.ts';
import { applyEdits } from '../verdict/edit.ts';
import { hasNewDoubts } from './doubts.ts';
import { memoized } from '../base/memoize.ts';
import { readingAgain } from './joined-sources.ts';
import { readUnit, usesOf } from './unit.ts';
import { templateName } from '../base/kernel-name.ts';

/** A kernel of the patched text, and what it was before. */
export type Pair = Readonly<{ kernel: Kernel; was: Kernel }>;
/** `kernels`: of the file, as far as it was read. `added`: those that the edits make. */
export type Patched = Readonly<{
  from: ReadUnit;
  request: AnalyzeRequest;
  kernels: readonly Pair[];
  added: readonly Kernel[];
}>;

export const isTouched = (kernel: Kernel, edits: readonly Edit[], { from }: Pick<KernelInput, 'from'>): boolean =>
  usesOf(kernel, from).some(({ span }) =>
    edits.some((edit) => edit.file === span.file && edit.start <= span.end && span.start <= edit.end),
  );

/**
 * The file with the edits, read again. Null: it cannot be read within the time limit or without new doubts, or does not
 * have the same kernels.
 */
export function readPatched(edits: readonly Edit[], input: KernelInput, isRepaired: boolean): Patched | null {
  const patched = new Map(
    [...new Set(edits.map((e) => e.file))].map((file) => [
      file,
      applyEdits(
        input.request.read(file) ?? '',
        edits.filter((e) => e.file === file),
      ),
    ]),
  );
  const { dump: _, stopAfter: __, ...rest } = input.request;
  // what serves other kernels concerns them even where only one is looked at (--kernel)
  const { span } = input.kernel;
  const makesKernels = edits.some(({ text }) => text.includes('__global__'));
  const isOwn = edits.every((edit) => edit.file === span.file && span.start <= edit.start && edit.end <= span.end);
  const asked = isOwn && !makesKernels ? rest.options.kernel : null;
  const request: AnalyzeRequest = {
    ...rest,
    read: (path) => patched.get(path) ?? input.request.read(path),
    options: { ...rest.options, kernel: asked, repair: isRepaired },
  };
  try {
    const all = asked === input.request.options.kernel ? input.from.unit.kernels : kernelsBefore(input.from, input);
    const wanted = makesKernels
      ? null
      : wantedOf(
          all.filter((one) => one === input.kernel || isTouched(one, edits, input)),
          input.from,
        );
    const before = all.filter(({ name }) => wanted === null || wanted.has(templateName(name)));
    const from = readUnit(
      input.from.unit.file,
      { ...request, read: readingAgain(input.from, request.read), wanted, configuration: input.from.configuration },
      input.parser,
      () => undefined,
      input.deadline,
    );
    const known = new Set(before.map(({ name }) => templateName(name)));
    const added =
      !from.ok || !makesKernels ? [] : from.value.unit.kernels.filter(({ name }) => !known.has(templateName(name)));
    const same = from.ok ? from.value.unit.kernels.filter((kernel) => !added.includes(kernel)) : [];
    if (!from.ok || same.length !== before.length) return null;
    const kernels = same.flatMap((kernel, k) => {
      const was = before[k];
      return was === undefined ? [] : [{ kernel, was }];
    });
    if (
      from.value.problems.length > input.from.problems.length ||
      kernels.some(({ kernel, was }) => hasNewDoubts(kernel, was))
    )
      return null;
    return { from: { ...from.value, otherLaunches: input.from.otherLaunches }, request, kernels, added };
  } catch (error) {
    if (error instanceof TimeLimit) return null;
    throw error;
  }
}

/** Their names, as the file declares them. All that an edit does not touch need not be read again. */
function wantedOf(kernels: readonly Kernel[], { unit }: ReadUnit): WantedKernels {
  const names = new Set(kernels.map(({ name }) => templateName(name)));
  return [...names].every((name) => unit.names.includes(name)) ? names : null;
}

/** All kernels of the file as it was: those that are looked at, and those that are not. */
const kernelsBefore = memoized((from: ReadUnit, input: KernelInput): readonly Kernel[] => {
  const { dump: _, stopAfter: __, ...rest } = input.request;
  const read = readUnit(
    from.unit.file,
    {
      ...rest,
      read: readingAgain(from, rest.read),
      configuration: from.configuration,
      options: { ...rest.options, kernel: null },
    },
    input.parser,
    () => undefined,
    input.deadline,
  );
  const known = from.unit.kernels;
  return read.ok
    ? read.value.unit.kernels.map(
        (one) => known.find(({ name, span }) => name === one.name && span.start === one.span.start) ?? one,
      )
    : known;
});
