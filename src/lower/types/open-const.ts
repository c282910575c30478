/**
 * Types that may be `const` where C++ deduces them: `template <class T> void f(T *p)` called with a `const int *` makes
 * `T` a `const int`, which `std::is_same` and specializations tell from `int`. Values do not keep what their variables
 * were declared as, so the names in an argument decide: over-approximating, a type that is marked may or may not be
 * `const`.
 *
 * Example: in `void g(const float *in, float *out) { f(in); f(out); }`, the first `T` is marked, the second is not.
 */
import type { Context } from '../context.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Scope } from '../scope.ts';
import type { CType } from './c-type.ts';
import { hasWord } from '../file-scope.ts';
import { textOf } from '../context.ts';
import { keep } from '../../base/memoize.ts';
import { mentions } from '../kept.ts';
import { lookUp } from '../scope.ts';
import { isFunction, pointerTo } from './c-type.ts';
import { lastWord } from '../../base/trailing.ts';

/** The type, which may be `const`. */
export function maybeConst(type: CType): CType {
  switch (type.kind) {
    case 'array':
      return { ...type, of: maybeConst(type.of) };
    case 'reference':
    case 'void':
      return type;
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'opaque':
      return type.mayBeConst === true ? type : { ...type, mayBeConst: true };
  }
}

/** The type without `const` of its own. */
export function withoutConst(type: CType): CType {
  switch (type.kind) {
    case 'array':
      return { ...type, of: withoutConst(type.of) };
    case 'scalar':
    case 'pointer':
    case 'struct':
    case 'opaque':
      return type.mayBeConst === true ? { ...type, mayBeConst: false } : type;
    case 'reference':
    case 'void':
      return type;
  }
}

/** What a pointer points to, `const` if the pointer says so. */
export const pointeeOf = (type: Extract<CType, { kind: 'pointer' }>): CType =>
  type.isConst || type.volatile ? maybeConst(type.to) : type.to;

/** Whether some part of the type is or may be `const`. */
export function isOpenConst(type: CType): boolean {
  switch (type.kind) {
    case 'void':
      return false;
    case 'array':
      return isOpenConst(type.of);
    case 'reference':
      return type.isConst || isOpenConst(type.to);
    case 'pointer':
      return type.mayBeConst === true || type.isConst || type.volatile || isOpenConst(type.to);
    case 'scalar':
    case 'opaque':
      return type.mayBeConst === true;
    case 'struct':
      return (
        type.mayBeConst === true ||
        (type.struct.template?.arguments ?? []).some((one) => one.kind === 'type' && isOpenConst(one.type))
      );
  }
}

/** The type of a call's argument as deduction for a parameter sees it. */
export function deducedFrom(
  cx: Context,
  parameter: SyntaxNode,
  declarator: SyntaxNode | null,
  arg: SyntaxNode,
  type: CType,
): CType {
  const isPointer = type.kind === 'pointer' || (type.kind === 'reference' && type.to.kind === 'pointer');
  const names = namesIn(textOf(cx, arg));
  const numbers = isPointer ? numbersIn(cx, arg) : new Set<string>();
  const isOpen =
    names.some((name) => !numbers.has(name) && isNamedConst(cx, name, arg)) ||
    (!isPointer && (names.includes('this') || cx.frame.self !== null || hasCaptures(cx) || hasOpen(cx.scope)));
  const deduced = asDeduced(isOpen ? opened(type) : type, parameter, declarator);
  return mayBeOfEnum(deduced) && isNamedEnum(cx, textOf(cx, arg)) ? opened(deduced) : deduced;
}

/**
 * The names of variables of arithmetic type in it, none of which a pointer can come from; not those that also name a
 * member there, or that a lambda may declare anew.
 */
function numbersIn(cx: Context, arg: SyntaxNode): ReadonlySet<string> {
  const numbers = new Set<string>();
  const others = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.children.length > 0) return node.children.forEach(visit);
    const name = textOf(cx, node);
    const binding = node.type === 'identifier' ? lookUp(cx.scope, name) : null;
    (binding?.kind === 'slot' && binding.slot.kind === 'scalar' ? numbers : others).add(name);
  };
  visit(arg);
  return others.has('[') && others.has('{') ? new Set() : new Set([...numbers].filter((name) => !others.has(name)));
}

/** Whether the type is, or is made of, an integer, which an enumeration is here. */
function mayBeOfEnum(type: CType): boolean {
  switch (type.kind) {
    case 'array':
      return mayBeOfEnum(type.of);
    case 'pointer':
    case 'reference':
      return mayBeOfEnum(type.to);
    case 'scalar':
      return type.type.kind !== 'float';
    case 'void':
      return false;
    case 'struct':
    case 'opaque':
      return true;
  }
}

/**
 * The same for an argument whose type says whether it is `const`: `const` of the parameter itself, and of what is
 * passed by value, is not deduced.
 */
export function asDeduced(given: CType, parameter: SyntaxNode, declarator: SyntaxNode | null): CType {
  const type = isPlain(declarator) ? decayed(given) : given;
  if (hasWord(parameter, 'const') && !isPlain(declarator)) return innermost(type);
  const isReference =
    declarator?.type === 'reference_declarator' || declarator?.type === 'abstract_reference_declarator';
  return isReference || type.kind === 'array' ? type : withoutConst(type.kind === 'reference' ? type.to : type);
}

/** A parameter that is nothing but its name: it is by value. */
const isPlain = (declarator: SyntaxNode | null): boolean => declarator === null || declarator.type === 'identifier';

/** What is passed of an array or a function by value is a pointer [temp.deduct.call]. */
function decayed(type: CType): CType {
  const bare = type.kind === 'reference' ? type.to : type;
  return bare.kind === 'array'
    ? pointerTo(bare.of)
    : bare.kind === 'opaque' && isFunction(bare)
      ? pointerTo(bare)
      : type;
}

/** `const T *` and `const T &` leave no `const` to deduce. */
function innermost(type: CType): CType {
  if (type.kind === 'pointer')
    return { ...type, isConst: false, volatile: false, mayBeConst: false, to: innermost(type.to) };
  if (type.kind === 'reference') return innermost(type.to);
  return withoutConst(type);
}

function opened(type: CType): CType {
  if (type.kind === 'pointer') return maybeConst({ ...type, to: opened(type.to) });
  if (type.kind === 'reference') return { ...type, to: opened(type.to) };
  return maybeConst(type);
}

/** A lambda's copies are `const` in it; which variables those are is not looked for. */
export const hasCaptures = (cx: Context): boolean =>
  mentions(
    cx.unit,
    /(?:^|[=(,{;\s])\[\s*(?:=|\w)[^[\]]*\]\s*(?:__\w+\b\s*)*(?:\([^()]*\)\s*(?:mutable\b\s*)?(?:->[^{;[]*)?)?\{/,
  );

type Range = Readonly<{ start: number; end: number }>;

/** Whether a type parameter in scope stands for a type that may be another one. */
export function hasOpen(scope: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    if ([...at.names.values()].some((one) => one.kind === 'type' && isOpenConst(one.type))) return true;
  return false;
}

const namesIn = (text: string): readonly string[] => [...text.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name);

/**
 * Whether a declaration that this place may see has the name with `const`, `volatile`, `auto` or an alias of a type
 * with them.
 */
function isNamedConst(cx: Context, name: string, place: SyntaxNode): boolean {
  return (
    keep(cx.unit.kept.constNames, 'all', () => constNames(cx))
      .get(name)
      ?.some(({ start, end }) => start === end || (start <= place.start && place.end <= end)) === true
  );
}

/**
 * Whether an expression or a type names an enumeration, an enumerator, or what is declared with such a type (or `auto`)
 * in a file with enumerations.
 */
export function isNamedEnum(cx: Context, text: string): boolean {
  const known = keep(cx.unit.kept.enumNames, 'all', () => enumNames(cx.unit.source.text));
  if (known.size === 0) return false;
  return (
    namesIn(text).some((name) => known.has(name)) ||
    (readsMember.test(text) &&
      keep(cx.unit.kept.enumNames, 'in templates', () => new Set(givenToTemplates(cx.unit.source.text, known))).size >
        0)
  );
}

/** A member that is read: not of the launch's dimensions and ids. */
const readsMember =
  /(?:\.|->)(?<!\b(?:threadIdx|blockIdx|blockDim|gridDim)(?:\.|->))(?<=[\w)\]]\s*(?:\.|->))\s*[A-Za-z_]/;

/** Those of the names that stand among template arguments: then members of class templates may be of that type. */
const givenToTemplates = (text: string, names: ReadonlySet<string>): readonly string[] =>
  [...text.matchAll(/<([^<>;(){}=&|]*)>/g)].flatMap(([, list = '']) => namesIn(list)).filter((name) => names.has(name));

/** `enum own … { body } alias`, `own` and `alias` as far as they are given. */
function enumerationsIn(text: string): readonly Readonly<{ own: string; body: string; alias: string }>[] {
  const found: Readonly<{ own: string; body: string; alias: string }>[] = [];
  let from: number | null = null;
  let open: Readonly<{ own: string; start: number }> | null = null;
  for (const { 0: token, index } of text.matchAll(/\benum\b|[;{}]/g)) {
    if (token === 'enum') {
      from ??= index + token.length;
      continue;
    }
    if (token === '}' && open !== null)
      found.push({
        own: open.own,
        body: text.slice(open.start, index),
        alias: /^\s*(\w*)/.exec(text.slice(index + 1))?.[1] ?? '',
      });
    open =
      token === '{' && from !== null
        ? { own: /^(?:\s+(?:class|struct)\b)?\s*(\w*)/.exec(text.slice(from, index))?.[1] ?? '', start: index + 1 }
        : null;
    from = null;
  }
  return found;
}

function enumNames(text: string): ReadonlySet<string> {
  const specifiers = enumerationsIn(text);
  if (specifiers.length === 0) return new Set();
  const types = new Set<string>(
    specifiers.flatMap(({ own, alias }) => [own, alias]).filter((name) => name !== '' && !keyword.test(name)),
  );
  for (const [, of, alias] of text.matchAll(/\btypedef\s+(?:enum\s+)?(\w+)\s+(\w+)\s*;/g))
    if (of !== undefined && alias !== undefined && types.has(of)) types.add(alias);
  for (const [, alias, of] of text.matchAll(/\busing\s+(\w+)\s*=\s*(?:\w+\s*::\s*)*(\w+)\s*;/g))
    if (of !== undefined && alias !== undefined && types.has(of)) types.add(alias);
  const found = new Set<string>([...types, ...specifiers.flatMap(({ body }) => namesIn(body.replace(/=[^,]*/g, '')))]);
  const declared = new RegExp(
    `\\b(?:${['auto', ...types].join('|')})\\b(?:\\s|[*&]|\\b(?:const|volatile)\\b|__\\w+__\\b)*(\\w+)`,
    'g',
  );
  for (const [, name] of [
    ...text.matchAll(declared),
    ...text.matchAll(/\bdecltype\s*\([^;{}]{0,400}?\)[\s*&]*(\w+)\s*[={(;,]/g),
  ])
    if (name !== undefined) found.add(name);
  return new Set([...found].filter((name) => !keyword.test(name)));
}

/** No name: `static` behind the body of `enum kind f() { return fast; }` is none for its type. */
const keyword =
  /^(?:auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|for|friend|if|inline|int|long|mutable|operator|return|short|signed|static|struct|template|typename|union|unsigned|using|virtual|void|volatile|while)$/;

/**
 * The names that a statement gives to types that are, or may be, `const`. What a function takes is not what a pointer
 * to it is.
 */
function constAliasesIn(whole: string): readonly string[] {
  const statement =
    /\b(?:typedef|using)\b/.test(whole) && !whole.includes('decltype') ? withoutParameters(whole) : whole;
  const from = statement.search(/\btypedef\b/);
  const defined = from >= 0 && /\b(?:const|volatile)\b/.test(statement.slice(from)) ? [lastWord(statement)] : [];
  const last = [...statement.matchAll(/\b(?:const|volatile|decltype)\b/g)].at(-1)?.index ?? -1;
  const used = [...statement.matchAll(/\busing\s+(\w+)\s*=/g)].flatMap(({ 1: name = '', index }) =>
    index < last ? [name] : [],
  );
  return [...defined, ...used].filter((name) => name !== '');
}

/** `void (*)` of `void (*)(const int *, int)`. */
function withoutParameters(text: string): string {
  let depth = 0;
  let kept = '';
  for (const one of text) {
    if (depth > 0) depth += one === '(' ? 1 : one === ')' ? -1 : 0;
    else if (one === '(' && kept.trimEnd().endsWith(')')) depth = 1;
    else kept += one;
  }
  return kept;
}

/** The function definitions that have such a declaration of each name; an empty span for those outside of functions. */
function constNames(cx: Context): ReadonlyMap<string, readonly Range[]> {
  const { text } = cx.unit.source;
  const functions = cx.unit.trees.flatMap(functionsIn);
  const aliases = text.split(';').flatMap(constAliasesIn);
  const found = new Map<string, Range[]>();
  for (const { index } of text.matchAll(
    new RegExp(`\\b(?:const|constexpr|volatile|auto|__constant__${aliases.map((one) => `|${one}`).join('')})\\b`, 'g'),
  )) {
    const around = functions.find(({ start, end }) => start <= index && index < end) ?? { start: 0, end: 0 };
    for (const name of new Set(declaredFrom(text, index))) found.set(name, [...(found.get(name) ?? []), around]);
  }
  return found;
}

/** Outermost definitions of functions. */
function functionsIn(node: SyntaxNode): readonly Range[] {
  return node.type === 'function_definition'
    ? [{ start: node.start, end: node.end }]
    : node.children.flatMap(functionsIn);
}

/**
 * The names from there to the end of the declaration: of a parameter to the next comma, of variables to the semicolon.
 */
function declaredFrom(text: string, start: number): readonly string[] {
  let depth = 0;
  let comma: number | null = null;
  for (let at = start; at < text.length; at++) {
    const one = text[at] ?? '';
    if (one === '(' || one === '[' || one === '<') depth++;
    if (one === ')' && depth === 0) return namesIn(text.slice(start, comma ?? at));
    if (one === ')' || one === ']' || one === '>') depth = Math.max(0, depth - 1);
    if (one === ',' && depth === 0) comma ??= at;
    if (one === ';' || one === '{' || one === '}') return withoutInitializers(text.slice(start, at));
  }
  return namesIn(text.slice(start));
}

/** `a` and `b` of `const int a = x, b = y`. */
function withoutInitializers(text: string): readonly string[] {
  return text.split(',').flatMap((part) => namesIn(part.split('=')[0] ?? part));
}
