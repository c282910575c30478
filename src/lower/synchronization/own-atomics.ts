/**
 * Functions of the file's own that have the name of an atomic: `atomicMax` of floats as a loop around `atomicCAS`. Such a loop reads
 * its place plainly first, which is meant, so it is taken for the atomic that its name says; but only if the body is read to
 * be one: it stores nothing itself, and all its atomics are on the place that it is given. Others are called as they are written.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textIn, textOf } from '../context.ts';
import { declaredName, splitName } from '../file-scope.ts';
import { parametersOf } from '../calls/parameters.ts';
import { mathIntrinsics } from '../calls/math.ts';

/** What has to stand in a body that does what the name says: the operation itself, or an atomic that does it. */
const operations: readonly (readonly [RegExp, RegExp])[] = [
  [/Add/, /\+|[aA]dd/], [/Sub/, /-|[sS]ub/], [/Min/, /[<>]|[mM]in/], [/Max/, /[<>]|[mM]ax/], [/And/, /&|[aA]nd/], [/Or/, /\||[oO]r/], [/Xor/, /\^|[xX]or/],
  [/Inc/, /\+|[iI]nc/], [/Dec/, /-|[dD]ec/], [/Exch/, /[eE]xch|CAS/], [/CAS/, /CAS|compare_exchange/],
];

/** Whether the function is an atomic operation of that name on what its first parameter points to. */
export function isOwnAtomic(cx: Context, decl: FunctionDecl): boolean {
  const body = childIn(decl.node, 'body');
  const [place] = parametersOf(cx, decl.declarator);
  const operation = operations.find(([name]) => name.test(decl.name))?.[1];
  if (body === null || place === undefined || place.name === '' || operation?.test(textOf(cx, body)) !== true) return false;
  const look: Look = { cx, places: new Set([place.name]), locals: new Set(parametersOf(cx, decl.declarator).map((one) => one.name)), isAtomic: false };
  return isHarmless(look, body) && look.isAtomic;
}

/**
 * Whether what the function returns is what the atomic of its name returns for the same arguments: it only hands them on, perhaps cast.
 * Otherwise (a loop around `atomicCAS`, another amount, nothing returned of it) its value is not known.
 */
export function returnsOldValue(cx: Context, decl: FunctionDecl): boolean {
  const parameters = parametersOf(cx, decl.declarator).map((one) => one.name);
  const [statement, more] = namedChildren(childIn(decl.node, 'body') ?? { ...decl.node, children: [] });
  const value = statement?.type === 'return_statement' && more === undefined ? namedChildren(statement)[0] : undefined;
  const call = value === undefined ? null : withoutCasts(value);
  const fn = call?.type === 'call_expression' ? childIn(call, 'function') : null;
  if (call === null || fn?.type !== 'identifier' || textOf(cx, fn) !== decl.name) return false;
  const given = namedChildren(childIn(call, 'arguments') ?? call).map((arg) => textOf(cx, withoutCasts(arg)));
  return given.length === parameters.length && given.every((text, k) => text === parameters[k]);
}

function withoutCasts(node: SyntaxNode): SyntaxNode {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const [first, second] = callee?.type === 'template_function' ? namedChildren(childIn(node, 'arguments') ?? node) : [];
  const inner = node.type === 'cast_expression' ? childIn(node, 'value') : node.type === 'parenthesized_expression' ? (namedChildren(node)[0] ?? null) : second === undefined ? (first ?? null) : null;
  return inner === null ? node : withoutCasts(inner);
}

type Look = {
  readonly cx: Context;
  /** Names that point to the place. */
  readonly places: Set<string>;
  /** Variables of the function itself. */
  readonly locals: Set<string>;
  isAtomic: boolean;
};

/** Whether a part stores to nothing but local variables, and calls nothing but atomics on the place and functions of values. */
function isHarmless(look: Look, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'gnu_asm_expression':
      look.isAtomic ||= /\b(?:atom|red)\b/.test(textOf(look.cx, node));
      return /\b(?:atom|red)\b/.test(textOf(look.cx, node)) && !/\bst\b|\bbar/.test(textOf(look.cx, node));
    case 'assignment_expression':
    case 'update_expression': {
      const target = childIn(node, 'left') ?? childIn(node, 'argument');
      if (target === null || !isLocal(look, target)) return false;
      break;
    }
    case 'declaration':
      declare(look, node);
      break;
    case 'call_expression':
      if (!isKnownCall(look, node)) return false;
      break;
    case 'lambda_expression':
    case 'new_expression':
    case 'delete_expression':
      return false;
    default:
  }
  return node.children.every((child) => isHarmless(look, child));
}

function declare(look: Look, node: SyntaxNode): void {
  const { cx } = look;
  for (const declarator of namedChildren(node)) {
    const name = declarator.field === 'declarator' ? declaredName(declarator) : null;
    if (name === null) continue;
    const value = childIn(declarator, 'value');
    const isPointer = /[*&]/.test(textIn(cx.unit, declarator.start, name.start)) || (value !== null && /\*\s*[)>]/.test(textOf(cx, value)));
    if (isPointer && value !== null && isPlace(look, value)) look.places.add(textOf(cx, name));
    else if (!isPointer) look.locals.add(textOf(cx, name));
  }
}

function isLocal(look: Look, target: SyntaxNode): boolean {
  const inner = target.type === 'parenthesized_expression' || target.type === 'field_expression' ? (childIn(target, 'argument') ?? namedChildren(target)[0]) : undefined;
  if (inner !== undefined) return childIn(target, 'operator')?.type !== '->' && isLocal(look, inner);
  return target.type === 'identifier' && look.locals.has(textOf(look.cx, target)) && !look.places.has(textOf(look.cx, target));
}

/** The pointer itself, cast or not, or the aligned word around it: `(unsigned *)((char *)address - ((size_t)address & 2))`. */
function isPlace(look: Look, node: SyntaxNode): boolean {
  const words = new Set([...textOf(look.cx, node).matchAll(/[A-Za-z_]\w*/g)].map(([word]) => word));
  if (![...look.places].some((name) => words.has(name))) return false;
  const text = textOf(look.cx, node);
  return !/[-+[\]]/.test(text) || /&\s*~?\s*\(?(?:0x)?[0-9]/.test(text);
}

function isKnownCall(look: Look, node: SyntaxNode): boolean {
  const { cx } = look;
  const fn = childIn(node, 'function');
  const [first] = namedChildren(childIn(node, 'arguments') ?? node);
  if (fn === null || fn.type === 'field_expression') return fn !== null && isAtomicObject(look, fn);
  const { name } = splitName(fn, (inner) => textOf(cx, inner));
  if (/^_*atomic[A-Z]|^__(?:nv|hip)_atomic_|^atomic_ref$/.test(name)) {
    look.isAtomic = true;
    return first !== undefined && isPlace(look, first);
  }
  const isType = fn.type === 'primitive_type' || fn.type === 'sized_type_specifier' || fn.type === 'template_type';
  return isType || mathIntrinsics.has(name) || /^__\w+(?:2|_as_|_to_)\w+$|_cast$|^__(?:h|f|d)?(?:add|max|min|mul|sub)\d?$|^__(?:byte_perm|trap|activemask)$|^(?:isnan|min|max|fmin|fmax|sizeof|assert)f?$/.test(name) || isPureFunction(cx, name) || isTypeName(cx, name);
}

/** `ref.fetch_add(v)` of a `cuda::atomic_ref` on the place. */
function isAtomicObject(look: Look, fn: SyntaxNode): boolean {
  const field = childIn(fn, 'field');
  const isOperation = field !== null && /^(?:fetch_|compare_exchange|exchange|load|store)/.test(textOf(look.cx, field));
  look.isAtomic ||= isOperation;
  return isOperation && !/->/.test(textOf(look.cx, fn));
}

const isTypeName = (cx: Context, name: string): boolean => cx.unit.declared.types.has(name) || /^(?:u?int|float|double|half|__half|bool|char|short|long)\w*$/.test(name);

/** A function of the file that takes and gives values: no pointer, nothing but returns of expressions of its parameters. */
function isPureFunction(cx: Context, name: string): boolean {
  const own = cx.unit.declared.functions.get(name) ?? [];
  return own.length > 0 && own.every((decl) => !/[*[\]]|->|asm|sync|atomic/.test(textOf(cx, decl.declarator) + textOf(cx, childIn(decl.node, 'body') ?? decl.node).replace(/\w\s*\*\s*[\w(]/g, '')));
}
