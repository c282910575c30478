/**
 * A function that calls itself. Its first turn is inlined; the call inside it is not followed: its result is any value,
 * it may touch all memory and the variables it is given, and it may be a barrier if anything that the function can
 * reach is one. Over-approximating.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { atomicIntrinsics } from '../synchronization/atomics.ts';
import { emit, note, textOf } from '../context.ts';
import type { Scope } from '../scope.ts';
import { assertNever } from '../../base/invariant.ts';
import { lookUp } from '../scope.ts';
import { scalarNamed, vectorNamed } from '../types/c-type.ts';
import { splitName } from '../file-scope.ts';
import { collectTouched } from '../memory/give-away.ts';
import { laneIntrinsics } from '../synchronization/lanes.ts';
import { mathIntrinsics } from './math.ts';
import { clobber } from '../memory/memory.ts';
import { unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export function recursiveCall(
  cx: Context,
  decl: FunctionDecl,
  returned: CType | null,
  args: readonly Readonly<{ arg: Argument; isReference: boolean }>[],
  self: Slot | null,
  scope: Scope,
  node: SyntaxNode,
): Value {
  const because = fill(messages.recursion, { name: decl.name });
  note(cx, node, because);
  const touched: ArrayId[] = [];
  for (const { arg, isReference } of args) {
    const value = arg.slot?.kind === 'struct' ? unknownOf(because) : arg.value();
    if (isReference && arg.slot !== null) clobber(cx, arg.slot, because, arg.node);
    if (value.kind === 'pointer')
      collectTouched(cx, value.pointer, touched, fill(messages.recursive, { name: decl.name }), arg.node);
  }
  if (self !== null) clobber(cx, self, because, node);
  const reached = reachedFrom(cx, decl, {
    memory: false,
    barrier: false,
    seen: new Set(),
    own: { node: decl.node, scope },
  });
  if (touched.length > 0) emit(cx, node, { kind: 'unknown', because, footprint: touched, synchronizes: false });
  if (reached.memory || reached.barrier)
    emit(cx, node, { kind: 'unknown', because, footprint: cx.everything, synchronizes: reached.barrier });
  return returned?.kind === 'void' ? { kind: 'void' } : unknownOf(because, returned);
}

/**
 * A call in a function `atomicAdd` of the file's own that would be a call of itself, as what CUDA's `atomicAdd` does;
 * null where it is none. Types here do not tell `unsigned long` from `unsigned long long`, by which C++ chooses between
 * the two. Exact: a function that calls itself whenever it is called never returns, so no program that ends means that,
 * and nothing but CUDA's is left.
 *
 * Example: `size_t atomicAdd(size_t *p, size_t v) { return ::atomicAdd(reinterpret_cast<unsigned long long *>(p), v);
 * }`
 */
export function builtInInstead(cx: Context, decl: FunctionDecl, node: SyntaxNode): Value | null {
  const body = childIn(decl.node, 'body');
  const args = childIn(node, 'arguments');
  const built = atomicIntrinsics.get(decl.name);
  if (built === undefined || body === null || args === null || node.start < body.start || node.end > body.end)
    return null;
  if (
    contains(
      body,
      (inner) => mayBePassedOver.has(inner.type) || (inner.type === 'return_statement' && inner.end <= node.start),
    )
  )
    return null;
  if (
    contains(
      args,
      (inner) =>
        changing.has(inner.type) ||
        (inner.type === 'call_expression' && childIn(inner, 'function')?.type !== 'template_function'),
    )
  )
    return null;
  return built(cx, { name: decl.name, template: null, args: namedChildren(args), node });
}

/** What may keep control from coming to a call, or brings it there later. */
const mayBePassedOver: ReadonlySet<string> = new Set([
  'if_statement',
  'for_statement',
  'for_range_loop',
  'while_statement',
  'do_statement',
  'switch_statement',
  'goto_statement',
  'try_statement',
  'throw_statement',
  'conditional_expression',
  'lambda_expression',
  'gnu_asm_expression',
  '&&',
  '||',
  'and',
  'or',
  'ERROR',
]);
const changing: ReadonlySet<string> = new Set([
  'assignment_expression',
  'update_expression',
  'new_expression',
  'delete_expression',
]);

const contains = (node: SyntaxNode, is: (inner: SyntaxNode) => boolean): boolean =>
  is(node) || node.children.some((child) => contains(child, is));

/** What a function and all that it calls may do: anything that is not known counts as both. */
type Reached = {
  memory: boolean;
  barrier: boolean;
  readonly seen: Set<SyntaxNode>;
  /** The function that calls itself, with its template arguments in scope. */ readonly own: Readonly<{
    node: SyntaxNode;
    scope: Scope;
  }>;
};

function reachedFrom(cx: Context, decl: FunctionDecl, reached: Reached): Reached {
  if (reached.seen.has(decl.node)) return reached;
  reached.seen.add(decl.node);
  if (childIn(decl.node, 'body') === null) reached.memory = reached.barrier = true;
  else look(cx, decl.node, reached);
  return reached;
}

/** A class that is named may be made, copied, used with operators and destroyed: what its members do may happen. */
function reachedFromClass(cx: Context, name: string, reached: Reached): void {
  for (const { kind, node } of cx.unit.declared.types.get(name) ?? []) {
    if (kind === 'enum' || reached.seen.has(node)) continue;
    reached.seen.add(node);
    look(cx, node, reached);
  }
}

/** A type that the text names. What a parameter of another template stands for is not known here. */
function reachedFromType(cx: Context, node: SyntaxNode, reached: Reached): void {
  const name = textOf(cx, node);
  const { own } = reached;
  const bound = node.start >= own.node.start && node.end <= own.node.end ? lookUp(own.scope, name) : null;
  if (bound?.kind === 'type') reachedFromBound(cx, bound.type, reached);
  else if (cx.unit.declared.types.has(name)) reachedFromClass(cx, name, reached);
  else if (bound === null && scalarNamed(name) === null && vectorNamed(name) === null)
    reached.memory = reached.barrier = true;
}

function reachedFromBound(cx: Context, type: CType, reached: Reached): void {
  switch (type.kind) {
    case 'pointer':
    case 'reference':
      reachedFromBound(cx, type.to, reached);
      return;
    case 'array':
      reachedFromBound(cx, type.of, reached);
      return;
    case 'struct':
      if (type.struct.body === null || reached.seen.has(type.struct.body.node)) return;
      reached.seen.add(type.struct.body.node);
      look(cx, type.struct.body.node, reached);
      return;
    case 'opaque':
      reached.memory = reached.barrier = true;
      return;
    case 'void':
    case 'scalar':
      return;
    default:
      assertNever(type);
  }
}

const throughMemory = new Set([
  'subscript_expression',
  'pointer_expression',
  'field_expression',
  'new_expression',
  'delete_expression',
  'this',
  'lambda_expression',
]);

function look(cx: Context, node: SyntaxNode, reached: Reached): void {
  if (throughMemory.has(node.type) || (node.type === 'identifier' && cx.unit.declared.variables.has(textOf(cx, node))))
    reached.memory = true;
  if (node.type === 'gnu_asm_expression') reached.memory = reached.barrier = true;
  if (node.type === 'type_identifier' && !isDeclaredHere(node)) reachedFromType(cx, node, reached);
  const operator = childIn(node, 'operator');
  for (const decl of operator === null ? [] : (cx.unit.declared.functions.get(`operator${textOf(cx, operator)}`) ?? []))
    reachedFrom(cx, decl, reached);
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : null;
  if (callee !== null) lookAtCall(cx, callee, reached);
  for (const child of node.children) look(cx, child, reached);
}

/** The name in `struct S { … }` and `template <class T>` is no use of a type. */
const isDeclaredHere = (node: SyntaxNode): boolean => node.field === 'name';

function lookAtCall(cx: Context, callee: SyntaxNode, reached: Reached): void {
  const { name } = splitName(callee, (inner) => textOf(cx, inner));
  const declared = cx.unit.declared.functions.get(name) ?? [];
  if (callee.type === 'identifier' && declared.length > 0) {
    for (const decl of declared) reachedFrom(cx, decl, reached);
    return;
  }
  if (
    callee.type === 'primitive_type' ||
    callee.type === 'sized_type_specifier' ||
    /^(?:printf|assert|(?:static|reinterpret|const)_cast)$/.test(name)
  )
    return;
  if (callee.type === 'identifier' && mathIntrinsics.has(name)) return;
  if (callee.type === 'identifier' && cx.unit.declared.types.has(name)) {
    reachedFromClass(cx, name, reached);
    return;
  }
  reached.memory = true;
  if (callee.type !== 'identifier' || !(atomicIntrinsics.has(name) || laneIntrinsics.has(name))) reached.barrier = true;
}
