/**
 * Which specialization of a class or variable template is meant [C++ standard, temp.spec.partial.match]. Exact where it
 * answers; `unclear` where what is known of the types does not decide it: `const` is not kept, `decltype` of a
 * dependent expression is not followed.
 *
 * Example: of `template <class T> struct S<T *>`, `S<int *>` binds `T` to `int`, `S<float>` leaves the primary
 * template.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Expr } from '../../base/expr.ts';
import type { CType, StructType, TemplateArgument } from '../types/c-type.ts';
import type { Binding } from '../scope.ts';
import type { TemplateParameter } from './templates.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { isInLibrary, textOf, withoutTrace } from '../context.ts';
import { i32 } from '../../base/ctype.ts';
import { sameCType, scalar } from '../types/c-type.ts';
import { constantOf } from '../expressions/constants.ts';
import type { OpenValue } from '../open-values.ts';
import { hasOpenValue, tellApart } from '../open-values.ts';
import { isQualified, mayBeAnything, sameTypes } from '../types/type-traits.ts';
import { withBound } from '../scope.ts';
import { substitution } from '../types/substitution.ts';
import {
  bindParameter,
  deduce,
  fallbackArgument,
  isConstrained,
  templateArguments,
  templateParameters,
} from './templates.ts';

/** A template declaration, as far as specialization goes. */
type Specializable = Readonly<{ template: SyntaxNode | null; specialization: SyntaxNode | null }>;
type Bound = Map<string, Binding>;
type Choice<D> =
  | Readonly<{ kind: 'specialization'; decl: D; bound: Bound }>
  | Readonly<{ kind: 'primary' | 'unclear' }>;

/** The primary template is among the entries; `written` are the arguments without its defaults. */
export function chosenSpecialization<D extends Specializable>(
  cx: Context,
  entries: readonly D[],
  written: readonly TemplateArgument[],
): Choice<D> {
  const primary = entries.find((entry) => entry.specialization === null)?.template ?? null;
  const special = entries.filter((entry) => entry.specialization !== null);
  if (special.length === 0) return { kind: 'primary' };
  const given = withDefaults(cx, primary, written);
  const tried = special.map((decl) => ({ decl, found: match(cx, decl, primary, given) }));
  const matched = tried.flatMap(({ decl, found }) =>
    typeof found === 'string' ? [] : [{ kind: 'specialization' as const, decl, bound: found }],
  );
  const explicit = matched.find((one) => templateParameters(cx, one.decl.template).length === 0);
  if (explicit !== undefined) return explicit;
  if (
    tried.some((one) => one.found === 'unclear' && !matched.some((other) => areOfOtherTypes(cx, other.decl, one.decl)))
  )
    return { kind: 'unclear' };
  const best = matched.filter((one) =>
    matched.every((other) => other === one || isMoreSpecialized(cx, one.decl, other.decl, primary)),
  );
  return matched.length === 0
    ? { kind: 'primary' }
    : best.length === 1 && best[0] !== undefined
      ? best[0]
      : { kind: 'unclear' };
}

/**
 * Whether it only says that a qualified type is like the unqualified one: `template <class T> struct S<const T> : S<T>
 * {};`. Such a class has the members of the one that it derives from, and types do not keep `const`.
 */
export function isForwarding(
  cx: Context,
  decl: Readonly<{ node: SyntaxNode; specialization: SyntaxNode | null }>,
): boolean {
  const bases = decl.node.children.find((child) => child.type === 'base_class_clause');
  const [base, ...others] =
    bases === undefined
      ? []
      : namedChildren(bases).filter((child) => child.type !== 'access_specifier' && child.type !== 'comment');
  const body = childIn(decl.node, 'body');
  const name = childIn(decl.node, 'name');
  if (
    decl.specialization === null ||
    base === undefined ||
    others.length > 0 ||
    name === null ||
    body === null ||
    namedChildren(body).some((child) => child.type !== 'comment')
  )
    return false;
  const plain = (node: SyntaxNode): string =>
    textOf(cx, node)
      .replace(/\b(?:const|volatile)\b/g, ' ')
      .replace(/\s+/g, '');
  return plain(name) === plain(base) && textOf(cx, name) !== textOf(cx, base);
}

/**
 * Whether two specializations differ in nothing but names of types that are not declared here, as `S<T, cpu>` and `S<T,
 * gpu>` do. The names are of two types then, or one of the two would define the other again (C++ [temp.spec.general]);
 * what the one matches, the other does not.
 */
function areOfOtherTypes(cx: Context, a: Specializable, b: Specializable): boolean {
  const plain = (node: SyntaxNode | null): string => (node === null ? '' : textOf(cx, node).replace(/\s+/g, ''));
  const [own, others] = [a, b].map(({ specialization }) =>
    specialization === null ? [] : namedChildren(specialization),
  );
  if (
    own === undefined ||
    others === undefined ||
    own.length !== others.length ||
    plain(a.template) !== plain(b.template)
  )
    return false;
  const isUndeclared = (pattern: SyntaxNode | undefined): boolean => {
    const type = pattern === undefined || namedChildren(pattern).length !== 1 ? null : childIn(pattern, 'type');
    const named =
      type?.type === 'type_identifier'
        ? withBound(cx, uniqueBindings(templateParameters(cx, a.template)), () => cx.rules.type(cx, type))
        : null;
    return named?.kind === 'opaque' && named.template === undefined;
  };
  return own.every(
    (pattern, k) => plain(pattern) === plain(others[k] ?? null) || (isUndeclared(pattern) && isUndeclared(others[k])),
  );
}

/** Whether the second matches whatever the first matches, but not the reverse (C++ [temp.spec.partial.order]). */
function isMoreSpecialized(cx: Context, a: Specializable, b: Specializable, primary: SyntaxNode | null): boolean {
  const matches = (pattern: Specializable, of: Specializable): Fit =>
    withoutTrace(cx, () => {
      const made = typical(cx, of, primary);
      const found = made === null ? 'unclear' : match(cx, pattern, primary, made);
      return typeof found === 'string' ? found : 'yes';
    });
  return matches(b, a) === 'yes' && matches(a, b) === 'no';
}

/**
 * The arguments of a specialization whose parameters are types and values that nothing else is; null where a parameter
 * is neither.
 */
function typical(cx: Context, decl: Specializable, primary: SyntaxNode | null): readonly TemplateArgument[] | null {
  const { specialization } = decl;
  const parameters = templateParameters(cx, decl.template);
  if (specialization === null || parameters.some((one) => one.kind === 'other')) return null;
  return withBound(cx, uniqueBindings(parameters), () =>
    withDefaults(cx, primary, templateArguments(cx, specialization)),
  );
}

/** Binds each parameter to what no argument is; packs and templates are left out. */
export const uniqueBindings = (parameters: readonly TemplateParameter[]): Bound =>
  new Map(
    parameters
      .filter((one) => one.kind !== 'other')
      .map((one): [string, Binding] => [
        one.name,
        one.kind === 'type' ? { kind: 'type', type: { kind: 'struct', struct: unique(one) } } : uniqueValue(one),
      ]),
  );

/**
 * A number that programs do not write: where one does, two templates seem to match each other, and neither is chosen.
 */
function uniqueValue(parameter: TemplateParameter): Binding {
  const expr: Expr = { kind: 'int', value: 1_800_000_000n + BigInt(parameter.node.start % 1_000_000), type: i32 };
  return {
    kind: 'slot',
    key: parameter.name,
    slot: { kind: 'value', value: { kind: 'scalar', expr }, type: scalar(i32) },
  };
}

const unique = (parameter: TemplateParameter): StructType => ({
  name: `any ${parameter.name} ${parameter.node.start}`,
  fields: [],
  size: 1,
  align: 1,
  dataSize: 1,
  sized: false,
  template: null,
  body: null,
});

/** The arguments written, then the defaults of the template's other parameters as far as there are any. */
export function withDefaults(
  cx: Context,
  template: SyntaxNode | null,
  given: readonly TemplateArgument[],
): readonly TemplateArgument[] {
  const all = [...given];
  const bound = new Map<string, Binding>();
  for (const [k, parameter] of templateParameters(cx, template).entries()) {
    const argument = all[k] ?? (k === all.length ? fallbackArgument(cx, parameter, bound) : null);
    if (argument === null) break;
    if (k === all.length) all.push(argument);
    bound.set(parameter.name, bindParameter(cx, parameter, argument, bound));
  }
  return all;
}

type Fit = 'yes' | 'no' | 'unclear';
const worst = (all: readonly Fit[]): Fit => (all.includes('no') ? 'no' : all.includes('unclear') ? 'unclear' : 'yes');

/** How the specialization's own parameters are bound by the arguments. */
function match(
  cx: Context,
  decl: Specializable,
  primary: SyntaxNode | null,
  given: readonly TemplateArgument[],
): Bound | 'no' | 'unclear' {
  const list = decl.specialization;
  const patterns = list === null ? [] : namedChildren(list);
  const parameters = templateParameters(cx, decl.template);
  if (
    list === null ||
    isConstrained(cx, decl.template) ||
    parameters.some((one) => one.node.type.startsWith('variadic_')) ||
    patterns.some((one) => one.type === 'parameter_pack_expansion')
  )
    return 'unclear';
  // the libraries' texts have no defaults that a declaration without a body would give
  if (isInLibrary(list) && patterns.length !== given.length) return 'no';
  const bound: Bound = new Map();
  const shapes = worst(patterns.map((pattern, k) => shape(cx, pattern, given[k], parameters, bound)));
  if (shapes !== 'yes' || parameters.some((one) => !bound.has(one.name))) return shapes === 'no' ? 'no' : 'unclear';
  const compared = withBound(cx, bound, () => {
    const possible = substitution(cx, list);
    if (possible !== 'fine') return possible === 'fails' ? 'no' : 'unclear';
    const wanted = withDefaults(cx, primary, templateArguments(cx, list));
    if (wanted.length !== given.length) return 'unclear';
    const fit = worst(
      wanted.map((one, k) =>
        isFree(cx, patterns[k], list, parameters) || isFreeClass(cx, patterns[k], given[k], list, parameters)
          ? 'yes'
          : compare(cx, one, patterns[k], given[k]),
      ),
    );
    if (fit === 'unclear') wanted.forEach((one, k) => tellWhere(cx, one, patterns[k], given[k]));
    return fit;
  });
  return compared === 'yes' ? bound : compared;
}

/** Binds what a pattern names; `no` where its shape contradicts the argument. */
function shape(
  cx: Context,
  pattern: SyntaxNode,
  argument: TemplateArgument | undefined,
  parameters: readonly TemplateParameter[],
  bound: Bound,
): Fit {
  if (argument === undefined) return 'unclear';
  const own = parameters.find((parameter) => parameter.name === textOf(cx, pattern).trim());
  if (own !== undefined) {
    if (!bound.has(own.name)) bound.set(own.name, bindParameter(cx, own, argument, bound));
    return 'yes';
  }
  if (argument.kind !== 'type' || pattern.type !== 'type_descriptor') return 'yes';
  const isShaped = deduce(
    cx,
    childIn(pattern, 'type'),
    childIn(pattern, 'declarator'),
    argument.type,
    parameters,
    bound,
  );
  if (mayBeAnything(argument.type)) return isShaped ? 'yes' : 'unclear';
  return isShaped && !isOfOtherClass(cx, pattern, argument.type, parameters) ? 'yes' : 'no';
}

/** Whether the pattern is a class template `S<…>`, and the type no class that is made from it. */
function isOfOtherClass(
  cx: Context,
  pattern: SyntaxNode,
  type: CType,
  parameters: readonly TemplateParameter[],
): boolean {
  if (childIn(pattern, 'declarator') !== null || childIn(pattern, 'type')?.type !== 'template_type') return false;
  const wanted = withBound(cx, uniqueBindings(parameters), () => cx.rules.type(cx, pattern));
  if (wanted.kind !== 'struct' || type.kind === 'reference') return false;
  return type.kind !== 'struct' || type.struct.template?.name !== wanted.struct.template?.name;
}

/** Whether the pattern is a parameter that no other pattern names: it is bound to the argument, whatever that is. */
function isFree(
  cx: Context,
  pattern: SyntaxNode | undefined,
  list: SyntaxNode,
  parameters: readonly TemplateParameter[],
): boolean {
  const name = pattern === undefined ? '' : textOf(cx, pattern).trim();
  return (
    parameters.some((one) => one.name === name) &&
    [...textOf(cx, list).matchAll(/[A-Za-z_]\w*/g)].filter(([word]) => word === name).length === 1
  );
}

/**
 * Whether the pattern is `S<T, n>` with parameters that nothing else names, and the type an `S` that is not `const`:
 * its arguments are what they are bound to, whatever these are.
 */
function isFreeClass(
  cx: Context,
  pattern: SyntaxNode | undefined,
  argument: TemplateArgument | undefined,
  list: SyntaxNode,
  parameters: readonly TemplateParameter[],
): boolean {
  const type = pattern === undefined || childIn(pattern, 'declarator') !== null ? null : childIn(pattern, 'type');
  if (type?.type !== 'template_type' || namedChildren(pattern ?? type).length !== 1) return false;
  if (
    argument?.kind !== 'type' ||
    argument.type.kind !== 'struct' ||
    argument.type.mayBeConst === true ||
    argument.type.struct.template?.name !== textOf(cx, childIn(type, 'name') ?? type)
  )
    return false;
  const inner = childIn(type, 'arguments');
  return (
    inner !== null &&
    namedChildren(inner).length === argument.type.struct.template.arguments.length &&
    namedChildren(inner).every((one) => isFree(cx, one, list, parameters))
  );
}

/**
 * Has the kernel lowered apart for the value that a specialization is for, where it is not known whether the argument
 * is that.
 */
function tellWhere(
  cx: Context,
  wanted: TemplateArgument,
  pattern: SyntaxNode | undefined,
  given: TemplateArgument | undefined,
): void {
  const value = pattern === undefined ? null : valueOfPattern(cx, wanted, pattern);
  if (value !== null && given?.kind === 'value' && constantOf(given.value) === null) tellApart(cx, given.value, value);
}

/** The constant that a pattern is, or is the name of. */
function valueOfPattern(cx: Context, wanted: TemplateArgument, pattern: SyntaxNode): OpenValue | null {
  const written = textOf(cx, pattern).trim();
  const value = wanted.kind === 'value' ? constantOf(wanted.value) : null;
  return value !== null || (wanted.kind === 'type' && wanted.type.kind === 'opaque') ? { written, value } : null;
}

/** Compares a pattern's type or value, its parameters bound, with the argument. */
function compare(
  cx: Context,
  wanted: TemplateArgument,
  pattern: SyntaxNode | undefined,
  given: TemplateArgument | undefined,
): Fit {
  if (given === undefined) return 'unclear';
  if (wanted.kind === 'type' && given.kind === 'type') {
    // the libraries' texts have one specialization for types of one size and sign
    const same =
      pattern !== undefined && isInLibrary(pattern) && sameCType(wanted.type, given.type)
        ? true
        : sameTypes(cx, wanted.type, given.type);
    if (same === false) return 'no';
    return same === null || (pattern !== undefined && isQualified(cx, pattern)) ? 'unclear' : 'yes';
  }
  const named = pattern === undefined ? null : valueOfPattern(cx, wanted, pattern);
  if (named !== null && given.kind === 'value' && constantOf(given.value) === null)
    return hasOpenValue(cx, given.value, named);
  const [a, b] = [wanted, given].map((one) => (one.kind === 'value' ? constantOf(one.value) : null));
  return a === null || b === null || a === undefined || b === undefined ? 'unclear' : a === b ? 'yes' : 'no';
}
