/**
 * How host code gets to a place: the chains of calls within the file that lead to the function around it, so that parameters can be
 * followed to what callers give. Over-approximating: null where a call may be missed, as of functions whose address is taken.
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

/** Chains that are told apart. Where there are more, those of the calls with the most are taken as one. */
const maxChains = 24;
const maxLength = 6;
/** Calls that are looked at on the way. */
const maxCalls = 400;

/** One evaluation per chain of calls to the place where `open` stands; [`open`] where callers are not all known. */
export function callChains(open: Evaluation): readonly Evaluation[] {
  const chains = chainsTo(open, new Set(), { calls: 0 });
  return chains.length === 0 ? [open] : chains;
}

function chainsTo(cx: Evaluation, on: ReadonlySet<SyntaxNode>, spent: { calls: number }): readonly Evaluation[] {
  const definition = enclosingFunction(cx.names, cx.anchor);
  if (definition === null || on.has(definition) || on.size >= maxLength) return [cx];
  const isLambda = definition.type === 'lambda_expression';
  const calls = isLambda ? callsOfLambda(definition, cx.names) : callsOf(cx.names, definition);
  if (calls === null || calls.length === 0 || calls.length > maxChains || spent.calls > maxCalls) return [cx];
  spent.calls += calls.length;
  const inside = new Set([...on, definition]);
  const ways = calls.map((call) => {
    const open = evaluationWith(cx, { anchor: call, frame: `${cx.frame}${call.start}<`, caller: null, spent: { steps: 0 } });
    return { call, open, callers: chainsTo(open, inside, spent) };
  });
  return fewest(ways).flatMap(({ call, callers }) => callers.map((caller) => {
    // a lambda also sees the parameters of the function around it
    const bindings = new Map([...(isLambda ? caller.bindings : []), ...bindingsOf(caller, definition, call)]);
    return evaluationWith(cx, { frame: `${caller.frame}>`, bindings, caller, spent: { steps: 0 } });
  }));
}

type Way = Readonly<{ call: SyntaxNode; /** whoever calls the function around the call */ open: Evaluation; callers: readonly Evaluation[] }>;

/** No more chains than are told apart: the callers of the calls with the most of them are taken as any. */
function fewest(ways: readonly Way[]): readonly Way[] {
  const left = [...ways];
  let count = left.reduce((sum, { callers }) => sum + callers.length, 0);
  while (count > maxChains) {
    const most = left.reduce((best, { callers }, k) => (callers.length > (left[best]?.callers.length ?? 0) ? k : best), 0);
    const way = left[most];
    if (way === undefined || way.callers.length <= 1) return left;
    count -= way.callers.length - 1;
    left[most] = { ...way, callers: [way.open] };
  }
  return left;
}

/** The function around a place, or the lambda of which all calls are seen; the body of another counts as its function's. */
function enclosingFunction(names: HostNames, node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = names.parents.get(at)) {
    if (at.type === 'function_definition' || (at.type === 'lambda_expression' && callsOfLambda(at, names) !== null)) return at;
  }
  return null;
}

/** The calls of a lambda where it is written, or by the variable that it is the value of; null where there may be others. */
const callsOfLambda = memoized((lambda: SyntaxNode, names: HostNames): readonly SyntaxNode[] | null => {
  const parent = names.parents.get(lambda);
  if (parent?.type === 'call_expression' && lambda.field === 'function') return [parent];
  const name = parent?.type === 'init_declarator' ? childIn(parent, 'declarator') : null;
  const declaration = name?.type === 'identifier' ? lookup(names, textOf(names.source, name), name) : null;
  if (declaration === null || declaration.kind !== 'variable' || declaration.typeText !== 'auto' || declaration.isStatic || isOfNamespace(declaration)) return null;
  const uses = (names.identifiers.get(declaration.name) ?? []).filter((use) => use !== name && lookup(names, declaration.name, use) === declaration);
  const calls = uses.map((use) => callAt(names, use));
  const isSeen = calls.every((call) => call !== null && childIn(call, 'function')?.type === 'identifier' && accepts(names, lambda, call));
  return isSeen && calls.length > 0 ? calls.filter((call) => call !== null) : null;
});

/** The calls of a function in the file; null where there may be others than can be seen. */
function callsOf(names: HostNames, definition: SyntaxNode): readonly SyntaxNode[] | null {
  const name = declaredName(childIn(definition, 'declarator'));
  if (name === null || isVirtual(names, definition)) return null;
  const spelled = textOf(names.source, name);
  // objects are made in places that do not show a call: `L l{d, 64}`, a conversion for a parameter, `std::make_unique<L>(d, 64)`
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
}

/** The call whose function the name is: `f(…)`, `f<4>(…)`, `x.f(…)`, `N::f(…)`. */
function callAt(names: HostNames, use: SyntaxNode): SyntaxNode | null {
  let at = use;
  for (let parent = names.parents.get(at); parent !== undefined; parent = names.parents.get(at)) {
    if (parent.type === 'call_expression') return at.field === 'function' && calleeName(at) === use && !parent.children.some((child) => child.type === 'kernel_call_syntax') ? parent : null;
    if (!/^(?:template_function|template_method|qualified_identifier|field_expression|parenthesized_expression)$/.test(parent.type)) return null;
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
 * The arguments of every call that may be of a function: by its name, through any pointer if its address is taken, and of functions that
 * it is handed to with what follows it (`std::thread(f, a, b)`). Null: its calls do not show its name (an operator), or a function of a library
 * calls it with what it takes from elsewhere (`std::apply(f, t)`).
 */
export const givenTo = ({ names }: Evaluation, definition: SyntaxNode): readonly (readonly SyntaxNode[])[] | null => allGivenTo(definition, names);

const allGivenTo = memoized((definition: SyntaxNode, names: HostNames): readonly (readonly SyntaxNode[])[] | null => {
  const name = declaredName(childIn(definition, 'declarator'));
  if (name === null) return null;
  const spelled = textOf(names.source, name);
  const given: (readonly SyntaxNode[])[] = [];
  let isTaken = isVirtual(names, definition);
  for (const use of names.identifiers.get(spelled) ?? []) {
    const call = callAt(names, use);
    if (call !== null && accepts(names, definition, call)) given.push(namedChildren(childIn(call, 'arguments') ?? call));
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
      return call?.type === 'call_expression' && isCaller(names, call) && args.length - 1 - args.indexOf(at) < parameters;
    }
    if (!/^(?:pointer_expression|cast_expression|parenthesized_expression|qualified_identifier|template_function)$/.test(parent.type)) return false;
  }
  return false;
}

function throughPointers(names: HostNames, definition: SyntaxNode): readonly (readonly SyntaxNode[])[] {
  return names.calls.flatMap((call) => {
    const callee = calleeName(childIn(call, 'function'));
    const isNamed = callee !== null && (names.functions.has(textOf(names.source, callee)) || !names.declarations.has(textOf(names.source, callee)));
    return isNamed || !accepts(names, definition, call) || call.children.some((child) => child.type === 'kernel_call_syntax') ? [] : [namedChildren(childIn(call, 'arguments') ?? call)];
  });
}

function accepts(names: HostNames, definition: SyntaxNode, call: SyntaxNode): boolean {
  const given = namedChildren(childIn(call, 'arguments') ?? call).length;
  const parameters = parametersOf(definition);
  const needed = parameters.filter((parameter, k) => parameter.type === 'parameter_declaration' && !defaultsDeclared(names, definition, k).some(Boolean)).length;
  return given >= needed && (given <= parameters.length || parameters.at(-1)?.type === 'variadic_parameter_declaration');
}
