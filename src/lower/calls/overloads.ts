/**
 * Overload resolution [C++ standard, over.match.best]: which of the functions that fit a call is called. Exact where it
 * answers; `unclear` where what is known of the types does not decide it. Constness of objects is not tracked, so
 * overloads that differ in it alone are unclear, unless their texts are alike; of the object of a member function, see
 * implied-object.ts.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { sameType, sizeOf } from '../../base/ctype.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { hasWord } from '../file-scope.ts';
import { constantOf } from '../expressions/constants.ts';
import { mayBeOverloaded } from '../expressions/operators.ts';
import { sameCType } from '../types/c-type.ts';
import { hasOpen, isNamedEnum } from '../types/open-const.ts';
import { basePath } from '../classes/fields.ts';
import { mayConvert, mayConvertFrom } from '../classes/implicit-conversions.ts';
import type { ImpliedObject } from './implied-object.ts';
import { compareForObject } from './implied-object.ts';
import { namespaceOf } from '../declared-before.ts';
import { isExplicitSpecialization } from './explicit-arguments.ts';
import type { Binding } from '../scope.ts';
import { mayBeAnything, mayDiffer } from '../types/type-traits.ts';
import { uniqueBindings } from './specializations.ts';
import { deduce, templateParameters } from './templates.ts';
import { hasPack } from './function-packs.ts';

/** One formal parameter of a candidate. */
export type Formal = Readonly<{ node: SyntaxNode; declarator: SyntaxNode | null; type: CType | null }>;
export type Candidate = Readonly<{
  decl: FunctionDecl;
  formals: readonly Formal[];
  /** The types of the formals for other template arguments; null where one is not known. */
  typesWith: (bound: Map<string, Binding>) => readonly (CType | null)[];
  /** Its atomic constraints (constraints.ts). */
  constraints: ReadonlySet<string>;
}>;

/** Conversion sequences from good to bad; `unknown` may be any of them. */
type Rank = 'exact' | 'promotion' | 'conversion' | 'class' | 'unknown' | 'none';
const order: Readonly<Record<Exclude<Rank, 'unknown'>, number>> = {
  exact: 0,
  promotion: 1,
  conversion: 2,
  class: 3,
  none: 4,
};

/** Whether an argument can be given for the parameter at all, as far as is known. */
export function isViable(cx: Context, formal: Formal, arg: Argument): boolean {
  return (
    rankOf(cx, formal.type, arg.type) !== 'none' &&
    !isNoPointer(cx, formal.type, arg) &&
    !(bindsLvaluesOnly(formal) && isRvalue(cx, arg))
  );
}

/**
 * Whether the parameter is a pointer and the argument a number other than a literal 0, which no conversion makes one
 * [conv.ptr].
 */
function isNoPointer(cx: Context, formal: CType | null, { type, node }: Argument): boolean {
  const isNumber =
    /^(?:identifier|field_expression|subscript_expression|(?:update|assignment|binary)_expression)$/.test(node.type) ||
    (node.type === 'number_literal' && /[1-9]/.test(textOf(cx, node)));
  return formal?.kind === 'pointer' && type?.kind === 'scalar' && type.type.kind === 'int' && isNumber;
}

/** Whether the argument has the parameter's type for certain. */
export const isExactly = (cx: Context, formal: Formal, arg: Argument): boolean =>
  rankOf(cx, formal.type, arg.type) === 'exact';

/** Whether the argument has the parameter's type, or one that differs in template arguments alone. */
export function isExact(cx: Context, formal: Formal, arg: Argument): boolean {
  const rank = rankOf(cx, formal.type, arg.type);
  return rank === 'exact' || rank === 'unknown';
}

/**
 * The candidate that C++ chooses; null when what is known does not decide it. Candidates come nearest first
 * (`visible`): those of a scope and of the namespaces of the arguments' classes [basic.lookup.argdep] hide the others,
 * unless one of these fits better or may do so (it may be found through a `using`).
 */
export function bestCandidate<C extends Candidate>(
  cx: Context,
  candidates: readonly C[],
  args: readonly Argument[],
  object: ObjectOfCall,
): C | null {
  const [first] = candidates;
  const associated = args.map(({ type }) => namespaceOf(type));
  const isNear = ({ decl: { path } }: C): boolean =>
    path.join('::') === first?.decl.path.join('::') || associated.includes(path.join('::'));
  const best = bestOf(cx, candidates.filter(isNear), args, object);
  const isBeaten = best !== null && candidates.some((one) => !isNear(one) && mayBeBetter(cx, one, best, args, object));
  // within a namespace without a name, its functions hide those around it, which have the same path here
  const isHidden = best !== null && !isUnnamed(best) && candidates.some((one) => isNear(one) && isUnnamed(one));
  return isBeaten || isHidden ? null : best;
}

/**
 * The candidates without explicit specializations of templates that lose: one is of the best template among those that
 * were declared before it, and counts only where that is the best of all (C++ [temp.expl.spec], [temp.func.order]).
 * Null where it is not known of which one is.
 */
export function withoutLosers<C extends Candidate>(
  cx: Context,
  candidates: readonly C[],
  args: readonly Argument[],
  object: ObjectOfCall,
): readonly C[] | null {
  const templates = candidates.filter(({ decl }) => decl.template !== null && !isExplicitSpecialization(decl));
  const special = candidates.filter(({ decl }) => isExplicitSpecialization(decl));
  if (templates.length < 2 || special.length === 0) return candidates;
  const best = bestCandidate(cx, templates, args, object);
  const owners = special.map(({ decl }) =>
    bestCandidate(
      cx,
      templates.filter((one) => one.decl.node.start < decl.node.start),
      args,
      object,
    ),
  );
  return best === null || owners.includes(null)
    ? null
    : candidates.filter((one) => !special.includes(one) || owners[special.indexOf(one)] === best);
}

/** Whether a function is of a namespace without a name. */
const isUnnamed = ({ decl }: Candidate): boolean => decl.isInternal === true && !hasWord(decl.node, 'static');

function bestOf<C extends Candidate>(
  cx: Context,
  candidates: readonly C[],
  args: readonly Argument[],
  object: ObjectOfCall,
): C | null {
  const [first] = candidates;
  const best = candidates.find((one) =>
    candidates.every((other) => other === one || isBetter(cx, one, other, args, object)),
  );
  if (best !== undefined) return best;
  const left = candidates.filter(
    (one) => !candidates.some((other) => other !== one && isBetter(cx, other, one, args, object)),
  );
  return left.length > 0 && left.every((one) => sameText(cx, one, left[0] ?? one)) ? (left[0] ?? first ?? null) : null;
}

/** Functions of the same text in the same scope do the same: `T &at(int)` and `const T &at(int) const`. */
function sameText(cx: Context, a: Candidate, b: Candidate): boolean {
  const text = (of: SyntaxNode | null): string =>
    of === null
      ? ''
      : textOf(cx, of)
          .replace(/\bconst\b/g, ' ')
          .replace(/\s+/g, '');
  const bodies = text(childIn(a.decl.node, 'body')) === text(childIn(b.decl.node, 'body'));
  return (
    bodies &&
    a.formals.length === b.formals.length &&
    a.formals.every((one, k) => text(one.node) === text(b.formals[k]?.node ?? null))
  );
}

/** How the object of a call is qualified, null where that is not known; `none`: no member function is called. */
type ObjectOfCall = ImpliedObject | null | 'none';

function comparedAll(
  cx: Context,
  a: Candidate,
  b: Candidate,
  args: readonly Argument[],
  object: ObjectOfCall,
): readonly Comparison[] {
  const compared = args.map((arg, k) => compare(cx, a.formals[k], b.formals[k], arg));
  return object === 'none' ? compared : [compareForObject(a.decl, b.decl, object), ...compared];
}

function isBetter(cx: Context, a: Candidate, b: Candidate, args: readonly Argument[], object: ObjectOfCall): boolean {
  const compared = comparedAll(cx, a, b, args, object);
  if (compared.includes('worse') || compared.includes('unclear')) return false;
  if (compared.includes('better')) return true;
  return isMoreSpecialized(cx, a, b, args.length);
}

/**
 * Whether the first is better, or what is known of the types does not exclude it; functions of one text do the same.
 */
function mayBeBetter(
  cx: Context,
  a: Candidate,
  b: Candidate,
  args: readonly Argument[],
  object: ObjectOfCall,
): boolean {
  if (isBetter(cx, a, b, args, object)) return true;
  const compared = comparedAll(cx, a, b, args, object);
  return (
    compared.includes('unclear') &&
    !compared.includes('worse') &&
    !isBetter(cx, b, a, args, object) &&
    !sameText(cx, a, b)
  );
}

/**
 * Whether a function that is no member may be better than the best of others; for members, the first argument is their
 * object.
 */
export function mayBeatMember(
  cx: Context,
  rival: Candidate,
  best: Candidate,
  args: readonly Argument[],
  isMember: boolean,
): boolean {
  const ofObject = (formal: Formal | undefined, arg: Argument): Comparison => {
    const rank = rankOf(cx, formal?.type ?? null, arg.type);
    return rank === 'exact' ? 'same' : rank === 'unknown' ? 'unclear' : 'worse';
  };
  const compared = args.map((arg, k) =>
    isMember && k === 0
      ? ofObject(rival.formals[0], arg)
      : compare(cx, rival.formals[k], best.formals[isMember ? k - 1 : k], arg),
  );
  if (compared.includes('worse')) return false;
  return (
    compared.includes('better') ||
    compared.includes('unclear') ||
    (best.decl.template !== null && rival.decl.template === null)
  );
}

type Comparison = 'better' | 'worse' | 'same' | 'unclear';

function compare(cx: Context, a: Formal | undefined, b: Formal | undefined, arg: Argument): Comparison {
  if (a?.type === undefined || b?.type === undefined) return 'unclear';
  if (areAlikeHere(cx, a, b, arg)) return 'unclear';
  if (a.type !== null && b.type !== null && sameFormal(a, b)) return 'same';
  const x = rankOf(cx, a.type, arg.type);
  const y = rankOf(cx, b.type, arg.type);
  if (x === 'unknown' || y === 'unknown') return 'unclear';
  if (x !== y) return order[x] < order[y] ? 'better' : 'worse';
  if (x === 'class') return 'unclear';
  return compareBindings(cx, a, b, arg, x);
}

/**
 * Whether C++ may tell the two apart where types do not: for an enumeration (its type is that of its integers here),
 * and for types of one size and sign. Parameters that are written alike are alike. A floating-point number is of no
 * enumeration, and its `const` counts only where a reference binds to it.
 */
function areAlikeHere(cx: Context, a: Formal, b: Formal, arg: Argument): boolean {
  const [own, other] = [a, b].map((one) => typeText(cx, one.node));
  if (
    own === other ||
    arg.type === null ||
    (arg.type.kind !== 'scalar' && arg.type.kind !== 'pointer' && arg.type.kind !== 'array')
  )
    return false;
  if ([a.type, b.type, arg.type].every((type) => type !== null && saysWhatItIs(type)))
    return mayDiffer(cx, arg.type) && sameFormal(a, b);
  const isFloat =
    arg.type.kind === 'scalar' &&
    arg.type.type.kind === 'float' &&
    a.type?.kind === 'scalar' &&
    b.type?.kind === 'scalar';
  if (
    isFloat
      ? [own, other].some((text) => isNamedEnum(cx, text ?? ''))
      : isNamedEnum(cx, textOf(cx, arg.node)) ||
        hasOpen(cx.scope) ||
        [own, other].some((text) => isNamedEnum(cx, text ?? ''))
  )
    return true;
  return mayDiffer(cx, arg.type) && (arg.type.kind !== 'scalar' || sameFormal(a, b));
}

/** Whether it is known of a number or a reference to one which enumeration it is, if it is one. */
const saysWhatItIs = (type: CType): boolean =>
  type.kind === 'reference' ? saysWhatItIs(type.to) : type.kind === 'scalar' && type.enumeration !== undefined;

/** Whether nothing is known that tells the two apart by their enumerations. */
const isOneEnumeration = (a: CType, b: CType): boolean =>
  a.kind !== 'scalar' ||
  b.kind !== 'scalar' ||
  a.enumeration === undefined ||
  b.enumeration === undefined ||
  a.enumeration?.id === b.enumeration?.id;

/** A type as it is written, without the concept before `auto`. */
function typeText(cx: Context, parameter: SyntaxNode): string {
  const type = childIn(parameter, 'type') ?? parameter;
  return type.type === 'placeholder_type_specifier' ? 'auto' : textOf(cx, type);
}

/** Two conversions of one rank: references and qualifications tell them apart. */
function compareBindings(cx: Context, a: Formal, b: Formal, arg: Argument, rank: Rank): Comparison {
  const p = a.type;
  const q = b.type;
  if (p === null || q === null) return 'unclear';
  if (isRvalueReference(a) !== isRvalueReference(b)) {
    // an lvalue may not fit the one
    if (!isRvalue(cx, arg)) return 'unclear';
    if (p.kind === 'reference' && q.kind === 'reference') return isRvalueReference(a) ? 'better' : 'worse';
  }
  const x = p.kind === 'reference' ? p.to : p;
  const y = q.kind === 'reference' ? q.to : q;
  if (rank === 'conversion') return x.kind === 'scalar' && y.kind === 'scalar' ? 'same' : 'unclear';
  return sameCType(x, y) && !differInConst(p, q) ? 'same' : 'unclear';
}

/** Whether the two differ in a `const` that an argument may or may not have. */
function differInConst(a: CType, b: CType): boolean {
  if (a.kind === 'reference' && b.kind === 'reference') return a.isConst !== b.isConst || differInConst(a.to, b.to);
  if (a.kind === 'pointer' && b.kind === 'pointer') return a.isConst !== b.isConst || differInConst(a.to, b.to);
  return false;
}

function sameFormal(a: Formal, b: Formal): boolean {
  return (
    a.type !== null &&
    b.type !== null &&
    sameCType(a.type, b.type) &&
    isOneEnumeration(referred(a.type), referred(b.type)) &&
    !differInConst(a.type, b.type) &&
    isRvalueReference(a) === isRvalueReference(b)
  );
}

// Conversions ---------------------------------------------------------------------------------------------------------

function rankOf(cx: Context, formal: CType | null, actual: CType | null): Rank {
  if (formal === null || actual === null) return 'unknown';
  const wanted = formal.kind === 'reference' ? formal.to : formal;
  const ofEnumerations = rankOfEnumerations(wanted, actual);
  if (ofEnumerations !== null) return ofEnumerations;
  if (sameCType(wanted, actual)) return 'exact';
  if (wanted.kind === 'opaque' || actual.kind === 'opaque') return 'unknown';
  if (wanted.kind === 'scalar' && actual.kind === 'scalar') return rankOfScalars(wanted.type, actual.type);
  if (wanted.kind === 'pointer' && (actual.kind === 'pointer' || actual.kind === 'array'))
    return rankOfPointers(wanted.to, actual.kind === 'pointer' ? actual.to : actual.of);
  if (wanted.kind === 'array' && actual.kind === 'array')
    return sameCType(wanted.of, actual.of) ? (wanted.extent === null ? 'exact' : 'unknown') : 'none';
  if (wanted.kind === 'scalar' && actual.kind === 'pointer') return wanted.type.kind === 'bool' ? 'conversion' : 'none';
  // a literal 0 is a null pointer
  if (wanted.kind === 'pointer' && actual.kind === 'scalar') return actual.type.kind === 'int' ? 'unknown' : 'none';
  if (wanted.kind === 'struct' || actual.kind === 'struct') return rankOfClasses(cx, wanted, actual);
  return 'none';
}

/**
 * [conv.prom], [conv.integral]: an enumeration is itself alone, and one that is not scoped becomes a number. Null where
 * none is one, or it is not known whether they are.
 */
function rankOfEnumerations(wanted: CType, actual: CType): Rank | null {
  if (wanted.kind !== 'scalar' || actual.kind !== 'scalar') return null;
  const [own, given] = [wanted.enumeration, actual.enumeration];
  if (own === undefined || given === undefined || (own === null && given === null)) return null;
  if (own !== null) return own.id === given?.id ? 'exact' : 'none';
  if (given?.isScoped === true) return 'none';
  const isPromoted = wanted.type.kind === 'int' && wanted.type.bits === 32 && sizeOf(actual.type) < 4;
  return isPromoted || sameType(wanted.type, actual.type) ? 'promotion' : 'conversion';
}

function rankOfScalars(wanted: ScalarType, actual: ScalarType): Rank {
  // `half` is a class of CUDA's with conversions of its own
  if (isHalf(wanted) || isHalf(actual)) return 'class';
  if (wanted.kind === 'float') return actual.kind === 'float' && wanted.bits === 64 ? 'promotion' : 'conversion';
  if (actual.kind === 'float' || wanted.kind === 'bool') return 'conversion';
  const isInt = wanted.bits === 32 && wanted.signed;
  return isInt && (actual.kind === 'bool' || sizeOf(actual) < 4) ? 'promotion' : 'conversion';
}

const isHalf = (type: ScalarType): boolean => type.kind === 'float' && type.bits === 16;

function rankOfPointers(wanted: CType, to: CType): Rank {
  if (sameCType(wanted, to)) return 'exact';
  if (wanted.kind === 'opaque' || to.kind === 'opaque' || to.kind === 'void') return 'unknown';
  if (wanted.kind === 'void') return 'conversion';
  if (wanted.kind === 'array' && to.kind === 'array' && sameCType(wanted.of, to.of)) return 'unknown';
  return isBase(wanted, to) ? 'conversion' : 'none';
}

function rankOfClasses(cx: Context, wanted: CType, actual: CType): Rank {
  if (isBase(wanted, actual)) return 'conversion';
  const [formal, given] = [wanted, actual].map((type) => (type.kind === 'struct' ? type.struct : null));
  if (formal !== null && formal !== undefined && given !== null && given !== undefined) {
    if (
      formal.template !== null &&
      formal.template.name === given.template?.name &&
      isOpen(formal.template.arguments, given.template.arguments)
    )
      return 'unknown';
  }
  const isPossible =
    (formal !== null && formal !== undefined && mayConvertFrom(cx, formal)) ||
    (given !== null && given !== undefined && mayConvert(cx, given));
  return isPossible ? 'class' : 'none';
}

/** Whether something among the arguments of a template is not known. */
function isOpen(...lists: readonly (readonly TemplateArgument[])[]): boolean {
  return lists.some((list) =>
    list.some((one) =>
      one.kind === 'type'
        ? one.type.kind === 'opaque' && one.template === undefined
        : one.kind === 'value' && constantOf(one.value) === null,
    ),
  );
}

/** Whether the first is a base class of the second. */
function isBase(base: CType, derived: CType): boolean {
  return base.kind === 'struct' && derived.kind === 'struct' && basePath(derived.struct, base.struct) !== null;
}

// Values and references -----------------------------------------------------------------------------------------------

/** Whether the argument is no lvalue for certain: literals, and what the built-in operators make of numbers. */
function isRvalue(cx: Context, arg: Argument): boolean {
  return arg.slot === null && arg.type !== null && isPure(cx, arg.node, arg.type.kind === 'scalar');
}

function isPure(cx: Context, node: SyntaxNode, isNumber: boolean): boolean {
  if (/^(?:number_literal|char_literal|true|false|sizeof_expression)$/.test(node.type)) return true;
  if (!isNumber) return false;
  switch (node.type) {
    case 'binary_expression':
    case 'unary_expression':
      return !mayBeOverloaded(cx, node);
    case 'update_expression':
      return /[+-]{2}$/.test(textOf(cx, node)) && !mayBeOverloaded(cx, node);
    case 'cast_expression':
      return (
        ['primitive_type', 'sized_type_specifier'].includes(
          childIn(childIn(node, 'type') ?? node, 'type')?.type ?? '',
        ) && childIn(childIn(node, 'type') ?? node, 'declarator') === null
      );
    case 'conditional_expression':
      return namedChildren(node)
        .slice(1)
        .some((arm) => isPure(cx, arm, true));
    default:
      return false;
  }
}

function isRvalueReference(formal: Formal): boolean {
  const { declarator } = formal;
  return (
    declarator?.type.endsWith('reference_declarator') === true &&
    declarator.children.some((child) => child.type === '&&')
  );
}

function bindsLvaluesOnly(formal: Formal): boolean {
  return (
    formal.type?.kind === 'reference' &&
    !formal.type.isConst &&
    !isRvalueReference(formal) &&
    formal.node.type !== 'optional_parameter_declaration'
  );
}

// Templates -----------------------------------------------------------------------------------------------------------

/**
 * Between functions whose conversions are alike: plain ones before specializations before templates, and among these
 * the more specialized.
 */
function isMoreSpecialized(cx: Context, a: Candidate, b: Candidate, count: number): boolean {
  const sort = (one: Candidate): number =>
    isExplicitSpecialization(one.decl) ? 1 : one.decl.template === null ? 0 : 2;
  if (sort(a) !== sort(b)) return sort(a) < sort(b);
  const isStricter =
    a.constraints.size > b.constraints.size && [...b.constraints].every((one) => a.constraints.has(one));
  if (sort(a) !== 2)
    return (
      isStricter &&
      a.formals.length === b.formals.length &&
      a.formals.every((one, k) => patternOf(cx, one) === patternOf(cx, b.formals[k] ?? one))
    );
  // of two that take the arguments alike, one without a pack says more
  if (hasPack(a.decl) !== hasPack(b.decl)) return !hasPack(a.decl);
  const [own, other] = [accepts(cx, b, a, count), accepts(cx, a, b, count)];
  if (own !== null && other !== null) return own && (!other || isStricter);
  return saysMore(cx, a, b, count);
}

/** A parameter as it is written, without its name, and without the concept before `auto`. */
function patternOf(cx: Context, { node, declarator }: Formal): string {
  const type = childIn(node, 'type');
  const parts = node.children.map((child) =>
    child === type ? typeText(cx, node) : child === declarator ? withoutName(textOf(cx, child)) : textOf(cx, child),
  );
  return parts.join(' ');
}

/**
 * Whether the first can be called with whatever the second is declared for (C++ [temp.deduct.partial]); null where that
 * is not told.
 */
function accepts(cx: Context, pattern: Candidate, of: Candidate, count: number): boolean | null {
  const types = of.typesWith(uniqueBindings(templateParameters(cx, of.decl.template)));
  const parameters = templateParameters(cx, pattern.decl.template);
  const bound = new Map<string, Binding>();
  for (const [k, formal] of pattern.formals.slice(0, count).entries()) {
    const type = types[k] ?? null;
    if (type === null || mayBeAnything(type)) return null;
    if (!deduce(cx, childIn(formal.node, 'type'), formal.declarator, referred(type), parameters, bound)) return false;
  }
  const compared = pattern
    .typesWith(bound)
    .slice(0, count)
    .map((type, k) =>
      type === null || mayBeAnything(type) ? null : sameCType(referred(type), referred(types[k] ?? type)),
    );
  return compared.includes(false) ? false : compared.includes(null) ? null : true;
}

const referred = (type: CType): CType => (type.kind === 'reference' ? type.to : type);

/** The same, told by the look of their parameters alone: `T *` before `T`. */
function saysMore(cx: Context, a: Candidate, b: Candidate, count: number): boolean {
  const own = patternsOf(cx, a, count);
  const other = patternsOf(cx, b, count);
  return own.every((pattern, k) => pattern >= (other[k] ?? 0)) && own.some((pattern, k) => pattern > (other[k] ?? 0));
}

/** How much each parameter's pattern says: 0 for `T`, 1 for `T *` or `A<T>`, 2 for a type without parameters. */
function patternsOf(cx: Context, one: Candidate, count: number): readonly number[] {
  const names = new Set(
    templateParameters(cx, one.decl.template)
      .filter((parameter) => parameter.kind !== 'value')
      .map((parameter) => parameter.name),
  );
  return one.formals.slice(0, count).map((formal) => {
    const type = childIn(formal.node, 'type');
    const text = type === null ? '' : textOf(cx, type);
    const mentions = [...text.matchAll(/[A-Za-z_]\w*/g)].some(([word]) => names.has(word));
    if (!mentions) return 2;
    return names.has(text) && !isPointerPattern(formal.declarator) ? 0 : 1;
  });
}

function isPointerPattern(declarator: SyntaxNode | null): boolean {
  if (declarator === null) return false;
  return /(?:pointer|array)_declarator$/.test(declarator.type) || declarator.children.some(isPointerPattern);
}

/** A declarator without the name that it ends with. */
function withoutName(text: string): string {
  let end = text.length;
  while (end > 0 && /\w/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}
