/**
 * The conversion functions `operator T()` that an object has, those of its bases among them: which one is meant is
 * decided by what it is converted to (C++ [over.match.conv]). Exact where it answers; null where several may be meant.
 */
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { CType, Field, StructType } from './c-type.ts';
import { i32 } from '../../base/ctype.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { compareForObject } from '../calls/implied-object.ts';
import { methodsOf } from '../classes/structs.ts';
import { sameCType, scalar } from './c-type.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { within } from '../scope.ts';

/** `path`: the subobjects down to the class that declares it. */
type ConversionFunction = Readonly<{ decl: FunctionDecl; owner: StructType; path: readonly Field[]; to: CType }>;

/** All that the class declares or inherits. */
function conversionFunctions(
  cx: Context,
  struct: StructType,
  path: readonly Field[] = [],
): readonly ConversionFunction[] {
  if (struct.body === null) return [];
  const { owner, decls } = methodsOf(cx, struct, 'operator cast');
  const own =
    owner !== struct
      ? []
      : decls.map((decl) => ({
          decl,
          owner,
          path,
          to: within(cx, struct.body?.scope ?? cx.scope, () => convertsTo(cx, decl)),
        }));
  const inherited = struct.fields.flatMap((field) =>
    field.role === 'base' && field.type.kind === 'struct'
      ? conversionFunctions(cx, field.type.struct, [...path, field])
      : [],
  );
  return [...own, ...inherited.filter((one) => !own.some((other) => sameCType(one.to, other.to)))];
}

/**
 * The one that converts to a type; null: none fits. `several`: which one is not decided. `isCast`: a cast may use
 * explicit ones, too.
 */
export function conversionTo(
  cx: Context,
  struct: StructType,
  type: CType,
  isCast: boolean,
): ConversionFunction | 'several' | null {
  const fitting = conversionFunctions(cx, struct).filter(({ to }) => to.kind === type.kind);
  const [first, second] = fitting;
  if (first === undefined || second === undefined) return first ?? null;
  const [exact, ...others] = fitting.filter(({ to }) => sameCType(to, type));
  if (exact === undefined || (isExplicit(exact.decl) && !isCast) || isTemplate(fitting)) return 'several';
  // which of them fit the object is not looked for
  if (
    fitting.some(
      (one) => compareForObject(one.decl, exact.decl, null) === 'unclear' && bodyOf(cx, one) !== bodyOf(cx, exact),
    )
  )
    return 'several';
  return others.every((one) => bodyOf(cx, one) === bodyOf(cx, exact)) ? exact : 'several';
}

const isExplicit = ({ node }: FunctionDecl): boolean =>
  node.children.some((child) => child.type === 'explicit_function_specifier' || child.type === 'explicit');

/** `operator T *()` and `operator const T *() const` often do the same. */
function bodyOf(cx: Context, { decl }: ConversionFunction): string | null {
  const body = childIn(decl.node, 'body');
  return body === null
    ? null
    : textOf(cx, body)
        .replace(/\bconst\b/g, ' ')
        .replace(/\s+/g, '');
}

const isTemplate = (all: readonly ConversionFunction[]): boolean => all.some(({ decl }) => decl.template !== null);

/** The type as which an object takes part in arithmetic: that of its only implicit conversion to a number. */
export function arithmeticType(cx: Context, struct: StructType): CType | null {
  const all = conversionFunctions(cx, struct);
  const [first, second] = (isTemplate(all) ? all : all.filter(({ decl }) => !isExplicit(decl))).filter(
    ({ to }) => to.kind === 'scalar',
  );
  return first === undefined || second !== undefined ? null : first.to;
}

function convertsTo(cx: Context, decl: FunctionDecl): CType {
  const typeNode = childIn(decl.declarator, 'type');
  const base = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
  const declarator = childIn(decl.declarator, 'declarator');
  const to =
    declarator === null
      ? base
      : cx.rules.declared(cx, withoutFunction(declarator), base, { volatile: false, isConst: false });
  return to.kind === 'reference' ? to.to : to;
}

/** `*()` of `operator T*()` without its parameter list. */
function withoutFunction(node: SyntaxNode): SyntaxNode {
  if (node.type === 'abstract_function_declarator' || node.type === 'function_declarator')
    return { ...node, type: 'abstract_parenthesized_declarator', children: [] };
  return {
    ...node,
    children: node.children.map((child) => (child.type.endsWith('declarator') ? withoutFunction(child) : child)),
  };
}
