/**
 * The operands of `&&` in a condition, as it is written. The grammar takes `i < n && v > *most` for `i<n && v>` times
 * `most`, since it does not know that `i` is no template; here it is grouped as comparisons, of which only a thing
 * called `*` can be the last operand. Exact for conditions without variable templates of a truth value (`is_small<a &&
 * b> * c`).
 */
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren } from '../parse/node.ts';

/** In their order. */
export function conjunctsOf(condition: SyntaxNode): readonly SyntaxNode[] {
  if (condition.type !== 'binary_expression') return [condition];
  const [left, operator, right] = [
    childIn(condition, 'left'),
    childIn(condition, 'operator'),
    childIn(condition, 'right'),
  ];
  if (left === null || operator === null || right === null) return [condition];
  if (operator.type === '&&') return [...conjunctsOf(left), right];
  return (operator.type === '*' ? comparisonsIn(left, operator, right) : null) ?? [condition];
}

/** Of `a < b && c > *d`. */
function comparisonsIn(template: SyntaxNode, star: SyntaxNode, last: SyntaxNode): readonly SyntaxNode[] | null {
  const list = template.type === 'template_function' ? childIn(template, 'arguments') : null;
  const [name, [inside, ...more]] = [childIn(template, 'name'), list === null ? [] : namedChildren(list)];
  const [less, greater] = list === null ? [] : list.children.filter(({ named }) => !named);
  if (name === null || inside === undefined || more.length > 0 || less === undefined || greater === undefined)
    return null;
  const [first, ...others] = conjunctsOf(inside);
  const end = others.at(-1);
  if (first === undefined || end === undefined) return null;
  const pointer = joined('pointer_expression', [
    { ...star, field: 'operator' },
    { ...last, field: 'argument' },
  ]);
  return [compared(name, less, first), ...others.slice(0, -1), compared(end, greater, pointer)];
}

const compared = (left: SyntaxNode, operator: SyntaxNode, right: SyntaxNode): SyntaxNode =>
  joined('binary_expression', [
    { ...left, field: 'left' },
    { ...operator, field: 'operator' },
    { ...right, field: 'right' },
  ]);

const joined = (type: string, children: readonly SyntaxNode[]): SyntaxNode => ({
  type,
  start: children[0]?.start ?? 0,
  end: children.at(-1)?.end ?? 0,
  named: true,
  missing: false,
  field: null,
  children,
});

/** What a condition asks before the last of its conjuncts; null: nothing. */
export function guardOf(conjuncts: readonly SyntaxNode[], { text }: SourceText): string | null {
  const [first, before] = [conjuncts[0], conjuncts.at(-2)];
  return first === undefined || before === undefined ? null : text.slice(first.start, before.end);
}
