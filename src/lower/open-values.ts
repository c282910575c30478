/**
 * Template parameters of a kernel that are left open, and values for which the file has specializations: `S<op>` is
 * another class where `op` is 3. Such a kernel is lowered once for each of these values and once for all others, which
 * together is the template: nothing is left out.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Context } from './context.ts';
import { binary, cast, int, typeOf, variable } from '../base/expr-build.ts';
import { spanOf } from './context.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * `value`: null where the name that is `written` has no declaration here, such as an enumerator of a header that is
 * missing: it stays open what it is.
 */
export type OpenValue = Readonly<{ written: string; value: bigint | null }>;

/** Values of open parameters, by the parameters' names. */
export type OpenValues = ReadonlyMap<string, readonly OpenValue[]>;

/** `others`: values that the instance is not for; `named`: names without a declaration that parameters are. */
export type OpenParameters = Readonly<{ others: OpenValues; named: ReadonlyMap<string, string> }>;

export const nothingOpen: OpenParameters = { others: new Map(), named: new Map() };

/** Values of one template that get an instance each; with more, which specialization is meant stays unclear. */
export const maxOpenValues = 6;

const isSame = (a: OpenValue, b: OpenValue): boolean =>
  a.value === b.value && (a.value !== null || a.written === b.written);

/**
 * The open parameter that an expression is the value of, or null. A conversion that loses bits is none: it may give the
 * value to what is another.
 */
function openParameter(cx: Context, expr: Expr): string | null {
  if (expr.kind === 'cast') return keepsApart(typeOf(expr.operand), expr.to) ? openParameter(cx, expr.operand) : null;
  const param = expr.kind === 'var' ? cx.params.find((one) => one.kind === 'scalar' && one.id === expr.id) : undefined;
  return param !== undefined && cx.symbolic.has(param.name) ? param.name : null;
}

const keepsApart = (from: ScalarType, to: ScalarType): boolean =>
  to.kind === 'int' && (from.kind === 'bool' || (from.kind === 'int' && from.bits <= to.bits));

/** Whether an open parameter is the value in this instance. */
export function hasOpenValue(cx: Context, given: Expr, value: OpenValue): 'yes' | 'no' | 'unclear' {
  const name = openParameter(cx, given);
  if (name === null) return 'unclear';
  const own = cx.facts.open.named.get(name);
  if (value.value === null && own !== undefined) return own === value.written ? 'yes' : 'no';
  return cx.facts.open.others.get(name)?.some((one) => isSame(one, value)) === true ? 'no' : 'unclear';
}

/** Notes that what is meant depends on whether the parameter has the value. */
export function tellApart(cx: Context, given: Expr, value: OpenValue): void {
  const name = openParameter(cx, given);
  const known = name === null ? [] : (cx.facts.asked.get(name) ?? []);
  if (name !== null && !known.some((one) => isSame(one, value))) cx.facts.asked.set(name, [...known, value]);
}

/** What an instance for all other values may count on. */
export function assumeOthers(cx: Context, node: SyntaxNode): void {
  for (const param of cx.params) {
    if (param.kind !== 'scalar') continue;
    for (const { written, value } of cx.facts.open.others.get(param.name) ?? []) {
      if (value === null) continue;
      const condition = binary('!=', variable(param.id, param.type), cast(param.type, int(value)));
      cx.assumptions.push({
        condition,
        text: fill(messages.otherInstance, { name: param.name, written }),
        span: spanOf(cx, node),
      });
    }
  }
}
