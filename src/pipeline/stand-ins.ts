/**
 * Instances of kernels that stand for those which nobody was seen to ask for: the text of a file launches the kernel
 * nowhere, or in a host template that it does not instantiate. Where another file does, what that launches is the
 * kernel, and the stand-in is nothing of its own.
 *
 * Example: `k.cuh` has `template <int T> void run(int *a) { k<T, 8><<<1, 32>>>(a); }`. `a.cu` includes it and calls
 * `run<2>`, `b.cu` only includes it: `k<2, 8>` is analysed, and `k<T, 8>` of `b.cu` is not.
 */
import type { LaunchSite } from '../launch/launch.ts';
import type { ReadUnit } from './unit.ts';
import type { Span } from '../base/span.ts';
import { instanceKey } from '../ir/ir.ts';

type Named = Readonly<{ name: string; span: Span }>;
/**
 * An instance as some file was read, lowered or not for want of time, with the keys of the launches that ask for it.
 */
type Read = Named & Readonly<{ isStandIn: boolean; askers: readonly string[] }>;

export type StandIns = Readonly<{
  /** Notes what a file has. */
  note: (from: ReadUnit) => void;
  /**
   * Whether the files so far have, for each of the launches that ask for an instance of the kernel, one that is no
   * stand-in; for any launch where none asks.
   */
  isAsked: (kernel: Span, launches: readonly (LaunchSite | undefined)[]) => boolean;
  /** Whether an instance is, in all files that have it, a stand-in for others for which the same launches ask. */
  isOne: (instance: Named) => boolean;
}>;

export const noStandIns: StandIns = { note: () => undefined, isAsked: () => false, isOne: () => false };

export function createStandIns(): StandIns {
  const asked = new Set<string>();
  /** Kernels of which some file has an instance that is no stand-in. */
  const made = new Set<string>();
  const read = new Map<string, Read[]>();
  const isMet = (kernel: Span, askers: readonly string[]): boolean =>
    askers.length > 0 ? askers.every((key) => asked.has(key)) : made.has(placeOf(kernel));
  const isCovered = ({ isStandIn, span, askers }: Read): boolean => isStandIn && isMet(span, askers);
  return {
    note: (from) => {
      for (const one of instancesIn(from)) {
        read.set(instanceKey(one), [...(read.get(instanceKey(one)) ?? []), one]);
        if (one.isStandIn) continue;
        made.add(placeOf(one.span));
        for (const key of one.askers) asked.add(key);
      }
    },
    isAsked: (kernel, launches) =>
      isMet(
        kernel,
        launches.map((launch) => (launch === undefined ? '' : keyOf(kernel, launch))),
      ),
    isOne: (instance) => read.get(instanceKey(instance))?.every(isCovered) === true,
  };
}

function instancesIn({ unit: { kernels, launched, late, standIns }, launches }: ReadUnit): readonly Read[] {
  const all = [
    ...kernels.map((kernel) => ({ name: kernel.name, span: kernel.span, ids: launched.get(kernel) ?? [] })),
    ...late.map((one) => ({ ...one, ids: one.launches })),
  ];
  const keysOf = (kernel: Span, ids: readonly number[]): readonly string[] =>
    ids.flatMap((id) => (launches[id] === undefined ? [] : [keyOf(kernel, launches[id])]));
  return all.map(({ name, span, ids }) => ({
    name,
    span,
    isStandIn: standIns.has(instanceKey({ name, span })),
    askers: keysOf(span, ids),
  }));
}

const placeOf = ({ file, start }: Span): string => `${file}:${start}`;
const keyOf = (kernel: Span, { span }: LaunchSite): string => `${placeOf(kernel)} ${span.file}:${span.start}`;
