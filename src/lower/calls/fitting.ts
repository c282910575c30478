/**
 * Which functions a call may mean: those that take its arguments, with their template arguments stated or deduced.
 * Overload resolution (overloads.ts) chooses among them.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument, Invocation } from './invocation.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding, Scope } from '../scope.ts';
import type { Candidate, Formal } from './overloads.ts';
import type { Parameter } from './parameters.ts';
import type { Signature } from './explicit-arguments.ts';
import type { Substitution } from '../types/substitution.ts';
import { childIn } from '../../parse/node.ts';
import { isInLibrary, textOf, withoutTrace } from '../context.ts';
import { keep } from '../../base/memoize.ts';
import { constraintsHold, constraintsOf } from './constraints.ts';
import { fitsExplicit } from './explicit-arguments.ts';
import { instanceKey } from './instance-keys.ts';
import { isExact, isViable } from './overloads.ts';
import { bindPacks, elementWise, emptyPackOf, isPack, parametersFor } from './function-packs.ts';
import { parametersOf, parameterType } from './parameters.ts';
import { bindParameter, deduce, fallbackArgument, templateParameters } from './templates.ts';
import { isDeduced } from '../types/deduced.ts';
import { deducedFrom } from '../types/open-const.ts';
import { substitution, substitutionOf, worst } from '../types/substitution.ts';
import { returnType } from './returns.ts';

/**
 * A candidate with what it means for the arguments: `types` and `formals` of its parameters, `scope` with its template
 * arguments.
 */
export type Fitting = Readonly<{
  decl: FunctionDecl;
  scope: Scope;
  parameters: readonly Parameter[];
  types: readonly (CType | null)[];
  formals: readonly Formal[];
  typesWith: Candidate['typesWith'];
  /** Names the function with its template arguments. */
  instance: string;
  /** Whether neither substitution (`enable_if`), constraints nor the stated template arguments may take it out. */
  isCertain: boolean;
  constraints: Candidate['constraints'];
}>;

/** Null: it cannot be called with these arguments. `isPrototype`: declared without a body. */
export function fitOf(
  cx: Context,
  decl: FunctionDecl,
  args: readonly Argument[],
  how: Invocation,
  isPrototype = false,
): Fitting | null {
  const parameters = parametersFor(cx, decl, args.length);
  if (parameters === null) return null;
  const required = parameters.filter((parameter) => parameter.fallback === null).length;
  if (
    (childIn(decl.node, 'body') === null) !== isPrototype ||
    args.length < required ||
    args.length > parameters.length
  )
    return null;
  const explicit = fitsExplicit(cx, decl, how.explicit, (one) => signatureOf(cx, one, how.scope));
  const made = explicit === 'fails' ? null : bindingsOf(cx, decl, parameters, args, how);
  if (made === null) return null;
  const { bound } = made;
  const empty = emptyPackOf(cx, decl, parameters);
  if (empty !== null) bound.set(empty, { kind: 'pack', elements: [] });
  const unnamed: Scope = { names: bound, parent: how.scope };
  const types = typesOf(cx, decl, parameters, args, unnamed);
  const instance = instanceKey(cx, decl, { bound, parameters, types, args, around: how.scope });
  const scope: Scope = { ...unnamed, instance };
  const formals = parameters.map((parameter, k) => ({
    node: parameter.node,
    declarator: parameter.declarator,
    type: types[k] ?? null,
  }));
  for (const [k, arg] of args.entries()) {
    const formal = formals[k];
    if (formal === undefined || !isViable(cx, formal, arg)) return null;
    if (isInLibrary(decl.node) && isClass(formal.type, arg.type) && !isExact(cx, formal, arg)) return null;
  }
  const possible =
    decl.template === null
      ? 'fine'
      : inFileOf(cx, decl, scope, () =>
          worst([
            made.possible,
            ...signature(decl, parameters).map((node) =>
              substitution(cx, node, (name) => types[parameters.findIndex((one) => one.name === name)] ?? null),
            ),
          ]),
        );
  if (possible === 'fails') return null;
  const constraints = constraintsOf(cx, decl, parameters);
  const isMet =
    constraints.size === 0 ? 'fine' : inFileOf(cx, decl, scope, () => constraintsHold(cx, decl, parameters, types));
  if (isMet === 'fails') return null;
  const typesWith = (others: Map<string, Binding>): readonly (CType | null)[] =>
    withoutTrace(cx, () =>
      inFileOf(cx, decl, { names: others, parent: how.scope }, () =>
        parameters.map((parameter) => (parameter.element === undefined ? parameterType(cx, parameter) : null)),
      ),
    );
  return {
    decl,
    scope,
    parameters,
    types,
    formals,
    typesWith,
    instance,
    isCertain: possible === 'fine' && explicit === 'fits' && isMet === 'fine',
    constraints,
  };
}

/**
 * The types of the parameters for these arguments; of a function that is no template they do not depend on the
 * arguments.
 */
function typesOf(
  cx: Context,
  decl: FunctionDecl,
  parameters: readonly Parameter[],
  args: readonly Argument[],
  scope: Scope,
): readonly (CType | null)[] {
  const make = (): readonly (CType | null)[] =>
    inFileOf(cx, decl, scope, () =>
      parameters.map((parameter, k) =>
        elementWise(cx, parameter, () => parameterType(cx, parameter, args[k]?.type ?? null)),
      ),
    );
  const isPlain =
    decl.template === null && scope.parent === null && !parameters.some(({ node }) => isDeduced(cx, node));
  return isPlain ? keep(cx.signatures, decl.node, make) : make();
}

/** What of a function's type may name members of its template parameters. */
function signature(decl: FunctionDecl, parameters: readonly Parameter[]): readonly SyntaxNode[] {
  const trailing = decl.declarator.children.filter((child) => child.type === 'trailing_return_type');
  return [
    childIn(decl.node, 'type'),
    ...trailing,
    ...parameters.map((one) => (one.element === undefined ? childIn(one.node, 'type') : null)),
  ].filter((node) => node !== null);
}

/** Whether a conversion between the two would be one of a class: overloads of libraries are written for exact types. */
function isClass(parameter: CType | null, actual: CType | null): boolean {
  const wanted = parameter?.kind === 'reference' ? parameter.to : parameter;
  return actual !== null && (wanted?.kind === 'struct' || actual.kind === 'struct');
}

/** The types of a function as it is declared, without those of template parameters. */
function signatureOf(cx: Context, decl: FunctionDecl, scope: Scope | null): Signature {
  return inFileOf(cx, decl, { names: new Map(), parent: scope }, () => ({
    result: returnType(cx, decl),
    parameters: parametersOf(cx, decl.declarator).map((one) => ({
      node: one.node,
      declarator: one.declarator,
      type: parameterType(cx, one),
    })),
  }));
}

/** Runs with the names that the function itself sees. */
export function inFileOf<Made>(cx: Context, decl: FunctionDecl, scope: Scope, run: () => Made): Made {
  const outer = { scope: cx.scope, frame: cx.frame };
  cx.scope = scope;
  cx.frame = { ...cx.frame, path: decl.path, self: null, object: null };
  const made = run();
  cx.scope = outer.scope;
  cx.frame = outer.frame;
  return made;
}

function bindingsOf(
  cx: Context,
  decl: FunctionDecl,
  parameters: readonly Parameter[],
  args: readonly Argument[],
  how: Invocation,
): Readonly<{ bound: Map<string, Binding>; possible: Substitution }> | null {
  const templates = templateParameters(cx, decl.template);
  const bound = new Map<string, Binding>();
  for (const [k, parameter] of templates.entries()) {
    const given = how.explicit[k];
    if (given !== undefined && !isPack(parameter))
      bound.set(parameter.name, bindParameter(cx, parameter, given, bound));
  }
  for (const [k, arg] of args.entries()) {
    const parameter = parameters[k];
    if (parameter === undefined || parameter.element !== undefined || arg.type === null || templates.length === 0)
      continue;
    if (
      !deduce(
        cx,
        childIn(parameter.node, 'type'),
        parameter.declarator,
        deducedFrom(cx, parameter.node, parameter.declarator, arg.node, arg.type),
        templates,
        bound,
      )
    )
      return null;
  }
  if (!bindPacks(cx, { decl, templates, parameters, args, explicit: how.explicit }, bound)) return null;
  let possible: Substitution = 'fine';
  for (const parameter of templates) {
    if (bound.has(parameter.name)) continue;
    possible = worst([
      possible,
      inFileOf(cx, decl, { names: bound, parent: how.scope }, () => substitutionOf(cx, parameter, bound)),
    ]);
    if (possible === 'fails') return null;
    const fallback = fallbackArgument(cx, parameter, bound);
    if (fallback !== null) bound.set(parameter.name, bindParameter(cx, parameter, fallback, bound));
    else if (parameter.kind === 'value' || isNeverDeduced(cx, decl, parameter.name, args)) return null;
    else bound.set(parameter.name, { kind: 'type', type: { kind: 'opaque', text: parameter.name } });
  }
  return { bound, possible };
}

/**
 * Whether no argument can tell a type parameter that has no default [temp.deduct.general]: the parameters of the
 * function do not name it, or only those that braced lists are given for [temp.deduct.call]. Another declaration may
 * state a default.
 */
function isNeverDeduced(cx: Context, decl: FunctionDecl, name: string, args: readonly Argument[]): boolean {
  const list = childIn(decl.declarator, 'parameters');
  const isStated = (cx.unit.declared.prototypes.get(decl.name) ?? []).some((one) => one.template !== null);
  const named = new RegExp(`\\b${name}\\b`);
  return (
    name !== '' &&
    list !== null &&
    !isStated &&
    decl.name !== 'operator cast' &&
    (!named.test(textOf(cx, list)) ||
      parametersOf(cx, decl.declarator).every(({ node }, k) => {
        const text = textOf(cx, node);
        const isPlain = !/\.\.\.|\[|\binitializer_list\b/.test(text);
        return !named.test(text) || (isPlain && args[k]?.node.type === 'initializer_list');
      }))
  );
}
