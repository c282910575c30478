/**
 * The classes that an object may be of which a pointer or reference of a class reaches: that class and those that the
 * file derives from it. Exact for the file; where a derived class is not understood (a specialization, a local class,
 * an alias as base) there is no answer. Classes of other files are taken not to derive from it.
 *
 * Example: for `Base<int> *`, `template <class T> class Vector : public Base<T>` gives `Vector<int>`.
 */
import type { Context } from '../context.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType, Field, StructType, TemplateArgument } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { basesOf, sameCType } from '../types/c-type.ts';
import { instanceOf } from '../types/types.ts';
import { templateParameters } from '../calls/templates.ts';
import { isPolymorphic } from './structs.ts';
import { basesNamed, classesDerivedFrom } from './overriders.ts';

/** `path`: the subobjects from an object of the class down to the part that the pointer points to. */
export type DynamicType = Readonly<{ struct: StructType; path: readonly Field[] }>;

const maxTypes = 16;

/** The classes that an object of which a part of that class is seen may have; null where that is not known. */
export function dynamicTypes(cx: Context, struct: StructType): readonly DynamicType[] | null {
  const classes = classesDerivedFrom(cx, struct);
  if (classes === null) return null;
  const missed = new Set(classes);
  const found: DynamicType[] = [{ struct, path: [] }];
  for (const at of found) {
    for (const node of classes) {
      const made = derivedOf(cx, node, at.struct);
      if (made === 'not understood' || found.length > maxTypes) return null;
      if (made === null) continue;
      missed.delete(node);
      found.push({ struct: made.struct, path: [made.field, ...at.path] });
    }
  }
  return missed.size === 0 && found.every((one) => one.struct.sized) ? found : null;
}

type Derived = Readonly<{ struct: StructType; field: Field }>;

/** What a class definition makes with a class as its direct base; null where it names no such base. */
function derivedOf(cx: Context, node: SyntaxNode, base: StructType): Derived | 'not understood' | null {
  const [named, second] = basesNamed(cx, node, base.template?.name ?? base.name);
  if (named === undefined) return null;
  const name = childIn(node, 'name');
  const declared =
    name?.type === 'type_identifier'
      ? (cx.unit.declared.types.get(textOf(cx, name)) ?? []).filter(
          (one) => one.kind === 'struct' && childIn(one.node, 'body') !== null,
        )
      : [];
  const [decl] = declared;
  const isNested = decl?.path.some((part) => cx.unit.declared.types.has(part));
  if (
    second !== undefined ||
    declared.length !== 1 ||
    decl?.node !== node ||
    decl.specialization !== null ||
    isNested === true
  )
    return 'not understood';
  const given = decl.template === null ? [] : argumentsFor(cx, decl.template, named, base);
  const made: CType | null = given === null ? null : instanceOf(cx, decl, given);
  if (made?.kind !== 'struct') return 'not understood';
  const field = made.struct.fields.find((one) => one.role === 'base' && isSameClass(one.type, base));
  // the ABI puts the first base with virtual functions first, which layout.ts does not
  const [first] = basesOf(made.struct);
  const isFirst = first !== undefined && (isPolymorphic(first) || !basesOf(made.struct).some(isPolymorphic));
  return field === undefined || !isFirst ? 'not understood' : { struct: made.struct, field };
}

/** Whether two types are one class: of one definition, with the same arguments for its template. */
function isSameClass(type: CType, struct: StructType): boolean {
  if (type.kind !== 'struct' || type.struct.body?.node !== struct.body?.node || struct.body === null) return false;
  return type.struct === struct || sameCType(type, { kind: 'struct', struct });
}

/**
 * The arguments of a derived template for which `Base<T, U>` is that base: each parameter is one of the base's
 * arguments.
 */
function argumentsFor(
  cx: Context,
  template: SyntaxNode,
  named: SyntaxNode,
  base: StructType,
): readonly TemplateArgument[] | null {
  const list = childIn(named, 'arguments');
  const written =
    named.type === 'template_type' && list !== null ? namedChildren(list).map((one) => textOf(cx, one)) : [];
  const known = base.template?.arguments ?? [];
  const parameters = templateParameters(cx, template);
  if (written.length !== known.length || written.some((one) => !parameters.some(({ name }) => name === one)))
    return null;
  const given = parameters.flatMap(({ name, kind }) => {
    const own = known[written.indexOf(name)];
    return own === undefined || own.kind !== kind ? [] : [own];
  });
  return given.length === parameters.length ? given : null;
}
