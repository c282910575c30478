/** Functions, members and constructors of libcu++'s classes: which file knows them. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { StructType, TemplateArgument } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { int } from '../../base/expr-build.ts';
import { u64 } from '../../base/ctype.ts';
import { asyncFunction, awaitBatches, commit, pipelineName } from '../synchronization/async-copies.ts';
import { atomicMethod } from '../synchronization/atomic-objects.ts';
import { barrierMethod, initBarrier } from '../synchronization/barrier-objects.ts';
import { groupArgument } from '../groups/groups.ts';
import { groupCollective } from '../groups/collectives.ts';
import { libraryClass, libraryClassOf, referenceClass, scopeOf } from './types.ts';
import { notModelled, orderNothing } from '../not-modelled.ts';
import { standingIn } from '../synchronization/marks.ts';
import { makeShared, sharedMember } from '../synchronization/shared-pipelines.ts';
import { addressAsNumber } from '../memory/addresses.ts';
import { addressOf } from '../memory/pointers.ts';
import { pointerValue, scalarValue, typeOfSlot, unknownOf, voidValue } from '../expressions/value.ts';

/** A free function of the library; null, without effects, for others. */
export function libraryFunction(
  cx: Context,
  name: string,
  explicit: readonly TemplateArgument[],
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  if (name === 'aligned_size_t' && args[0] !== undefined) return cx.rules.value(cx, args[0]);
  if (/^__cvta_generic_to_(?:shared|global|local|constant)$/.test(name) && args[0] !== undefined)
    return addressInSpace(cx, args[0]);
  if (name === 'init') return initBarrier(cx, args, node);
  if (name === 'make_pipeline') return makePipeline(cx, args, node);
  return groupCollective(cx, name, args, node) ?? asyncFunction(cx, name, explicit, args, node);
}

/** The address in its space: the same place, as a `size_t` (CUDA guide, "Address Space Conversion Functions"). */
function addressInSpace(cx: Context, arg: SyntaxNode): Value {
  const value = cx.rules.value(cx, arg);
  return (value.kind === 'pointer' ? addressAsNumber(cx, value.pointer, u64) : null) ?? value;
}

/**
 * libcu++ documentation, `cuda::make_pipeline`: without arguments of one thread; with a group, a shared state and
 * perhaps a role or count, of several.
 */
function makePipeline(cx: Context, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  const isOwn = args.length === 0;
  if (!isOwn) {
    const group = groupArgument(cx, args);
    if (group === null) return null;
    const [, state, ...roles] = args;
    const shared =
      group.kind === 'block' && state !== undefined && roles.length <= 1
        ? makeShared(cx, state, roles[0] ?? null, node)
        : null;
    if (shared !== null) return shared;
    for (const arg of args.slice(1)) cx.rules.value(cx, arg);
  }
  const type = libraryClass('pipeline', ['cuda'], [], `<cuda::thread_scope_${isOwn ? 'thread' : 'block'}>`);
  return type?.kind === 'struct'
    ? { kind: 'struct', type: type.struct, fields: new Map([['state', scalarValue(int(0))]]) }
    : null;
}

/** `object.method(args)` where the object is of the library; null, without effects, for others. */
export function libraryMethod(
  cx: Context,
  object: Slot,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value | null {
  const type = typeOfSlot(object);
  const struct =
    object.kind === 'value' && object.value.kind === 'struct'
      ? object.value.type
      : type?.kind === 'struct'
        ? type.struct
        : null;
  const known = struct === null ? null : libraryClassOf(struct);
  if (struct === null || known === null) return null;
  switch (known) {
    case 'atomic':
    case 'atomic_ref':
      return atomicMethod(cx, object, struct, name, args, node);
    case 'barrier':
      return barrierMethod(cx, object, name, args, node);
    case 'pipeline':
      return pipelineMethod(cx, object, struct, name, args, node);
    case 'pipeline_shared_state':
    case 'arrival_token':
      return notModelled(cx, node, `\`${name}\` of \`${struct.name}\` is not modelled`, true);
    default:
      return assertNever(known);
  }
}

/**
 * libcu++ documentation, `cuda::pipeline`: of one thread, it orders nothing but the thread's own copies. Of several, it
 * is taken to order nothing at all; their copies touch what they copy at any time (async-copies.ts).
 */
function pipelineMethod(
  cx: Context,
  object: Slot,
  struct: StructType,
  name: string,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  for (const arg of args) cx.rules.value(cx, arg);
  const on = pipelineName(object);
  if (scopeOf(struct) !== 'thread' || on === null) {
    standingIn(cx, () => {
      orderNothing(cx, `\`${name}\` of a pipeline of several threads`, node);
    });
    return sharedMember(cx, object, name, node);
  }
  switch (name) {
    case 'producer_acquire':
    case 'consumer_release':
      return voidValue;
    case 'producer_commit':
      commit(cx, on, node);
      return voidValue;
    case 'consumer_wait':
      awaitBatches(cx, on, 'oldest', node);
      return voidValue;
    case 'quit':
      return unknownOf('the value of `quit` is not modelled');
    default:
      return notModelled(cx, node, `\`${name}\` of a pipeline is not modelled`, true);
  }
}

/** An atomic or a reference to one, from constructor arguments; null for other classes. */
export function constructLibrary(
  cx: Context,
  struct: StructType,
  args: readonly Argument[],
  node: SyntaxNode,
): Value | null {
  const known = libraryClassOf(struct);
  const [only] = args;
  if (known === 'atomic') return only === undefined ? null : valueOfAtomic(struct, only.value());
  if (known !== 'atomic_ref' || only === undefined) return null;
  const { slot } = only;
  const type = slot === null ? null : typeOfSlot(slot);
  if (slot === null || type === null)
    return notModelled(cx, node, 'what an `atomic_ref` refers to is not resolved', false);
  if (type.kind === 'struct' && libraryClassOf(type.struct) === 'atomic_ref') return only.value();
  const own = struct.template?.arguments[0];
  const made = own?.kind === 'type' && own.type.kind !== 'opaque' ? struct : referenceClass(struct, type);
  return {
    kind: 'struct',
    type: made,
    fields: new Map([['object', pointerValue(addressOf(cx, slot, `${cx.frame.key}:ref ${node.start}`))]]),
  };
}

/** A value as an atomic that holds it; null where the class is another, or it is one already. */
export function valueOfAtomic(struct: StructType, value: Value): Value | null {
  const field = libraryClassOf(struct) === 'atomic' ? struct.fields[0] : undefined;
  if (field === undefined || value.kind === 'struct' || value.kind === 'unknown') return null;
  return {
    kind: 'struct',
    type: struct,
    fields: new Map([[field.name, value.kind === 'list' ? (value.items[0] ?? scalarValue(int(0))) : value]]),
  };
}
