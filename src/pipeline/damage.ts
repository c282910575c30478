/**
 * A file with a function, comment or `#if` that it does not close. Kernels before the fault are whole, and decided like
 * any other. The kernel in which the fault is has no text that ends, and is unsupported; kernels that the fault hides
 * (inside what is not closed, so that the parser takes them for something else, or behind a comment) are found by their
 * spelling, and are unknown. So are those with an `#if` of which it is not known what it leaves out. Where a `}` closes
 * nothing, or a statement is outside of any function, kernels that may end too early are unsupported.
 */
import type { EarlyEnd } from '../parse/early-ends.ts';
import type { InputProblem, KernelAnswer } from '../verdict/finding.ts';
import type { Kernel, Unit } from '../ir/ir.ts';
import type { Preprocessed } from '../preprocess/preprocess.ts';
import type { Span } from '../base/span.ts';

import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { unreadKernels } from './unread.ts';

/**
 * `open`: braces of the file that nothing closes. `early`: braces that end a function, where the rest of its body may
 * stand behind it, and the one that closes nothing, or the statement outside of any function. `problems`: of its
 * syntax. `kernel`: only that one is asked for; null: all.
 */
export type Damaged = Readonly<{
  file: string;
  text: string;
  unit: Unit;
  preprocessed: Preprocessed;
  open: readonly Span[];
  early: readonly Readonly<{ brace: Span; stray: Span; what: EarlyEnd['what'] }>[];
  problems: readonly InputProblem[];
  kernel: string | null;
}>;

export function undamaged({
  file,
  text,
  unit: whole,
  preprocessed,
  open,
  early,
  problems,
  kernel,
}: Damaged): Readonly<{ unit: Unit; lost: readonly KernelAnswer[] }> {
  const { undecided } = preprocessed;
  const unit = withRefused(whole, [
    ...undecided.map(({ span, text: what }) => ({ span, text: fill(messages.undecided, { what }) })),
    ...open.map((span) => ({ span, text: messages.unclosedBody })),
    ...early.map(({ brace, stray, what }) => ({
      span: brace,
      text: fill(messages.endsEarly[what], { line: stray.line }),
    })),
  ]);
  const hidden = preprocessed.notes.filter(({ kind, span }) => kind === 'unclosed' && span.file === file);
  const doubtful = undecided.filter(({ span }) => span.file === file);
  const [first] = [
    ...doubtful.map(({ span, text: what }) => ({ line: span.line, what })),
    ...hidden.map(({ span, text: what }) => ({ line: span.line, what })),
    ...problems.map(({ line, text: what }) => ({ line: line ?? 1, what })),
  ].sort((a, b) => a.line - b.line);
  if (first === undefined) return { unit, lost: [] };
  const because = fill(messages.hiddenByFault, { line: first.line, what: first.what });
  const isHidden = ({ name, span }: KernelAnswer): boolean =>
    hidden.some(({ span: { start } }) => start <= span.start) ||
    doubtful.some((one) => overlap(one.span, span)) ||
    isSpelled(preprocessed.source.text, name);
  const lost = unreadKernels([{ file, text, because }], kernel, true).filter(
    (answer) => !unit.names.includes(answer.name) && isHidden(answer),
  );
  return { unit: { ...unit, names: [...unit.names, ...lost.map(({ name }) => name)] }, lost };
}

/** Whether the text that is parsed has the kernel, and not only the file, where its `#if` may leave it out. */
const isSpelled = (text: string, name: string): boolean =>
  new RegExp(`__global__(?:(?!__global__)[^;{}])*\\b${name}\\s*\\(`).test(text);

type Fault = Readonly<{ span: Span; text: string }>;

const overlap = (a: Span, b: Span): boolean => a.file === b.file && a.start <= b.end && b.start < a.end;

/** Kernels with such a place, or that use a function with one, are not analysed: what they do there is not known. */
function withRefused(unit: Unit, faults: readonly Fault[]): Unit {
  if (faults.length === 0) return unit;
  const faultIn = ({ uses }: Kernel): Fault | undefined =>
    faults.find(({ span: place }) => uses.some(({ span }) => overlap(place, span)));
  const renewed = new Map(
    unit.kernels.map((kernel) => {
      const fault = faultIn(kernel);
      return [kernel, fault === undefined || kernel.unsupported !== null ? kernel : { ...kernel, unsupported: fault }];
    }),
  );
  const keyed = <Value>(map: ReadonlyMap<Kernel, Value>): ReadonlyMap<Kernel, Value> =>
    new Map([...map].map(([kernel, value]) => [renewed.get(kernel) ?? kernel, value]));
  return {
    ...unit,
    kernels: [...renewed.values()],
    launched: keyed(unit.launched),
    signatures: keyed(unit.signatures),
  };
}
