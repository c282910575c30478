/**
 * Arguments of a launch one by one, packs expanded: `k<<<g, b>>>(std::forward<A>(args)...)` in a function template gets what the call gives
 * that leads there. Exact; null where the pack is not followed, or may be changed on the way.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, declaredName, parametersOf, withoutCasts } from './declarator.ts';
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
  const name = packName(cx, childIn(expansion, 'pattern') ?? expansion);
  if (caller === null || name === null || caller.anchor.type !== 'call_expression') return null;
  let definition: SyntaxNode | undefined = expansion;
  while (definition !== undefined && definition.type !== 'function_definition') definition = definition.type === 'lambda_expression' ? undefined : names.parents.get(definition);
  const parameters = definition === undefined ? [] : parametersOf(definition);
  const last = parameters.at(-1);
  const declared = last?.type === 'variadic_parameter_declaration' ? declaredName(childIn(last, 'declarator')) : null;
  if (definition === undefined || declared === null || textOf(names.source, declared) !== name || !isOnlyLaunchedWith(names, definition, name)) return null;
  return expandedArguments(caller, namedChildren(childIn(caller.anchor, 'arguments') ?? caller.anchor).slice(parameters.length - 1));
}

/** `args` of `args` and of `std::forward<A>(args)`. */
function packName(cx: Evaluation, pattern: SyntaxNode): string | null {
  const bare = withoutCasts(pattern);
  if (bare.type === 'identifier') return textOf(cx.names.source, bare);
  const callee = bare.type === 'call_expression' ? calleeName(childIn(bare, 'function')) : null;
  const [only, second] = namedChildren(childIn(bare, 'arguments') ?? bare);
  const spelled = callee === null ? '' : textOf(cx.names.source, callee);
  const isForward = (handsOn(spelled) && !cx.names.functions.has(spelled)) || spelled === 'static_cast';
  return isForward && only?.type === 'identifier' && second === undefined ? textOf(cx.names.source, only) : null;
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
