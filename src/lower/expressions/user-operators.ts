/**
 * Operators that a class may redefine although they mean something for every type [over.oper]: `&&`, `||`, `,` and
 * `&x`. Whether one is called is decided by the operands' classes; where one may be and is not modelled, the kernel is
 * unsupported.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { fail, isInLibrary, textOf } from '../context.ts';
import { splitName } from '../file-scope.ts';
import { keep } from '../../base/memoize.ts';
import { mentions } from '../kept.ts';
import { friendsNamed, methodsOf } from '../classes/structs.ts';
import { hasOpen, isNamedEnum } from '../types/open-const.ts';
import { unevaluatedType } from '../types/unevaluated.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * Whether a function of that name, with as many formal parameters as it has operands, may be meant by these operands.
 */
export function mayCallOperator(cx: Context, name: string, operands: readonly SyntaxNode[]): boolean {
  if (!keep(cx.unit.kept.operators, name, () => isWritten(cx, name))) return false;
  const free = (cx.unit.declared.functions.get(name) ?? []).filter((decl) => countOf(decl) === operands.length);
  const types = operands
    .map((operand) => unevaluatedType(cx, operand))
    .map((type) => (type?.kind === 'reference' ? type.to : type));
  if (free.length > 0 && types.some((type) => type === null || type.kind === 'struct' || type.kind === 'opaque'))
    return true;
  return types.some(
    (type, k) =>
      type?.kind === 'struct' &&
      ((k === 0 && methodsOf(cx, type.struct, name).decls.some((decl) => countOf(decl) === operands.length - 1)) ||
        friendsNamed(cx, type.struct, name).some((decl) => countOf(decl) === operands.length)),
  );
}

/**
 * Gives up where a user's operator for an enumeration may be meant: enumerations are integers here. Both must be: an
 * operator of that name that takes one (or a template parameter), and an operand that names one, or what a template
 * makes.
 */
export function refuseForEnum(cx: Context, name: string, operands: readonly SyntaxNode[], node: SyntaxNode): void {
  const { functions, prototypes } = cx.unit.declared;
  const declared = [...(functions.get(name) ?? []), ...(prototypes.get(name) ?? [])];
  if (declared.length === 0 || !mentions(cx.unit, /\benum\b/)) return;
  const isTaken = keep(
    cx.unit.kept.operators,
    fill(messages.enumerationOperator, { name, count: operands.length }),
    () =>
      declared.some(
        (decl) =>
          !isInLibrary(decl.node) &&
          countOf(decl) === operands.length &&
          parametersIn(decl).some((one) => takesEnum(cx, decl, one)) &&
          parametersIn(decl).every((one) => takesEnum(cx, decl, one) || isBuiltIn(one)),
      ),
  );
  if (isTaken && operands.some((operand) => mayBeEnum(cx, operand)))
    fail(cx, node, fill(messages.enumerationAmbiguous, { name }));
}

const isBuiltIn = (parameter: SyntaxNode): boolean =>
  ['primitive_type', 'sized_type_specifier'].includes(childIn(parameter, 'type')?.type ?? '');

function takesEnum(cx: Context, decl: FunctionDecl, parameter: SyntaxNode): boolean {
  const type = childIn(parameter, 'type');
  const own = type === null ? '' : textOf(cx, type);
  const isOwn =
    /^\w+$/.test(own) &&
    decl.template !== null &&
    new RegExp(`\\b\\w+\\s*(?:\\.\\.\\.\\s*)?\\b${own}\\b`).test(textOf(cx, decl.template));
  return isOwn || own === 'auto' || (!isClass(cx, type) && isNamedEnum(cx, own));
}

/**
 * Whether the type is a class of the file, perhaps from a template: for an enumeration the built-in operator goes
 * before a conversion to it [over.ics.rank].
 */
function isClass(cx: Context, type: SyntaxNode | null): boolean {
  const named =
    type === null ? [] : (cx.unit.declared.types.get(splitName(type, (inner) => textOf(cx, inner)).name) ?? []);
  return named.length > 0 && named.every(({ kind }) => kind === 'struct');
}

function mayBeEnum(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'cast_expression') {
    const type = childIn(childIn(node, 'type') ?? node, 'type');
    if (type !== null && ['primitive_type', 'sized_type_specifier'].includes(type.type)) return false;
  }
  return (
    isNamedEnum(cx, textOf(cx, node)) ||
    hasOpen(cx.scope) ||
    (isMember(cx, node) && mentions(cx.unit, /\btemplate\s*</))
  );
}

/**
 * Whether a member is read: of a class template, it may be of any type. Those of the launch's dimensions and ids are
 * numbers.
 */
function isMember(cx: Context, node: SyntaxNode): boolean {
  if (node.type === 'field_expression' && /^(?:threadIdx|blockIdx|blockDim|gridDim)\b/.test(textOf(cx, node)))
    return false;
  return (
    node.type === 'field_expression' ||
    node.type === 'call_expression' ||
    node.children.some((child) => isMember(cx, child))
  );
}

/** Whether the text has `operator&&(`; only then the operands' types are asked for. */
function isWritten(cx: Context, name: string): boolean {
  const pattern = new RegExp(`\\boperator\\s*${name.replace('operator', '').replace(/\|/g, '\\|')}\\s*\\(`);
  return mentions(cx.unit, pattern) || pattern.test(cx.unit.library.text);
}

/** Gives up where such a function may be meant. */
export function refuseOperator(cx: Context, name: string, operands: readonly SyntaxNode[], node: SyntaxNode): void {
  // an address is taken of objects of every type: an `operator&` for enumerations is not looked for
  if (name !== 'operator&') refuseForEnum(cx, name, operands, node);
  if (mayCallOperator(cx, name, operands)) fail(cx, node, fill(messages.ambiguous, { name }));
}

const countOf = (decl: FunctionDecl): number => parametersIn(decl).length;

function parametersIn(decl: FunctionDecl): readonly SyntaxNode[] {
  const list = childIn(decl.declarator, 'parameters');
  return list === null ? [] : namedChildren(list).filter((child) => child.type.endsWith('parameter_declaration'));
}

const changing = new Set([
  'assignment_expression',
  'update_expression',
  'call_expression',
  'new_expression',
  'delete_expression',
  'lambda_expression',
  'gnu_asm_expression',
]);

/**
 * Whether a member function may change the object that it is called on: it is not const, and its body has something
 * that could.
 */
export function mayChangeItself(cx: Context, decl: FunctionDecl): boolean {
  const isConst =
    decl.declarator.children.some((child) => child.type === 'type_qualifier' && textOf(cx, child) === 'const') ||
    (childIn(decl.declarator, 'declarator')?.children ?? []).some(
      (child) => child.type === 'type_qualifier' && textOf(cx, child) === 'const',
    );
  const body = childIn(decl.node, 'body');
  return (!isConst || /\bconst_cast\b/.test(textOf(cx, decl.node))) && body !== null && contains(body, changing);
}

function contains(node: SyntaxNode, types: ReadonlySet<string>): boolean {
  return types.has(node.type) || node.children.some((child) => contains(child, types));
}
