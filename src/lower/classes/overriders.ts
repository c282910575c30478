/**
 * Whether a virtual function may be overridden by a class of the file. A reference, a pointer or `this` may be a part
 * of an object of such a class, and the call is then the other function's. Over-approximating: bases that are no
 * classes of the file (aliases, template parameters) may be any.
 */
import type { Context } from '../context.ts';
import type { StructType } from '../types/c-type.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { memoized } from '../../base/memoize.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { functionDeclarator } from '../file-scope.ts';
import { textOf } from '../context.ts';
import { isVirtual } from './structs.ts';

type Class = Readonly<{ node: SyntaxNode; name: string; bases: readonly string[]; functions: ReadonlySet<string> }>;

/** Whether a call of the function on an object of the class, or of one derived from it, may be another function's. */
export function mayBeOverridden(cx: Context, struct: StructType, name: string): boolean {
  if (!isVirtual(cx, struct, name)) return false;
  const classes = cx.unit.trees.flatMap((tree) => classesOf(tree, cx));
  const own = bareName(struct.template?.name ?? struct.name);
  return classes.some(
    (one) => one.functions.has(name) && one.bases.some((base) => isOrDerives(classes, base, own, new Set())),
  );
}

/**
 * The classes of the file that derive from it, as far as their names say; null where a base is no class of the file,
 * and may be anything.
 */
export function classesDerivedFrom(cx: Context, struct: StructType): readonly SyntaxNode[] | null {
  const classes = cx.unit.trees.flatMap((tree) => classesOf(tree, cx));
  const own = bareName(struct.template?.name ?? struct.name);
  const derived = classes.filter((one) => one.bases.some((base) => isOrDerives(classes, base, own, new Set())));
  const isKnown = (one: Class): boolean => one.bases.every((base) => classes.some(({ name }) => name === base));
  return derived.every(isKnown) ? derived.map(({ node }) => node) : null;
}

/** The base clause's types of that name. */
export function basesNamed(cx: Context, node: SyntaxNode, name: string): readonly SyntaxNode[] {
  return baseTypes(node).filter((type) => bareName(textOf(cx, type)) === bareName(name));
}

function isOrDerives(classes: readonly Class[], name: string, from: string, seen: Set<string>): boolean {
  if (name === from) return true;
  if (seen.has(name)) return false;
  seen.add(name);
  const declared = classes.filter((one) => one.name === name);
  return (
    declared.length === 0 || declared.some(({ bases }) => bases.some((base) => isOrDerives(classes, base, from, seen)))
  );
}

const classesOf = memoized((tree: SyntaxNode, cx: Context): readonly Class[] => {
  const found: Class[] = [];
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'struct_specifier' || node.type === 'class_specifier') {
      const name = childIn(node, 'name');
      if (childIn(node, 'body') !== null)
        found.push({
          node,
          name: name === null ? '' : bareName(textOf(cx, name)),
          bases: basesIn(cx, node),
          functions: functionsIn(cx, node),
        });
    }
    pending.push(...node.children);
  }
  return found;
});

function basesIn(cx: Context, node: SyntaxNode): readonly string[] {
  return baseTypes(node).map((type) => bareName(textOf(cx, type)));
}

function baseTypes(node: SyntaxNode): readonly SyntaxNode[] {
  const clause = node.children.find((child) => child.type === 'base_class_clause');
  return clause === undefined
    ? []
    : namedChildren(clause).filter((child) => !['access_specifier', 'comment', 'virtual'].includes(child.type));
}

/** The last part of a name without its template arguments. */
function bareName(text: string): string {
  const inner = text.replace(/<[^<>]*>/g, '');
  return inner === text ? (text.split('::').at(-1) ?? text).trim() : bareName(inner);
}

function functionsIn(cx: Context, node: SyntaxNode): ReadonlySet<string> {
  const body = childIn(node, 'body');
  return new Set(
    (body === null ? [] : namedChildren(body)).flatMap((member) => {
      const declarator = functionDeclarator(childIn(member, 'declarator'));
      const own = declarator === null ? null : childIn(declarator, 'declarator');
      return own === null ? [] : [textOf(cx, own).replace(/\s+/g, '')];
    }),
  );
}
