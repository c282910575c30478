/** The variables of a file that are memory of the device, and which of them a pointer of host code may point into. */
import type { Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Located } from './host-pointers.ts';
import { memoized } from '../base/memoize.ts';
import { textOf } from '../parse/node.ts';

/** Whether a variable of the file is memory of the device. */
export const isOnDevice = ({ source }: HostNames, { kind, statement }: Declaration): boolean =>
  kind === 'variable' && /^[^=({]*\b__(?:device|managed|constant)__\b/.test(textOf(source, statement));

/** The device variables (`__device__`, `__managed__`, `__constant__`) that a pointer may point into. */
export function deviceVariables(cx: Evaluation, located: Located | null): readonly string[] {
  const all = deviceVariablesOf(cx.names);
  if (all.length === 0 || located === null) return all;
  if (located.kind === 'either') return [located.first, located.second].flatMap((one) => deviceVariables(cx, one));
  const { from, any, isUnseen } = located.origins();
  if ((any || isUnseen) && takesSymbolAddresses(cx.names)) return all;
  if (any) return [];
  return all.filter((name) =>
    [...from].some(
      (origin) =>
        origin.split(/[ |]/)[1]?.split('::').at(-1) === name &&
        (!origin.startsWith('member') || cx.names.source.text.includes(`::${name}`)),
    ),
  );
}

/** Whether the address of a device variable may be taken by name, or is a pointer of the host too. */
const takesSymbolAddresses = memoized((names: HostNames): boolean =>
  /GetSymbolAddress|\b__managed__\b/.test(names.source.text),
);

/** Those of namespaces and classes among them: nothing in a function is one. */
const deviceVariablesOf = memoized((names: HostNames): readonly string[] => {
  if (!/\b__(?:device|managed|constant)__\b/.test(names.source.text)) return [];
  return [...names.declarations].flatMap(([name, found]) =>
    found.some((one) => isOnDevice(names, one)) ? [name] : [],
  );
});
