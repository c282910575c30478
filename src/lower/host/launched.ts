/**
 * Which instances of which kernels the launches of a file ask for: by the template arguments written at the launch,
 * then by deduction from the types of its arguments, then by defaults (C++ [temp.deduct.call]), once for every instance
 * of the host templates around the launch. What cannot be followed is left open and said with the kernel; it is never
 * guessed here.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Environment, Host } from './host.ts';
import type { Binding } from '../scope.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { constantOf } from '../expressions/constants.ts';
import { sameCType } from '../types/c-type.ts';
import { splitName, visible } from '../file-scope.ts';
import { at, hostOf, inScopeOf } from './host.ts';
import { environmentsAt, isCut, isUnused, openMark } from './instances.ts';
import { packDeduced } from './packs.ts';
import { argumentTypes, decayed, fits, hostType } from './types.ts';
import { parametersOf } from '../calls/parameters.ts';
import { emptyScope, withBound } from '../scope.ts';
import { asDeduced } from '../types/open-const.ts';
import { substitution, substitutionOf } from '../types/substitution.ts';
import { bindParameter, deduce, isSameFunction, templateArguments, templateParameters } from '../calls/templates.ts';

/** A launch in the tree. `id` names it in the answer. */
export type LaunchedKernel = Readonly<{
  id: number;
  call: SyntaxNode;
  /** What names the kernel, with its template arguments if any. */
  name: SyntaxNode;
  /** Null: they cannot be seen. */
  arguments: readonly SyntaxNode[] | null;
  /** The lambda that an argument is, where that is certain; not given: nowhere. */
  closures?: readonly (SyntaxNode | null)[];
}>;

/**
 * `undefined`: not given, so that a default counts. `null`: given in a way that is not followed. `pack`: the types of
 * all elements.
 */
export type Given = TemplateArgument | GivenPack | null | undefined;
type GivenPack = Readonly<{ kind: 'pack'; elements: readonly CType[] }>;
/** One instance that a launch asks for. */
export type Asked = Readonly<{
  decl: FunctionDecl;
  launch: LaunchedKernel;
  given: readonly Given[];
  /** It stands for instances that are too many to follow. */ isCut: boolean;
  /** Nothing in the text instantiates the template that asks for it. */ isUnused: boolean;
}>;

export function askedInstances(cx: Context, root: SyntaxNode, launches: readonly LaunchedKernel[]): readonly Asked[] {
  if (launches.length === 0) return [];
  const host = hostOf(cx, root);
  return launches.flatMap((launch) => askedOf(host, launch, candidatesFor(host, launch)));
}

/** The instances of these kernels that a launch asks for. */
export function askedOf(host: Host, launch: LaunchedKernel, candidates: readonly FunctionDecl[]): readonly Asked[] {
  const cut = (): readonly Asked[] =>
    candidates.map((decl) => ({ decl, launch, given: [], isCut: true, isUnused: false }));
  const all = environmentsFor(host, launch);
  const mattering = isHanded(host.cx, launch)
    ? [...new Map(all.map((env) => [`${isCut(env)} ${isUnused(env)}`, env])).values()]
    : all;
  return mattering.flatMap((env) =>
    namingEnvironments(host, launch, env).flatMap((naming) =>
      isCut(env) || isCut(naming) ? cut() : askedBy(host, launch, candidates, env, naming),
    ),
  );
}

/**
 * Of a function that is named elsewhere, with its arguments, nothing is deduced: what is in scope at the launch does
 * not matter.
 */
const isHanded = (cx: Context, launch: LaunchedKernel): boolean =>
  !isWithin(launch) && splitName(launch.name, (inner) => textOf(cx, inner)).arguments !== null;

/**
 * Those of the launch in which its arguments have the types of the lambdas that they are known to be, if there are any.
 */
function environmentsFor(host: Host, { call, arguments: args, closures = [] }: LaunchedKernel): readonly Environment[] {
  const all = environmentsAt(host, call);
  const own = all.filter(
    (env) =>
      isCut(env) ||
      closures.every((lambda, k) => {
        const arg = args?.[k];
        const type = lambda === null || arg === undefined ? null : hostType(host, arg, env);
        return (
          lambda === null ||
          type?.kind !== 'struct' ||
          type.struct.closure === undefined ||
          type.struct.closure.start === lambda.start
        );
      }),
  );
  return own.length > 0 ? own : all;
}

/**
 * Those of the place that names the kernel: of `go` for `run(k<T>, …)` in it, where `run` launches what it is given.
 * Its own `T` is another. Any of them may come with any environment of the launch.
 */
function namingEnvironments(host: Host, { call, name }: LaunchedKernel, env: Environment): readonly Environment[] {
  return isWithin({ call, name }) ? [env] : environmentsAt(host, name);
}

const isWithin = ({ call, name }: Pick<LaunchedKernel, 'call' | 'name'>): boolean =>
  call.start <= name.start && name.end <= call.end;

function askedBy(
  host: Host,
  launch: LaunchedKernel,
  candidates: readonly FunctionDecl[],
  env: Environment,
  naming: Environment,
): readonly Asked[] {
  const { cx } = host;
  const [only, ...others] = candidates;
  // nothing is chosen or deduced
  if (only !== undefined && others.length === 0 && templateParameters(cx, only.template).length === 0)
    return [{ decl: only, launch, isCut: false, isUnused: false, given: [] }];
  const list = splitName(launch.name, (inner) => textOf(cx, inner)).arguments;
  const explicit =
    list === null
      ? []
      : at(host, launch.name, naming, () => templateArguments(cx, list)).map((one) => followed(cx, one));
  const isElsewhere = isHanded(cx, launch);
  const types = isElsewhere ? [] : argumentTypes(host, launch.arguments ?? [], env);
  const made = candidates.map((decl) => ({
    decl,
    launch,
    isCut: false,
    isUnused: isUnused(env) || isUnused(naming),
    ...givenFor(host, decl, explicit, types, isElsewhere),
  }));
  const fitting = made.filter((one) => one.fits);
  return withoutSpecialized(cx, fitting.length > 0 ? fitting : made);
}

/** Kernels that the launch may mean: if its scopes or the number of its arguments leave none, all of that name. */
function candidatesFor(host: Host, launch: LaunchedKernel): readonly FunctionDecl[] {
  const { cx } = host;
  const { name, scopes } = splitName(launch.name, (inner) => textOf(cx, inner));
  const all = (cx.unit.declared.functions.get(name) ?? []).filter((decl) => decl.isKernel);
  const seen = visible(all, scopes, []);
  const named = seen.length > 0 ? seen : all;
  const { arguments: args } = launch;
  const isOpen = args === null || args.some(({ type }) => type === 'parameter_pack_expansion');
  const fitting = isOpen ? named : named.filter((decl) => fits(host, decl, args.length));
  return fitting.length > 0 ? fitting : named;
}

/** An explicit specialization takes the place of the template for its arguments, and only for them. */
function withoutSpecialized(cx: Context, asked: readonly Asked[]): readonly Asked[] {
  const matches = (special: Asked, primary: Asked): boolean | null => {
    const own = special.decl.specialization === null ? [] : templateArguments(cx, special.decl.specialization);
    const each = own.map((wanted, k) => equals(wanted, primary.given[k]));
    return each.includes(false) ? false : each.includes(null) ? null : true;
  };
  const primaries = asked.filter((one) => one.decl.specialization === null);
  const specials = asked.filter(
    (one) => one.decl.specialization !== null && primaries.every((primary) => matches(one, primary) !== false),
  );
  const replaced = specials.some(
    (one) => primaries.length > 0 && primaries.every((primary) => matches(one, primary) === true),
  );
  return replaced ? specials : [...primaries, ...specials];
}

/** Null: it cannot be told. */
function equals(wanted: TemplateArgument, given: Given): boolean | null {
  if (given === null || given === undefined || wanted.kind !== given.kind) return null;
  if (wanted.kind === 'type') return given.kind === 'type' && sameCType(wanted.type, given.type);
  if (wanted.kind === 'function') return given.kind === 'function' && isSameFunction(wanted.value, given.value);
  return given.kind === 'value' ? constantOf(wanted.value) === constantOf(given.value) : null;
}

/** A template argument as far as it is certain: constants, and types that name no open parameter. */
function followed(cx: Context, argument: TemplateArgument): TemplateArgument | null {
  if (argument.kind === 'function') return argument;
  if (argument.kind === 'value')
    return constantOf(argument.value) !== null || argument.value.kind === 'float' ? argument : null;
  return argument.template !== undefined || isFollowed(cx, argument.type)
    ? { ...argument, type: withoutLibrary(argument.type) }
    : null;
}

function isFollowed(cx: Context, type: CType): boolean {
  switch (type.kind) {
    case 'opaque':
      return !type.text.startsWith(openMark) && !/^(?:decltype|typename)\b|^auto$|[()]/.test(type.text);
    case 'pointer':
    case 'reference':
      return isFollowed(cx, type.to);
    case 'array':
      return isFollowed(cx, type.of);
    case 'struct':
      return (
        type.struct.template === null || areFollowed(cx, type.struct.template.name, type.struct.template.arguments)
      );
    case 'void':
    case 'scalar':
      return true;
  }
}

/** A name that is not declared reads like a type; where the class template wants a value it is none. */
function areFollowed(cx: Context, template: string, given: readonly TemplateArgument[]): boolean {
  const decl = (cx.unit.declared.types.get(template) ?? []).find((one) => one.specialization === null);
  const parameters = decl === undefined ? [] : templateParameters(cx, decl.template);
  return given.every(
    (one, k) =>
      one.kind === 'function' ||
      (one.kind === 'value'
        ? constantOf(one.value) !== null
        : isFollowed(cx, one.type) && parameters[k]?.kind !== 'value'),
  );
}

function givenFor(
  host: Host,
  decl: FunctionDecl,
  explicit: readonly (TemplateArgument | null)[],
  types: readonly (CType | null)[],
  isHanded: boolean,
): Readonly<{ fits: boolean; given: readonly Given[] }> {
  const { cx } = host;
  const parameters = templateParameters(cx, decl.template);
  const bound = new Map<string, Binding>();
  const deduced = inScopeOf(host, emptyScope, decl.path, () => {
    parameters.forEach((parameter, k) => {
      const argument = explicit[k];
      if (argument !== undefined && argument !== null)
        bound.set(parameter.name, bindParameter(cx, parameter, argument, bound));
    });
    return parametersOf(cx, decl.declarator).every((parameter, k) => {
      const type =
        parameter.declarator?.type === 'reference_declarator' ? (types[k] ?? null) : decayed(types[k] ?? null);
      return (
        type === null ||
        deduce(
          cx,
          childIn(parameter.node, 'type'),
          parameter.declarator,
          asDeduced(type, parameter.node, parameter.declarator),
          parameters,
          bound,
        )
      );
    });
  });
  const result = childIn(decl.node, 'type');
  const off = inScopeOf(
    host,
    emptyScope,
    decl.path,
    () =>
      parameters.some((parameter) => substitutionOf(cx, parameter, bound) === 'fails') ||
      (result !== null && withBound(cx, bound, () => substitution(cx, result)) === 'fails'),
  );
  const given = parameters.map(
    (parameter, k): Given =>
      packGiven(host, decl, parameter, explicit.slice(k), types, isHanded) ??
      explicit[k] ??
      (explicit[k] === null ? null : deducedArgument(cx, decl, parameter, bound.get(parameter.name))),
  );
  return { fits: deduced && !off, given };
}

/** The elements of a pack `Args... args` by the arguments from its place on; null where one is not followed. */
function packGiven(
  { cx }: Host,
  decl: FunctionDecl,
  parameter: TemplateParameter,
  explicit: readonly (TemplateArgument | null)[],
  types: readonly (CType | null)[],
  isHanded: boolean,
): GivenPack | null {
  const isTypes = parameter.kind === 'other' && parameter.node.type === 'variadic_type_parameter_declaration';
  const bound = isHanded && isTypes ? explicit.map(() => null) : packDeduced(cx, decl, parameter, types);
  if (bound === null || explicit.length > bound.length) return null;
  const elements = bound.map((type, k) =>
    k < explicit.length ? (explicit[k]?.kind === 'type' ? explicit[k].type : null) : type,
  );
  return elements.every((type) => type !== null && isFollowed(cx, type))
    ? { kind: 'pack', elements: elements.flatMap((type) => (type === null ? [] : [withoutLibrary(type)])) }
    : null;
}

/**
 * A parameter that the function's parameters name, but that no argument's known type binds, is not left to its default.
 */
function deducedArgument(
  cx: Context,
  decl: FunctionDecl,
  parameter: TemplateParameter,
  binding: Binding | undefined,
): Given {
  if (binding?.kind === 'type')
    return isFollowed(cx, binding.type) ? { kind: 'type', type: withoutLibrary(binding.type) } : null;
  if (binding?.kind === 'slot' && binding.slot.kind === 'value' && binding.slot.value.kind === 'scalar')
    return { kind: 'value', value: binding.slot.value.expr };
  const named =
    parameter.name !== '' &&
    parametersOf(cx, decl.declarator).some((one) => new RegExp(`\\b${parameter.name}\\b`).test(textOf(cx, one.node)));
  return named ? null : undefined;
}

/** A library template is known by name only. */
function withoutLibrary(type: CType): CType {
  return type.kind === 'struct' && type.struct.body === null && type.struct.template !== null
    ? { kind: 'opaque', text: type.struct.name }
    : type;
}
