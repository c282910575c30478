/**
 * Initial contents of arrays from a model: `read:ARRAY:TYPE(byte offset) = value` of read-only arrays, and the values
 * that single reads of other arrays gave, at the place where the model puts them. Integers and truth values only; an
 * element is set only by a value of its own width. Under-approximating: what does not fit stays at the fill, 0.
 */
import type { InitialArray } from '../launch/run.ts';
import type { Model } from '../solve/solve.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { WitnessArray } from './witness.ts';
import { evaluate } from '../solve/evaluate.ts';

type Content = Readonly<{ array: string; offset: bigint; width: number; value: bigint }>;

export function initialArrays(
  obligation: Obligation,
  model: Model,
  arrays: readonly WitnessArray[],
): ReadonlyMap<string, InitialArray> {
  const values = new Map<string, Map<number, bigint | number>>();
  for (const content of [...readOnlyContents(model), ...singleReads(obligation, model)]) {
    const array = arrays.find((a) => a.id === content.array);
    const index = array === undefined ? null : elementAt(array, content);
    if (array === undefined || index === null) continue;
    const known = values.get(array.name) ?? new Map<number, bigint | number>();
    if (!known.has(index)) known.set(index, content.value);
    values.set(array.name, known);
  }
  return new Map(
    [...values].map(([name, contents]) => [name, { elements: null, fill: 0n, values: contents }] as const),
  );
}

/** `read:param:table:i32` is a read of `param:table` as i32. */
function readOnlyContents(model: Model): readonly Content[] {
  return [...model.functions].flatMap(([fn, entries]) => {
    const parts = /^read:(.*):(?:[iu](8|16|32|64)|bool)$/.exec(fn);
    if (parts === null) return [];
    const [, array = '', bits = '8'] = parts;
    return entries.flatMap(({ args: [offset], value }) =>
      offset === undefined ? [] : [{ array, offset, width: Number(bits) / 8, value }],
    );
  });
}

function singleReads(obligation: Obligation, model: Model): readonly Content[] {
  return obligation.reads.flatMap(({ variable, array, address, width }) => {
    const type = obligation.formula.variables.get(variable)?.type;
    const [value, offset] = [model.values.get(variable), evaluate(address, model, 'ideal')];
    if (type === undefined || type.kind === 'float' || value === undefined || offset === null) return [];
    return [{ array, offset, width, value }];
  });
}

function elementAt(array: WitnessArray, { offset, width }: Content): number | null {
  if (array.space !== 'global' && array.space !== 'constant') return null;
  if (array.element === null || array.element.kind === 'float' || width !== array.elementBytes) return null;
  const size = BigInt(array.elementBytes);
  if (offset < 0n || offset % size !== 0n || offset / size > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(offset / size);
}
