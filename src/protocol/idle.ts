/**
 * Threads that do nothing: whoever goes another way than to a barrier, at a branch outside all loops, while neither on
 * that way, nor before, nor behind there is an access that could conflict. Nobody need wait for them, for there is
 * nothing of theirs to be ordered [T13]. Under-approximating.
 *
 * Example: `int i = …; if (i >= n) return; …; __syncwarp();`.
 */
import type { KernelProtocol, Protocol, ProtocolOf, UniformityQuestion } from './protocol.ts';
import { firstBarrier } from './sync/barriers.ts';

/** Whether those who part from the others at the question's branch do nothing in the whole kernel. */
export function partsIdle({ body, arrays }: KernelProtocol, { at, cause }: UniformityQuestion): boolean {
  if (cause !== 'exit' && cause !== 'branch') return false;
  const isAccess = (step: Protocol): boolean =>
    step.kind === 'unknown' ||
    (step.kind === 'access' &&
      !(step.access.mode === 'read' && arrays.get(step.access.place.array)?.readOnly === true));
  const has = (list: readonly Protocol[], isSo: (step: Protocol) => boolean): boolean =>
    list.some((step) => isSo(step) || inner(step).some((part) => has(part, isSo)));
  const isIdle = (list: readonly Protocol[]): boolean => {
    const holders = list.filter((step) => has([step], ({ kind, id }) => kind === 'branch' && id === at));
    const [holder] = holders;
    if (
      holders.length !== 1 ||
      holder?.kind !== 'branch' ||
      has(
        list.filter((step) => step !== holder),
        isAccess,
      )
    )
      return false;
    if (holder.id === at)
      return (
        doesNothing(holder, (part) => has(part, isAccess)) &&
        !has([...holder.then, ...holder.otherwise], ({ kind, id }) => kind === 'branch' && id === at)
      );
    const [inside, beside] = has(holder.then, ({ id }) => id === at)
      ? [holder.then, holder.otherwise]
      : [holder.otherwise, holder.then];
    return !has(beside, ({ id }) => id === at) && isIdle(inside);
  };
  return isIdle(body);
}

const inner = (step: Protocol): readonly (readonly Protocol[])[] =>
  step.kind === 'branch' ? [step.then, step.otherwise] : step.kind === 'loop' ? [step.body] : [];

/** On the one way of the branch that has no barrier. */
function doesNothing(
  { then, otherwise }: ProtocolOf<'branch'>,
  accesses: (list: readonly Protocol[]) => boolean,
): boolean {
  if (firstBarrier(then) === null) return !accesses(then);
  return firstBarrier(otherwise) === null && !accesses(otherwise);
}
