/**
 * What kernels leave in memory of the device for the launches behind them, in a program that is run (run.ts). Which
 * numbers these are is not followed: who may have stored there is, until all of it is set anew. Flags and counters that
 * the next launch takes to hold 0 may not do so then.
 * Example: of two launches of a kernel that sets `*flag` to 1, the second one begins with what the first one has left.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { HostNames } from '../host-names.ts';
import type { Launched, Passed, Run } from './state.ts';
import type { Block, Place } from './memory.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf } from '../declarator.ts';
import { constantOf } from '../host-value.ts';

/**
 * A kernel that stores nothing but 0 there sets it: that it does so everywhere is taken for granted, as that flags hold
 * 0 is.
 */
export function leave(run: Run, block: Block, kernel: SyntaxNode | null, args: readonly Passed[]): void {
  const ways = args.flatMap(({ value, object }, k) =>
    leads(value, block) || (object !== null && holds(object.block, block)) ? [k] : [],
  );
  const isSeen = block.symbol !== null && (kernel === null || mentions(run.names, block.symbol, kernel));
  if (ways.length === 0 && !isSeen && !run.seen.some((other) => other !== block && holds(other, block))) return;
  const parameters = kernel === null ? [] : parametersOf(kernel);
  const names = ways.map((k) => {
    const parameter = parameters[k];
    return parameter === undefined ? null : declaredName(childIn(parameter, 'declarator'));
  });
  const texts = [
    ...names.map((name) => (name === null ? null : textOf(run.names.source, name))),
    ...(block.symbol !== null && isSeen ? [block.symbol] : []),
  ];
  const isReset = kernel !== null && texts.every((text) => text !== null && storesOnlyZero(run.names, kernel, text));
  block.by = isReset ? new Set() : new Set([...block.by, kernel]);
  if (isReset) block.isFilled = false;
}

export const leads = (value: Passed['value'], block: Block): boolean =>
  value.kind === 'pointer' && value.to?.block === block;
export const holds = (holder: Block, block: Block): boolean =>
  [...holder.cells.values()].some(({ value }) => leads(value, block));

/** Whether the kernel, or a function of the device that it may call, names the variable. */
function mentions(names: HostNames, symbol: string, kernel: SyntaxNode): boolean {
  const isNamed = (node: SyntaxNode): boolean => new RegExp(`\\b${symbol}\\b`).test(textOf(names.source, node));
  return (
    isNamed(kernel) ||
    [...names.functions.values()]
      .flat()
      .some((one) => one !== kernel && !/^[^{;]*\b__global__\b/.test(textOf(names.source, one)) && isNamed(one))
  );
}

/** Whether all that the kernel does with what bears the name is to store 0 in it: `flag[i] = 0`. */
function storesOnlyZero({ source }: HostNames, kernel: SyntaxNode, name: string): boolean {
  const body = childIn(kernel, 'body');
  let [uses, resets] = [0, 0];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'identifier' && textOf(source, node) === name) uses++;
    if (node.type === 'assignment_expression' && isReset(node)) resets++;
    for (const child of node.children) visit(child);
  };
  const isReset = (node: SyntaxNode): boolean => {
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    const target =
      left?.type === 'subscript_expression' || left?.type === 'pointer_expression' ? childIn(left, 'argument') : left;
    const isPlain =
      node.children.some(({ type }) => type === '=') &&
      target?.type === 'identifier' &&
      textOf(source, target) === name;
    return isPlain && right?.type === 'number_literal' && /^0[uUlL]*$/.test(textOf(source, right));
  };
  if (body !== null) visit(body);
  return body !== null && uses > 0 && uses === resets;
}

/**
 * What an array does not hold 0 for, when the launch begins: what launches of the same kernel have left there (`own`),
 * or something else. Null: nothing says so.
 */
export function foundIn(to: Place, { kernel, memory, left }: Launched): 'own' | 'other' | null {
  const cells = [...(memory.get(to.block) ?? [])].filter(([at]) => at >= to.at);
  const isSet = cells.some(([, { value }]) => {
    const own = value.kind === 'number' ? constantOf(value.expr) : null;
    return own !== null && Number(own) !== 0;
  });
  const { by, isFilled } = left.get(to.block) ?? { by: new Set(), isFilled: false };
  if (isSet || isFilled) return 'other';
  // what is stored there since has taken the place of what was left
  const covered = cells.reduce((sum, [, { size }]) => sum + size, 0);
  if (by.size === 0 || (to.block.bytes !== null && covered >= to.block.bytes)) return null;
  return kernel !== null && [...by].every((one) => one === kernel) ? 'own' : 'other';
}

/** The elements of an array of which it is known what they hold when the launch begins. */
export function elementsAt(to: Place, bytes: number, { memory }: Launched): readonly (readonly [number, bigint])[] {
  return [...(memory.get(to.block) ?? [])].flatMap(([at, { value, size }]): readonly (readonly [number, bigint])[] => {
    const own = value.kind === 'number' && size === bytes && at >= to.at ? constantOf(value.expr) : null;
    return typeof own === 'bigint' ? [[(at - to.at) / bytes, own]] : [];
  });
}
