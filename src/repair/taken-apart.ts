/**
 * A statement that stores, taken apart: what it stores is computed first, then comes a barrier, then the store. Keeps what one thread computes:
 * each value is computed once, from what the cells held before, and converted as before.
 * Needs: a statement `place = value;` or `place op= value;`, standing in a list or all of an `if` that does.
 */
import type { Edit } from '../verdict/finding.ts';
import type { Assignment, Written } from './written.ts';
import type { RepairInput } from './repair.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { assignmentOf, bare, conditionOf, declaredType, freshName, functionAround, hasType } from './written.ts';
import { assignedIn } from './restructure/expressions.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { gapBefore } from './source-text.ts';

/** `value` is computed before `outer`, the statement itself or the `if` that it is all of. */
export type Parts = Readonly<{ at: Written; assigned: Assignment; value: SyntaxNode; outer: SyntaxNode; condition: SyntaxNode | null }>;

/** Null where the statement cannot be taken apart. */
export function partsOf(at: Written): Parts | null {
  const assigned = assignmentOf(at.node, at.text);
  const value = assigned === null ? null : assigned.value;
  const placed = placeFor(at);
  return assigned === null || value === null || placed === null ? null : { at, assigned, value, ...placed };
}

function placeFor({ node, around }: Written): Pick<Parts, 'outer' | 'condition'> | null {
  const [outer, next] = around;
  if (outer === undefined) return null;
  const isOnly = outer.type === 'compound_statement' && namedChildren(outer).length === 1 && next?.type === 'if_statement';
  const branch = isOnly ? next : outer;
  if (branch.type !== 'if_statement') return outer.type === 'compound_statement' ? { outer: node, condition: null } : null;
  const condition = conditionOf(branch);
  const list = around[around.indexOf(branch) + 1];
  if (childIn(branch, 'alternative') !== null || condition === null || list?.type !== 'compound_statement') return isOnly ? { outer: node, condition: null } : null;
  return { outer: branch, condition };
}

/** `before`: how many other statements of the function are taken apart before this one. `first`: lines that come before it all. */
export function takenApart(parts: Parts, { before, barrier, first }: Readonly<{ before: number; barrier: string; first: readonly string[] }>, input: RepairInput): readonly Edit[] | null {
  const { at: { text, around }, value, outer, condition } = parts;
  const type = temporaryType(parts);
  if (type === null) return null;
  const name = freshName(isAccess(value) ? 'other' : 'value', around, text, before);
  const isRepeated = condition !== null && mayBeRepeated(condition, parts, input);
  const flag = condition === null || isRepeated ? null : freshName('stores', around, text, before);
  const asked = condition === null ? null : (flag ?? textOf(text, condition));
  const lines = [
    ...first,
    ...(flag === null || condition === null ? [] : [`const bool ${flag} = ${textOf(text, condition)};`]),
    `${type.name} ${name} = ${asked === null ? textOf(text, value) : `${asked} ? ${textOf(text, value)} : ${type.none}`};`,
    barrier,
  ];
  const edit = (node: Pick<SyntaxNode, 'start' | 'end'>, written: string): Edit => ({ file: text.file, start: node.start, end: node.end, text: written });
  return [
    edit({ start: outer.start, end: outer.start }, lines.map((line) => `${line}${gapBefore(text.text, outer.start)}`).join('')),
    ...(flag === null || condition === null ? [] : [edit(condition, flag)]),
    edit(value, name),
  ];
}

const numbers = ['int', 'unsigned', 'unsigned int', 'float', 'double', 'char', 'unsigned char', 'short', 'unsigned short', 'long', 'unsigned long', 'long long', 'unsigned long long', 'bool', 'size_t', 'int32_t', 'uint32_t', 'uint'];

/** What holds the value without changing it, and what is there of one that is not asked for; null where neither is known. */
function temporaryType({ at: { text, around, array, place }, assigned: { target, op }, value, condition }: Parts): Readonly<{ name: string; none: string }> | null {
  const declared = op === '' ? declaredType(target, around, text) : isAccess(value) ? declaredType(value, around, text) : null;
  const name = declared ?? 'auto';
  if (value.type === 'initializer_list' || (declared === null && condition !== null && (array.element === null || (place.type.kind === 'float' && place.type.bits < 32)))) return null;
  return { name, none: declared === null || numbers.includes(declared) ? '0' : `${declared}()` };
}

const isAccess = (node: SyntaxNode): boolean => ['subscript_expression', 'pointer_expression'].includes(bare(node).type);

/** Whether it is short, has no effect, and rests on nothing that another thread, or what is computed in between, may change. */
function mayBeRepeated(condition: SyntaxNode, { at: { text, around }, value }: Parts, { kernel }: RepairInput): boolean {
  const written = textOf(text, condition);
  const names = new Set(written.match(/[A-Za-z_]\w*/g) ?? []);
  const isPlain = !hasType(condition, ['call_expression', 'subscript_expression', 'pointer_expression', 'assignment_expression', 'update_expression', 'conditional_expression', 'comma_expression']);
  return isPlain && written.length <= 32 && !hasType(functionAround(around) ?? condition, ['reference_declarator']) && ![...kernel.arrays.values()].some((array) => names.has(array.name)) && ![...assignedIn(value, text)].some((name) => names.has(name));
}
