/**
 * What calls in host code may change: variables whose addresses they take, objects whose methods they are, arguments
 * that they may take by reference. A function of the file's own is read, whatever it is named. Over-approximates the
 * writes.
 */
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames, Write } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { keepsAnywhere, typeKeeps } from './bound-references.ts';
import { calleeName, declaredName, parameterDeclaredAt, parametersOf, shapeOf, isMarkedConst } from './declarator.ts';
import { isConstInVain, maySetThrough, returnsReference } from './hidden-references.ts';
import { hostTypeOf, splitArguments } from './host-type.ts';
import { isKernelArgument } from './kernel-arguments.ts';
import { lambdaOf } from './own-functions.ts';
import { isOnlyLaunchedWith } from './packs.ts';
import { placesIn, targetOf } from './write-targets.ts';
import { madeView } from './library-views.ts';
import {
  convertsValue,
  copiesLater,
  forgetsAddress,
  handsOn,
  launchesKernel,
  makesObject,
  onlyReads,
  refersToArgument,
  takesValues,
} from './library-calls.ts';
import { libraryCallee } from './library-callee.ts';

/**
 * What a function does that is handed `&x`: x changes there at most where it forgets the address; else x may change at
 * any time.
 */
export function addressTaken(b: HostNames, node: SyntaxNode): 'only read' | 'forgotten' | 'kept' {
  let at = node;
  let list = b.parents.get(at);
  while (list?.type === 'cast_expression' || list?.type === 'parenthesized_expression') {
    at = list;
    list = b.parents.get(at);
  }
  if (list?.type === 'initializer_list' && isKernelArgument(b, list)) return 'only read';
  const call = list?.type === 'argument_list' ? b.parents.get(list) : undefined;
  const name = (call?.type === 'call_expression' ? libraryCallee(b, call) : null) ?? '';
  const position = list === undefined ? -1 : namedChildren(list).findIndex((child) => child === at);
  const reads =
    onlyReads(name, position) && !/DeviceToHost|memcpyDefault/i.test(call === undefined ? '' : textOf(b.source, call));
  if (copiesLater(name) && position === 0 && call !== undefined && !isAwaited(b, call)) return 'kept';
  return reads ? 'only read' : forgetsAddress(name) ? 'forgotten' : 'kept';
}

/**
 * Whether the program waits for what a call starts in the statement after it, where a macro's block or check may stand
 * around either.
 */
function isAwaited(b: HostNames, call: SyntaxNode): boolean {
  for (let at = call, parent = b.parents.get(at); parent !== undefined; at = parent, parent = b.parents.get(at)) {
    if (parent.type !== 'compound_statement') continue;
    const statements = namedChildren(parent).filter(({ type }) => type !== 'comment');
    const next = statements[statements.indexOf(at) + 1];
    // the last of a block: of what follows the block
    if (next !== undefined)
      return /\b(?:cuda|hip|cu)(?:Stream|Device|Thread|Event|Ctx)Synchronize\b/.test(textOf(b.source, next));
  }
  return false;
}

/** Whether evaluating it may change something: it assigns, or calls what may. */
export const assigns = (node: SyntaxNode): boolean =>
  /^(?:assignment|update|call)_expression$/.test(node.type) || node.children.some(assigns);

/** The object of `(p.*f)(3)`; null for other calls. */
export function calledByPointer(call: SyntaxNode): SyntaxNode | null {
  let callee = childIn(call, 'function');
  while (callee?.type === 'parenthesized_expression') callee = namedChildren(callee)[0] ?? null;
  return callee?.type === 'member_pointer_expression' ? childIn(callee, 'argument') : null;
}

/**
 * `p.set(3)` may change `p`; a method that only returns an expression does not, but where that is a reference or
 * pointer to a member.
 */
export function writesByMethod(b: HostNames, node: SyntaxNode): readonly Write[] {
  const callee = childIn(node, 'function');
  const pointed = calledByPointer(node);
  if (pointed !== null) return writesTo(b, pointed, node, false);
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  const name = calleeName(callee);
  const definitions = name === null ? [] : (b.functions.get(textOf(b.source, name)) ?? []);
  const bodies = definitions.map((definition) => namedChildren(childIn(definition, 'body') ?? definition));
  const givesPlace = definitions.some(
    (definition) => givesReference(b.source, definition) || shapeOf(childIn(definition, 'declarator')) === 'pointer',
  );
  const isKept = mayReturnHolder(b, definitions) || definitions.some((definition) => handsItselfOut(b, definition));
  if (
    bodies.length > 0 &&
    !givesPlace &&
    !isKept &&
    bodies.every(([only, second]) => only?.type === 'return_statement' && second === undefined && !assigns(only))
  )
    return [];
  const target = object === null ? null : targetOf(b.source, object);
  return target === null
    ? []
    : [{ ...target, isInside: true, operator: '', value: null, escapes: givesPlace || isKept, node }];
}

/**
 * Whether a method returns a lambda, or an object of a type that it does not write out, which may keep the method's own
 * object.
 */
function handsItselfOut(b: HostNames, definition: SyntaxNode): boolean {
  const isDeduced = /\b(?:auto|decltype)\b/.test(textOf(b.source, childIn(definition, 'type') ?? definition));
  const makes = (node: SyntaxNode): boolean =>
    node.type === 'lambda_expression' ||
    (isDeduced && node.type === 'compound_literal_expression') ||
    node.children.some(makes);
  return childrenReturned(definition).some(makes);
}

/** What the return statements of a function return. */
const childrenReturned = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'return_statement' ? namedChildren(node) : node.children.flatMap(childrenReturned);

/** Whether a function returns a reference through which what it refers to may be set. */
export function givesReference(source: MappedText, definition: SyntaxNode): boolean {
  const isConst = isMarkedConst(source, definition);
  const isSpelled = childIn(definition, 'declarator')?.type === 'reference_declarator';
  // `const` beside an alias of a reference says nothing
  const type = childIn(definition, 'type');
  return isSpelled
    ? !isConst || isConstInVain(source, type === null ? '' : textOf(source, type))
    : returnsReference(source, definition);
}

/**
 * Variables, and members and elements of them, handed to a function that may take them by reference and change them, or
 * keep the reference.
 */
export function writesByReference(b: HostNames, call: SyntaxNode): readonly Write[] {
  if (call.children.some((child) => child.type === 'kernel_call_syntax')) return [];
  const callee = declaredName(childIn(call, 'function')) ?? calleeName(childIn(call, 'function'));
  const name = callee === null ? '' : textOf(b.source, callee);
  const args = namedChildren(childIn(call, 'arguments') ?? call);
  const lambda = b.functions.has(name) ? null : lambdaOf(b, call);
  const definitions = b.functions.get(name) ?? (lambda === null ? [] : [lambda]);
  const library = libraryCallee(b, call) ?? '';
  const made = makesObject(library) ? typesMade(b, call) : null;
  if (made !== null)
    return args.flatMap((arg) => (made.some((type) => keepsAnywhere(b, type)) ? writesTo(b, arg, call, true) : []));
  if (convertsValue(name) || takesValues(library) || (handsOn(library) && isCopiedByLaunch(b, call))) return [];
  // a view takes its pointer and extents by value
  if (args[0] !== undefined && madeView(b, call) !== null && hostTypeOf(b, args[0])?.endsWith('*') === true) return [];
  // what it is given, or an object that keeps it, may be set later
  const isReturned =
    definitions.some((definition) => givesReference(b.source, definition)) ||
    (definitions.length === 0 && refersToArgument(name));
  return args.flatMap((arg, k): readonly Write[] => {
    const places = placesIn(arg);
    const declared =
      definitions.length === 0 ? prototypesOf(b, call).map((node) => parameterDeclaredAt(b.parents, node, k)) : [];
    if (
      declared.length > 0 &&
      declared.every((parameter) => parameter?.type === 'parameter_declaration' && !parameterTakes(b, parameter, arg))
    )
      return [];
    if (
      places.length === 0 ||
      (definitions.length > 0 && definitions.every((definition) => takesByValue(b, definition, k, arg)))
    )
      return [];
    return writesTo(b, arg, call, isReturned || declared.length > 0 || mayReturnHolder(b, definitions));
  });
}

/** Whether a launch takes the value: of `std::forward<Args>(args)...` it only makes copies. */
function isCopiedByLaunch(b: HostNames, call: SyntaxNode): boolean {
  let list = b.parents.get(call);
  if (list?.type === 'parameter_pack_expansion') list = b.parents.get(list);
  const launch = list?.type === 'argument_list' ? b.parents.get(list) : undefined;
  if (launch?.type !== 'call_expression') return false;
  return (
    launch.children.some(({ type }) => type === 'kernel_call_syntax') || launchesKernel(libraryCallee(b, launch) ?? '')
  );
}

/** A change of each variable that an argument may hand on by reference. */
export function writesTo(b: HostNames, arg: SyntaxNode, by: SyntaxNode, escapes: boolean): readonly Write[] {
  return placesIn(arg).flatMap((place): Write[] => {
    const target = targetOf(b.source, place);
    return target === null ? [] : [{ ...target, operator: '', value: null, escapes, node: by }];
  });
}

/** The types of the objects that `std::make_unique<W>(…)` and `v.emplace_back(…)` make, as they are spelled. */
export function typesMade(b: HostNames, call: SyntaxNode): readonly string[] {
  const callee = childIn(call, 'function');
  const object = callee?.type === 'field_expression' ? childIn(callee, 'argument') : null;
  const text = object === null ? textOf(b.source, callee ?? call) : (hostTypeOf(b, object) ?? '');
  const [open, close] = [text.indexOf('<'), text.lastIndexOf('>')];
  const given = open >= 0 && open < close ? text.slice(open + 1, close) : undefined;
  return given === undefined ? [] : splitArguments(given);
}

/** What a declaration, a braced or parenthesized list, or `new` makes of arguments that the new object may keep. */
export function writesByMaking(
  b: HostNames,
  type: SyntaxNode,
  args: readonly SyntaxNode[],
  by: SyntaxNode,
): readonly Write[] {
  const spelled = textOf(b.source, type);
  return args.flatMap((arg, k) =>
    isSameClass(b, arg, spelled) || !typeKeeps(b, type, k) ? [] : writesTo(b, arg, by, true),
  );
}

/** Whether an argument is of the class that is made: it is copied. */
function isSameClass(b: HostNames, arg: SyntaxNode, spelled: string): boolean {
  const own = hostTypeOf(b, arg);
  const bare = (text: string): string =>
    text
      .replace(/\b(?:const|struct|class)\b/g, ' ')
      .replace(/<.*$/s, '')
      .trim()
      .replace(/^.*::/s, '');
  return own !== null && bare(own) === bare(spelled);
}

/** Whether functions return objects that may keep a reference that they are given. */
const mayReturnHolder = (b: HostNames, definitions: readonly SyntaxNode[]): boolean =>
  definitions.some((definition) => {
    const type = childIn(definition, 'type');
    return (
      type !== null &&
      shapeOf(childIn(definition, 'declarator')) === 'plain' &&
      [0, 1, 2, 3].some((position) => typeKeeps(b, type, position))
    );
  });

/** The names in the prototypes of a function that the file only declares; none where the call may be of another. */
function prototypesOf(b: HostNames, call: SyntaxNode): readonly SyntaxNode[] {
  const callee = childIn(call, 'function');
  // `n::f`, `o.f` and `f<T &>` may be others
  return callee?.type === 'identifier'
    ? (b.declarations.get(textOf(b.source, callee)) ?? []).map(({ node }) => node)
    : [];
}

/** Whether a parameter is a reference through which an argument may change, or an object that keeps one. */
function parameterTakes(b: HostNames, parameter: SyntaxNode, arg: SyntaxNode): boolean {
  const type = childIn(parameter, 'type');
  if (maySetThrough(b.source, parameter)) return true;
  return (
    type !== null &&
    shapeOf(childIn(parameter, 'declarator')) !== 'pointer' &&
    !isSameClass(b, arg, textOf(b.source, type)) &&
    typeKeeps(b, type, 0)
  );
}

function takesByValue(b: HostNames, definition: SyntaxNode, at: number, arg: SyntaxNode): boolean {
  const parameters = parametersOf(definition);
  const last = parameters.at(-1);
  if (last?.type === 'variadic_parameter_declaration' && at >= parameters.length - 1) {
    const pack = declaredName(childIn(last, 'declarator'));
    return pack !== null && isOnlyLaunchedWith(b, definition, textOf(b.source, pack));
  }
  const parameter = parameters[at];
  return parameter !== undefined && !parameterTakes(b, parameter, arg);
}
