/**
 * The types that a call or launch gives to the pack of a template, `Args... args`. Exact; null where it is none, or not
 * the last parameter.
 */
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import { childIn } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { pointerTo } from '../types/c-type.ts';
import { asDeduced } from '../types/open-const.ts';
import type { Binding } from '../scope.ts';
import { asElement, deduce } from '../calls/templates.ts';
import { packParametersOf, parametersOf, withoutDots } from '../calls/parameters.ts';

/** An element is null where its argument's type is not known. */
export function packDeduced(
  cx: Context,
  decl: FunctionDecl,
  parameter: TemplateParameter,
  types: readonly (CType | null)[],
): readonly (CType | null)[] | null {
  const [pack, second] = packParametersOf(decl.declarator);
  if (
    parameter.kind !== 'other' ||
    parameter.node.type !== 'variadic_type_parameter_declaration' ||
    pack === undefined ||
    second !== undefined
  )
    return null;
  const before = parametersOf(cx, decl.declarator);
  const type = childIn(pack, 'type');
  const declarator = childIn(pack, 'declarator');
  if (
    type === null ||
    declarator === null ||
    textOf(cx, type) !== parameter.name ||
    types.length < before.length ||
    before.some((one) => one.node.end > pack.start)
  )
    return null;
  return types.slice(before.length).map((one) => {
    const bound = new Map<string, Binding>();
    const actual = one === null ? null : asDeduced(one.kind === 'array' ? pointerTo(one.of) : one, pack, declarator);
    const isFit = actual !== null && deduce(cx, type, withoutDots(declarator), actual, [asElement(parameter)], bound);
    const made = isFit ? bound.get(parameter.name) : undefined;
    return made?.kind === 'type' ? made.type : null;
  });
}
