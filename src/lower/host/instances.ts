/**
 * Which instances of host templates exist: the environments of a place in a function or class template, found from the
 * calls, the types and the explicit instantiations of the file. A template that nothing is seen to instantiate has one
 * environment, in which its parameters are open. May give instances that do not exist (the arguments of a class and of
 * its member template are combined freely where the class of a call is not known), and keeps a parameter that cannot be
 * deduced as open, so that none is lost.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Environment, Host, Search } from './host.ts';
import type { Binding } from '../scope.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import { bool, f32, f64, i16, i32, i64, i8, u8 } from '../../base/ctype.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { scalar } from '../types/c-type.ts';
import { declaredName, functionDeclarator, splitName } from '../file-scope.ts';
import { namedType } from '../types/types.ts';
import { elementScopes } from '../calls/packs.ts';
import { ancestorsOf, at, calledName, isClass } from './host.ts';
import { isDiscarded, isSpecialized } from './branches.ts';
import { boundByOwner, boundByPattern, isCalledObject, ownerOf } from './owners.ts';
import { fits, hostType, argumentTypes, templateBindings } from './types.ts';
import { parameterType, parametersOf } from '../calls/parameters.ts';
import { bindingKey, templateArguments, templateParameters } from '../calls/templates.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

const maxEnvironments = 96;
/** A name that no parameter has: in an environment it says that there are more than are followed. */
const cutMark = '…';
export const isCut = (env: Environment): boolean => env.has(cutMark);
const cutEnvironment: Environment = new Map([[cutMark, { kind: 'type', type: { kind: 'opaque', text: cutMark } }]]);
/**
 * The same: in an environment it says that nothing instantiates the template that it is of, nor those that it is
 * reached through.
 */
const unusedMark = '?';
export const isUnused = (env: Environment): boolean => env.has(unusedMark);
const unusedBinding: Binding = { kind: 'type', type: { kind: 'opaque', text: unusedMark } };
/** What is made of one environment is as unused as that is. */
const madeIn = (env: Environment, made: Environment): Environment =>
  isUnused(env) ? new Map([...made, [unusedMark, unusedBinding]]) : made;
/** Starts the name of a type that stands for a parameter that is open. */
export const openMark = '?';

/** All environments that a place is instantiated in; never none. */
export function environmentsAt(host: Host, node: SyntaxNode): readonly Environment[] {
  const around = ancestorsOf(host, node);
  let found: readonly Environment[] = [new Map()];
  for (const [k, one] of around.entries()) {
    if (one.type === 'fold_expression' || one.type === 'parameter_pack_expansion')
      found = limited(found.flatMap((env) => elementsOf(host, around[k + 1] ?? node, env)));
    const own =
      one.type === 'template_declaration'
        ? environmentsOf(host, one)
        : one.type === 'lambda_expression'
          ? (dispatched(host, one) ?? lambdaInstances(host, one))
          : null;
    if (own !== null) found = different(found.flatMap((outer) => own.map((inner) => joined(outer, inner))));
    found = limited(found);
  }
  const made = found.filter((env) => isCut(env) || !isDiscarded(host, node, env));
  return made;
}

/**
 * An environment for each element of the packs that an expansion or fold repeats the place for; the one as it is where
 * they are not known.
 */
function elementsOf(host: Host, pattern: SyntaxNode, env: Environment): readonly Environment[] {
  const scopes = isCut(env) ? null : at(host, pattern, env, () => elementScopes(host.cx, pattern));
  return scopes === null ? [env] : scopes.map((bound): Environment => new Map([...env, ...bound]));
}

/**
 * The parameters of a member template within those of its class; where its use has bound those too, they are the ones
 * (owners.ts).
 */
function joined(outer: Environment, inner: Environment): Environment {
  if (outer.size === 0 || [...outer.keys()].every((name) => inner.has(name) || name === cutMark || name === unusedMark))
    return inner;
  return new Map([...outer, ...inner]);
}

/** Those that are followed; one of them says so where there are more. */
function limited(environments: readonly Environment[]): readonly Environment[] {
  return environments.length <= maxEnvironments
    ? environments
    : [...environments.filter((one) => !isCut(one)).slice(0, maxEnvironments), cutEnvironment];
}

function different(environments: readonly Environment[]): readonly Environment[] {
  return [
    ...new Map(
      environments.map((one) => [[...one].map(([name, binding]) => `${name}=${bindingKey(binding)}`).join(), one]),
    ).values(),
  ];
}

/** The environments of one template declaration's own parameters. */
function environmentsOf(host: Host, template: SyntaxNode): readonly Environment[] {
  const done = host.environments.get(template);
  if (done !== undefined) return done;
  if (host.search !== null) return asked(host.search, template);
  const found = searched(host, template);
  for (const [one, environments] of found) host.environments.set(one, environments);
  return found.get(template) ?? [];
}

/** What is found so far of a template; whoever asks is looked at again when there is more. */
function asked(search: Search, template: SyntaxNode): readonly Environment[] {
  const { found, askers, waiting, current } = search;
  if (!found.has(template)) {
    found.set(template, []);
    waiting.add(template);
  }
  if (current !== null) askers.set(template, (askers.get(template) ?? new Set()).add(current));
  return found.get(template) ?? [];
}

/**
 * The environments of a template and of all that it rests on: the least fixed point, since templates lead to each
 * other, as the members of a class template do that name their own class. A template that has none then is open, those
 * first that rest on no other such.
 */
function searched(host: Host, root: SyntaxNode): ReadonlyMap<SyntaxNode, readonly Environment[]> {
  const search: Search = { found: new Map(), askers: new Map(), waiting: new Set(), current: null };
  const { found, askers, waiting } = search;
  const learn = (template: SyntaxNode, environments: readonly Environment[]): void => {
    if (environments.length === found.get(template)?.length) return;
    found.set(template, environments);
    for (const asker of askers.get(template) ?? []) waiting.add(asker);
  };
  const parametersOfTemplate = (template: SyntaxNode): readonly TemplateParameter[] =>
    templateParameters(host.cx, childIn(template, 'parameters'));
  host.search = search;
  asked(search, root);
  for (let isMore = true; isMore;) {
    for (const template of waiting) {
      waiting.delete(template);
      search.current = template;
      learn(
        template,
        limited(
          different([...(found.get(template) ?? []), ...instancesOf(host, template, parametersOfTemplate(template))]),
        ),
      );
      search.current = null;
    }
    const empty = [...found.keys()].filter((template) => found.get(template)?.length === 0);
    const open =
      empty.find(
        (template) => !empty.some((other) => other !== template && askers.get(other)?.has(template) === true),
      ) ?? empty[0];
    isMore = open !== undefined;
    if (open !== undefined)
      learn(open, [new Map([...openEnvironment(parametersOfTemplate(open)), [unusedMark, unusedBinding]])]);
  }
  host.search = null;
  return found;
}

const openBinding = (parameter: TemplateParameter): Binding => {
  const type: CType = { kind: 'opaque', text: `${openMark}${parameter.name}` };
  return parameter.kind === 'value'
    ? {
        kind: 'slot',
        key: parameter.name,
        slot: {
          kind: 'value',
          value: {
            kind: 'unknown',
            because: fill(messages.openTemplateParameter, { name: parameter.name }),
            type: null,
          },
          type,
        },
      }
    : { kind: 'type', type };
};

const openEnvironment = (parameters: readonly TemplateParameter[]): Environment =>
  new Map(parameters.map((parameter) => [parameter.name, openBinding(parameter)]));

function instancesOf(
  host: Host,
  template: SyntaxNode,
  parameters: readonly TemplateParameter[],
): readonly Environment[] {
  const chain = [template];
  for (let above = host.parents.get(template); above?.type === 'template_declaration'; above = host.parents.get(above))
    chain.unshift(above);
  let entity = namedChildren(template).at(-1);
  while (entity?.type === 'template_declaration') entity = namedChildren(entity).at(-1);
  if (entity === undefined) return [];
  const declarator = functionDeclarator(childIn(entity, 'declarator'));
  if (declarator !== null) {
    const pattern = classPatterns(childIn(declarator, 'declarator'))[chain.indexOf(template)];
    return pattern === undefined
      ? functionInstances(host, template, entity, declarator, parameters)
      : classInstances(host, pattern, parameters);
  }
  const name = isClass(entity) ? childIn(entity, 'name') : null;
  return name === null ? [] : classInstances(host, name, parameters);
}

/** `Foo<T>` and `Bar<U>` of `Foo<T>::Bar<U>::run`. */
function classPatterns(name: SyntaxNode | null): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let node = name; node?.type === 'qualified_identifier'; node = childIn(node, 'name')) {
    const scope = childIn(node, 'scope');
    if (scope?.type === 'template_type') found.push(scope);
  }
  return found;
}

function functionInstances(
  host: Host,
  template: SyntaxNode,
  node: SyntaxNode,
  declarator: SyntaxNode,
  parameters: readonly TemplateParameter[],
): readonly Environment[] {
  const { cx } = host;
  const nameNode = childIn(declarator, 'declarator');
  if (nameNode === null) return [];
  const { name } = splitName(nameNode, (inner) => textOf(cx, inner));
  const decl: FunctionDecl = {
    name,
    path: [],
    node,
    declarator,
    template: childIn(template, 'parameters'),
    specialization: null,
    isKernel: false,
  };
  const used = [...host.functionUses(name), ...(name === 'operator()' ? host.calledObjects() : [])]
    .filter((use) => !isOwnName(host, use))
    .flatMap((use) => bindingsFromUse(host, decl, use, parameters))
    .filter((env) => isCut(env) || !isSpecialized(host, name, node, parameters, env));
  const instantiated = cx.unit.declared.instantiations
    .filter((one) => one.name === name)
    .flatMap((one): readonly Environment[] => {
      const explicit = one.arguments === null ? [] : templateArguments(cx, one.arguments);
      const types = parametersOf(cx, one.declarator).map((parameter) => parameterType(cx, parameter));
      return types.length === parametersOf(cx, declarator).length
        ? [completed(templateBindings(host, decl, explicit, one.arguments === null ? types : []), parameters)]
        : [];
    });
  return [...used, ...instantiated];
}

/** Whether the name is the one that a definition or instantiation declares. */
function isOwnName(host: Host, use: SyntaxNode): boolean {
  return host.parents.get(use)?.type === 'function_declarator';
}

function bindingsFromUse(
  host: Host,
  decl: FunctionDecl,
  use: SyntaxNode,
  parameters: readonly TemplateParameter[],
): readonly Environment[] {
  const { cx } = host;
  const owner = ownerOf(host, decl.node);
  const isObject = isCalledObject(host, decl.name, use);
  const call = isObject ? (host.parents.get(use) ?? null) : callOf(host, use);
  const args = call === null ? null : namedChildren(childIn(call, 'arguments') ?? call);
  if (args !== null && !fits(host, decl, args.length)) return [];
  const list = splitName(use, (inner) => textOf(cx, inner)).arguments;
  return environmentsAt(host, use).flatMap((env) => {
    if (isCut(env)) return cutEnvironment;
    const outer = owner === null ? undefined : boundByOwner(host, owner, decl.name, use, env);
    if (outer === null) return [];
    const explicit = list === null ? [] : at(host, use, env, () => templateArguments(cx, list));
    const types = argumentTypes(host, args ?? [], env);
    return madeIn(
      env,
      new Map([...(outer ?? []), ...completed(templateBindings(host, decl, explicit, types), parameters)]),
    );
  });
}

/** The call whose function this name is, or null. */
function callOf(host: Host, name: SyntaxNode): SyntaxNode | null {
  for (let node = host.parents.get(name); node !== undefined; node = host.parents.get(node)) {
    if (node.type === 'call_expression') return calledName(childIn(node, 'function')) === name ? node : null;
    if (node.type !== 'qualified_identifier' && node.type !== 'field_expression' && node.type !== 'dependent_name')
      return null;
  }
  return null;
}

const completed = (bound: Environment, parameters: readonly TemplateParameter[]): Environment =>
  new Map(parameters.map((parameter) => [parameter.name, bound.get(parameter.name) ?? openBinding(parameter)]));

/**
 * Instances of a class template by the types `Name<…>` of the file; `pattern` is `Name` or `Name<T, N>` as a member's
 * definition has it.
 */
function classInstances(
  host: Host,
  pattern: SyntaxNode,
  parameters: readonly TemplateParameter[],
): readonly Environment[] {
  const { name } = splitName(pattern, (inner) => textOf(host.cx, inner));
  return host
    .classUses(name)
    .filter((use) => use !== pattern && !isDefinition(host, use))
    .flatMap((use) => {
      const list = childIn(use, 'arguments');
      if (list === null) return [];
      return environmentsAt(host, use)
        .map((env) =>
          isCut(env)
            ? cutEnvironment
            : madeIn(env, completed(boundByPattern(host, pattern, parameters, list, use, env), parameters)),
        )
        .filter((env) => isCut(env) || !isSpecialized(host, name, pattern, parameters, env));
    });
}

/** `struct Name<float> { … }`, an explicit specialization. */
function isDefinition(host: Host, use: SyntaxNode): boolean {
  const above = host.parents.get(use);
  return above !== undefined && isClass(above) && childIn(above, 'body') !== null && use.field === 'name';
}

/**
 * Instances of a lambda template, `auto run = [&]<int N>() { … }` or `[&](auto n) { … }`, by the calls
 * `run.operator()<4>()` and `run(x)` after it; null for other lambdas.
 */
function lambdaInstances(host: Host, lambda: SyntaxNode): readonly Environment[] | null {
  const { cx } = host;
  const list = childIn(lambda, 'template_parameters');
  const declarator = childIn(lambda, 'declarator') ?? lambda;
  const generic = list === null ? genericParameters(host, declarator) : [];
  if (list === null && generic.length === 0) return null;
  const parameters = templateParameters(cx, list);
  const variable = host.parents.get(lambda);
  const name = variable?.type === 'init_declarator' ? childIn(variable, 'declarator') : null;
  const block = ancestorsOf(host, lambda).findLast((one) => one.type === 'compound_statement');
  const decl: FunctionDecl = {
    name: '',
    path: [],
    node: lambda,
    declarator,
    template: list,
    specialization: null,
    isKernel: false,
  };
  const isAfter = (use: SyntaxNode): boolean => block !== undefined && use.start >= lambda.end && use.end <= block.end;
  const called =
    name === null
      ? []
      : [
          ...host.functionUses('operator()').filter((use) => objectNamed(host, use, textOf(cx, name))),
          ...host.functionUses(textOf(cx, name)),
        ];
  const found = called
    .filter(isAfter)
    .flatMap((use) =>
      list === null ? genericBindings(host, decl, use, generic) : bindingsFromUse(host, decl, use, parameters),
    );
  return found.length > 0 ? limited(different(found)) : [openEnvironment(parameters)];
}

/** A parameter of a lambda that is declared `auto`, by its place among all. */
type Generic = Readonly<{ name: string; at: number }>;

function genericParameters({ cx }: Host, declarator: SyntaxNode): readonly Generic[] {
  return parametersOf(cx, declarator).flatMap(({ node, declarator: own }, at) => {
    const name = own === null ? null : declaredName(own);
    return childIn(node, 'type')?.type === 'placeholder_type_specifier' && name !== null
      ? [{ name: textOf(cx, name), at }]
      : [];
  });
}

/** What types a call gives to such parameters. */
function genericBindings(
  host: Host,
  decl: FunctionDecl,
  use: SyntaxNode,
  generic: readonly Generic[],
): readonly Environment[] {
  const call = callOf(host, use);
  const args = call === null ? null : namedChildren(childIn(call, 'arguments') ?? call);
  if (args === null || !fits(host, decl, args.length)) return [];
  return environmentsAt(host, use).map((env) =>
    isCut(env)
      ? cutEnvironment
      : madeIn(
          env,
          new Map(
            generic.flatMap(({ name, at: place }): [string, Binding][] => {
              const arg = args[place];
              const type = arg === undefined ? null : hostType(host, arg, env);
              const bound: CType = type ?? { kind: 'opaque', text: `${openMark}${name}` };
              // its type has a name of its own, by which environments are told apart
              return [
                [`auto ${name}`, { kind: 'type', type: bound }],
                [
                  name,
                  {
                    kind: 'slot',
                    key: name,
                    slot: {
                      kind: 'value',
                      value: { kind: 'unknown', because: fill(messages.openTemplateParameter, { name }), type: bound },
                      type: bound,
                    },
                  },
                ],
              ];
            }),
          ),
        ),
  );
}

/** Whether a member's name is used on a variable of that name. */
function objectNamed(host: Host, use: SyntaxNode, name: string): boolean {
  let above = host.parents.get(use);
  if (above?.type === 'dependent_name') above = host.parents.get(above);
  const object = above?.type === 'field_expression' ? childIn(above, 'argument') : null;
  return object !== null && textOf(host.cx, object) === name;
}

const floating: readonly CType[] = [scalar(f64), scalar(f32)];
const integral: readonly CType[] = [scalar(u8), scalar(i8), scalar(i32), scalar(i64), scalar(i16)];
/** The type that a `ScalarType` stands for; null: none that is named so. */
function dispatchedType({ cx }: Host, name: string, node: SyntaxNode): CType | null {
  return name === 'Bool'
    ? scalar(bool)
    : name === 'Half' || name === 'BFloat16'
      ? namedType(cx, name, ['c10'], null, node)
      : null;
}

/**
 * PyTorch's `AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, "name", [&] { … scalar_t … })` calls the lambda once for each
 * type (ATen/Dispatch.h); null for other lambdas, and where the macro was expanded.
 */
function dispatched(host: Host, lambda: SyntaxNode): readonly Environment[] | null {
  let list = host.parents.get(lambda);
  while (list?.type === 'parenthesized_expression') list = host.parents.get(list);
  const call = list?.type === 'argument_list' ? host.parents.get(list) : undefined;
  const callee = call?.type === 'call_expression' ? calledName(childIn(call, 'function')) : null;
  const macro =
    callee === null
      ? null
      : /^AT_DISPATCH_(FLOATING|ALL|INTEGRAL|INDEX)_TYPES(_AND_HALF|_AND\d?)?$/.exec(textOf(host.cx, callee));
  if (macro === null || list === undefined) return null;
  const further = namedChildren(list).flatMap(
    (arg) => dispatchedType(host, /(?:ScalarType::|\bk)(\w+)$/.exec(textOf(host.cx, arg))?.[1] ?? '', arg) ?? [],
  );
  const base =
    macro[1] === 'FLOATING'
      ? floating
      : macro[1] === 'ALL'
        ? [...floating, ...integral]
        : macro[1] === 'INTEGRAL'
          ? integral
          : [scalar(i32), scalar(i64)];
  const types = [
    ...base,
    ...(macro[2] === '_AND_HALF' ? [namedType(host.cx, 'Half', ['c10'], null, call ?? lambda)] : []),
    ...further,
  ];
  return types.map(
    (type): Environment => new Map([[macro[1] === 'INDEX' ? 'index_t' : 'scalar_t', { kind: 'type', type }]]),
  );
}
