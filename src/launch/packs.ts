/**
 * Arguments of a launch one by one, packs expanded: `k<<<g, b>>>(std::forward<A>(args)...)` in a function template gets what the call gives
 * that leads there. Exact; null where the pack is not followed, or may be changed on the way.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, parametersOf, templateParameterName, templateParametersOf } from './declarator.ts';
import { handsOn } from './library-calls.ts';

/** An argument, and where it is read. */
export type GivenArgument = Readonly<{ node: SyntaxNode; cx: Evaluation }>;

export function expandedArguments(cx: Evaluation, nodes: readonly SyntaxNode[]): readonly GivenArgument[] | null {
  const found: GivenArgument[] = [];
  for (const node of nodes) {
    const given = node.type === 'parameter_pack_expansion' ? packGiven(cx, node) : [{ node, cx }];
    if (given === null) return null;
    found.push(...given);
  }
  return found;
}

function packGiven(cx: Evaluation, expansion: SyntaxNode): readonly GivenArgument[] | null {
  const { caller, names } = cx;
  if (caller === null || caller.anchor.type !== 'call_expression') return null;
  let definition: SyntaxNode | undefined = expansion;
  while (definition !== undefined && definition.type !== 'function_definition') definition = definition.type === 'lambda_expression' ? undefined : names.parents.get(definition);
  const parameters = definition === undefined ? [] : parametersOf(definition);
  const last = parameters.at(-1);
  const declared = last?.type === 'variadic_parameter_declaration' ? declaredName(childIn(last, 'declarator')) : null;
  const type = last === undefined ? null : childIn(last, 'type');
  if (definition === undefined || declared === null || type === null) return null;
  const name = textOf(names.source, declared);
  const own = textOf(names.source, type);
  if (!isPackItself(cx, childIn(expansion, 'pattern') ?? expansion, name, own) || isStated(cx, definition, caller.anchor, own) || !isOnlyLaunchedWith(names, definition, name)) return null;
  return expandedArguments(caller, namedChildren(childIn(caller.anchor, 'arguments') ?? caller.anchor).slice(parameters.length - 1));
}

/** `args`, `std::forward<A>(args)` and `static_cast<A &&>(args)`; other casts make other values. */
function isPackItself(cx: Evaluation, pattern: SyntaxNode, name: string, type: string): boolean {
  const { source } = cx.names;
  if (pattern.type === 'identifier') return textOf(source, pattern) === name;
  const callee = pattern.type === 'call_expression' ? childIn(pattern, 'function') : null;
  const called = callee === null ? null : calleeName(callee);
  const [only, second] = namedChildren(childIn(pattern, 'arguments') ?? pattern);
  if (callee === null || called === null || only?.type !== 'identifier' || second !== undefined || textOf(source, only) !== name) return false;
  const spelled = textOf(source, called);
  const isForward = handsOn(spelled) && !cx.names.functions.has(spelled);
  return isForward || textOf(source, callee).replace(/\s+/g, '') === `static_cast<${type}&&>`;
}

/** Whether a call says what the pack's types are, to which the arguments are converted then. */
function isStated({ names }: Evaluation, definition: SyntaxNode, call: SyntaxNode, type: string): boolean {
  const template = names.parents.get(definition);
  const parameters = template?.type === 'template_declaration' ? templateParametersOf(template) : [];
  const place = parameters.findIndex((parameter) => { const name = templateParameterName(parameter); return name !== null && textOf(names.source, name) === type; });
  const called = calledTemplate(childIn(call, 'function'));
  return place < 0 || (called !== null && namedChildren(childIn(called, 'arguments') ?? called).length > place);
}

/** `f<int>` of `N::f<int>(x)`, or null. */
function calledTemplate(callee: SyntaxNode | null): SyntaxNode | null {
  if (callee === null || /^template_(?:function|method)$/.test(callee.type)) return callee;
  return calledTemplate(namedChildren(callee).at(-1) ?? null);
}

/** What is known of the file. */
type Index = Pick<HostNames, 'source' | 'parents' | 'functions'>;

/**
 * Whether all that a function template does with its pack is to launch kernels with it, which take their arguments by value, to hand it on to
 * another one of which this holds, and to count it.
 */
export function isOnlyLaunchedWith(index: Index, definition: SyntaxNode, pack: string, depth = 0): boolean {
  const walk = (at: SyntaxNode): boolean => {
    if (at.type === 'identifier' && textOf(index.source, at) === pack) return isCounted(index, at);
    return (at.type === 'parameter_pack_expansion' && isLaunchArgument(index, at, depth)) || at.children.every(walk);
  };
  return depth < 4 && walk(childIn(definition, 'body') ?? definition);
}

const launchesWithValues = /^(?:cudaLaunchKernelEx|hipLaunchKernelEx|hipLaunchKernelGGL)$/;

/** `sizeof...(args)` */
const isCounted = ({ source, parents }: Index, node: SyntaxNode): boolean => /^sizeof\s*\.\.\./.test(textOf(source, parents.get(parents.get(node) ?? node) ?? node));

function isLaunchArgument(index: Index, node: SyntaxNode, depth: number): boolean {
  const list = index.parents.get(node);
  const call = list?.type === 'argument_list' ? index.parents.get(list) : undefined;
  if (list === undefined || call?.type !== 'call_expression') return false;
  const callee = calleeName(childIn(call, 'function'));
  const spelled = callee === null ? '' : textOf(index.source, callee);
  const definitions = index.functions.get(spelled) ?? [];
  if (call.children.some((child) => child.type === 'kernel_call_syntax') || launchesWithValues.test(spelled)) return true;
  const at = namedChildren(list).indexOf(node);
  return definitions.length > 0 && definitions.every((each) => {
    const parameters = parametersOf(each);
    const last = parameters.at(-1);
    const own = last?.type === 'variadic_parameter_declaration' && at === parameters.length - 1 ? declaredName(childIn(last, 'declarator')) : null;
    return own !== null && isOnlyLaunchedWith(index, each, textOf(index.source, own), depth + 1);
  });
}
