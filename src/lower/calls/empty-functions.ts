/**
 * Calls of functions that take any arguments by reference and have an empty body, as programs write them to mark variables as used: only
 * the arguments are evaluated, and no lvalue among them is read. Exact.
 *
 * Example: `template <class... Args> __device__ void unused(Args &&...) {}`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Slot } from '../expressions/value.ts';
import { childIn, isBroken, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { callArguments } from './arguments.ts';
import { voidValue } from '../expressions/value.ts';

/** Null, without effects, unless the name means one such function and nothing else. */
export function emptyCall(cx: Context, name: string, args: readonly SyntaxNode[]): Slot | null {
  const { functions, prototypes } = cx.unit.declared;
  const [only, ...others] = functions.get(name) ?? [];
  if (only === undefined || others.length > 0 || prototypes.has(name) || !doesNothing(cx, only)) return null;
  if (args.some(({ type }) => type === 'initializer_list' || type === 'parameter_pack_expansion')) return null;
  for (const arg of callArguments(cx, args)) if (arg.slot === null) arg.value();
  return { kind: 'value', value: voidValue, type: { kind: 'void' } };
}

function doesNothing(cx: Context, { node, declarator, isKernel }: FunctionDecl): boolean {
  const [type, body, parameters] = [childIn(node, 'type'), childIn(node, 'body'), childIn(declarator, 'parameters')];
  if (isKernel || isBroken(node) || type === null || textOf(cx, type) !== 'void' || body?.type !== 'compound_statement' || parameters === null) return false;
  return namedChildren(body).length === 0 && namedChildren(parameters).every(({ type: kind, children }) => kind.endsWith('parameter_declaration') && children.some((child) => child.type.endsWith('reference_declarator')));
}
