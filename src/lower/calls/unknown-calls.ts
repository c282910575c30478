/**
 * Calls of functions that nothing declares: what they may touch, and what is taken for granted of them.
 * Over-approximating, but for {@link harmless} ones.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { Pointer, Value } from '../expressions/value.ts';
import { emit, note } from '../context.ts';
import { collectTouched } from '../memory/give-away.ts';
import { clobber, readSlot, writeSlot } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** How a function object of which nothing is known is called in messages. */
export const functionObject = messages.functionObject;

/**
 * Known not to synchronize and to touch only what their pointers name; of the runtime's API, all that device code may
 * call but launches (CUDA guide, "Device Runtime API").
 */
const harmless =
  /^(curand|tex[123]D|tex1Dfetch|texCubemap|surf\w+read|__builtin_|isnan|isinf|(malloc|free|alloca)$|(cuda|hip)(Get|Peek|DeviceGet|DeviceSynchronize|Stream|Event|Memcpy|Memset|Malloc|Free|FuncGet|Occupancy|TriggerProgrammatic|GridDependency))/;

/**
 * A function that is not known. Its result is any value. What its pointer arguments point to may be read and written;
 * called for its effects alone, it may also synchronize, and touch everything.
 */
export function unknownCall(cx: Context, name: string, args: readonly Argument[], node: SyntaxNode): Value {
  const isDiscarded = cx.discarding === node;
  const touched: ArrayId[] = [];
  let everything = isDiscarded && !harmless.test(name);
  for (const arg of args) {
    const { slot } = arg;
    if (everything && slot !== null && slot.kind !== 'value' && slot.kind !== 'pointer')
      clobber(cx, slot, fill(messages.givenToUnknown, { name }), arg.node);
    const value = slot !== null && slot.kind === 'struct' ? unknownOf('') : arg.value();
    if (value.kind !== 'pointer') continue;
    if (name.startsWith('curand')) useOwnState(cx, value.pointer, arg.node);
    else if (!collectTouched(cx, value.pointer, touched, fill(messages.undeclaredFunction, { name }), arg.node))
      everything = true;
  }
  const because = fill(messages.isUndeclared, { text: name === functionObject ? name : `\`${name}\`` });
  if (everything)
    emit(cx, node, {
      kind: 'unknown',
      because,
      footprint: cx.everything,
      synchronizes: isDiscarded && !harmless.test(name),
    });
  else if (touched.length > 0) emit(cx, node, { kind: 'unknown', because, footprint: touched, synchronizes: false });
  note(
    cx,
    node,
    everything || touched.length > 0 || name === functionObject || harmless.test(name)
      ? because
      : fill(messages.takenAsHarmless, { because }),
  );
  return unknownOf(because);
}

/** A generator reads and writes the state it is given, and nothing else. */
function useOwnState(cx: Context, pointer: Pointer, node: SyntaxNode): void {
  const slot = dereference(pointer);
  const because = messages.randomGenerator;
  if (slot.kind === 'memory') {
    readSlot(cx, slot, node);
    writeSlot(cx, slot, unknownOf(because), node);
  } else clobber(cx, slot, because, node);
}
