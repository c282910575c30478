/**
 * Variables, members and results that are pointers to functions. One that only ever holds one function *is* that function; of others it
 * is not known which one they hold (calls/function-pointers.ts). Which it is shows when the whole kernel has been seen, so it goes from
 * one round of lowering to the next, and grows only: none, one function, unknown. A null pointer is not called.
 */
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionValue, Slot, Value } from '../expressions/value.ts';
import { constantOf } from '../expressions/constants.ts';
import { isSameFunction } from '../calls/templates.ts';
import { unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** In the first round a variable may hold nothing yet: what is made of that must not count. */
const notSeen = messages.uninitializedFunction;

export function functionVariable(cx: Context, type: CType, key: string, initial: Value | null): Slot {
  if (initial !== null) noteFunction(cx, key, initial);
  const known = cx.facts.functions.get(key);
  return { kind: 'value', value: held(known, initial, type), type, holds: key };
}

function held(known: FunctionValue | 'unknown' | undefined, initial: Value | null, type: CType): Value {
  if (known === undefined) return unknownOf(notSeen, type);
  if (known === 'unknown') return unknownOf(messages.unknownFunctionPointer, type);
  return initial?.kind === 'function' ? initial : known;
}

/** A store to such a variable. */
export function noteFunction(cx: Context, key: string, value: Value): void {
  if (isNull(value) || (value.kind === 'unknown' && value.because === notSeen)) return;
  const known = cx.facts.functions.get(key);
  const given = value.kind === 'function' && isOfAllRounds(value) ? value : 'unknown';
  const isSame = known !== undefined && (known === 'unknown' || (given !== 'unknown' && isSameFunction(known, given)));
  if (isSame) return;
  cx.facts.functions.set(key, known === undefined ? given : 'unknown');
  cx.facts.changed = true;
}

function isNull(value: Value): boolean {
  return (value.kind === 'pointer' && value.pointer.target.kind === 'null') || (value.kind === 'scalar' && constantOf(value.expr) === 0n);
}

/** Whether nothing of it belongs to one round of lowering. */
const isOfAllRounds = ({ scope, explicit }: FunctionValue): boolean => scope === null && explicit.every(isPlain);

function isPlain(argument: TemplateArgument): boolean {
  switch (argument.kind) {
    case 'type':
      return argument.type.kind === 'scalar';
    case 'value':
      return constantOf(argument.value) !== null;
    case 'function':
      return isOfAllRounds(argument.value);
  }
}
