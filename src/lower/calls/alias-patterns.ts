/**
 * Deduction through alias templates: what they stand for is what is deduced from [temp.alias], [temp.deduct.type].
 *
 * Example: with `template <class T> using Row = Array<T, 4>;`, the pattern `Row<U>` gives an `Array<int, 4>` the `U` of
 * `int`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { sameCType } from '../types/c-type.ts';
import { splitName, visible } from '../file-scope.ts';

type Named = Readonly<{ name: string }>;
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*/g));

/** Whether a pattern `A<T>` names the class by an alias template. */
export function isAliasOf(cx: Context, typeNode: SyntaxNode, actual: CType, parameters: readonly Named[]): boolean {
  const declared = cx.unit.declared.types.get(splitName(typeNode, (inner) => textOf(cx, inner)).name) ?? [];
  const words = wordsIn(textOf(cx, typeNode));
  return (
    declared.some(({ kind }) => kind === 'alias') &&
    !parameters.some(({ name }) => words.has(name)) &&
    sameCType(cx.rules.type(cx, typeNode), actual)
  );
}

/**
 * The patterns for the arguments of a class template that a pattern by an alias template stands for; null for one that
 * says nothing: the alias gives it, or it is not written. Null where it is not known to stand for such a class, or
 * makes more of its parameters than to hand them on.
 */
export function aliasedPatterns(
  cx: Context,
  typeNode: SyntaxNode,
  className: string,
  parametersOf: (list: SyntaxNode) => readonly Named[],
): readonly (SyntaxNode | null)[] | null {
  const text = (node: SyntaxNode): string => textOf(cx, node);
  const used = splitName(typeNode, text);
  const [alias, other] = visible(cx.unit.declared.types.get(used.name) ?? [], used.scopes, cx.frame.path);
  if (alias?.kind !== 'alias' || alias.template === null || other !== undefined || used.arguments === null) return null;
  const type = childIn(alias.node, 'type');
  const target = type === null ? null : (childIn(type, 'type') ?? type);
  const meant = target === null ? null : splitName(target, text);
  if (meant === null || meant.arguments === null || meant.name !== className) return null;
  const names = parametersOf(alias.template).map(({ name }) => name);
  const written = namedChildren(used.arguments);
  const patterns: (SyntaxNode | null)[] = [];
  for (const argument of namedChildren(meant.arguments)) {
    const handed = names.indexOf(text(argument).trim());
    if (handed === -1 && names.some((name) => wordsIn(text(argument)).has(name))) return null;
    patterns.push(handed === -1 ? null : (written[handed] ?? null));
  }
  return patterns;
}
