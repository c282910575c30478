/**
 * Calls of an operator that a program gives to a library's primitive, `BlockReduce(storage).Reduce(x, op)`: how often
 * and for which values is not documented, so that one with effects is called any number of times for any values.
 * Over-approximating.
 */

/**
 * The statements that stand for the calls of the parameter `Op op`, on values of the first parameter's type; none where
 * there is no such parameter.
 */
export function operatorCalls(parameters: string): string {
  const name = /\bOp (\w+)/.exec(parameters)?.[1];
  const type = /^(?:Flag \(&flags\)\[N\], (?:Flag \(&tails\)\[N\], )?)?([TK])\b/.exec(parameters)?.[1];
  if (name === undefined || type === undefined) return '';
  const call = `${name}(__sw_any<${type}>(), __sw_any<${type}>())`;
  return `if constexpr (__sw_acts(${call})) while (__sw_any<bool>()) ${call}; `;
}
