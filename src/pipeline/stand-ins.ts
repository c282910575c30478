/**
 * Instances of kernels that stand for those which nobody was seen to ask for: the text of a file has a host template that launches the kernel, and does not
 * instantiate it. Where another file does, what that launches is the kernel, and the stand-in is nothing of its own.
 *
 * Example: `k.cuh` has `template <int T> void run(int *a) { k<T, 8><<<1, 32>>>(a); }`. `a.cu` includes it and calls `run<2>`, `b.cu` only includes it:
 * `k<2, 8>` is analysed, and `k<T, 8>` of `b.cu` is not.
 */
import type { LaunchSite } from '../launch/launch.ts';
import type { ReadUnit } from './unit.ts';
import type { Span } from '../base/span.ts';
import { instanceKey } from '../ir/ir.ts';

type Named = Readonly<{ name: string; span: Span }>;
/** An instance as some file was read, lowered or not for want of time, with the keys of the launches that ask for it. */
type Read = Named & Readonly<{ isStandIn: boolean; askers: readonly string[] }>;

export type StandIns = Readonly<{
  /** Notes what a file has. */
  note: (from: ReadUnit) => void;
  /** Whether one of the files so far has an instance of the kernel that is no stand-in, and for which the launch asks. */
  isAsked: (kernel: Span, launch: LaunchSite | undefined) => boolean;
  /** Whether an instance is, in all files that have it, a stand-in for others for which the same launches ask. */
  isOne: (instance: Named) => boolean;
}>;

export const noStandIns: StandIns = { note: () => undefined, isAsked: () => false, isOne: () => false };

export function createStandIns(): StandIns {
  const asked = new Set<string>();
  const read = new Map<string, Read[]>();
  const isCovered = ({ isStandIn, askers }: Read): boolean => isStandIn && askers.length > 0 && askers.every((key) => asked.has(key));
  return {
    note: (from) => {
      for (const one of instancesIn(from)) {
        read.set(instanceKey(one), [...read.get(instanceKey(one)) ?? [], one]);
        if (!one.isStandIn) for (const key of one.askers) asked.add(key);
      }
    },
    isAsked: (kernel, launch) => launch !== undefined && asked.has(keyOf(kernel, launch)),
    isOne: (instance) => read.get(instanceKey(instance))?.every(isCovered) === true,
  };
}

function instancesIn({ unit: { kernels, launched, late, standIns }, launches }: ReadUnit): readonly Read[] {
  const all = [...kernels.map((kernel) => ({ name: kernel.name, span: kernel.span, ids: launched.get(kernel) ?? [] })), ...late.map((one) => ({ ...one, ids: one.launches }))];
  const keysOf = (kernel: Span, ids: readonly number[]): readonly string[] => ids.flatMap((id) => (launches[id] === undefined ? [] : [keyOf(kernel, launches[id])]));
  return all.map(({ name, span, ids }) => ({ name, span, isStandIn: standIns.has(instanceKey({ name, span })), askers: keysOf(span, ids) }));
}

const keyOf = (kernel: Span, { span }: LaunchSite): string => `${kernel.file}:${kernel.start} ${span.file}:${span.start}`;
