/** Enumerations: the values of the enumerators, and the integer type that holds them (C++ [dcl.enum]). Exact. */
import type { IntType } from '../../base/ctype.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from './c-type.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Slot } from '../expressions/value.ts';
import { wrap } from '../../base/arithmetic.ts';
import { i32, i64, u32, u64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { inScope, textOf } from '../context.ts';
import { keep } from '../../base/memoize.ts';
import { constantOf } from '../expressions/constants.ts';
import { maybeConst } from './open-const.ts';
import { scalarValue, unknownOf } from '../expressions/value.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export type Enumerator = Readonly<{ name: string; node: SyntaxNode; slot: Slot }>;

/** The enumerators of an `enum_specifier`, as constants of its type. */
export const enumeratorsOf = (cx: Context, node: SyntaxNode): readonly Enumerator[] =>
  isClosed(cx, node)
    ? keep(cx.unit.kept.enumerators, node, () => madeEnumerators(cx, node))
    : madeEnumerators(cx, node);

function madeEnumerators(cx: Context, node: SyntaxNode): readonly Enumerator[] {
  const values = valuesOf(cx, node);
  const type = enumerated(node, typeHolding(cx, node, values));
  return values.map(({ name, node: own, value }) => ({ name, node: own, slot: slotFor(name, value, type) }));
}

/**
 * The integer type of an `enum_specifier`: as declared, else the first of int, unsigned, long and unsigned long that
 * holds all values. It is marked as one that templates may tell from that integer type.
 */
export function enumType(cx: Context, node: SyntaxNode): CType {
  const make = (): IntType => typeHolding(cx, node, childIn(node, 'base') === null ? valuesOf(cx, node) : []);
  return maybeConst(enumerated(node, isClosed(cx, node) ? keep(cx.unit.kept.enumTypes, node, make) : make()));
}

const enumerated = (node: SyntaxNode, type: IntType): ScalarCType => ({
  kind: 'scalar',
  type,
  enumeration: {
    id: node.start,
    isScoped: node.children.some((child) => child.type === 'class' || child.type === 'struct'),
  },
});

/** Whether an enumeration names nothing: it means the same wherever it is in scope. */
function isClosed(cx: Context, node: SyntaxNode): boolean {
  const namesNothing = (inner: SyntaxNode): boolean =>
    !inner.type.endsWith('identifier') && inner.children.every(namesNothing);
  return keep(
    cx.unit.kept.closedEnums,
    node,
    () =>
      childIn(node, 'base') === null &&
      namedChildren(childIn(node, 'body') ?? node).every((enumerator) => {
        const value = childIn(enumerator, 'value');
        return value === null || namesNothing(value);
      }),
  );
}

/** Binds the name of an enum and its enumerators, also by their qualified names, in a scope. */
export function declareEnum(cx: Context, node: SyntaxNode, scope: Scope): void {
  const own = childIn(node, 'name');
  if (childIn(node, 'body') === null) return;
  if (own !== null) scope.names.set(textOf(cx, own), { kind: 'type', type: enumType(cx, node) });
  for (const { name, slot } of enumeratorsOf(cx, node)) {
    const binding: Binding = { kind: 'slot', key: `constant ${name}`, slot };
    scope.names.set(name, binding);
    if (own !== null) scope.names.set(`${textOf(cx, own)}::${name}`, binding);
  }
}

type ScalarCType = Extract<CType, { kind: 'scalar' }> & Readonly<{ type: IntType }>;
type Valued = Readonly<{ name: string; node: SyntaxNode; value: bigint | null }>;

/** Each enumerator is one more than the one before it, or as given; those before it are in scope. */
function valuesOf(cx: Context, node: SyntaxNode): readonly Valued[] {
  const body = childIn(node, 'body');
  const enumerators = body === null ? [] : namedChildren(body).filter((child) => child.type === 'enumerator');
  return inScope(cx, () => {
    let next: bigint | null = 0n;
    return enumerators.flatMap((enumerator): Valued[] => {
      const own = childIn(enumerator, 'name');
      if (own === null) return [];
      const given = childIn(enumerator, 'value');
      const value: bigint | null = given === null ? next : constantValue(cx, given);
      next = value === null ? null : value + 1n;
      const name = textOf(cx, own);
      cx.scope.names.set(name, {
        kind: 'slot',
        key: `constant ${name}`,
        slot: slotFor(name, value, { kind: 'scalar', type: typeFor(value === null ? [] : [value]) }),
      });
      return [{ name, node: own, value }];
    });
  });
}

function constantValue(cx: Context, node: SyntaxNode): bigint | null {
  const value = cx.rules.value(cx, node);
  return value.kind === 'scalar' ? constantOf(value.expr) : null;
}

function typeHolding(cx: Context, node: SyntaxNode, values: readonly Valued[]): IntType {
  const base = childIn(node, 'base');
  const declared = base === null ? null : cx.rules.type(cx, base);
  if (declared?.kind === 'scalar' && declared.type.kind === 'int') return declared.type;
  return typeFor(values.flatMap(({ value }) => (value === null ? [] : [value])));
}

function typeFor(values: readonly bigint[]): IntType {
  return [i32, u32, i64].find((type) => values.every((value) => wrap(value, type) === value)) ?? u64;
}

function slotFor(name: string, value: bigint | null, type: ScalarCType): Slot {
  const made =
    value === null
      ? unknownOf(fill(messages.unknownValue, { name }), type)
      : scalarValue(int(wrap(value, type.type), type.type));
  return { kind: 'value', value: made, type };
}
