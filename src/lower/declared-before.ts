/**
 * Of the declarations of a name, those that a place in the text can mean: C++ finds what is declared before it
 * [basic.lookup.unqual], and for a call in a template also what the namespaces of its arguments' classes declare later
 * [temp.dep.candidate]. Names of a class are found in all of its functions. A text in which nothing suitable comes
 * before is not read whole: all of its declarations may be meant. Exact, but for classes whose namespace is not known:
 * then over-approximating.
 *
 * Example: in `template <class T> int at(T t) { return t / 2; } int g(int t) { return at(t); } int at(int t) { return
 * t; }`, `g` calls the template.
 */
import type { Context, Unit } from './context.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { CType } from './types/c-type.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { isInLibrary, textOf } from './context.ts';
import { isExplicitSpecialization } from './calls/explicit-arguments.ts';
import { keep } from '../base/memoize.ts';
import { isDirectedTo, usingPlaces } from './namesakes.ts';

type Entry = Readonly<{ name: string; path: readonly string[]; node: SyntaxNode }>;

/** Of types or variables: in one namespace, all declarations of a name are of one. */
export function declaredBefore<E extends Entry>(cx: Context, entries: readonly E[], at: SyntaxNode): readonly E[] {
  if (entries.length < 2 || isInLibrary(at)) return entries;
  const seen = entries.filter((entry) => entries.some((other) => isSamePath(entry, other) && isBefore(cx, other, at)));
  return seen.length > 0 ? seen : entries;
}

/** Of functions. `types`: of the arguments. */
export function functionsBefore(
  cx: Context,
  decls: readonly FunctionDecl[],
  at: SyntaxNode,
  isQualified: boolean,
  types: () => readonly (CType | null)[],
): readonly FunctionDecl[] {
  if (decls.length < 2 || isInLibrary(at)) return decls;
  const isSeen = (decl: FunctionDecl): boolean =>
    isBefore(cx, decl, at) && (isQualified || isNamedBefore(cx, decl, at));
  const hasPrototype = (decl: FunctionDecl): boolean =>
    decls.some((other) => other !== decl && isSeen(other) && isRedeclared(cx, decl, other));
  const early = decls.filter((decl) => isSeen(decl) || isExplicitSpecialization(decl) || hasPrototype(decl));
  if (early.length === decls.length || !early.some((decl) => !isInLibrary(decl.node))) return decls;
  if (isQualified) return early;
  const namespaces = new Set(types().map(namespaceOf));
  const isAssociated = (decl: FunctionDecl): boolean =>
    namespaces.has('unknown') || namespaces.has(decl.path.join('::'));
  return decls.filter(
    (decl) => early.includes(decl) || (isAssociated(decl) && (isBefore(cx, decl, at) || isInTemplate(cx.unit, at))),
  );
}

const isSamePath = (a: Entry, b: Entry): boolean => a.path.join('::') === b.path.join('::');

const isBefore = (cx: Context, entry: Entry, at: SyntaxNode): boolean =>
  isInLibrary(entry.node) || entry.node.start < at.start || isOfClass(cx, entry);

function isOfClass(cx: Context, { path }: Entry): boolean {
  const last = path.at(-1);
  return last !== undefined && (cx.unit.declared.types.get(last) ?? []).some(({ kind }) => kind === 'struct');
}

/** A using-declaration names what its namespace has declared so far. */
function isNamedBefore(cx: Context, decl: FunctionDecl, at: SyntaxNode): boolean {
  const isAround = decl.path.every((part, k) => part === cx.frame.path[k]);
  if (isAround || isInLibrary(decl.node) || isOfClass(cx, decl) || isDirectedTo(cx, decl)) return true;
  const places = usingPlaces(cx, decl).filter((place) => place < at.start);
  return places.length === 0 || places.some((place) => decl.node.start < place);
}

/** Whether a definition may be of the function that a prototype declares. */
function isRedeclared(cx: Context, decl: FunctionDecl, prototype: FunctionDecl): boolean {
  if (
    !isSamePath(decl, prototype) ||
    (decl.template === null) !== (prototype.template === null) ||
    childIn(prototype.node, 'body') !== null
  )
    return false;
  const [own, other] = [decl, prototype].map(({ declarator }) =>
    namedChildren(childIn(declarator, 'parameters') ?? declarator),
  );
  return (
    own?.length === other?.length &&
    (own ?? []).every((parameter, k) => written(cx, parameter) === written(cx, other?.[k] ?? parameter))
  );
}

/** A parameter without its name, its default value and what is `const` of it. */
function written(cx: Context, parameter: SyntaxNode): string {
  const type = childIn(parameter, 'type');
  const declarator = childIn(parameter, 'declarator');
  const shape = declarator === null ? '' : textOf(cx, declarator).replace(/\b\w+\b/g, ' ');
  return `${type === null ? '' : textOf(cx, type)}${shape}`.replace(/\bconst\b|\s+/g, '');
}

/** Where functions for values of a type are also looked for; '' is the global namespace, null nowhere. */
export function namespaceOf(type: CType | null): string | null {
  if (type?.kind === 'scalar' || type?.kind === 'void') return null;
  if (type?.kind === 'pointer' || type?.kind === 'reference') return namespaceOf(type.to);
  if (type?.kind === 'array') return namespaceOf(type.of);
  const isPlain = type?.kind === 'struct' && type.struct.template === null && type.struct.body !== null;
  return isPlain ? type.struct.body.path.slice(0, -1).join('::') : 'unknown';
}

/** Whether a place stands in a template. */
function isInTemplate(unit: Unit, at: SyntaxNode): boolean {
  const found = keep(unit.kept.templates, 'all', () => unit.trees.flatMap(templatesIn));
  return found.some((template) => template.start <= at.start && at.end <= template.end);
}

function templatesIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'template_declaration') return [node];
  return /^(?:translation_unit|namespace_definition|declaration_list|linkage_specification)$/.test(node.type)
    ? node.children.flatMap(templatesIn)
    : [];
}
