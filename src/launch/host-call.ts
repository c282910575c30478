/** Functions of the file whose calls are followed: what they return, and what calls give to their parameters. Exact. */
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Binding, Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import {
  calleeName,
  declaredName,
  parametersOf,
  qualifierOf,
  templateParameterName,
  templateParametersOf,
} from './declarator.ts';
import { evaluationWith, goesOn } from './evaluation.ts';
import { hostTypeOf, spelledType } from './host-type.ts';
import { converted, hostType } from './host-value.ts';
import { blockOf, membersFrom, namespaceOf, targetsSeen } from './namespaces.ts';
import { isOfLibrary } from './own-functions.ts';
import { placeOf } from './qualified.ts';
import { lookup } from './lookup.ts';
import { memoized } from '../base/memoize.ts';

/** The one function of the file that a name means; null: there are several, or prototypes of others. */
export function onlyDefinition(names: HostNames, name: string): SyntaxNode | null {
  const [definition, second] = names.functions.get(name) ?? [];
  return definition === undefined || second !== undefined || isOverloaded(names, definition, name) ? null : definition;
}

/** Evaluates the `return` at the end of a function of the file that has no other, with its parameters bound. */
export function called<Value>(
  cx: Evaluation,
  call: SyntaxNode,
  name: string,
  of: (inner: Evaluation, result: SyntaxNode) => Value | null,
  typedResult: (cx: Evaluation, definition: SyntaxNode, value: Value | null) => Value | null,
): Value | null | 'no such function' {
  if (!cx.names.functions.has(name)) return 'no such function';
  const definition = onlyDefinition(cx.names, name);
  const body = definition === null ? [] : namedChildren(childIn(definition, 'body') ?? definition);
  // what stands behind it is not reached
  const statements = body.slice(0, body.findIndex((one) => one.type === 'return_statement') + 1);
  const last = statements.at(-1);
  const result = last?.type === 'return_statement' ? namedChildren(last)[0] : undefined;
  if (
    definition === null ||
    last === undefined ||
    result === undefined ||
    !goesOn(cx) ||
    statements.slice(0, -1).some(hasReturn)
  )
    return null;
  const bindings = bindingsOf(cx, definition, call);
  const value = typedResult(
    cx,
    definition,
    of(
      evaluationWith(cx, {
        bindings,
        frame: `${cx.frame}${call.start}/`,
        anchor: last,
        depth: cx.depth + 1,
        turns: new Map(),
      }),
      result,
    ),
  );
  if (value !== null) cx.uses.push(cx.names.source.spanOf(definition.start, definition.end));
  return value;
}

/** What `of` finds in the result of a call that means one function of the text; null: it does not for certain. */
export function resultOf<Value>(
  cx: Evaluation,
  call: SyntaxNode,
  of: (inner: Evaluation, result: SyntaxNode) => Value | null,
): Value | null {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  const found =
    callee === null || !mayBeOwn(cx, call, callee, spelled)
      ? null
      : called(cx, call, spelled, of, (_cx, _definition, value) => value);
  return found === 'no such function' ? null : found;
}

/** What `of` finds in each result that the one function of the text which a call means may return; null: not known. */
export function resultsOf<Value>(
  cx: Evaluation,
  call: SyntaxNode,
  of: (inner: Evaluation, result: SyntaxNode) => Value,
): readonly Value[] | null {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  const spelled = name === null ? '' : textOf(cx.names.source, name);
  if (callee === null || !mayBeOwn(cx, call, callee, spelled) || !goesOn(cx)) return null;
  const definition = onlyDefinition(cx.names, spelled);
  const returns = definition === null ? null : returnsIn(childIn(definition, 'body') ?? definition);
  if (definition === null || returns === null || returns.length > mostReturns) return null;
  const bindings = bindingsOf(cx, definition, call);
  cx.uses.push(cx.names.source.spanOf(definition.start, definition.end));
  return returns.map(({ statement, result }) => {
    const frame = `${cx.frame}${call.start}/`;
    return of(
      evaluationWith(cx, { bindings, frame, anchor: statement, depth: cx.depth + 1, turns: new Map() }),
      result,
    );
  });
}

const mostReturns = 64;

/** All `return` statements of a function's body with what they return; null where one returns nothing. */
function returnsIn(node: SyntaxNode): readonly Readonly<{ statement: SyntaxNode; result: SyntaxNode }>[] | null {
  if (node.type === 'lambda_expression') return [];
  if (node.type === 'goto_statement') return null;
  if (node.type === 'return_statement') {
    const [result] = namedChildren(node);
    return result === undefined ? null : [{ statement: node, result }];
  }
  const inner = node.children.map(returnsIn);
  return inner.includes(null) ? null : inner.flatMap((one) => one ?? []);
}

/** Inside of a function that a call of the text calls, with its parameters bound. */
export const insideCall = (cx: Evaluation, definition: SyntaxNode, call: SyntaxNode): Evaluation =>
  evaluationWith(cx, {
    bindings: bindingsOf(cx, definition, call),
    frame: `${cx.frame}${call.start}/`,
    anchor: definition,
    depth: cx.depth + 1,
  });

/** Whether a prototype of the name takes something else, and so declares another function. */
function isOverloaded(names: HostNames, definition: SyntaxNode, name: string): boolean {
  const own = declaredName(childIn(definition, 'declarator'));
  const declarators = (names.declarations.get(name) ?? []).flatMap(({ kind, node }) => {
    const declarator = kind === 'other' ? declaratorAround(names, node) : undefined;
    return declarator === undefined ? [] : [{ node, types: parameterTypes(names, declarator) }];
  });
  const meant = declarators.find(({ node }) => node === own);
  return meant !== undefined && declarators.some(({ types }) => types !== meant.types);
}

export function declaratorAround(names: HostNames, node: SyntaxNode): SyntaxNode | undefined {
  let parent = names.parents.get(node);
  while (parent?.type === 'qualified_identifier') parent = names.parents.get(parent);
  return parent?.type === 'function_declarator' ? parent : undefined;
}

/** The types of a function's parameters as they are written. */
export function parameterTypes(names: HostNames, declarator: SyntaxNode): string {
  return namedChildren(childIn(declarator, 'parameters') ?? declarator)
    .map((parameter) => {
      const name = declaredName(childIn(parameter, 'declarator'));
      const end = childIn(parameter, 'default_value')?.start ?? parameter.end;
      const text =
        name === null
          ? names.source.text.slice(parameter.start, end)
          : `${names.source.text.slice(parameter.start, name.start)}${names.source.text.slice(name.end, end)}`;
      return text.replace(/=\s*$/, '').replace(/\s+/g, '');
    })
    .join();
}

const hasReturn = (node: SyntaxNode): boolean =>
  node.type === 'return_statement' || node.type === 'goto_statement' || node.children.some(hasReturn);

/**
 * Whether a call of this name means what the file defines under it: methods by the class of their object, nothing of
 * `std::`.
 */
export function mayBeOwn(cx: Evaluation, call: SyntaxNode, callee: SyntaxNode, name: string): boolean {
  const [definition] = cx.names.functions.get(name) ?? [];
  if (definition === undefined || isVirtual(cx.names, definition)) return false;
  const owner = ownerOf(cx, definition);
  if (callee.type === 'field_expression') {
    const object = childIn(callee, 'argument');
    const type = object === null ? null : hostTypeOf(cx.names, object);
    return owner !== null && type !== null && type.replace(/[ *<].*$/s, '') === owner;
  }
  if (callee.type === 'qualified_identifier')
    return !isOfLibrary(cx.names, callee) && isQualifiedBy(cx, definition, callee, owner);
  const inside = enclosing(cx, call);
  return owner === null ? isVisible(cx.names, definition, callee, name) : inside === owner;
}

/** Whether the namespace or class before `::` is the one that the definition belongs to. */
function isQualifiedBy(cx: Evaluation, definition: SyntaxNode, callee: SyntaxNode, owner: string | null): boolean {
  const place = placeOf(cx.names, callee);
  if (place?.kind !== 'namespace') return place?.kind === 'class' && place.type === owner;
  return owner === null && membersFrom(cx.names, place.path, callee).includes(namespaceOf(cx.names, definition));
}

/**
 * Whether a function outside of classes is found by its name alone: in a namespace around, or one that `using` names.
 */
function isVisible(names: HostNames, definition: SyntaxNode, callee: SyntaxNode, name: string): boolean {
  const path = namespaceOf(names, definition);
  const isUsed = (): boolean =>
    names.usings.some((using) => textOf(names.source, calleeName(using.name) ?? using.name) === name);
  return (
    path === '' ||
    blockOf(names, path, callee) !== null ||
    targetsSeen(names, callee).some(({ target }) => target === path) ||
    isUsed()
  );
}

/** The class that a function is a method of. */
function ownerOf(cx: Evaluation, definition: SyntaxNode): string | null {
  const qualifier = qualifierOf(definition);
  if (qualifier !== null)
    return cx.names.types.structs.has(textOf(cx.names.source, qualifier)) ? textOf(cx.names.source, qualifier) : null;
  const body = cx.names.parents.get(definition);
  const owner = body?.type === 'field_declaration_list' ? cx.names.parents.get(body) : undefined;
  const name = owner === undefined ? null : childIn(owner, 'name');
  return owner === undefined ? null : name === null ? '' : textOf(cx.names.source, name);
}

function enclosing(cx: Evaluation, node: SyntaxNode): string | null {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = cx.names.parents.get(at)) {
    if (at.type === 'function_definition') return ownerOf(cx, at);
  }
  return null;
}

/** What a call gives to the parameters of a function; defaults where it gives nothing. */
export function bindingsOf(
  cx: Evaluation,
  definition: SyntaxNode,
  call: SyntaxNode,
): ReadonlyMap<Declaration, Binding> {
  const { ordinary, ofTemplate } = boundIn(definition, cx.names);
  const args = ordinary.length === 0 ? [] : namedChildren(childIn(call, 'arguments') ?? call);
  const written = ofTemplate.length === 0 ? [] : templateArgumentsOf(childIn(call, 'function'));
  const bindings = new Map<Declaration, Binding>();
  const bind = ({ declaration, isPack }: Bound, given: SyntaxNode | null): void => {
    if (declaration !== null) bindings.set(declaration, isPack || given === null ? null : { node: given, cx });
  };
  ordinary.forEach((bound, k) => {
    bind(bound, args[k] ?? defaultOf(cx.names, definition, k));
  });
  ofTemplate.forEach((bound, k) => {
    bind(bound, written[k] ?? bound.otherwise);
  });
  return bindings;
}

/**
 * A parameter that calls give a value: what declares it (null: nothing names it), and the default of a template
 * parameter.
 */
type Bound = Readonly<{ declaration: Declaration | null; isPack: boolean; otherwise: SyntaxNode | null }>;

/** The parameters of a function and of its template, in order. */
const boundIn = memoized(
  (
    definition: SyntaxNode,
    names: HostNames,
  ): Readonly<{ ordinary: readonly Bound[]; ofTemplate: readonly Bound[] }> => {
    const template = names.parents.get(definition);
    return {
      ordinary: parametersOf(definition).map((parameter) => {
        const node = declaredName(childIn(parameter, 'declarator'));
        return {
          declaration: node === null ? null : lookup(names, textOf(names.source, node), node),
          isPack: isPack(parameter),
          otherwise: null,
        };
      }),
      ofTemplate:
        template?.type !== 'template_declaration'
          ? []
          : templateParametersOf(template).map((parameter) => {
              const name = templateParameterName(parameter);
              const declaration =
                name === null
                  ? undefined
                  : (names.declarations.get(textOf(names.source, name)) ?? []).find((each) => each.scope === template);
              return {
                declaration: declaration ?? null,
                isPack: isPack(parameter),
                otherwise: childIn(parameter, 'default_value') ?? childIn(parameter, 'default_type'),
              };
            }),
    };
  },
);

/** A pack stands for several arguments, which no one value says. */
const isPack = (parameter: SyntaxNode): boolean => parameter.type.startsWith('variadic_');

/**
 * The default argument of a parameter, which the definition or an earlier declaration gives it; null: none, or several
 * are declared under the name.
 */
function defaultOf(names: HostNames, definition: SyntaxNode, position: number): SyntaxNode | null {
  const [value, second] = defaultsDeclared(names, definition, position);
  return second === undefined ? (value ?? null) : null;
}

/**
 * The default arguments that the declarations of a function's name give a parameter: those of its overloads among them.
 */
export function defaultsDeclared(names: HostNames, definition: SyntaxNode, position: number): readonly SyntaxNode[] {
  const name = declaredName(childIn(definition, 'declarator'));
  const declarators = (name === null ? [] : (names.declarations.get(textOf(names.source, name)) ?? [])).flatMap(
    ({ kind, node }) => (kind === 'other' ? (declaratorAround(names, node) ?? []) : []),
  );
  const others = declarators.map(
    (declarator) => namedChildren(childIn(declarator, 'parameters') ?? declarator)[position],
  );
  return [
    ...new Set(
      [parametersOf(definition)[position], ...others].flatMap((parameter) =>
        parameter === undefined ? [] : (childIn(parameter, 'default_value') ?? []),
      ),
    ),
  ];
}

export function templateArgumentsOf(callee: SyntaxNode | null): readonly SyntaxNode[] {
  for (let at = callee; at !== null; at = childIn(at, 'name') ?? childIn(at, 'field')) {
    const list = /^template_(?:function|method)$/.test(at.type) ? childIn(at, 'arguments') : null;
    if (list !== null) return namedChildren(list);
  }
  return [];
}

/** The type that a function says that it returns: `unsigned char` of `auto f() -> unsigned char`. */
export function returnedTypeOf(definition: SyntaxNode): SyntaxNode | null {
  const trailing = childIn(definition, 'declarator')?.children.find((child) => child.type === 'trailing_return_type');
  return trailing === undefined ? childIn(definition, 'type') : (namedChildren(trailing)[0] ?? trailing);
}

export function convertedTo(cx: Evaluation, value: Expr | null, type: SyntaxNode | null): Expr | null {
  const to = type === null ? null : scalarNamed(cx, type);
  return value === null || to === null ? null : converted(to, value);
}

/** The scalar type that a type's node names, through aliases. */
function scalarNamed(cx: Evaluation, type: SyntaxNode): ScalarType | null {
  const spelled = spelledType(cx.names, type);
  return spelled === null ? null : hostType(spelled);
}

/** Whether another class may define the method differently. */
export function isVirtual(names: HostNames, definition: SyntaxNode): boolean {
  return /\bvirtual\b|\)\s*(?:const\s*)?(?:noexcept\s*)?override\b/.test(
    names.source.text.slice(definition.start, childIn(definition, 'body')?.start ?? definition.start),
  );
}
