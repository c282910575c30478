/**
 * Variables that a guarded stretch declares and that are used behind it: their declaration moves out of the guard. What
 * touches no memory moves as it is; of `T v = a[i];` the declaration `T v;` moves, and `v = a[i];` stays.
 */
import type { Chunk } from './layout.ts';
import type { Declared, Names } from './expressions.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import { assignedIn, declaredIn, identifiersIn, isPure, nodesOf } from './expressions.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { chunkAt } from './units.ts';

/**
 * `outside`: before the guard. `inside`: what is left of the stretch. `unset`: variables without a value where the
 * guard does not hold.
 */
export type Detached = Readonly<{ outside: readonly Spaced[]; inside: readonly Spaced[]; unset: readonly string[] }>;
type Spaced = Chunk & Readonly<{ blank: number }>;

/**
 * `later`: the names that are used behind the stretch. `moves`: whether what moves out also leaves its block. Null
 * where a declaration cannot be taken apart.
 */
export function detach(
  run: readonly Unit[],
  later: ReadonlySet<string>,
  names: Names,
  unset: ReadonlySet<string>,
  moves: boolean,
): Detached | null {
  const { source } = names;
  const outside: Spaced[] = [];
  const inside: Spaced[] = [];
  const needed = neededIn(run, later, names, unset);
  const without = new Set(unset);
  const changed = new Set<string>();
  let open: Unit[] = [];
  const close = (): void => {
    const [from, to] = [open[0], open.at(-1)];
    if (from !== undefined && to !== undefined)
      inside.push({ ...chunkAt(source, from.start, to.end), blank: from.blank });
    open = [];
  };
  for (const unit of run) {
    const declared = unit.node?.type === 'declaration' ? declaredIn(unit.node, source) : [];
    const isNeeded = declared.some(({ name }) => needed.has(name));
    if (unit.node !== null && isNeeded) {
      if (moves && declared.some(({ name }) => names.declared.get(name)?.length !== 1)) return null;
      const parts = partsOf(unit, names, without, changed);
      if (parts === null) return null;
      outside.push({ ...parts.outside, blank: unit.blank });
      close();
      if (parts.inside !== null) inside.push({ ...parts.inside, blank: unit.blank });
      for (const { name, value, extents } of declared)
        if (extents === 0 && (value === null || parts.inside !== null)) without.add(name);
    } else {
      open.push(unit);
      // what stays has no name outside
      for (const { name } of declared) changed.add(name);
    }
    if (unit.node !== null) for (const name of assignedIn(unit.node, source)) changed.add(name);
  }
  close();
  return { outside, inside, unset: [...without].filter((name) => !unset.has(name)) };
}

/** With what those that move are made of: a pointer goes with the array that it leads to. */
function neededIn(
  run: readonly Unit[],
  later: ReadonlySet<string>,
  names: Names,
  unset: ReadonlySet<string>,
): ReadonlySet<string> {
  const { source } = names;
  const needed = new Set(later);
  const varying = new Set(run.flatMap(({ node }) => (node === null ? [] : [...assignedIn(node, source)])));
  const fixed: (readonly Declared[])[] = [];
  for (const { node } of run) {
    const declared = node?.type === 'declaration' ? declaredIn(node, source) : [];
    const isFixed =
      node !== null &&
      (isStatic(textOf(source, node)) ||
        declared.every(
          ({ value }) =>
            value !== null &&
            isPure(value, names, unset) &&
            ![...identifiersIn(value, source)].some((name) => varying.has(name)),
        ));
    if (isFixed) fixed.push(declared);
    else for (const { name } of declared) varying.add(name);
  }
  for (const declared of fixed.toReversed()) {
    if (declared.some(({ name }) => needed.has(name)))
      for (const { value } of declared)
        for (const name of value === null ? [] : identifiersIn(value, source)) needed.add(name);
  }
  return needed;
}

const isStatic = (declaration: string): boolean =>
  /^(?:__shared__|static|extern|constexpr)\b|\b__shared__\b/.test(declaration);

type Parts = Readonly<{ outside: Chunk; inside: Chunk | null }>;

function partsOf(
  { node, start, end }: Unit,
  names: Names,
  unset: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): Parts | null {
  if (node === null) return null;
  const { source } = names;
  const whole: Parts = { outside: chunkAt(source, start, end), inside: null };
  const text = textOf(source, node);
  if (isStatic(text)) return whole;
  // `V v(a[i]);` reads as a function
  if (nodesOf(node, 'function_declarator').length > 0) return null;
  const values = declaredIn(node, source).flatMap(({ value }) => (value === null ? [] : [value]));
  const isFixed = values.every(
    (value) =>
      value.type !== 'argument_list' &&
      isPure(value, names, unset) &&
      ![...identifiersIn(value, source)].some((name) => changed.has(name)),
  );
  if (isFixed) return whole;
  const parts = split(node, names);
  return parts === null
    ? null
    : { ...parts, outside: { ...parts.outside, text: parts.outside.text + source.text.slice(node.end, end) } };
}

/** `T v = e, w;` as `T v, w;` and `v = e;`. */
function split(node: SyntaxNode, { source }: Names): Parts | null {
  const type = childIn(node, 'type');
  const declarators = node.children.filter(({ field }) => field === 'declarator');
  const first = declarators[0];
  if (
    type === null ||
    first === undefined ||
    !['primitive_type', 'sized_type_specifier', 'type_identifier', 'qualified_identifier', 'template_type'].includes(
      type.type,
    )
  )
    return null;
  const parts = declarators.map((declarator) => {
    const name = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
    const value = declarator.type === 'init_declarator' ? childIn(declarator, 'value') : null;
    if (name === null || !/^\**\s*\w+$/.test(textOf(source, name))) return null;
    if (
      declarator.type === 'init_declarator' &&
      (value === null || ['argument_list', 'initializer_list'].includes(value.type))
    )
      return null;
    return { name: textOf(source, name), value: value === null ? null : textOf(source, value) };
  });
  if (parts.some((part) => part === null)) return null;
  const isPointer = parts.some((part) => part?.name.startsWith('*') === true);
  const head = source.text.slice(node.start, first.start).trimEnd();
  // of a value `const` goes, as it gets one only where the guard holds
  const kept = isPointer ? head : head.replace(/\bconst\b\s*/, '').trimEnd();
  const { from } = chunkAt(source, node.start, node.end);
  const assigned = parts.flatMap((part) =>
    part === null || part.value === null ? [] : [`${part.name.replace(/^\**\s*/, '')} = ${part.value};`],
  );
  const gap = source.text.slice(node.start + head.length, first.start);
  return {
    outside: { text: `${kept}${gap}${parts.map((part) => part?.name ?? '').join(', ')};`, from },
    inside: { text: assigned.join(' '), from },
  };
}
