/**
 * Whether a variable whose address was given away may change between two places of one function: only code that runs
 * there can use the address. Exact where it says no; what is not known to leave other variables alone may change them.
 *
 * Example: of `load(&n); dim3 grid(n / 8); k<<<grid, 8>>>(a, n);` the launch passes the `n` that the grid was made of.
 */
import type { HostNames } from './host-names.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { functionAround } from '../parse/parents.ts';
import { calleeName } from './declarator.ts';
import { isApiName } from './api-names.ts';
import { hostType } from './host-value.ts';
import { libraryCallee } from './library-callee.ts';
import { endsProgram, onlyPrints, takesValues } from './library-calls.ts';
import { contains, isMember, isOfNamespace, lookup } from './lookup.ts';

/** Functions of the text that are read one within another. */
const mostCalls = 4;

/**
 * Whether what the address is handed to may set the variable at any time, whatever runs: copies of CUDA's API that are
 * under way, and other threads. `taker`: where it is given away.
 */
export function setsLater(names: HostNames, taker: SyntaxNode): boolean {
  let node: SyntaxNode | undefined = taker;
  while (
    node !== undefined &&
    node.type !== 'call_expression' &&
    /_expression$|^argument_list$|^identifier$/.test(node.type)
  )
    node = names.parents.get(node);
  const callee = node?.type === 'call_expression' ? calleeName(childIn(node, 'function')) : null;
  const name = callee === null ? '' : textOf(names.source, callee);
  return name === '' || isApiName(name) || /async|thread|^MPI_|^aio_|^task|^invoke$|^bind$/i.test(name);
}

export function mayUseKept(names: HostNames, place: SyntaxNode, at: SyntaxNode): boolean {
  const around = functionAround(names.parents, place);
  if (around === null || around !== functionAround(names.parents, at) || !blockAround(names, place, at)) return true;
  if ([...names.functions.keys()].some((name) => name.startsWith('operator'))) return true;
  const repeated = loopAround(names, place, at);
  const visit = (node: SyntaxNode): boolean => {
    if (node === at) return leavesArguments(names, at, mostCalls);
    if (node.end <= place.end || node.start >= at.end) return true;
    if (!contains(node, place) && !contains(node, at)) return leavesAlone(names, node, mostCalls);
    return leavesItself(names, node, mostCalls) && node.children.every(visit);
  };
  return !visit(childIn(around, 'body') ?? around) || (repeated !== null && !leavesAlone(names, repeated, mostCalls));
}

/** Whether the block of `place` is still open at `at`: where one ends, destructors run. */
function blockAround({ parents }: HostNames, place: SyntaxNode, at: SyntaxNode): boolean {
  let node: SyntaxNode | undefined = place;
  while (node !== undefined && node.type !== 'compound_statement') node = parents.get(node);
  return node !== undefined && contains(node, at);
}

/** The outermost loop around `at` that does not pass `place` each time: all of it may run between the two. */
function loopAround({ parents }: HostNames, place: SyntaxNode, at: SyntaxNode): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let node = parents.get(at); node !== undefined && !contains(node, place); node = parents.get(node))
    if (/^(?:for|while|do)_statement$|^for_range_loop$/.test(node.type)) found = node;
  return found;
}

const leavesArguments = (names: HostNames, call: SyntaxNode, calls: number): boolean =>
  namedChildren(childIn(call, 'arguments') ?? call).every((arg) => leavesAlone(names, arg, calls));

/** Whether running it changes no variable but those that it names. */
function leavesAlone(names: HostNames, node: SyntaxNode, calls: number): boolean {
  if (node.type === 'string_literal' || node.type === 'comment') return true;
  return leavesItself(names, node, calls) && runBy(node).every((child) => leavesAlone(names, child, calls));
}

/** What is evaluated with it. */
function runBy(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'call_expression') return namedChildren(childIn(node, 'arguments') ?? node);
  if (node.type === 'declaration') return node.children.filter(({ type }) => type === 'init_declarator');
  if (node.type === 'init_declarator') return [childIn(node, 'value')].filter((value) => value !== null);
  return node.children;
}

/** The same of what it does beside what its parts do. */
function leavesItself(names: HostNames, node: SyntaxNode, calls: number): boolean {
  switch (node.type) {
    case 'call_expression':
      return node.children.some(({ type }) => type === 'kernel_call_syntax') || leavesCalled(names, node, calls);
    case 'assignment_expression':
      return isNamed(names, childIn(node, 'left'));
    case 'update_expression':
      return isNamed(names, childIn(node, 'argument'));
    case 'identifier':
      return isPlainVariable(names, node);
    case 'declaration':
      return isPlain(names, node);
    case 'lambda_expression':
    case 'new_expression':
    case 'delete_expression':
    case 'co_await_expression':
    case 'goto_statement':
    case 'ERROR':
      return false;
    default:
      return true;
  }
}

/** A variable that is its own, and no other name of one; an axis of a `dim3`. */
function isNamed(names: HostNames, target: SyntaxNode | null): boolean {
  const name =
    target?.type === 'field_expression' && childIn(target, 'operator')?.type !== '->'
      ? childIn(target, 'argument')
      : target;
  const declaration = name?.type === 'identifier' ? lookup(names, textOf(names.source, name), name) : null;
  return (
    declaration !== null && declaration.shape !== 'reference' && (name === target || declaration.typeText === 'dim3')
  );
}

/** A function of a library that takes values, or one of the text that does nothing else. */
function leavesCalled(names: HostNames, call: SyntaxNode, calls: number): boolean {
  const library = libraryCallee(names, call);
  if (library !== null)
    return (
      (onlyPrints(library) || endsProgram(library) || takesValues(library)) &&
      !/HostFunc|Callback|Graph|^(?:push_back|push|insert|assign|resize|reserve|memcpy|memset)$/.test(library)
    );
  const callee = calleeName(childIn(call, 'function'));
  const definitions =
    callee === null || childIn(call, 'function')?.type === 'field_expression'
      ? []
      : (names.functions.get(textOf(names.source, callee)) ?? []);
  return (
    calls > 0 &&
    definitions.length > 0 &&
    definitions.every((definition) => {
      const body = childIn(definition, 'body');
      return body !== null && leavesAlone(names, body, calls - 1);
    })
  );
}

/** Of numbers, pointers, and what CUDA declares. */
function isPlain({ source }: HostNames, declaration: SyntaxNode): boolean {
  const type = childIn(declaration, 'type');
  const ofType = namedChildren(declaration).filter(
    ({ type: kind }) => kind === 'identifier' || kind === 'init_declarator' || kind === 'array_declarator',
  );
  return (
    type === null ||
    isPlainType(textOf(source, type)) ||
    ofType.every((one) => childIn(one, 'declarator')?.type === 'pointer_declarator')
  );
}

const isPlainType = (text: string): boolean =>
  hostType(text) !== null ||
  /^(?:auto|char|dim3|u?(?:char|short|int|long|longlong|float|double)[1-4]|(?:cuda|hip|CU)\w+|FILE)$/.test(text);

function isPlainVariable(names: HostNames, node: SyntaxNode): boolean {
  const declaration = lookup(names, textOf(names.source, node), node);
  if (declaration === null || isMember(declaration) || isOfNamespace(declaration)) return true;
  return (
    declaration.shape === 'pointer' ||
    isPlainType(declaration.typeText.replace(/\b(?:const|volatile|static)\b/g, '').trim())
  );
}
