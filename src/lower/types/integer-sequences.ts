/**
 * `std::integer_sequence` and what makes one: `index_sequence<0, 1>`, `make_index_sequence<2>`, `index_sequence_for<A,
 * B>` [utility.intseq]. All are one class template here, with the type of its values first.
 */
import type { CType, TemplateArgument } from './c-type.ts';
import { u64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { printCType, scalar } from './c-type.ts';

export const sequenceTemplate = 'integer_sequence';

const names: ReadonlySet<string> = new Set([
  sequenceTemplate,
  'index_sequence',
  'make_integer_sequence',
  'make_index_sequence',
  'index_sequence_for',
]);
export const isSequence = (name: string): boolean => names.has(name);

/** Of longer ones nothing is known. */
const longest = 256;

/** The class of that name in `std::` or `cuda::std::`; null for others, and where a value is not known. */
export function integerSequence(
  name: string,
  path: readonly string[],
  given: readonly TemplateArgument[],
): CType | null {
  if (!isSequence(name) || !path.every((scope) => scope === 'std' || scope === 'cuda')) return null;
  const isTyped = name.endsWith(sequenceTemplate);
  const [type, ...others] = isTyped ? given : [{ kind: 'type', type: scalar(u64) } as const, ...given];
  if (type?.kind !== 'type' || type.type.kind !== 'scalar') return null;
  const { type: own } = type.type;
  const values = valuesOf(name, others);
  if (values === null) return null;
  const made = values.map((value): TemplateArgument => ({ kind: 'value', value: convert(int(value, u64), own) }));
  const label = `std::${sequenceTemplate}<${[printCType(type.type), ...values].join(', ')}>`;
  const template = { name: sequenceTemplate, arguments: [type, ...made] };
  return {
    kind: 'struct',
    struct: { name: label, fields: [], size: 1, align: 1, dataSize: 1, sized: true, template, body: null },
  };
}

/** Those that it has, from what follows the type of them. */
function valuesOf(name: string, given: readonly TemplateArgument[]): readonly number[] | null {
  const isCounted = name.startsWith('make_') || name === 'index_sequence_for';
  if (!isCounted) {
    const values = given.map(numberOf).filter((value) => value !== null);
    return values.length === given.length && values.length <= longest ? values : null;
  }
  const ofTypes = given.every(({ kind }) => kind === 'type') ? given.length : null;
  const count = name === 'index_sequence_for' ? ofTypes : numberOf(given[0]);
  return count === null || count > longest ? null : Array.from({ length: count }, (_, k) => k);
}

function numberOf(argument: TemplateArgument | undefined): number | null {
  const value = argument?.kind === 'value' ? constantOf(argument.value) : null;
  return value === null || value < 0n || value > 1_000_000n ? null : Number(value);
}
