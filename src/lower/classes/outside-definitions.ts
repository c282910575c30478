/**
 * Member functions that are defined outside of their class: those of a class template, of its specializations, and
 * explicit specializations of single members (C++ [temp.expl.spec]). Where it is not clear which class one is of, it
 * stays beside the others: the call is then unclear.
 *
 * Example: with `template <> int A<float>::f() { … }`, an `A<float>` has this `f`, and no other `A` does.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { StructType, TemplateArgument } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { splitName } from '../file-scope.ts';
import { emptyScope, within } from '../scope.ts';
import { isQualified, sameTypes } from '../types/type-traits.ts';
import { templateArguments, templateParameters } from '../calls/templates.ts';

type Fit = 'yes' | 'no' | 'unclear';
type Placed = Readonly<{ decl: FunctionDecl; fit: Fit; isSpecial: boolean }>;

/** The functions of a class: those in its body, less what outside definitions replace, and these. */
export function withOutside(
  cx: Context,
  struct: StructType,
  own: readonly FunctionDecl[],
  outside: readonly FunctionDecl[],
): readonly FunctionDecl[] {
  const placed = outside.flatMap((decl) => placedIn(cx, struct, decl));
  const plain = [...own, ...placed.filter((one) => !one.isSpecial).map((one) => one.decl)];
  const special = placed.filter((one) => one.isSpecial);
  const replaced = new Set(
    special.filter((one) => one.fit === 'yes').flatMap(({ decl }) => replacedBy(cx, plain, decl)),
  );
  return [...plain.filter((one) => !replaced.has(one)), ...special.map((one) => one.decl)];
}

/**
 * The member that an explicit specialization replaces, where its number of parameters tells it; others stay, and are
 * unclear.
 */
function replacedBy(cx: Context, plain: readonly FunctionDecl[], special: FunctionDecl): readonly FunctionDecl[] {
  if (special.outer !== undefined) return [];
  const alike = plain.filter((one) => one.template === null && parameterCount(cx, one) === parameterCount(cx, special));
  return alike.length === 1 ? alike : [];
}

function parameterCount(cx: Context, { declarator }: FunctionDecl): number {
  const list = childIn(declarator, 'parameters');
  const all = list === null ? [] : namedChildren(list).filter((child) => child.type !== 'comment');
  return all.length === 1 && all[0] !== undefined && textOf(cx, all[0]).trim() === 'void' ? 0 : all.length;
}

function placedIn(cx: Context, struct: StructType, decl: FunctionDecl): readonly Placed[] {
  const lists = scopeArguments(childIn(decl.declarator, 'declarator'));
  const outermost = decl.outer ?? decl.template;
  const isSpecial = lists.length > 0 && (outermost === null || namedChildren(outermost).length === 0);
  if (!isSpecial)
    return struct.template === null
      ? [{ decl, fit: 'yes', isSpecial }]
      : ofTemplate(cx, struct, decl, lists.at(-1) ?? null);
  const made = decl.outer === undefined && decl.specialization === null ? { ...decl, template: null } : decl;
  const fit =
    struct.template === null || lists.length > 1
      ? 'unclear'
      : compareAll(cx, lists[0] ?? null, struct.template.arguments);
  return fit === 'no' ? [] : [{ decl: made, fit, isSpecial }];
}

/** `template <class T> void S<T>::f()`: its parameters are those of the class, where they have the same names. */
function ofTemplate(cx: Context, struct: StructType, decl: FunctionDecl, list: SyntaxNode | null): readonly Placed[] {
  const bound = struct.body?.scope.parent?.names;
  const names = templateParameters(cx, decl.template).map((parameter) => parameter.name);
  if (
    bound === undefined ||
    names.length === 0 ||
    !names.every((name) => bound.has(name)) ||
    isOfOther(cx, struct, list, names)
  )
    return [];
  return [{ decl: { ...decl, template: null }, fit: 'yes', isSpecial: false }];
}

/** Whether `S<T *>::f` is of another partial specialization than the class, or of none where the class is one. */
function isOfOther(cx: Context, struct: StructType, list: SyntaxNode | null, names: readonly string[]): boolean {
  const name = struct.body === null ? null : childIn(struct.body.node, 'name');
  const own = name === null ? null : splitName(name, (inner) => textOf(cx, inner)).arguments;
  if (list === null) return false;
  const isPrimary = namedChildren(list).every((node) => names.includes(textOf(cx, node).replace(/\.\.\.|\s+/g, '')));
  if (own === null) return !isPrimary;
  return isPrimary && textOf(cx, own).replace(/\s+/g, '') !== textOf(cx, list).replace(/\s+/g, '');
}

/** The lists of template arguments in the scopes of `a<int>::b<3>::f`, outermost first. */
function scopeArguments(name: SyntaxNode | null): readonly SyntaxNode[] {
  if (name?.type !== 'qualified_identifier') return [];
  const scope = childIn(name, 'scope');
  const list = scope === null ? null : childIn(scope, 'arguments');
  return [...(list === null ? [] : [list]), ...scopeArguments(childIn(name, 'name'))];
}

/** Whether the arguments written are those of the class. */
function compareAll(cx: Context, list: SyntaxNode | null, given: readonly TemplateArgument[]): Fit {
  if (list === null) return 'unclear';
  const wanted = within(cx, emptyScope, () => templateArguments(cx, list));
  const compared = wanted.map((one, k) => compare(cx, one, given[k]));
  if (compared.includes('no')) return 'no';
  return compared.includes('unclear') || wanted.length !== given.length || isQualified(cx, list) ? 'unclear' : 'yes';
}

function compare(cx: Context, wanted: TemplateArgument, given: TemplateArgument | undefined): Fit {
  if (given === undefined) return 'unclear';
  if (wanted.kind === 'type' && given.kind === 'type') {
    const same = sameTypes(cx, wanted.type, given.type);
    return same === null ? 'unclear' : same ? 'yes' : 'no';
  }
  const [a, b] = [wanted, given].map((one) => (one.kind === 'value' ? constantOf(one.value) : null));
  return a === null || b === null || a === undefined || b === undefined ? 'unclear' : a === b ? 'yes' : 'no';
}
