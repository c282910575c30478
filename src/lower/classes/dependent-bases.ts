/**
 * Names that a class has from a base that depends on template parameters: an unqualified use does not find them there
 * (C++ [temp.dep]), but whatever else has that name where the template is written. Exact.
 *
 * Example: in `template <class T> struct D : B<T> { int f() { return n; } };`, `n` is not `B<T>::n`; `this->n` is.
 */
import type { Context } from '../context.ts';
import type { StructType } from '../types/c-type.ts';
import { namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { lookUp } from '../scope.ts';

/** Whether such a base is the one of that name (`(base 0 B<int>)`), and no `using` brings the member into the class. */
export function isHiddenIn(cx: Context, struct: StructType, base: string | undefined, member: string): boolean {
  const { body } = struct;
  const parent = body?.scope.parent ?? null;
  const k = /^\(base (\d+) /.exec(base ?? '')?.[1];
  if (body === null || parent === null || k === undefined) return false;
  const clause = body.node.children.find((child) => child.type === 'base_class_clause');
  const node = clause === undefined ? undefined : namedChildren(clause)[Number(k)];
  if (
    node === undefined ||
    ![...textOf(cx, node).matchAll(/[A-Za-z_]\w*/g)].some(([word]) => lookUp(parent, word) !== null)
  )
    return false;
  return !body.node.children
    .flatMap((child) => child.children)
    .some(
      (child) => child.type === 'using_declaration' && new RegExp(`::\\s*${member}\\s*[,;]`).test(textOf(cx, child)),
    );
}
