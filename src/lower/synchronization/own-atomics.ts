/**
 * Functions of the file's own that have the name of an atomic: `atomicMax` of floats as a loop around `atomicCAS`. Such
 * a loop reads its place plainly first, which is meant, so it is taken for the atomic that its name says; but only if
 * the body is read to be one: it stores nothing itself, and all its atomics are on the place that it is given. Others
 * are called as they are written. One with a name or parameters of its own (`atomicMaxFloat`, `atomicAdd(p, v, mask)`)
 * is called as it is written too, but for those reads.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { keep } from '../../base/memoize.ts';
import { mentions } from '../kept.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textIn, textOf } from '../context.ts';
import { declaredName, splitName } from '../file-scope.ts';
import { parametersOf } from '../calls/parameters.ts';
import { mathIntrinsics } from '../calls/math.ts';
import { atomicIntrinsics } from './atomics.ts';

/** What has to stand in a body that does what the name says: the operation itself, or an atomic that does it. */
const operations: readonly (readonly [RegExp, RegExp])[] = [
  [/Add/i, /\+|[aA]dd/],
  [/Sub/i, /-|[sS]ub/],
  [/Min/i, /[<>]|[mM]in/],
  [/Max/i, /[<>]|[mM]ax/],
  [/Mul/i, /\*|[mM]ul/],
  [/And/, /&|[aA]nd/],
  [/Xor/i, /\^|[xX]or/],
  [/Or/, /\||[oO]r/],
  [/Inc/i, /\+|[iI]nc/],
  [/Dec/i, /-|[dD]ec/],
  [/Exch/i, /[eE]xch|CAS/],
  [/CAS/i, /CAS|compare_exchange/],
];

/** Whether the function is an atomic operation of that name on what its first parameter points to. */
export function isOwnAtomic(cx: Context, decl: FunctionDecl): boolean {
  return (
    /atomic/i.test(decl.name) && keep(cx.unit.kept.atomicBodies, decl.node, () => isAtomicBody(cx, decl, new Set()))
  );
}

function isAtomicBody(cx: Context, decl: FunctionDecl, around: ReadonlySet<FunctionDecl>): boolean {
  const body = childIn(decl.node, 'body');
  const [place] = parametersOf(cx, decl.declarator);
  const operation = operations.find(([name]) => name.test(decl.name))?.[1];
  if (body === null || place === undefined || place.name === '' || operation?.test(textOf(cx, body)) !== true)
    return false;
  const look = lookAt(cx, decl, place.name, around);
  return (
    look !== null &&
    !isNarrowed(cx, decl, place.node) &&
    !narrowScope.test(textOf(cx, body)) &&
    isHarmless(look, body) &&
    look.isAtomic
  );
}

/** Scopes below the device, in which threads of other blocks are not excluded. */
const narrowScope =
  /\batomic\w*_block\b|scope_(?:block|thread)|SCOPE_(?:BLOCK|CLUSTER|THREAD|WORKGROUP|WAVEFRONT|SINGLETHREAD)|\.(?:cta|cluster)\b/;

/** Whether the place is a part of the word that the atomics may work on: the rest of the word is touched as well. */
function isNarrowed(cx: Context, decl: FunctionDecl, place: SyntaxNode): boolean {
  const isNarrow =
    !/\b(?:int|unsigned|long|float|double|u?int(?:32|64)_t)\b/.test(textOf(cx, place)) ||
    /\b(?:short|char)\b/.test(textOf(cx, place));
  const body = textOf(cx, childIn(decl.node, 'body') ?? decl.node);
  const isLonger = /\blong\b|int64/.test(body) && !/\b(?:long|double|u?int64_t)\b/.test(textOf(cx, place));
  return /\*\s*[)>]/.test(body) && (isNarrow || isLonger);
}

/** What a body may use by name; null: its parameters are more than values. */
function lookAt(cx: Context, decl: FunctionDecl, place: string | null, around: ReadonlySet<FunctionDecl>): Look | null {
  const parameters = parametersOf(cx, decl.declarator);
  if (
    parameters.some(
      (one) => one.fallback !== null || !typesIn(one.node).every((type) => isPlainType(cx, decl, textOf(cx, type))),
    )
  )
    return null;
  const values = parameters.filter(
    (one) => one.name !== place && (one.declarator === null || one.declarator.type === 'identifier'),
  );
  return {
    cx,
    decl,
    around: new Set([...around, decl]),
    places: new Set(place === null ? [] : [place]),
    locals: new Set(values.map((one) => one.name)),
    objects: new Set(),
    isAtomic: false,
  };
}

const typesIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.type === 'type_identifier' ? [node] : node.children.flatMap(typesIn);

/** A type without functions of the file's own: a scalar, or of a library where the file defines no operators. */
function isPlainType(cx: Context, decl: FunctionDecl, name: string): boolean {
  if (/^(?:u?int\d+_t|size_t|uint|ushort|uchar|ulong)$/.test(name)) return true;
  const declared = cx.unit.declared.types.get(name) ?? [];
  if (declared.some((type) => type.kind === 'struct')) return false;
  if (declared.length > 0)
    return declared.every(
      (type) =>
        type.kind === 'enum' ||
        (type.template === null &&
          typesIn(type.node).every((inner) => textOf(cx, inner) === name || isPlainType(cx, decl, textOf(cx, inner)))),
    );
  return !mentions(cx.unit, /\boperator\b/);
}

/**
 * Whether what the function returns is what the atomic of its name returns for the same arguments: it only hands them
 * on, perhaps cast. Otherwise (a loop around `atomicCAS`, another amount, nothing returned of it) its value is not
 * known.
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
  const inner =
    node.type === 'cast_expression'
      ? childIn(node, 'value')
      : node.type === 'parenthesized_expression'
        ? (namedChildren(node)[0] ?? null)
        : second === undefined
          ? (first ?? null)
          : null;
  return inner === null ? node : withoutCasts(inner);
}

type Look = {
  readonly cx: Context;
  readonly decl: FunctionDecl;
  /** The functions that are being read. */
  readonly around: ReadonlySet<FunctionDecl>;
  /** Names that point to the place. */
  readonly places: Set<string>;
  /** Variables of the function itself. */
  readonly locals: Set<string>;
  /** Those that are a `cuda::atomic_ref` of the place. */
  readonly objects: Set<string>;
  isAtomic: boolean;
};

/**
 * Whether a part reads and stores nothing but the place and local variables, and calls nothing but atomics on the place
 * and functions of values.
 */
function isHarmless(look: Look, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'gnu_asm_expression':
      look.isAtomic ||= /\b(?:atom|red)\b/.test(textOf(look.cx, node));
      return /\b(?:atom|red)\b/.test(textOf(look.cx, node)) && !/\b(?:st|ld|cp)\b|\bbar/.test(textOf(look.cx, node));
    case 'assignment_expression':
    case 'update_expression': {
      const target = childIn(node, 'left') ?? childIn(node, 'argument');
      if (target === null || !isLocal(look, target)) return false;
      break;
    }
    case 'declaration':
      if (node.children.some((child) => child.type === 'storage_class_specifier')) return false;
      declare(look, node);
      break;
    case 'call_expression':
      if (!isKnownCall(look, node)) return false;
      break;
    case 'pointer_expression': {
      const inner = childIn(node, 'argument');
      if (inner === null || !(isPlace(look, inner) || (node.children[0]?.type === '&' && isLocal(look, inner))))
        return false;
      break;
    }
    case 'identifier':
      return isReadable(look, textOf(look.cx, node)) || node.field === 'function';
    case 'type_identifier':
      return isPlainType(look.cx, look.decl, textOf(look.cx, node));
    case 'qualified_identifier':
      return /^(?:::)?(?:std|cuda)::/.test(textOf(look.cx, node));
    case 'subscript_expression':
    case 'lambda_expression':
    case 'new_expression':
    case 'delete_expression':
    case 'this':
    case 'ERROR':
      return false;
    default:
  }
  return node.children.every((child) => isHarmless(look, child));
}

/** A name of the function's own, or of a constant. */
function isReadable({ cx, places, locals, objects }: Look, name: string): boolean {
  if (
    places.has(name) ||
    locals.has(name) ||
    objects.has(name) ||
    /^(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)$/.test(name)
  )
    return true;
  const variables = cx.unit.declared.variables.get(name) ?? [];
  if (variables.length > 0) return variables.every(({ enumeration }) => enumeration !== null);
  return /^(?:__[A-Z_]+__|[A-Z]+_(?:MAX|MIN)|INFINITY|NAN|NULL|__(?:NV|HIP|ATOMIC)_[A-Z_]+|memory_order_\w+)$/.test(
    name,
  );
}

function declare(look: Look, node: SyntaxNode): void {
  const { cx } = look;
  for (const declarator of namedChildren(node)) {
    const name = declarator.field === 'declarator' ? declaredName(declarator) : null;
    if (name === null) continue;
    const value = childIn(declarator, 'value');
    if (isReferenceToPlace(look, node, declarator)) {
      look.objects.add(textOf(cx, name));
      continue;
    }
    const isPointer =
      /[*&]/.test(textIn(cx.unit, declarator.start, name.start)) ||
      (value !== null && value.type !== 'pointer_expression' && /\*\s*[)>]/.test(textOf(cx, value)));
    if (isPointer && value !== null && isPlace(look, value)) look.places.add(textOf(cx, name));
    else if (!isPointer) look.locals.add(textOf(cx, name));
  }
}

function isLocal(look: Look, target: SyntaxNode): boolean {
  const inner =
    target.type === 'parenthesized_expression' || target.type === 'field_expression'
      ? (childIn(target, 'argument') ?? namedChildren(target)[0])
      : undefined;
  if (inner !== undefined) return childIn(target, 'operator')?.type !== '->' && isLocal(look, inner);
  return (
    target.type === 'identifier' &&
    look.locals.has(textOf(look.cx, target)) &&
    !look.places.has(textOf(look.cx, target))
  );
}

/** `cuda::atomic_ref<float, cuda::thread_scope_device> r(*p)`. */
function isReferenceToPlace(look: Look, declaration: SyntaxNode, declarator: SyntaxNode): boolean {
  const type = childIn(declaration, 'type');
  const text = textOf(look.cx, declarator).replace(/\s+/g, '');
  const of = /^\w+[({]\*(?:\([^()]*\*\))?(\w+)[)}]$/.exec(text)?.[1];
  return (
    type !== null &&
    /^(?:::)?cuda::atomic_ref\s*<[\w\s]+(?:,\s*(?:::)?(?:cuda::)?thread_scope_(?:device|system)\s*)?>$/.test(
      textOf(look.cx, type),
    ) &&
    of !== undefined &&
    look.places.has(of)
  );
}

/** The pointer itself, cast or not. */
function isPlace(look: Look, node: SyntaxNode): boolean {
  const bare = withoutCasts(node);
  return bare.type === 'identifier' && look.places.has(textOf(look.cx, bare));
}

function isKnownCall(look: Look, node: SyntaxNode): boolean {
  const { cx, around } = look;
  const fn = childIn(node, 'function');
  const [first] = namedChildren(childIn(node, 'arguments') ?? node);
  if (fn === null || fn.type === 'field_expression') return fn !== null && isAtomicObject(look, fn);
  const { name } = splitName(fn, (inner) => textOf(cx, inner));
  const own = cx.unit.declared.functions.get(name) ?? [];
  if (atomicIntrinsics.has(name)) {
    look.isAtomic = true;
    const isScoped = !/^__(?:nv|hip)_/.test(name) || /SCOPE_(?:DEVICE|SYSTEM|AGENT)/.test(textOf(cx, node));
    return (
      isScoped &&
      first !== undefined &&
      isPlace(look, first) &&
      own.every((decl) => around.has(decl) || isAtomicBody(cx, decl, around))
    );
  }
  if (own.length > 0) return own.every((decl) => isPureFunction(cx, decl, around));
  const isType = fn.type === 'primitive_type' || fn.type === 'sized_type_specifier';
  if (isType || /_cast$/.test(name)) return true;
  return (
    mathIntrinsics.has(name) ||
    isConversion(name) ||
    /^__(?:h|f|d)?(?:add|max|min|mul|sub)\d?$|^__(?:byte_perm|trap|activemask)$|^(?:isnan|min|max|fmin|fmax|sizeof|assert)f?$/.test(
      name,
    )
  );
}

/** `__float2int_rn`, `__int_as_float`: something stands on both sides of the word. */
const isConversion = (name: string): boolean => /^__\w+$/.test(name) && /\w(?:2|_as_|_to_)\w/.test(name.slice(2));

/** `ref.fetch_add(v)` of a `cuda::atomic_ref` on the place. */
function isAtomicObject(look: Look, fn: SyntaxNode): boolean {
  const [object, field] = [childIn(fn, 'argument'), childIn(fn, 'field')];
  const isOperation = field !== null && /^(?:fetch_|compare_exchange|exchange|load|store)/.test(textOf(look.cx, field));
  look.isAtomic ||= isOperation;
  return isOperation && object?.type === 'identifier' && look.objects.has(textOf(look.cx, object));
}

/** A function of the file that takes and gives values, and reads and stores nothing else. */
function isPureFunction(cx: Context, decl: FunctionDecl, around: ReadonlySet<FunctionDecl>): boolean {
  const body = childIn(decl.node, 'body');
  const look = body === null || around.has(decl) || around.size > 6 ? null : lookAt(cx, decl, null, around);
  return body !== null && look !== null && isHarmless(look, body) && !look.isAtomic;
}
