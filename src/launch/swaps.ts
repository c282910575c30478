/**
 * Calls that make two variables of host code change places: the library's `swap`, and functions of the file's own that
 * do nothing else.
 * Exact: whatever the file defines under that name is read, and not trusted.
 *
 * Example: `template <class T> void Swap(T &a, T &b) { T t = a; a = b; b = t; }`.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, parametersOf, shapeOf, withoutCasts } from './declarator.ts';
import { libraryCallee } from './library-callee.ts';
import { ownDefinitions } from './own-functions.ts';

export type Swapped = readonly [SyntaxNode, SyntaxNode];

/** The two variables that change places, and nothing else happens; null: the call does something else, or may. */
export function swappedBy(names: HostNames, call: SyntaxNode): Swapped | null {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  const [first, second, third] = namedChildren(childIn(call, 'arguments') ?? call);
  if (
    name === null ||
    first === undefined ||
    second === undefined ||
    third !== undefined ||
    callee?.type === 'field_expression'
  )
    return null;
  const own = ownDefinitions(names, call);
  if (own.length === 0) return libraryCallee(names, call) === 'swap' ? [first, second] : null;
  const kinds = own.map((definition) => kindOf(names, definition));
  if (kinds.every((kind) => kind === 'references')) return [first, second];
  const [a, b] = [pointedTo(first), pointedTo(second)];
  return kinds.every((kind) => kind === 'pointers') && a !== null && b !== null ? [a, b] : null;
}

/**
 * Whether a call may be the library's `swap`, which a `using` or its arguments bring in beside the file's own functions
 * of the name.
 */
export function maySwap(names: HostNames, call: SyntaxNode): Swapped | null {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  const [first, second, third] = namedChildren(childIn(call, 'arguments') ?? call);
  const isSwap = name !== null && callee?.type !== 'field_expression' && textOf(names.source, name) === 'swap';
  return isSwap && first !== undefined && second !== undefined && third === undefined ? [first, second] : null;
}

/** `x` of `&x`. */
export function pointedTo(arg: SyntaxNode): SyntaxNode | null {
  const bare = withoutCasts(arg);
  return bare.type === 'pointer_expression' && bare.children[0]?.type === '&' ? childIn(bare, 'argument') : null;
}

/** Whether a function swaps what its two references, or its two pointers, stand for. */
function kindOf(names: HostNames, definition: SyntaxNode): 'references' | 'pointers' | null {
  const parameters = parametersOf(definition);
  const [a, b] = parameters.map((parameter) => declaredName(childIn(parameter, 'declarator')));
  const shapes = parameters.map((parameter) => shapeOf(childIn(parameter, 'declarator')));
  if (a === undefined || b === undefined || a === null || b === null || parameters.length !== 2) return null;
  const [x, y] = [textOf(names.source, a), textOf(names.source, b)];
  if (shapes.every((shape) => shape === 'reference')) return exchanges(names, definition, x, y) ? 'references' : null;
  return shapes.every((shape) => shape === 'pointer') && exchanges(names, definition, `*${x}`, `*${y}`)
    ? 'pointers'
    : null;
}

/** Whether the body is `t = a; a = b; b = t;`, for a variable `t` of its own, or the library's `swap` of them. */
function exchanges(names: HostNames, definition: SyntaxNode, a: string, b: string): boolean {
  const body = [...namedChildren(childIn(definition, 'body') ?? definition)];
  const written = (node: SyntaxNode | null | undefined): string =>
    node === null || node === undefined
      ? ''
      : textOf(names.source, node)
          .replace(/\s+/g, '')
          .replace(/^(?:std::)?move\((.*)\)$/, '$1')
          .replace(/^\((.*)\)$/, '$1');
  if (body.at(-1)?.type === 'return_statement' && namedChildren(body.at(-1) ?? definition).length === 0) body.pop();
  const [declaration, first, second, more] = body;
  if (declaration?.type === 'expression_statement' && first === undefined)
    return written(declaration) === `std::swap(${a},${b});`;
  const [variable, another] = names.declaredBy.get(declaration ?? definition) ?? [];
  if (
    variable === undefined ||
    another !== undefined ||
    more !== undefined ||
    variable.shape === 'reference' ||
    variable.isStatic ||
    names.functions.has('move')
  )
    return false;
  const { initial } = variable;
  const given =
    initial.kind === 'expression'
      ? initial.node
      : initial.kind === 'arguments' && initial.nodes.length === 1
        ? initial.nodes[0]
        : null;
  const copies = [[variable.name, written(given)], copyOf(first, written), copyOf(second, written)];
  const done = copies.map((copy) => copy.join('=')).join();
  const exchange = (x: string, y: string): string =>
    [`${variable.name}=${x}`, `${x}=${y}`, `${y}=${variable.name}`].join();
  return done === exchange(a, b) || done === exchange(b, a);
}

function copyOf(statement: SyntaxNode | undefined, written: (node: SyntaxNode | null) => string): readonly string[] {
  const [expression] = statement?.type === 'expression_statement' ? namedChildren(statement) : [];
  if (expression?.type !== 'assignment_expression' || childIn(expression, 'operator')?.type !== '=') return [];
  return [written(childIn(expression, 'left')), written(childIn(expression, 'right'))];
}
