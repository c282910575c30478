/**
 * What calls in host code may change: variables whose addresses they take, objects whose methods they are, arguments that they may take
 * by reference. A function of the file's own is read, whatever it is named. Over-approximates the writes.
 */
import type { MappedText } from '../base/text-map.ts';
import type { Parents } from '../parse/parents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Write } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, parametersOf, shapeOf } from './declarator.ts';
import { forgetsAddress, onlyReads, takesValues } from './library-calls.ts';

/** What is known when all of the text was walked. */
type Index = Readonly<{ source: MappedText; parents: Parents; functions: ReadonlyMap<string, readonly SyntaxNode[]> }>;

/** What a function does that is handed `&x`: x changes there at most where it forgets the address; else x may change at any time. */
export function addressTaken(b: Index, node: SyntaxNode): 'only read' | 'forgotten' | 'kept' {
  let at = node;
  let list = b.parents.get(at);
  while (list?.type === 'cast_expression' || list?.type === 'parenthesized_expression') {
    at = list;
    list = b.parents.get(at);
  }
  const call = list?.type === 'argument_list' ? b.parents.get(list) : undefined;
  const callee = call?.type === 'call_expression' ? calleeName(childIn(call, 'function')) : null;
  const name = callee === null ? '' : textOf(b.source, callee);
  const position = list === undefined ? -1 : namedChildren(list).findIndex((child) => child === at);
  const reads = onlyReads(name, position) && !/DeviceToHost|memcpyDefault/i.test(call === undefined ? '' : textOf(b.source, call));
  if (b.functions.has(name)) return 'kept';
  return reads ? 'only read' : forgetsAddress(name) ? 'forgotten' : 'kept';
}

const assigns = (node: SyntaxNode): boolean => /^(?:assignment|update|call)_expression$/.test(node.type) || node.children.some(assigns);

/** `p.set(3)` may change `p`; a method that only returns an expression does not. */
export function writesByMethod(b: Index, node: SyntaxNode): readonly Write[] {
  const callee = childIn(node, 'function');
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  const name = calleeName(callee);
  const bodies = name === null ? [] : (b.functions.get(textOf(b.source, name)) ?? []).map((definition) => namedChildren(childIn(definition, 'body') ?? definition));
  if (bodies.length > 0 && bodies.every(([only, second]) => only?.type === 'return_statement' && second === undefined && !assigns(only))) return [];
  return object?.type === 'identifier' ? [{ name: textOf(b.source, object), member: null, isInside: true, operator: '', value: null, escapes: false, node }] : [];
}

/** Variables handed to a function that may take them by reference and change them. */
export function writesByReference(b: Index, call: SyntaxNode): readonly Write[] {
  if (call.children.some((child) => child.type === 'kernel_call_syntax')) return [];
  const callee = declaredName(childIn(call, 'function')) ?? calleeName(childIn(call, 'function'));
  const name = callee === null ? '' : textOf(b.source, callee);
  const args = namedChildren(childIn(call, 'arguments') ?? call);
  const definitions = b.functions.get(name) ?? [];
  if (definitions.length === 0 && takesValues(name)) return [];
  return args.flatMap((arg, k): Write[] => {
    if (arg.type !== 'identifier' || (definitions.length > 0 && definitions.every((definition) => takesByValue(b, definition, k)))) return [];
    return [{ name: textOf(b.source, arg), member: null, isInside: false, operator: '', value: null, escapes: false, node: call }];
  });
}

function takesByValue(b: Index, definition: SyntaxNode, at: number): boolean {
  const parameter = parametersOf(definition)[at];
  if (parameter === undefined) return false;
  return shapeOf(childIn(parameter, 'declarator')) !== 'reference' || (childIn(parameter, 'declarator')?.type === 'reference_declarator' && parameter.children.some((child) => child.type === 'type_qualifier' && textOf(b.source, child) === 'const'));
}
