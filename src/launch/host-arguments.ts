/** What a launch passes: the values of scalars, fields of structs one by one, and which of the pointers may be one array. */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Located } from './host-pointers.ts';
import type { HostArgument, LaunchSite } from './launch.ts';
import { withoutCasts } from './declarator.ts';
import { textOf } from './host-names.ts';
import { deviceVariables, locate, locateMember } from './host-pointers.ts';
import { hostTypeOf, memberTypeText } from './host-type.ts';
import { sameArray } from './same-array.ts';

export function argumentOf(cx: Evaluation, node: SyntaxNode): HostArgument {
  const value = cx.rules.evaluate(cx, node);
  const fields = new Map<string, Expr>();
  for (const name of fieldsOf(cx, node)) {
    const field = cx.rules.variable(cx, textOf(cx.names.source, node), node, name);
    if (field !== null) fields.set(name, field);
  }
  const isPointer = value === null && pointsSomewhere(cx, node);
  return { value, fields, pointer: isPointer ? textOf(cx.names.source, withoutCasts(node)).replace(/\s+/g, '') : null };
}

/** The names of the fields of a struct variable, or []. */
function fieldsOf(cx: Evaluation, node: SyntaxNode): readonly string[] {
  const type = node.type === 'identifier' ? hostTypeOf(cx.names, node) : null;
  const struct = type === null ? undefined : cx.names.types.structs.get(type.replace(/<.*$/s, ''));
  return struct === undefined || struct === null ? [] : [...struct.members].filter(([, { declarator }]) => declarator.type !== 'function_declarator').map(([name]) => name);
}

function pointsSomewhere(cx: Evaluation, node: SyntaxNode): boolean {
  const type = hostTypeOf(cx.names, node);
  return type === null ? !/_literal$|^lambda_expression$/.test(node.type) : type.endsWith('*');
}

/** The pairs of pointers, by the places of their arguments (`0`, `2.out`) or as device variables (`::table`), that are or may be one array. */
export function sharedArrays(cx: Evaluation, args: readonly SyntaxNode[]): LaunchSite['aliases'] {
  const pointers: Readonly<{ path: string; located: Located }>[] = [];
  for (const [k, arg] of args.entries()) {
    const fields = fieldsOf(cx, arg);
    if (fields.length === 0 && cx.rules.evaluate(cx, arg) === null && pointsSomewhere(cx, arg)) pointers.push({ path: `${k}`, located: locate(cx, arg) });
    const object = { base: hostTypeOf(cx.names, arg) ?? '', pointers: 0 };
    for (const field of fields) if (memberTypeText(cx.names, object, field)?.endsWith('*') === true) pointers.push({ path: `${k}.${field}`, located: locateMember(cx, arg, field) });
  }
  const variables = pointers.flatMap(({ path, located }) => deviceVariables(cx, located).map((name) => ({ first: path, second: `::${name}`, kind: 'may' as const })));
  return [...variables, ...pointers.flatMap((first, k) => pointers.slice(k + 1).flatMap((second) => {
    const kind = sameArray(cx, first.located, second.located);
    return kind === 'distinct' ? [] : [{ first: first.path, second: second.path, kind }];
  }))];
}
