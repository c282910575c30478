/**
 * What the template arguments that a call states (`f<int>(x)`) say of a function: whether it takes so many of that
 * sort, and whether an explicit specialization is the one for them. The arguments of one that does not write its own
 * (`template <> float2 f(float)`) follow from its type and the primary template's [temp.expl.spec, temp.deduct.decl].
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding } from '../scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { sameCType } from '../types/c-type.ts';
import { constantOf } from '../expressions/constants.ts';
import { sameTypes } from '../types/type-traits.ts';
import { deduce, isSameFunction, templateArguments, templateParameters } from './templates.ts';

type Fit = 'fits' | 'fails' | 'unclear';
/** The types of a function as it is declared; null where one is not known. */
export type Signature = Readonly<{
  result: CType | null;
  parameters: readonly Readonly<{ node: SyntaxNode; declarator: SyntaxNode | null; type: CType | null }>[];
}>;

export function isExplicitSpecialization(decl: FunctionDecl): boolean {
  return decl.specialization !== null || (decl.template !== null && namedChildren(decl.template).length === 0);
}

/** Whether the function can be meant by a call with these arguments. */
export function fitsExplicit(
  cx: Context,
  decl: FunctionDecl,
  given: readonly TemplateArgument[],
  signature: (decl: FunctionDecl) => Signature,
): Fit {
  if (given.length === 0) return 'fits';
  if (decl.specialization !== null) {
    const written = templateArguments(cx, decl.specialization);
    // the trailing ones may be left to deduction [temp.expl.spec]
    return compareAll(
      cx,
      given,
      given.length <= written.length
        ? written
        : [...written, ...argumentsOf(cx, decl, signature).slice(written.length)],
    );
  }
  if (isExplicitSpecialization(decl)) return compareAll(cx, given, argumentsOf(cx, decl, signature));
  const parameters = templateParameters(cx, decl.template);
  if (parameters.some((one) => one.kind === 'other')) return 'fits';
  return given.every((one, k) => isSort(one, parameters[k]?.kind)) ? 'fits' : 'fails';
}

function isSort(given: TemplateArgument, wanted: 'type' | 'value' | 'other' | undefined): boolean {
  if (wanted === undefined) return false;
  return (
    (given.kind === 'function' ? 'value' : given.kind) === wanted ||
    (given.kind === 'type' && given.type.kind === 'opaque')
  );
}

function compareAll(cx: Context, given: readonly TemplateArgument[], own: readonly (TemplateArgument | null)[]): Fit {
  const compared = given.map((one, k) => compare(cx, one, own[k] ?? null));
  return compared.includes('fails') ? 'fails' : compared.includes('unclear') ? 'unclear' : 'fits';
}

function compare(cx: Context, given: TemplateArgument, own: TemplateArgument | null): Fit {
  if (own === null) return 'unclear';
  if (given.kind === 'type') {
    if (given.type.kind === 'opaque' || own.kind !== 'type' || own.type.kind === 'opaque') return 'unclear';
    const same = sameTypes(cx, given.type, own.type);
    return same === null ? 'unclear' : same ? 'fits' : 'fails';
  }
  if (given.kind === 'function')
    return own.kind !== 'function' ? 'unclear' : isSameFunction(given.value, own.value) ? 'fits' : 'fails';
  const [value, wanted] = [constantOf(given.value), own.kind === 'value' ? constantOf(own.value) : null];
  return value === null || wanted === null ? 'unclear' : value === wanted ? 'fits' : 'fails';
}

/** The type arguments of a specialization that does not write them; null for those that are not found. */
function argumentsOf(
  cx: Context,
  decl: FunctionDecl,
  signature: (decl: FunctionDecl) => Signature,
): readonly (TemplateArgument | null)[] {
  const { functions, prototypes } = cx.unit.declared;
  const own = signature(decl);
  const primaries = [...(functions.get(decl.name) ?? []), ...(prototypes.get(decl.name) ?? [])].filter(
    (one) => one.template !== null && !isExplicitSpecialization(one) && one.path.join('::') === decl.path.join('::'),
  );
  const [first, ...others] = primaries.flatMap((one) => deducedFor(cx, one, own, signature) ?? []);
  // a prototype and its definition say the same
  const isOne =
    first !== undefined &&
    others.every((other) => other.length === first.length && other.every((type, k) => isSame(type, first[k] ?? null)));
  return isOne ? first.map((type) => (type === null ? null : { kind: 'type', type })) : [];
}

const isSame = (a: CType | null, b: CType | null): boolean => (a === null || b === null ? a === b : sameCType(a, b));

/** The primary template's arguments with which it has that type, in a list; null where it cannot have it. */
function deducedFor(
  cx: Context,
  primary: FunctionDecl,
  own: Signature,
  signature: (decl: FunctionDecl) => Signature,
): readonly (readonly (CType | null)[])[] | null {
  const templates = templateParameters(cx, primary.template);
  const bound = new Map<string, Binding>();
  const { parameters } = signature(primary);
  if (parameters.length !== own.parameters.length) return null;
  for (const [k, { node, declarator }] of parameters.entries()) {
    const type = own.parameters[k]?.type ?? null;
    if (type !== null && !deduce(cx, childIn(node, 'type'), declarator, type, templates, bound)) return null;
  }
  const isPlain = childIn(primary.node, 'declarator')?.type === 'function_declarator';
  if (isPlain && own.result !== null && !deduce(cx, childIn(primary.node, 'type'), null, own.result, templates, bound))
    return null;
  return [
    templates.map(({ name }) => {
      const found = bound.get(name);
      return found?.kind === 'type' ? found.type : null;
    }),
  ];
}
