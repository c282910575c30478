/**
 * Virtual functions in a program that is run (run.ts): the one of the class that the object was made as. Objects are
 * entered when their bases and members are made, so that a constructor calls the functions of its own class (C++
 * [class.cdtor]); copies of objects are not entered.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Variable } from './memory.ts';
import type { Explicit, Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf } from '../declarator.ts';
import { onlyClassNamed } from '../type-index.ts';
import { classOf, methodsOf } from './functions.ts';
import { chosen } from './overloads.ts';
import { asOwner, basesOf } from './objects.ts';
import { stop } from './state.ts';

/** Enters an object of a class, also where its bases begin. */
export function enrol(run: Run, object: Variable): void {
  for (const { place } of basesOf(run, object, 0))
    place.block.objects.set(place.at, [...(place.block.objects.get(place.at) ?? []), object]);
}

/** Whether a class or one of its bases declares a function of this name to be virtual. */
export function isVirtualIn(run: Run, type: HostType, name: string, depth = 0): boolean {
  if (type.kind !== 'struct' || depth > 8) return false;
  const isOwn = namedChildren(childIn(type.struct.node, 'body') ?? type.struct.node).some((member) => {
    const own = declaredName(childIn(member, 'declarator'));
    return own !== null && textOf(run.names.source, own) === name && isVirtual(run, member);
  });
  return (
    isOwn ||
    type.struct.bases.some((base) => {
      const struct = onlyClassNamed(run.names.types, base);
      return (
        struct !== null && isVirtualIn(run, { kind: 'struct', struct, name: base, given: new Map() }, name, depth + 1)
      );
    })
  );
}

/** Whether a function says that it is virtual, or overrides one. */
export const isVirtual = ({ names: { source } }: Run, member: SyntaxNode): boolean =>
  /\b(?:virtual|override|final)\b/.test(source.text.slice(member.start, childIn(member, 'body')?.start ?? member.end));

const isOverriding = ({ names: { source } }: Run, definition: SyntaxNode): boolean =>
  /\b(?:override|final)\b/.test(
    source.text.slice(definition.start, childIn(definition, 'body')?.start ?? definition.end),
  );

/** Whether a virtual function is of a class of which no base declares one of its name. */
function isFirst(run: Run, definition: SyntaxNode, name: string): boolean {
  const struct = onlyClassNamed(run.names.types, classOf(run.names, definition) ?? '');
  return (
    struct !== null &&
    isVirtual(run, definition) &&
    !struct.bases.some((base) => {
      const own = onlyClassNamed(run.names.types, base);
      return own === null || isVirtualIn(run, { kind: 'struct', struct: own, name: base, given: new Map() }, name);
    })
  );
}

/** Calls the function of the class that the object is of, where that is known and takes just these arguments. */
export function virtualCall(
  run: Run,
  object: Variable,
  name: string,
  args: readonly Result[],
  explicit: readonly Explicit[],
): Result {
  const { type } = object;
  const all = (object.place.block.objects.get(object.place.at) ?? []).filter((one) =>
    basesOf(run, one, 0).some(
      (base) =>
        base.place.at === object.place.at &&
        base.type.kind === 'struct' &&
        type.kind === 'struct' &&
        base.type.struct === type.struct,
    ),
  );
  const whole = all.at(-1);
  const [definition, another] = whole?.type.kind === 'struct' ? methodsOf(run.names, whole.type.struct, name) : [];
  // one of several overloads, or one that does not say that it overrides: it may hide the one that is meant
  if (
    whole === undefined ||
    definition === undefined ||
    another !== undefined ||
    !(isOverriding(run, definition) || isFirst(run, definition, name)) ||
    chosen(run.names, [definition], args) === null ||
    parametersOf(definition).length !== args.length
  )
    return stop(run);
  return run.rules.call(run, definition, args, { self: asOwner(run, definition, whole), outer: null, explicit });
}
