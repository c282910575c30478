/**
 * Operators of the program's own that a collective is given: `cg::reduce(tile, x, [](S a, S b) { … })`. How often and
 * for which values the library calls one is left open, so that the result is any value; what it does besides giving a
 * value is looked for by lowering one call. Exact in that an operator said to be pure has no effect at all.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot } from '../expressions/value.ts';
import { textOf } from '../context.ts';
import { splitName, visible } from '../file-scope.ts';
import { lookUp } from '../scope.ts';
import { lambdaDecl } from '../classes/lambdas.ts';
import { objectOf } from '../memory/places.ts';
import { memberFunctions, valueArgument } from '../expressions/operators.ts';
import { withoutEffects } from '../calls/purity.ts';
import { templateArguments } from '../calls/templates.ts';
import { typeOfSlot, unknownOf } from '../expressions/value.ts';
import { messages } from '../wording.ts';

/** Whether what combines two values of that type is known, and touches nothing but variables of its own. */
export function isPureOperator(cx: Context, operator: SyntaxNode, type: CType, node: SyntaxNode): boolean {
  const args = [0, 1].map(() => valueArgument(unknownOf(messages.chosenOperand, type), operator));
  const found = withoutEffects(cx, () => called(cx, operator, args, node));
  return found !== null && found.made !== null;
}

/** One call of a function, lambda or function object; null where it is none that is known. */
function called(cx: Context, operator: SyntaxNode, args: readonly Argument[], node: SyntaxNode): Slot | null {
  const { name, scopes, arguments: list } = splitName(operator, (inner) => textOf(cx, inner));
  const isLocal = scopes.length === 0 && lookUp(cx.scope, name) !== null;
  const isNamed = /identifier$|^template_function$/.test(operator.type);
  const functions =
    isNamed && !isLocal ? visible(cx.unit.declared.functions.get(name) ?? [], scopes, cx.frame.path) : [];
  if (functions.length > 0)
    return cx.rules.invoke(cx, functions, args, node, {
      self: null,
      explicit: list === null ? [] : templateArguments(cx, list),
      scope: null,
    });
  const object = objectOf(cx, operator);
  if (object.kind === 'value' && object.value.kind === 'lambda') {
    const { value } = object;
    return cx.rules.invoke(cx, [lambdaDecl(value)], args, node, { self: value.self, explicit: [], scope: value.scope });
  }
  const type = typeOfSlot(object);
  if (type?.kind !== 'struct' || type.struct.body === null) return null;
  const { decls, self, scope } = memberFunctions(cx, object, type.struct, 'operator()', node);
  return cx.rules.invoke(cx, decls, args, node, { self, explicit: [], scope });
}
