/**
 * Arguments of a launch one by one, packs expanded: `k<<<g, b>>>(std::forward<A>(args)...)` in a function template gets what the call gives
 * that leads there. Exact; null where the pack is not followed.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
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
  if (declared === null || textOf(names.source, declared) !== name) return null;
  return expandedArguments(caller, namedChildren(childIn(caller.anchor, 'arguments') ?? caller.anchor).slice(parameters.length - 1));
}

/** `args` of `args` and of `std::forward<A>(args)`. */
function packName(cx: Evaluation, pattern: SyntaxNode): string | null {
  const bare = withoutCasts(pattern);
  if (bare.type === 'identifier') return textOf(cx.names.source, bare);
  const callee = bare.type === 'call_expression' ? calleeName(childIn(bare, 'function')) : null;
  const [only, second] = namedChildren(childIn(bare, 'arguments') ?? bare);
  const isForward = callee !== null && handsOn(textOf(cx.names.source, callee)) && !cx.names.functions.has(textOf(cx.names.source, callee));
  return isForward && only?.type === 'identifier' && second === undefined ? textOf(cx.names.source, only) : null;
}
