/**
 * Which call does atomically what a statement does to a cell, by the type of the cell (CUDA guide, Atomic Functions;
 * libcu++, `cuda::atomic_ref`), how it is written, and what it costs.
 */
import type { Cost } from './repair.ts';
import type { Operation, Shape } from './update-shapes.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Written } from './written.ts';
import { bare, declaredType, lineOf, loopsAround } from './written.ts';
import { childIn, textOf } from '../parse/node.ts';
import { countedListed } from '../base/listing.ts';
import { operandOf } from './operands.ts';
import { someNode } from '../base/expr-walk.ts';
import { typeName } from './cell-type.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

const names: Readonly<Record<Exclude<Operation, 'other'>, string>> = {
  add: 'atomicAdd',
  sub: 'atomicSub',
  min: 'atomicMin',
  max: 'atomicMax',
  and: 'atomicAnd',
  or: 'atomicOr',
  xor: 'atomicXor',
};

/** What types are called that have atomic functions and whose name an instance cannot change. */
const known = [
  'int',
  'unsigned',
  'unsigned int',
  'float',
  'double',
  'int32_t',
  'uint32_t',
  'uint',
  'unsigned long long',
  'unsigned long long int',
  '__half',
  'half',
  '__nv_bfloat16',
];

/** The atomic function that does it; null where none takes the cell. */
export function functionFor({ operation, target }: Shape, at: Written): string | null {
  const {
    place: { type },
  } = at;
  const named = operation === 'other' ? null : atomicType(target, at);
  if (named === null || operation === 'other') return null;
  // CUDA guide, atomicAdd: `__half` from compute capability 7.0 on, `__nv_bfloat16` from 8.0 on
  if (type.kind === 'float' && type.bits === 16) return operation === 'add' && named !== '' ? names.add : null;
  if (type.kind === 'float') return (operation === 'add' || operation === 'sub') && type.bits >= 32 ? names.add : null;
  if (type.kind !== 'int' || type.bits < 32 || (type.bits === 64 && (named === '' || operation === 'sub'))) return null;
  return names[operation];
}

/**
 * The call that `cuda::atomic_ref` has where no atomic function takes the type: numbers of 64 and of less than 32 bits,
 * and what instances of a template make another of. libcu++, `cuda::atomic_ref`: integers have all of these,
 * floating-point numbers sums.
 */
export function referenceFor(shape: Shape, at: Written): string | null {
  const { operation, target, value } = shape;
  const {
    stmt,
    place: { type },
    array,
    text,
  } = at;
  const isTaken =
    type.kind === 'int' ? operation !== 'other' : type.kind === 'float' && type.bits >= 32 && operation === 'add';
  const named = typeName({ at, target });
  if (!isTaken || named === null || !/^\w+(?: \w+)*$/.test(named) || /const/.test(named) || stmt.kind !== 'store')
    return null;
  // other instances compute it in other types
  if (hasTemplate(at.around) && !known.includes(named) && someNode(stmt.value, (node) => node.kind === 'cast'))
    return null;
  const scope = array.space === 'shared' ? 'block' : 'device';
  return written(
    shape,
    at,
    `cuda::atomic_ref<${named}, cuda::thread_scope_${scope}>(${textOf(text, target)}).fetch_${operation}(${value}, cuda::memory_order_relaxed)`,
  );
}

/** Whether an atomic function exchanges a cell of this type, of which an instance cannot make another. */
export function hasAtomic(target: SyntaxNode, at: Written): boolean {
  const {
    place: { type },
  } = at;
  const named = atomicType(target, at);
  if (named === null) return false;
  if (type.kind === 'float') return type.bits === 32;
  return type.kind === 'int' && (type.bits === 32 || (type.bits === 64 && named !== ''));
}

/**
 * What the type of a cell is called, if atomic functions may take it: '' where the text does not say; null where it is
 * volatile, has none, or instances may make another of it.
 */
function atomicType(target: SyntaxNode, { place: { volatile }, around, text }: Written): string | null {
  const declared = declaredType(target, around, text);
  if (volatile || (declared === null ? hasTemplate(around) : !known.includes(declared))) return null;
  return declared ?? '';
}

/** What atomics at these places cost: 10^(loop depth) for each. */
export const costOfAtomics = (places: readonly Written[]): Cost => ({
  weight: places.reduce((sum, { around }) => sum + 10 ** loopsAround(around).length, 0),
  words: countedListed(places.map(wordsFor)),
});

function wordsFor({ around, text }: Written): string {
  const [inner] = loopsAround(around);
  return inner === undefined ? messages.oneAtomic : fill(messages.atomicInLoop, { line: lineOf(text, inner.start) });
}

const hasTemplate = (around: readonly SyntaxNode[]): boolean =>
  around.some(({ type }) => type === 'template_declaration');

/** The address of a place, as it is written for a call: `&a[i]`, `p` of `*p`. */
export function addressOf(target: SyntaxNode, text: SourceText): string {
  const pointer = target.type === 'pointer_expression' ? childIn(target, 'argument') : null;
  return pointer === null ? `&${textOf(text, target)}` : textOf(text, bare(pointer));
}

/** The call of an atomic function. */
export function callOf(name: string, shape: Shape, at: Written): string {
  const { operation, target, value } = shape;
  const { text } = at;
  const address = addressOf(target, text);
  const negated = `-${operandOf(value, text)}`;
  return written(shape, at, `${name}(${address}, ${operation === 'sub' && name === names.add ? negated : value})`);
}

/** The call in the place of the statement, or of the step in it. */
const written = ({ statement, guard, correction }: Shape, { node }: Written, call: string): string =>
  `${guard === null ? '' : `if (${guard}) `}${correction === '' ? call : `(${call}${correction})`}${statement === node ? '' : ';'}`;
