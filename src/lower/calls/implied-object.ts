/**
 * The object that a member function is called on takes part in overload resolution like an argument [over.match.funcs]:
 * what it is qualified with decides which functions fit it, and which fits better. Types here do not keep the
 * qualifiers of objects, so they are asked of declarations. Exact where it answers; null is any object.
 *
 * Example: of `int at(int)` and `int at(long) const`, a `const` object has the second one only.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { CType, StructType } from '../types/c-type.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { hasWord } from '../file-scope.ts';
import { lookUp } from '../scope.ts';
import { hasCaptures, isOpenConst } from '../types/open-const.ts';
import { qualifiersOf } from '../types/types.ts';
import { unevaluatedType } from '../types/unevaluated.ts';

/** An lvalue whose type is `const`, or has no qualifiers; or a temporary object, which has none. */
export type ImpliedObject = 'const' | 'plain' | 'temporary';

type Qualifiers = Readonly<{ isConst: boolean; isVolatile: boolean; reference: '' | '&' | '&&' }>;

/** The part of a declarator with the parameters, behind which the qualifiers stand: also in `operator T *() const`. */
function withParameters(node: SyntaxNode): SyntaxNode {
  const inner =
    childIn(node, 'parameters') === null
      ? (childIn(node, 'declarator') ?? node.children.find(({ type }) => type.endsWith('declarator')))
      : undefined;
  return inner === undefined ? node : withParameters(inner);
}

function qualifiersOfMember(decl: FunctionDecl): Qualifiers {
  const declarator = withParameters(decl.declarator);
  const own = declarator.children
    .filter((child) => child.type === 'ref_qualifier')
    .flatMap((child) => child.children.map(({ type }) => type));
  return {
    isConst: hasWord(declarator, 'const'),
    isVolatile: hasWord(declarator, 'volatile'),
    reference: own.includes('&&') ? '&&' : own.includes('&') ? '&' : '',
  };
}

const isStatic = ({ node }: FunctionDecl): boolean => hasWord(node, 'static');
/**
 * What is known of the object where one of these is called on it: nothing, if one is defined outside of its class,
 * where `static` is not repeated.
 */
export function objectFor(candidates: readonly FunctionDecl[], object: ImpliedObject | null): ImpliedObject | null {
  const isAnyOutside = candidates.some(
    ({ declarator }) => childIn(declarator, 'declarator')?.type === 'qualified_identifier',
  );
  return isAnyOutside && candidates.some(isStatic) ? null : object;
}

/** Whether a member function may be called on the object at all. */
export function fitsObject(decl: FunctionDecl, object: ImpliedObject | null): boolean {
  const { isConst, reference } = qualifiersOfMember(decl);
  if (object === null || isStatic(decl)) return true;
  if (object === 'temporary') return reference !== '&' || isConst;
  return reference !== '&&' && (isConst || object === 'plain');
}

/** Which of two member functions the object fits better. */
export function compareForObject(
  a: FunctionDecl,
  b: FunctionDecl,
  object: ImpliedObject | null,
): 'better' | 'worse' | 'same' | 'unclear' {
  const [x, y] = [qualifiersOfMember(a), qualifiersOfMember(b)];
  if (x.isConst === y.isConst && x.isVolatile === y.isVolatile && x.reference === y.reference) return 'same';
  if (isStatic(a) || isStatic(b)) return 'same';
  if (
    object === 'temporary' &&
    !x.isVolatile &&
    !y.isVolatile &&
    x.reference !== y.reference &&
    x.reference !== '' &&
    y.reference !== ''
  )
    return x.reference === '&&' ? 'better' : 'worse';
  if (object === null || x.isVolatile || y.isVolatile || x.reference === '&&' || y.reference === '&&') return 'unclear';
  // only those for `const` objects fit one, and bind to it alike
  return x.isConst === y.isConst || object === 'const' ? 'same' : x.isConst ? 'worse' : 'better';
}

/** What `*this` is in a function that is called with an object. */
export function ownObject(decl: FunctionDecl): ImpliedObject | null {
  if (decl.node.type === 'lambda_expression') return null;
  const { isConst, isVolatile } = qualifiersOfMember(decl);
  return isVolatile ? null : isConst ? 'const' : 'plain';
}

/** What a variable or parameter is as an object, if it is one of a class or a reference to one. */
export function declaredObject(
  cx: Context,
  node: SyntaxNode,
  declarator: SyntaxNode | null,
  type: CType | null,
): ImpliedObject | null {
  const bare = type?.kind === 'reference' ? type.to : type;
  if (
    bare?.kind !== 'struct' ||
    (type?.kind === 'reference' && declarator !== null && textOf(cx, declarator).includes('&&'))
  )
    return null;
  const { isConst, volatile } = qualifiersOf(node);
  if (volatile) return null;
  return isConst ? 'const' : isOpenConst(bare) ? null : 'plain';
}

/** What an expression names as an object. */
export function objectNamed(cx: Context, node: SyntaxNode | null): ImpliedObject | null {
  switch (node?.type) {
    case 'parenthesized_expression':
      return objectNamed(cx, node.children.find(({ named }) => named) ?? null);
    case 'identifier': {
      const found = lookUp(cx.scope, textOf(cx, node));
      // a copy in a lambda is `const` there
      if (found !== null) return found.kind === 'slot' && !hasCaptures(cx) ? (found.object ?? null) : null;
      return null;
    }
    case 'compound_literal_expression':
      return 'temporary';
    case 'call_expression':
      return isMoved(cx, node) ? 'temporary' : null;
    case 'pointer_expression':
      return node.children[0]?.type === '*' && childIn(node, 'argument')?.type === 'this' ? cx.frame.object : null;
    case 'field_expression': {
      const object = childIn(node, 'argument');
      const field = childIn(node, 'field');
      if (object === null || field?.type !== 'field_identifier') return null;
      const isArrow = node.children.some(({ type }) => type === '->');
      const around = isArrow ? (object.type === 'this' ? cx.frame.object : null) : objectNamed(cx, object);
      const type = isArrow || around === null ? null : unevaluatedType(cx, object);
      return type?.kind === 'struct' ? objectOfMember(cx, around, type.struct, textOf(cx, field)) : null;
    }
    case undefined:
    default:
      return null;
  }
}

/** `std::move` of an object that is not `const`. */
function isMoved(cx: Context, node: SyntaxNode): boolean {
  const [callee, list] = [childIn(node, 'function'), childIn(node, 'arguments')];
  const [only, second] = list?.children.filter(({ named }) => named) ?? [];
  return (
    callee !== null &&
    /^(?:cuda::)?std::move$/.test(textOf(cx, callee).replace(/\s+/g, '')) &&
    only !== undefined &&
    second === undefined &&
    objectNamed(cx, only) === 'plain'
  );
}

/** A member of an object, which is `const` with it. */
function objectOfMember(
  cx: Context,
  around: ImpliedObject | null,
  struct: StructType,
  name: string,
): ImpliedObject | null {
  const field = struct.fields.find((one) => one.name === name);
  const declared = struct.body?.node.children
    .flatMap(({ children }) => children)
    .find(
      (child) =>
        child.type === 'field_declaration' &&
        child.children.some(
          (part) => part.field === 'declarator' && part.type === 'field_identifier' && textOf(cx, part) === name,
        ),
    );
  if (
    around === null ||
    field?.type.kind !== 'struct' ||
    declared === undefined ||
    hasWord(declared, 'mutable') ||
    hasWord(declared, 'volatile')
  )
    return null;
  if (around === 'const' || hasWord(declared, 'const')) return 'const';
  if (around === 'temporary') return null;
  return isOpenConst(field.type) ? null : 'plain';
}
