/**
 * What `decltype(e)` is (C++ [dcl.type.decltype]): the declared type of a name or member, a reference for every other
 * lvalue, else the type of the value. Exact; null where what is known does not tell a reference from what it refers to.
 *
 * Example: with `int &r = x;`, `decltype(r)`, `decltype((x))` and `decltype(++x)` are `int &`; `decltype(x)` and
 * `decltype(x++)` are `int`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, StructType } from './c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { pathTo } from '../classes/fields.ts';
import { splitName } from '../file-scope.ts';
import { resolveName } from '../names.ts';
import { lookUp } from '../scope.ts';
import { sameCType } from './c-type.ts';
import { typeOfSlot } from '../expressions/value.ts';
import { unevaluatedType } from './unevaluated.ts';

/** The type that `decltype` of the expression names. */
export function decltypeOf(cx: Context, node: SyntaxNode): CType | null {
  const type = unevaluatedType(cx, node);
  const isReference = type === null ? null : isName(node) ? isDeclaredReference(cx, node) : isLvalue(cx, node);
  if (type === null || isReference === null) return null;
  return isReference && type.kind !== 'reference' ? { kind: 'reference', to: type, isConst: false } : type;
}

const isName = (node: SyntaxNode): boolean =>
  ['identifier', 'qualified_identifier', 'field_expression'].includes(node.type);

/** Whether a name or member is declared as a reference. */
function isDeclaredReference(cx: Context, node: SyntaxNode): boolean | null {
  if (node.type === 'field_expression') {
    const [object, field] = [childIn(node, 'argument'), childIn(node, 'field')];
    const type = object === null ? null : unevaluatedType(cx, object);
    const struct = type === null ? null : structOf(type);
    return struct === null || field === null
      ? null
      : isReferenceMember(struct, splitName(field, (inner) => textOf(cx, inner)).name);
  }
  const { name, scopes } = splitName(node, (inner) => textOf(cx, inner));
  const local = scopes.length === 0 ? lookUp(cx.scope, name) : null;
  if (local?.kind === 'slot') return cx.references.has(local.key);
  const own = cx.frame.self === null ? null : typeOfSlot(cx.frame.self);
  return own?.kind === 'struct' && isReferenceMember(own.struct, name);
}

function structOf(type: CType): StructType | null {
  const object = type.kind === 'pointer' || type.kind === 'reference' ? type.to : type;
  return object.kind === 'struct' ? object.struct : null;
}

const isReferenceMember = (struct: StructType, name: string): boolean =>
  pathTo(struct, name)?.at(-1)?.type.kind === 'reference';

/**
 * Whether the expression refers to an object that lives on. Its operands were lowered before: what its calls gave is
 * known.
 */
function isLvalue(cx: Context, node: SyntaxNode): boolean | null {
  switch (node.type) {
    case 'identifier':
    case 'qualified_identifier':
      return resolveName(cx, node) === null ? null : true;
    case 'field_expression':
    case 'string_literal':
      return true;
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : isLvalue(cx, inner);
    }
    case 'subscript_expression':
    case 'assignment_expression':
      return isOfClass(cx, childIn(node, node.type === 'assignment_expression' ? 'left' : 'argument'))
        ? cx.referenceCalls.has(node) || null
        : true;
    case 'pointer_expression':
      return isOfClass(cx, childIn(node, 'argument'))
        ? cx.referenceCalls.has(node) || null
        : node.children[0]?.type === '*';
    case 'update_expression':
      return isOfClass(cx, childIn(node, 'argument'))
        ? cx.referenceCalls.has(node) || null
        : node.children[0]?.field === 'operator';
    case 'binary_expression':
    case 'unary_expression':
      return cx.referenceCalls.has(node);
    case 'conditional_expression':
      return isLvalueOfBoth(cx, childIn(node, 'consequence'), childIn(node, 'alternative'));
    case 'comma_expression': {
      const right = childIn(node, 'right');
      return right === null ? null : isLvalue(cx, right);
    }
    case 'cast_expression': {
      const type = childIn(node, 'type');
      return type === null ? null : cx.rules.type(cx, type).kind === 'reference';
    }
    case 'call_expression':
      return isReferenceCall(cx, node);
    case 'number_literal':
    case 'char_literal':
    case 'true':
    case 'false':
    case 'this':
    case 'sizeof_expression':
    case 'compound_literal_expression':
      return false;
    default:
      return null;
  }
}

const isOfClass = (cx: Context, node: SyntaxNode | null): boolean =>
  node === null || !['scalar', 'pointer', 'array'].includes(unevaluatedType(cx, node)?.kind ?? '');

function isLvalueOfBoth(cx: Context, a: SyntaxNode | null, b: SyntaxNode | null): boolean | null {
  const [x, y] = [a, b].map((one) => (one === null ? null : isLvalue(cx, one)));
  if (x === false || y === false) return false;
  const [p, q] = [a, b].map((one) => (one === null ? null : unevaluatedType(cx, one)));
  if (x === null || y === null || p === null || q === null || p === undefined || q === undefined) return null;
  return sameCType(p, q);
}

/** Casts to references, calls of functions that return one, and `std::move`; null for functions that are not seen. */
function isReferenceCall(cx: Context, node: SyntaxNode): boolean | null {
  const fn = childIn(node, 'function');
  if (cx.referenceCalls.has(node)) return true;
  if (fn === null || !['identifier', 'qualified_identifier', 'template_function', 'field_expression'].includes(fn.type))
    return null;
  const { name, scopes, arguments: list } = splitName(fn, (inner) => textOf(cx, inner));
  if (/^(?:static|reinterpret|const|dynamic)_cast$/.test(name)) {
    const type = list === null ? undefined : namedChildren(list)[0];
    return type === undefined ? null : cx.rules.type(cx, type).kind === 'reference';
  }
  if (name === 'move' || name === 'forward') return true;
  return scopes.includes('std') && !cx.unit.declared.functions.has(name) ? null : false;
}
