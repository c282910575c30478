/**
 * What a launch passes: the values of scalars, fields of structs one by one, and which of the pointers may be one
 * array.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { Located } from './host-pointers.ts';
import type { HostArgument, LaunchSite } from './launch.ts';
import { childIn, textOf } from '../parse/node.ts';
import { int } from '../base/expr-build.ts';
import { u32 } from '../base/ctype.ts';
import type { GivenClosure } from './closures.ts';
import { capturedBy, capturedValue, closureGiven } from './closures.ts';
import { isNullPointer, parametersOf, shapeOf, withoutCasts } from './declarator.ts';
import { enumerationsOf } from './constructions.ts';
import { pointerConversion } from './conversions.ts';
import { converted, hostType } from './host-value.ts';
import { deviceVariables } from './device-variables.ts';
import { locate, locateAt, locateMember } from './host-pointers.ts';
import { constructedType, fieldNames, memberValue } from './host-struct.ts';
import { viewPointer } from './library-views.ts';
import { classTypeOf, hostTypeOf, memberTypeText, spelledType } from './host-type.ts';
import { axisGiven } from './axis-given.ts';
import { axes, isAxesType } from './host-dimensions.ts';
import { lookup } from './lookup.ts';
import { isStable } from './reaching.ts';
import { structNamed } from './type-index.ts';
import type { MayBeSame } from './offsets.ts';
import { difference, start as startOffset } from './offsets.ts';
import { sameArray, trustedIn } from './same-array.ts';
import type { GivenArgument } from './packs.ts';

/**
 * `pointedAt`: the launch, where the argument is what `void *args[] = { &x }` points to: read there, not where its name
 * stands. Then a variable is what it is at the launch, and anything else that may have changed until then is not known.
 */
export function argumentOf(
  cx: Evaluation,
  node: SyntaxNode,
  pointedAt: SyntaxNode | null,
  formal: string | null,
): HostArgument {
  const value = valueAt(cx, node, null, pointedAt);
  const fields = new Map<string, Expr>();
  const closure = pointedAt === null ? closureGiven(cx, node) : null;
  for (const capture of closure === null ? [] : capturedBy(closure)) {
    const captured = closure === null ? null : capturedValue(closure, capture);
    if (captured !== null) fields.set(capture.name, captured);
  }
  const own = hostTypeOf(cx.names, node);
  // what is given is converted where the kernel takes an object of another class
  const type =
    pointedAt !== null
      ? own
      : own === null
        ? /^(?:initializer_list|compound_literal_expression)$/.test(node.type)
          ? formal
          : null
        : isSameClass(formal, own)
          ? own
          : null;
  for (const name of type === null ? [] : fieldNames(cx.names, type)) {
    const field = pointedAt !== null ? valueAt(cx, node, name, pointedAt) : memberValue(cx, node, type, name);
    if (field !== null) fields.set(name, field);
  }
  for (const axis of pointedAt === null &&
  isAxesType(own) &&
  (formal === null || formal === deduced || isAxesType(formal))
    ? axes
    : []) {
    const given = axisGiven(cx, node, axis);
    const axisValue = given === null ? null : converted(u32, given.cx.rules.evaluate(given.cx, given.node));
    if (axisValue !== null) fields.set(axis, axisValue);
  }
  // the name that lowering gives to whether a pointer parameter is one (`p != nullptr`)
  if (isNullPointer(cx.names.source, node)) fields.set('nonnull', int(0));
  const isPointer = value === null && pointsSomewhere(cx, node);
  return { value, fields, pointer: isPointer ? textOf(cx.names.source, withoutCasts(node)).replace(/\s+/g, '') : null };
}

const deduced = 'deduced';

/** Whether an object is taken as it is given; instances of one template are told apart by the kernel's own. */
const isSameClass = (formal: string | null, own: string): boolean =>
  formal === deduced ||
  formal === own ||
  (formal?.includes('<') === true && formal.replace(/<.*$/s, '').trim() === own.replace(/<.*$/s, '').trim());

/**
 * The class of the k-th parameter of the kernels of these names; `deduced`: that of what it is given; null: neither for
 * certain.
 */
export function formalType({ names }: Evaluation, kernels: readonly string[], k: number): string | null {
  const types = kernels
    .flatMap((kernel) => names.functions.get(kernel) ?? names.kernelPrototypes.get(kernel) ?? [])
    .filter((definition) => parametersOf(definition).length > k)
    .map((definition) => {
      const parameter = parametersOf(definition)[k];
      const type = parameter === undefined ? null : childIn(parameter, 'type');
      if (type === null || shapeOf(parameter === undefined ? null : childIn(parameter, 'declarator')) !== 'plain')
        return null;
      return lookup(names, textOf(names.source, type), type)?.scope.type === 'template_declaration'
        ? deduced
        : spelledType(names, type);
    });
  const [first = null, ...others] = types;
  return others.every((type) => type === first) ? first : null;
}

function valueAt(cx: Evaluation, node: SyntaxNode, member: string | null, pointedAt: SyntaxNode | null): Expr | null {
  const name = textOf(cx.names.source, node);
  if (pointedAt === null)
    return member === null ? cx.rules.evaluate(cx, node) : cx.rules.variable(cx, name, node, member);
  if (node.type !== 'identifier') return isUnchanged(cx, node, pointedAt) ? cx.rules.evaluate(cx, node) : null;
  return lookup(cx.names, name, node) === lookup(cx.names, name, pointedAt)
    ? cx.rules.variable(cx, name, pointedAt, member)
    : null;
}

/** Whether every variable of the expression has at the launch the value that it has where the expression stands. */
function isUnchanged(cx: Evaluation, node: SyntaxNode, pointedAt: SyntaxNode): boolean {
  const declaration = node.type === 'identifier' ? lookup(cx.names, textOf(cx.names.source, node), node) : null;
  if (declaration !== null && !isStable(cx.names, declaration, node, pointedAt)) return false;
  return node.type !== 'call_expression' && node.children.every((child) => isUnchanged(cx, child, pointedAt));
}

/** Null: it may be anything. */
function locatedAt(cx: Evaluation, node: SyntaxNode, pointedAt: SyntaxNode | null): Located | null {
  if (pointedAt === null) return locate(cx, node);
  const bare = withoutCasts(node);
  return bare.type === 'identifier'
    ? locateAt(cx, bare, pointedAt)
    : isUnchanged(cx, bare, pointedAt)
      ? locate(cx, bare)
      : null;
}

function pointsSomewhere(cx: Evaluation, node: SyntaxNode): boolean {
  const type = classTypeOf(cx.names, node);
  return type === null ? !/_literal$|^lambda_expression$/.test(node.type) : type.endsWith('*');
}

/**
 * Whether a pointer parameter may get its value from the argument: also from a number that `args` points to
 * (`CUdeviceptr`), and from an object of a class that is not seen, which may convert itself.
 */
function mayBecomePointer(cx: Evaluation, node: SyntaxNode, pointedAt: SyntaxNode | null): boolean {
  const type = classTypeOf(cx.names, node);
  if (type === null && constructedType(cx.names, node, null) !== null) return false;
  if (type === null) return pointsSomewhere(cx, node) && valueAt(cx, node, null, pointedAt) === null;
  if (type.endsWith('*')) return true;
  const scalar = hostType(type);
  if (scalar !== null) return pointedAt !== null && scalar.kind === 'int' && scalar.bits === 64;
  if (viewPointer(cx.names, type) !== null) return false;
  return structNamed(cx.names.types, type) === undefined && !enumerationsOf(cx.names).has(type);
}

/** Where the pointer points that an argument gives to a pointer parameter; undefined: it gives none; null: anywhere. */
function pointerFrom(cx: Evaluation, node: SyntaxNode, pointedAt: SyntaxNode | null): Located | null | undefined {
  const type = classTypeOf(cx.names, node) ?? '';
  const isOwn = !type.endsWith('*') && structNamed(cx.names.types, type) !== undefined;
  const conversion = isOwn ? pointerConversion(cx.names, type) : { kind: 'none' as const };
  if (conversion.kind === 'unknown') return null;
  if (conversion.kind === 'member')
    return pointedAt === null || isUnchanged(cx, node, pointedAt) ? locateMember(cx, node, [conversion.name]) : null;
  return mayBecomePointer(cx, node, pointedAt) ? locatedAt(cx, node, pointedAt) : undefined;
}

/** The paths of the pointers in a struct's fields and in theirs: `out`, `to.data`. */
function pointersIn(cx: Evaluation, type: string, depth = 0): readonly (readonly string[])[] {
  const view = viewPointer(cx.names, type);
  if (view !== null) return [[view]];
  const struct = structNamed(cx.names.types, type);
  if (struct === undefined || struct === null || depth > 4) return [];
  return [...struct.members].flatMap(([name, { declarator }]): readonly (readonly string[])[] => {
    if (declarator.type === 'function_declarator') return [];
    const own = memberTypeText(cx.names, { base: type, pointers: 0 }, name);
    return own?.endsWith('*') === true ? [[name]] : pointersIn(cx, own ?? '', depth + 1).map((path) => [name, ...path]);
  });
}

type Given = Readonly<{ path: string; located: Located | null }>;

/** The pointers that a lambda captured. */
function capturedPointers(k: number, closure: GivenClosure): readonly Given[] {
  const { cx, lambda } = closure;
  return capturedBy(closure).flatMap((capture): Given[] => {
    const { name, node, isCopied } = capture;
    const type = hostTypeOf(cx.names, node);
    if (type !== null && hostType(type) !== null) return [];
    const fields = pointersIn(cx, type ?? '').map((path): Given => ({
      path: [k, name, ...path].join('.'),
      located: locateMember(cx, node, path),
    }));
    return [
      { path: `${k}.${name}`, located: isCopied ? locateAt(cx, withoutCasts(node), lambda) : locate(cx, node) },
      ...fields,
    ];
  });
}

/** `formal`: the class that the kernel takes there. */
function pointersGiven(
  k: number,
  { node: arg, cx }: GivenArgument,
  pointedAt: SyntaxNode | null,
  formal: string | null,
): readonly Given[] {
  const made = pointedAt === null ? constructedType(cx.names, arg, formal) : null;
  const type = classTypeOf(cx.names, arg) ?? made;
  const located = made !== null && arg.type !== 'call_expression' ? undefined : pointerFrom(cx, arg, pointedAt);
  const closure = pointedAt === null ? closureGiven(cx, arg) : null;
  const fields = pointersIn(cx, type ?? '').map((path): Given => ({
    path: [k, ...path].join('.'),
    located: pointedAt === null || isUnchanged(cx, arg, pointedAt) ? locateMember(cx, arg, path, formal) : null,
  }));
  const whole = located === undefined ? [] : [{ path: `${k}`, located }];
  const isPlain = type !== null && (type.endsWith('*') || hostType(type) !== null);
  return [
    ...whole,
    ...fields,
    ...(closure === null ? [] : capturedPointers(k, closure)),
    ...(isPlain ? [] : [{ path: `${k}.*`, located: null }]),
  ];
}

/**
 * Whether a pointer that may point into a variable of the device certainly does, and how far before its own start that
 * starts.
 */
function insideVariable(located: Located | null, name: string): MayBeSame {
  return located?.kind === 'at' && located.device === name && located.offset !== null
    ? { kind: 'same', by: difference(startOffset, located.offset) }
    : { kind: 'may' };
}

/**
 * The pairs of pointers, by the places of their arguments (`0`, `2.out`) or as device variables (`::table`), that are
 * or may be one array, and all that were looked at. `2.*`: any other pointer in that argument. `formals`: by the place,
 * the class that the kernel takes there.
 */
export function sharedArrays(
  at: Evaluation,
  args: readonly GivenArgument[],
  pointedAt: SyntaxNode | null,
  formals: (k: number) => string | null,
): Pick<LaunchSite, 'aliases' | 'trusted' | 'pointers'> {
  const pointers = args.flatMap((arg, k) => pointersGiven(k, arg, pointedAt, formals(k)));
  const variables = pointers.flatMap(({ path, located }) =>
    deviceVariables(at, located).map((name) => ({
      first: path,
      second: `::${name}`,
      ...insideVariable(located, name),
    })),
  );
  const trusted: LaunchSite['trusted'][number][] = [];
  const pairs = pointers.flatMap((first, k) =>
    pointers.slice(first.path.endsWith('*') ? k : k + 1).flatMap((second) => {
      const are =
        first.located === null || second.located === null
          ? { kind: 'may' as const }
          : sameArray(at, first.located, second.located);
      if (are.kind !== 'distinct') return [{ first: first.path, second: second.path, ...are }];
      const by = [first, second].flatMap(({ located }) => (located === null ? [] : trustedIn(located)));
      if (by.length > 0) trusted.push({ first: first.path, second: second.path, by });
      return [];
    }),
  );
  return { aliases: [...variables, ...pairs], trusted, pointers: pointers.map(({ path }) => path) };
}
