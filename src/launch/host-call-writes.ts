/**
 * What calls in host code may change: variables whose addresses they take, objects whose methods they are, arguments that they may take
 * by reference. A function of the file's own is read, whatever it is named. Over-approximates the writes.
 */
import type { MappedText } from '../base/text-map.ts';
import type { Parents } from '../parse/parents.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, Write } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, parameterDeclaredAt, parametersOf, shapeOf } from './declarator.ts';
import { maySetThrough, returnsReference } from './hidden-references.ts';
import { isOnlyLaunchedWith } from './packs.ts';
import { targetOf } from './write-targets.ts';
import { forgetsAddress, onlyReads, refersToArgument, takesValues } from './library-calls.ts';

/** What is known when all of the text was walked. */
type Index = Readonly<{ source: MappedText; parents: Parents; functions: ReadonlyMap<string, readonly SyntaxNode[]>; declarations: ReadonlyMap<string, readonly Declaration[]> }>;

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

/** Whether evaluating it may change something: it assigns, or calls what may. */
export const assigns = (node: SyntaxNode): boolean => /^(?:assignment|update|call)_expression$/.test(node.type) || node.children.some(assigns);

/** `p.set(3)` may change `p`; a method that only returns an expression does not, but where that is a reference or pointer to a member. */
export function writesByMethod(b: Index, node: SyntaxNode): readonly Write[] {
  const callee = childIn(node, 'function');
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  const name = calleeName(callee);
  const definitions = name === null ? [] : (b.functions.get(textOf(b.source, name)) ?? []);
  const bodies = definitions.map((definition) => namedChildren(childIn(definition, 'body') ?? definition));
  const givesPlace = definitions.some((definition) => givesReference(b.source, definition) || shapeOf(childIn(definition, 'declarator')) === 'pointer');
  if (bodies.length > 0 && !givesPlace && bodies.every(([only, second]) => only?.type === 'return_statement' && second === undefined && !assigns(only))) return [];
  const target = object === null ? null : targetOf(b.source, object);
  return target === null ? [] : [{ ...target, isInside: true, operator: '', value: null, escapes: givesPlace, node }];
}

/** Whether a function returns a reference through which what it refers to may be set. */
export function givesReference(source: MappedText, definition: SyntaxNode): boolean {
  const isConst = definition.children.some((child) => child.type === 'type_qualifier' && textOf(source, child) === 'const');
  const isSpelled = childIn(definition, 'declarator')?.type === 'reference_declarator';
  // `const` beside an alias of a reference says nothing
  return isSpelled ? !isConst : returnsReference(source, definition);
}

/** Variables, and members and elements of them, handed to a function that may take them by reference and change them. */
export function writesByReference(b: Index, call: SyntaxNode): readonly Write[] {
  if (call.children.some((child) => child.type === 'kernel_call_syntax')) return [];
  const callee = declaredName(childIn(call, 'function')) ?? calleeName(childIn(call, 'function'));
  const name = callee === null ? '' : textOf(b.source, callee);
  const args = namedChildren(childIn(call, 'arguments') ?? call);
  const definitions = b.functions.get(name) ?? [];
  if (definitions.length === 0 && takesValues(name)) return [];
  // what it is given, or an object that keeps it, may be set later
  const isReturned = definitions.some((definition) => givesReference(b.source, definition)) || (definitions.length === 0 && refersToArgument(name));
  return args.flatMap((arg, k): Write[] => {
    const places = placesIn(arg);
    if (definitions.length === 0 && isDeclaredToCopy(b, call, k)) return [];
    if (places.length === 0 || (definitions.length > 0 && definitions.every((definition) => takesByValue(b, definition, k)))) return [];
    return places.flatMap((place): Write[] => {
      const target = targetOf(b.source, place);
      return target === null ? [] : [{ ...target, operator: '', value: null, escapes: isReturned, node: call }];
    });
  });
}

/** What an argument may hand on by reference: `x`, `(x)`, `N::x`, `s.x`, `w[0]`, `c ? x : y`. */
function placesIn(arg: SyntaxNode): readonly SyntaxNode[] {
  switch (arg.type) {
    case 'identifier':
    case 'qualified_identifier':
    case 'field_expression':
    case 'subscript_expression':
      return [arg];
    case 'parenthesized_expression':
      return namedChildren(arg).flatMap(placesIn);
    case 'conditional_expression':
      return [childIn(arg, 'consequence'), childIn(arg, 'alternative')].flatMap((arm) => (arm === null ? [] : placesIn(arm)));
    default:
      return [];
  }
}

/** Whether a call is of a function that the file only declares, each time with a parameter here that is no reference, or one to what is const. */
function isDeclaredToCopy(b: Index, call: SyntaxNode, at: number): boolean {
  const callee = childIn(call, 'function');
  // `n::f`, `o.f` and `f<T &>` may be others
  const declared = callee?.type === 'identifier' ? b.declarations.get(textOf(b.source, callee)) ?? [] : [];
  return declared.length > 0 && declared.every(({ node }) => {
    const parameter = parameterDeclaredAt(b.parents, node, at);
    return parameter?.type === 'parameter_declaration' && !maySetThrough(b.source, parameter);
  });
}

function takesByValue(b: Index, definition: SyntaxNode, at: number): boolean {
  const parameters = parametersOf(definition);
  const last = parameters.at(-1);
  if (last?.type === 'variadic_parameter_declaration' && at >= parameters.length - 1) {
    const pack = declaredName(childIn(last, 'declarator'));
    return pack !== null && isOnlyLaunchedWith(b, definition, textOf(b.source, pack));
  }
  const parameter = parameters[at];
  return parameter !== undefined && !maySetThrough(b.source, parameter);
}
