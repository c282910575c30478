/**
 * Functions as values: `reduce(v, plus<float>)`, `apply<silu><<<…>>>`, `constexpr op_t op = pick(0);`. A variable or
 * parameter of such a value that is never assigned *is* that function, and a call through it is a call of the function.
 * What else holds pointers to functions is in function-pointers.ts.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { FunctionValue, Slot } from '../expressions/value.ts';
import { childIn } from '../../parse/node.ts';
import { callArguments } from './arguments.ts';
import { textOf } from '../context.ts';
import { functionsBefore } from '../declared-before.ts';
import { hasWord, splitName, visible } from '../file-scope.ts';
import { isHiddenByUsing } from '../namesakes.ts';
import { innermostScope } from '../names.ts';
import { methodsOf } from '../classes/structs.ts';
import { isExplicitSpecialization } from './explicit-arguments.ts';
import { parametersOf } from './parameters.ts';
import { templateArguments } from './templates.ts';

/**
 * The function that a name denotes; null where it denotes none, or overloads, of which the type that is wanted chooses
 * one [over.over].
 */
export function functionValue(cx: Context, node: SyntaxNode): FunctionValue | null {
  const split = splitName(node, (inner) => textOf(cx, inner));
  const scopeNode = innermostScope(node);
  const owner = scopeNode === null ? null : cx.rules.type(cx, scopeNode);
  const isMember = owner?.kind === 'struct' && owner.struct.body !== null;
  const decls = isMember
    ? methodsOf(cx, owner.struct, split.name).decls.filter((decl) => hasWord(decl.node, 'static'))
    : freeFunctions(cx, node, split);
  const defined = decls.filter((decl) => childIn(decl.node, 'body') !== null);
  const primary = defined.filter((decl) => !isExplicitSpecialization(decl));
  const count = (decl: FunctionDecl): number => parametersOf(cx, decl.declarator).length;
  const [first] = defined;
  if (
    first === undefined ||
    primary.length > 1 ||
    decls.some((decl) => count(decl) !== count(first)) ||
    decls.some((decl) => decl.isKernel)
  )
    return null;
  const explicit = split.arguments === null ? [] : templateArguments(cx, split.arguments);
  return {
    kind: 'function',
    name: textOf(cx, node),
    decls,
    explicit,
    scope: isMember ? owner.struct.body.scope : null,
  };
}

function freeFunctions(
  cx: Context,
  node: SyntaxNode,
  split: Readonly<{ name: string; scopes: readonly string[] }>,
): readonly FunctionDecl[] {
  const { functions, prototypes } = cx.unit.declared;
  const all = visible(
    [...(functions.get(split.name) ?? []), ...(prototypes.get(split.name) ?? [])],
    split.scopes,
    cx.frame.path,
  ).filter((decl) => decl.path.at(-1) !== split.name);
  const before = functionsBefore(cx, all, node, split.scopes.length > 0, () => []);
  return split.scopes.length === 0 && isHiddenByUsing(cx, before) ? [] : before;
}

/** Calls the function; null, with effects that are to be dropped, where none of its declarations fits. */
export function callFunctionValue(
  cx: Context,
  { decls, explicit, scope }: FunctionValue,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Slot | null {
  return cx.rules.invoke(cx, decls, callArguments(cx, args), node, { self: null, explicit, scope });
}
