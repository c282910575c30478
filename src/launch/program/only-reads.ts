/**
 * Whether a function only reads what a parameter points to, by all that its text does with it: what stands there is the
 * same afterwards. The parameter points to constants, which its elements then are; it is not enough, since casts,
 * assembly and other names may lead there all the same.
 * Example: `p` in `out[i] = p[i] + *(p + 1)`, not in `*(int *)p = 1`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { calleeName, declaredName, parametersOf } from '../declarator.ts';
import { contains } from '../lookup.ts';

const maxDepth = 4;

/** Of the k-th parameter. */
export function onlyReadsThrough(names: HostNames, definition: SyntaxNode, k: number, depth = 0): boolean {
  const parameter = parametersOf(definition)[k];
  const body = childIn(definition, 'body');
  return (
    parameter !== undefined &&
    body !== null &&
    depth < maxDepth &&
    isToConstants(names, parameter) &&
    usesRead(names, body, declaredName(childIn(parameter, 'declarator')), depth)
  );
}

/** `const int *p`: a pointer to what is constant, and no pointer to a pointer. */
function isToConstants({ source }: HostNames, declaration: SyntaxNode): boolean {
  const [pointer = ''] = textOf(source, declaration).split('=');
  const [to = '', after, more] = pointer.split('*');
  const words = to.trim().split(/\s+/);
  return (
    after !== undefined &&
    more === undefined &&
    !pointer.includes('&') &&
    (words[0] === 'const' || (words.at(-1) === 'const' && !/[^\w:\s]/.test(to)))
  );
}

/** Whether all that a body does with a pointer is to read through it. */
function usesRead(names: HostNames, body: SyntaxNode, name: SyntaxNode | null, depth: number): boolean {
  if (name === null) return true;
  const uses = (names.identifiers.get(textOf(names.source, name)) ?? []).filter(
    (node) => contains(body, node) && node !== name,
  );
  return uses.every((node) => isRead(names, body, node, depth));
}

function isRead(names: HostNames, body: SyntaxNode, pointer: SyntaxNode, depth: number): boolean {
  const around = names.parents.get(pointer);
  switch (around?.type) {
    case 'parenthesized_expression':
      return isRead(names, body, around, depth);
    case 'binary_expression':
      return /^[-+]$/.test(childIn(around, 'operator')?.type ?? '')
        ? isRead(names, body, around, depth)
        : /^(?:[=!]=|[<>]=?)$/.test(childIn(around, 'operator')?.type ?? '');
    case 'subscript_expression':
      return childIn(around, 'argument') === pointer && isElementRead(names, body, around, depth);
    case 'pointer_expression':
      return around.children[0]?.type === '*' && isElementRead(names, body, around, depth);
    case 'argument_list':
      return isPassedForReading(names, around, pointer, depth);
    case 'init_declarator': {
      // another pointer to constants
      const declaration = names.parents.get(around);
      const isOnly =
        declaration?.type === 'declaration' &&
        declaration.children.filter(({ field }) => field === 'declarator').length === 1;
      return (
        isOnly &&
        depth < maxDepth &&
        isToConstants(names, declaration) &&
        usesRead(names, body, declaredName(around), depth + 1)
      );
    }
    default:
      return false;
  }
}

/** An element, which is constant: but for what makes an address or a reference of it, and functions of its class. */
function isElementRead(names: HostNames, body: SyntaxNode, element: SyntaxNode, depth: number): boolean {
  const around = names.parents.get(element);
  const textOfField = (field: string): string =>
    textOf(names.source, (around === undefined ? null : childIn(around, field)) ?? element);
  switch (around?.type) {
    case 'parenthesized_expression':
      return isElementRead(names, body, around, depth);
    case 'pointer_expression':
      return around.children[0]?.type === '&' && isRead(names, body, around, depth);
    case 'subscript_expression':
      return childIn(around, 'argument') !== element || isElementRead(names, body, around, depth);
    case 'field_expression':
      return names.parents.get(around)?.type !== 'call_expression' && isElementRead(names, body, around, depth);
    case 'argument_list':
      return isValue(names, around);
    case 'init_declarator':
      return !textOfField('declarator').includes('&');
    case 'cast_expression':
      return !/[*&]/.test(textOfField('type'));
    case 'assignment_expression':
    case 'binary_expression':
    case 'unary_expression':
    case 'conditional_expression':
    case 'comma_expression':
    case 'condition_clause':
    case 'expression_statement':
    case 'initializer_list':
    case 'subscript_argument_list':
    case 'return_statement':
      return true;
    default:
      return false;
  }
}

/** Whether what is called takes its arguments as values, or as references to constants in a library. */
function isValue(names: HostNames, list: SyntaxNode): boolean {
  const callee = childIn(names.parents.get(list) ?? list, 'function');
  const definitions = calleesOf(names, list);
  if (definitions.length > 0)
    return definitions.every((definition) =>
      parametersOf(definition).every((parameter) => !textOf(names.source, parameter).includes('&')),
    );
  return (
    callee !== null &&
    /^(?:(?:std|cuda)\s*::\s*)*(?:min|max|abs|float|double|int|unsigned|__ldg|(?:f|sqrt|exp|log|sin|cos|tanh|pow|r?sqrt|fma|f?min|f?max)f?)$/.test(
      textOf(names.source, callee),
    )
  );
}

const calleesOf = (names: HostNames, list: SyntaxNode): readonly SyntaxNode[] => {
  const callee = childIn(names.parents.get(list) ?? list, 'function');
  const name = callee === null ? null : calleeName(callee);
  return name === null ? [] : (names.functions.get(textOf(names.source, name)) ?? []);
};

function isPassedForReading(names: HostNames, list: SyntaxNode, pointer: SyntaxNode, depth: number): boolean {
  const call = names.parents.get(list);
  const callee = call?.type === 'call_expression' ? childIn(call, 'function') : null;
  const definitions = calleesOf(names, list);
  if (callee !== null && definitions.length === 0)
    return /^(?:__ld(?:g|c[agvs]|lu))$/.test(textOf(names.source, callee));
  const k = namedChildren(list).indexOf(pointer);
  return definitions.length > 0 && definitions.every((definition) => onlyReadsThrough(names, definition, k, depth + 1));
}
