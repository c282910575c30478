/**
 * Strategy wide-index: a product that is an index is computed in 64 bits.
 *
 * Applies to races of accesses whose index is a sum with a product of 32 bits without sign, as it is written in the
 * subscript: where it exceeds 32 bits it starts again at 0, in cells of other threads. A product that is shifted,
 * masked, divided or handed to a function may be meant to wrap around (a hash), and stays; so does one of a variable
 * that comes from a difference, which may be negative. Promises: where the sum fits into 32 bits, nothing changes.
 * Smallest example:
 *
 *     out[blockIdx.x * pitch + threadIdx.x] = v;   ⟶   out[(size_t)blockIdx.x * pitch + threadIdx.x] = v;
 *
 * Cost: one multiplication of 64 bits for each access.
 */
import { linesListed } from '../../base/listing.ts';
import type { Expr } from '../../base/expr.ts';
import type { Fault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { accessesIn, bare, lineOf, loopsAround } from '../written.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { nodesOf } from '../restructure/expressions.ts';
import type { Kernel } from '../../ir/ir.ts';
import { eachNode, freeVariables } from '../../base/expr-walk.ts';
import { eachStmt } from '../../ir/walk.ts';
import { typeOf } from '../../base/expr-build.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const wideIndex: Strategy = {
  name: 'wide-index',
  handles: (fault, input) => productsOf(fault, input).length > 0,
  propose,
  onlyProved: true,
};

/** `factor`: the first of the product. */
type Product = Readonly<{ at: Written; factor: SyntaxNode }>;

function productsOf(fault: Fault, input: RepairInput): readonly Product[] {
  if (fault.kind !== 'race' || fault.handover !== null) return [];
  return [fault.first, fault.second]
    .flatMap((id) => accessesIn(input).get(id) ?? [])
    .filter((at) => mayWrap(at) && !isOfDifference(at, input.kernel))
    .flatMap((at) =>
      subscriptsIn(at)
        .flatMap((index) => factorsIn(index, at))
        .map((factor) => ({ at, factor })),
    );
}

/** Whether the index is made of a product of 32 bits without sign. */
const mayWrap = ({ place }: Written): boolean =>
  place.subscripts.some(({ index }) => {
    let found = false;
    eachNode(index, (node: Expr) => {
      const type = typeOf(node);
      found ||= node.kind === 'binary' && node.op === '*' && type.kind === 'int' && !type.signed && type.bits === 32;
    });
    return found;
  });

/** Whether variables of the index hold differences without sign: what is negative in 32 bits is not in 64. */
function isOfDifference({ place }: Written, kernel: Kernel): boolean {
  const reached = new Set(place.subscripts.flatMap(({ index }) => [...freeVariables(index)]));
  let found = false;
  for (let known = -1; known !== reached.size;) {
    known = reached.size;
    eachStmt(kernel.body, (stmt) => {
      if (stmt.kind !== 'assign' || !reached.has(stmt.target)) return;
      for (const id of freeVariables(stmt.value)) reached.add(id);
      eachNode(stmt.value, (node) => {
        found ||= (node.kind === 'binary' && node.op === '-') || node.kind === 'unary';
      });
    });
  }
  return found;
}

/** Of the array that is raced for. */
function subscriptsIn({ node, text, array }: Written): readonly SyntaxNode[] {
  return nodesOf(node, 'subscript_expression').flatMap((one) => {
    const base = childIn(one, 'argument');
    const indices = childIn(one, 'indices') ?? childIn(one, 'index');
    return base !== null && textOf(text, bare(base)) === array.name && indices !== null
      ? indices.type === 'subscript_argument_list'
        ? namedChildren(indices)
        : [indices]
      : [];
  });
}

/** The first factors of the products that are summed up. */
function factorsIn(index: SyntaxNode, at: Written): readonly SyntaxNode[] {
  const node = bare(index);
  const [left, operator, right] = [childIn(node, 'left'), childIn(node, 'operator'), childIn(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || operator === null || right === null) return [];
  const sign = textOf(at.text, operator);
  if (sign === '+' || sign === '-') return [left, right].flatMap((part) => factorsIn(part, at));
  if (sign !== '*') return [];
  const inner = factorsIn(left, at);
  return inner.length > 0 ? inner : [firstOf(left)];
}

/** Of a sum the first part, so that it is computed in 64 bits, too. */
function firstOf(factor: SyntaxNode): SyntaxNode {
  const node = bare(factor);
  const left =
    node.type === 'binary_expression' && node.children.some(({ type }) => type === '+' || type === '-')
      ? childIn(node, 'left')
      : null;
  return left === null ? factor : firstOf(left);
}

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const products = [
    ...new Map(faults.flatMap((fault) => productsOf(fault, input)).map((one) => [one.factor.start, one])).values(),
  ].sort((a, b) => a.factor.start - b.factor.start);
  if (products.length === 0) return [];
  const lines = linesListed([...new Set(products.map(({ at, factor }) => lineOf(at.text, factor.start)))]);
  return [
    {
      title: fill(messages.wideIndex, { lines, name: input.kernel.name }),
      edits: products.map(({ at: { text }, factor }) => {
        const isSimple = [
          'identifier',
          'field_expression',
          'parenthesized_expression',
          'number_literal',
          'call_expression',
          'subscript_expression',
        ].includes(factor.type);
        return {
          file: text.file,
          start: factor.start,
          end: factor.end,
          text: isSimple ? `(size_t)${textOf(text, factor)}` : `(size_t)(${textOf(text, factor)})`,
        };
      }),
      cost: {
        weight: 0.1 * products.reduce((sum, { at }) => sum + 10 ** loopsAround(at.around).length, 0),
        words: messages.wideProduct,
      },
    },
  ];
}
