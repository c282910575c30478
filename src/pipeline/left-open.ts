/**
 * Whether what is possible in a patched kernel is no news: of a racy kernel not all is asked to the end, and of the
 * patched one, which is racy no more, it is. Statements are told by their array and the length of their text, which
 * edits around them leave.
 */
import type { ArrayId } from '../base/brand.ts';
import type { Draft } from './draft.ts';
import type { OpenObligation } from './evidence.ts';
import type { Span } from '../base/span.ts';

type Accessing = Readonly<{ span: Pick<Span, 'start' | 'end'> }>;
/** Of a question that was open, and of its kernel, what is needed. */
type Left = Readonly<{
  status: OpenObligation['status'];
  obligation:
    | Readonly<{ kind: 'divergence' }>
    | Readonly<{ kind: 'race'; array: ArrayId; first: Accessing; second: Accessing }>;
}>;
type Before = Readonly<{
  decision: Readonly<{ open: readonly Left[] }>;
  kernel: Readonly<{ arrays: ReadonlyMap<ArrayId, Readonly<{ name: string }>> }>;
}>;
type Now = Pick<Draft, 'status' | 'kind' | 'array'> &
  Readonly<{ pairs: readonly Readonly<{ first: Accessing['span']; second: Accessing['span'] }>[] }>;

/** `before`: what was decided of the kernel as it was, under each launch. */
export function wasLeftOpen({ status, kind, array, pairs }: Now, before: readonly Before[]): boolean {
  if (status !== 'possible' || kind !== 'data-race' || array === null || pairs.length === 0) return false;
  const left = new Set(
    before.flatMap(({ decision, kernel }) =>
      decision.open.flatMap((one) =>
        one.status === 'undecided' &&
        one.obligation.kind === 'race' &&
        kernel.arrays.get(one.obligation.array)?.name === array
          ? [lengths(one.obligation.first.span, one.obligation.second.span)]
          : [],
      ),
    ),
  );
  return pairs.every(({ first, second }) => left.has(lengths(first, second)));
}

const lengths = (a: Accessing['span'], b: Accessing['span']): string =>
  [a.end - a.start, b.end - b.start].sort((x, y) => x - y).join();
