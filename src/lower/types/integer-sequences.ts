/**
 * `std::integer_sequence` and what makes one: `index_sequence<0, 1>`, `make_index_sequence<2>`, `index_sequence_for<A, B>` [utility.intseq]. All are one
 * class template here, with the type of its values first.
 */
import type { CType, TemplateArgument } from './c-type.ts';
import { u64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { constantOf, convert } from '../expressions/constants.ts';
import { printCType, scalar } from './c-type.ts';

export const sequenceTemplate = 'integer_sequence';

const names: ReadonlySet<string> = new Set([sequenceTemplate, 'index_sequence', 'make_integer_sequence', 'make_index_sequence', 'index_sequence_for']);
export const isSequence = (name: string): boolean => names.has(name);

/** Of longer ones nothing is known. */
const longest = 256;

/** The class of that name in `std::` or `cuda::std::`; null for others, and where a value is not known. */
export function integerSequence(name: string, path: readonly string[], given: readonly TemplateArgument[]): CType | null {
  if (!isSequence(name) || !path.every((scope) => scope === 'std' || scope === 'cuda')) return null;
  const [first, second] = given;
  const type: CType = name.endsWith('integer_sequence') ? (first?.kind === 'type' ? first.type : scalar(u64)) : scalar(u64);
  if (type.kind !== 'scalar' || (name.endsWith('integer_sequence') && first?.kind !== 'type')) return null;
  const count = name === 'index_sequence_for' ? (given.every(({ kind }) => kind === 'type') ? given.length : null) : name.startsWith('make_') ? numberOf(name === 'make_index_sequence' ? first : second) : null;
  const written = name === sequenceTemplate ? given.slice(1) : given;
  const values = count === null ? written.map(numberOf) : Array.from({ length: Math.min(count, longest + 1) }, (_, k) => k);
  if ((count === null && !/^in\w+_sequence$/.test(name)) || values.length > longest || values.includes(null)) return null;
  const args: readonly TemplateArgument[] = [{ kind: 'type', type }, ...values.map((value): TemplateArgument => ({ kind: 'value', value: convert(int(value ?? 0, u64), type.type) }))];
  const label = `std::${sequenceTemplate}<${[printCType(type), ...values].join(', ')}>`;
  return { kind: 'struct', struct: { name: label, fields: [], size: 1, align: 1, dataSize: 1, sized: true, template: { name: sequenceTemplate, arguments: args }, body: null } };
}

function numberOf(argument: TemplateArgument | undefined): number | null {
  const value = argument?.kind === 'value' ? constantOf(argument.value) : null;
  return value === null || value < 0n || value > 1_000_000n ? null : Number(value);
}
