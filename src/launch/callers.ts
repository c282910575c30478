/**
 * How host code gets to a place: the chains of calls within the file that lead to the function around it, so that
 * parameters can be followed to what callers give. Over-approximating: null where a call may be missed, as of functions
 * whose address is taken.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { handedOnWith } from './constructions.ts';
import { calleeName, declaredName, parametersOf } from './declarator.ts';
import { evaluationWith } from './evaluation.ts';
import { bindingsOf, defaultsDeclared, isVirtual } from './host-call.ts';
import { libraryCallee } from './library-callee.ts';
import { callsArgument } from './library-calls.ts';
import { isOfNamespace, lookup } from './lookup.ts';
import { isOfLibrary } from './own-functions.ts';

/**
 * Chains that are told apart. Where there are more, whoever calls the places that are farthest away is taken as any.
 */
const maxChains = 64;
const maxLength = 6;

/** One evaluation per chain of calls to the place where `open` stands; [`open`] where callers are not all known. */
export const callChains = (open: Evaluation): readonly Evaluation[] =>
  evaluationsOf(waysTo(open.names, open.anchor), open);

/**
 * The same of the calls of lambdas alone, which no other file can make: who calls the function around them is left
 * open.
 */
export const lambdaChains = (open: Evaluation): readonly Evaluation[] =>
  evaluationsOf(
    waysTo(open.names, open.anchor, ({ type }) => type === 'lambda_expression'),
    open,
  );

/** A function, whose calls lead to a place in it, each with the ways to that call; null: callers are not told apart. */
type Ways = Readonly<{
  definition: SyntaxNode;
  calls: readonly Readonly<{ call: SyntaxNode; from: { ways: Ways | null } }>[];
}>;

/** The nearest callers first, so that many of one function leave some for all others. */
function waysTo(
  names: HostNames,
  place: SyntaxNode,
  isFollowed: (definition: SyntaxNode) => boolean = () => true,
): Ways | null {
  const root: { ways: Ways | null } = { ways: null };
  let chains = 1;
  const pending: Readonly<{ at: { ways: Ways | null }; place: SyntaxNode; on: ReadonlySet<SyntaxNode> }>[] = [
    { at: root, place, on: new Set() },
  ];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { at, on } = next;
    const definition = enclosingFunction(names, next.place);
    if (definition === null || !isFollowed(definition) || on.has(definition) || on.size >= maxLength) continue;
    const calls =
      definition.type === 'lambda_expression' ? callsOfLambda(definition, names) : callsOf(definition, names);
    if (calls === null || calls.length === 0 || chains - 1 + calls.length > maxChains) continue;
    chains += calls.length - 1;
    const ways = calls.map((call) => ({ call, from: { ways: null } }));
    at.ways = { definition, calls: ways };
    pending.push(...ways.map(({ call, from }) => ({ at: from, place: call, on: new Set([...on, definition]) })));
  }
  return root.ways;
}

function evaluationsOf(ways: Ways | null, cx: Evaluation): readonly Evaluation[] {
  if (ways === null) return [cx];
  const { definition, calls } = ways;
  return calls.flatMap(({ call, from }) => {
    const open = evaluationWith(cx, {
      anchor: call,
      frame: `${cx.frame}${call.start}<`,
      caller: null,
      spent: { steps: 0 },
    });
    return evaluationsOf(from.ways, open).map((caller) => {
      // a lambda also sees the parameters of the function around it
      const bindings = new Map([
        ...(definition.type === 'lambda_expression' ? caller.bindings : []),
        ...bindingsOf(caller, definition, call),
      ]);
      return evaluationWith(cx, { frame: `${caller.frame}>`, bindings, caller, spent: { steps: 0 } });
    });
  });
}

/**
 * The function around a place, or the lambda of which all calls are seen; the body of another counts as its function's.
 */
function enclosingFunction(names: HostNames, node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = names.parents.get(at)) {
    if (at.type === 'function_definition' || (at.type === 'lambda_expression' && callsOfLambda(at, names) !== null))
      return at;
  }
  return null;
}

/**
 * The calls of a lambda where it is written, or by the variable that it is the value of; null where there may be
 * others.
 */
const callsOfLambda = memoized((lambda: SyntaxNode, names: HostNames): readonly SyntaxNode[] | null => {
  const parent = names.parents.get(lambda);
  if (parent?.type === 'call_expression' && lambda.field === 'function') return [parent];
  const name = parent?.type === 'init_declarator' ? childIn(parent, 'declarator') : null;
  const declaration = name?.type === 'identifier' ? lookup(names, textOf(names.source, name), name) : null;
  if (
    declaration === null ||
    declaration.kind !== 'variable' ||
    declaration.typeText !== 'auto' ||
    declaration.isStatic ||
    isOfNamespace(declaration)
  )
    return null;
  const uses = (names.identifiers.get(declaration.name) ?? []).filter(
    (use) => use !== name && lookup(names, declaration.name, use) === declaration,
  );
  const calls = uses.map((use) => callAt(names, use));
  const isSeen = calls.every(
    (call) => call !== null && childIn(call, 'function')?.type === 'identifier' && accepts(names, lambda, call),
  );
  return isSeen && calls.length > 0 ? calls.filter((call) => call !== null) : null;
});

/** The calls of a function in the file; null where there may be others than can be seen. */
const callsOf = memoized((definition: SyntaxNode, names: HostNames): readonly SyntaxNode[] | null => {
  const name = declaredName(childIn(definition, 'declarator'));
  if (name === null || isVirtual(names, definition)) return null;
  const spelled = textOf(names.source, name);
  // objects are made in places that do not show a call: `L l{d, 64}`, a conversion for a parameter,
  // `std::make_unique<L>(d, 64)`
  if (names.types.structs.has(spelled)) return null;
  const others = (names.functions.get(spelled) ?? []).filter((other) => other !== definition);
  const calls: SyntaxNode[] = [];
  for (const use of names.identifiers.get(spelled) ?? []) {
    if (use === name || others.some((other) => declaredName(childIn(other, 'declarator')) === use)) continue;
    const call = callAt(names, use);
    if (call === null && !isPrototype(names, use)) return null;
    if (call === null || !accepts(names, definition, call)) continue;
    if (others.some((other) => accepts(names, other, call))) return null;
    calls.push(call);
  }
  return calls;
});

/** The call whose function the name is: `f(…)`, `f<4>(…)`, `x.f(…)`, `N::f(…)`. */
function callAt(names: HostNames, use: SyntaxNode): SyntaxNode | null {
  let at = use;
  for (let parent = names.parents.get(at); parent !== undefined; parent = names.parents.get(at)) {
    if (parent.type === 'call_expression')
      return at.field === 'function' &&
        calleeName(at) === use &&
        !parent.children.some((child) => child.type === 'kernel_call_syntax')
        ? parent
        : null;
    if (
      !/^(?:template_function|template_method|qualified_identifier|field_expression|parenthesized_expression)$/.test(
        parent.type,
      )
    )
      return null;
    at = parent;
  }
  return null;
}

/** Whether the name stands in a declarator: of a prototype, or of something else with the same name. */
function isPrototype(names: HostNames, use: SyntaxNode): boolean {
  const parent = names.parents.get(use);
  return use.field === 'declarator' || (parent?.type === 'qualified_identifier' && parent.field === 'declarator');
}

/**
 * The arguments of every call that may be of a function: by its name, through any pointer if its address is taken, and
 * of functions that it is handed to with what follows it (`std::thread(f, a, b)`). Null: its calls do not show its name
 * (an operator), or a function of a library calls it with what it takes from elsewhere (`std::apply(f, t)`).
 */
export const givenTo = ({ names }: Evaluation, definition: SyntaxNode): readonly (readonly SyntaxNode[])[] | null =>
  allGivenTo(definition, names);

const allGivenTo = memoized((definition: SyntaxNode, names: HostNames): readonly (readonly SyntaxNode[])[] | null => {
  const name = declaredName(childIn(definition, 'declarator'));
  if (name === null) return null;
  const spelled = textOf(names.source, name);
  const given: (readonly SyntaxNode[])[] = [];
  let isTaken = isVirtual(names, definition);
  for (const use of names.identifiers.get(spelled) ?? []) {
    const call = callAt(names, use);
    if (call !== null && accepts(names, definition, call))
      given.push(namedChildren(childIn(call, 'arguments') ?? call));
    if (call !== null || use.field === 'declarator' || isPrototype(names, use)) continue;
    if (isCalledByLibrary(names, use, parametersOf(definition).length)) return null;
    isTaken = true;
  }
  given.push(...handedOnWith(names, spelled).filter((args) => args.length >= parametersOf(definition).length));
  return isTaken ? [...given, ...throughPointers(names, definition)] : given;
});

/** Whether a call is of a function of a library that may call what it is given. */
const isCaller = (names: HostNames, call: SyntaxNode): boolean => {
  const name = libraryCallee(names, call);
  return name !== null && (isOfLibrary(names, childIn(call, 'function')) || callsArgument(name));
};

/** Whether a function of a library is handed the function, without as many arguments behind it as it takes. */
function isCalledByLibrary(names: HostNames, use: SyntaxNode, parameters: number): boolean {
  let at = use;
  for (let parent = names.parents.get(at); parent !== undefined; at = parent, parent = names.parents.get(at)) {
    if (parent.type === 'argument_list') {
      const call = names.parents.get(parent);
      const args = namedChildren(parent);
      return (
        call?.type === 'call_expression' && isCaller(names, call) && args.length - 1 - args.indexOf(at) < parameters
      );
    }
    if (
      !/^(?:pointer_expression|cast_expression|parenthesized_expression|qualified_identifier|template_function)$/.test(
        parent.type,
      )
    )
      return false;
  }
  return false;
}

function throughPointers(names: HostNames, definition: SyntaxNode): readonly (readonly SyntaxNode[])[] {
  return names.calls.flatMap((call) => {
    const callee = calleeName(childIn(call, 'function'));
    const isNamed =
      callee !== null &&
      (names.functions.has(textOf(names.source, callee)) || !names.declarations.has(textOf(names.source, callee)));
    return isNamed ||
      !accepts(names, definition, call) ||
      call.children.some((child) => child.type === 'kernel_call_syntax')
      ? []
      : [namedChildren(childIn(call, 'arguments') ?? call)];
  });
}

function accepts(names: HostNames, definition: SyntaxNode, call: SyntaxNode): boolean {
  const given = namedChildren(childIn(call, 'arguments') ?? call).length;
  const parameters = parametersOf(definition);
  const needed = parameters.filter(
    (parameter, k) =>
      parameter.type === 'parameter_declaration' && !defaultsDeclared(names, definition, k).some(Boolean),
  ).length;
  return (
    given >= needed && (given <= parameters.length || parameters.at(-1)?.type === 'variadic_parameter_declaration')
  );
}
