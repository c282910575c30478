/**
 * Which instance of a function a call means: the function, with what its own template parameters and those of the
 * classes and functions around it are (C++ [temp.inst]). Each instance has `__shared__` and `static` variables of its
 * own, and two calls of one instance share them. Where types here are not told apart as in C++ (`long` and `long long`,
 * what is not declared), the key says so.
 *
 * Example: the instances of `get` of `template <class T> struct Box { static T *get() { __shared__ T data[32]; return
 * data; } };`.
 */
import type { Context } from '../context.ts';
import type { Scope, Binding } from '../scope.ts';
import type { CType, TemplateArgument } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { FunctionValue, Slot } from '../expressions/value.ts';
import type { Argument } from './invocation.ts';
import type { Parameter } from './parameters.ts';
import { printType } from '../../base/ctype.ts';
import { printExpr } from '../../base/expr-print.ts';
import { typeOf } from '../../base/expr-build.ts';
import { childIn } from '../../parse/node.ts';
import { isConstantExpr } from '../expressions/constants.ts';
import { textOf } from '../context.ts';
import { mentions } from '../kept.ts';
import { asParameters } from './templates.ts';
import { withDefaults } from './specializations.ts';
import { classOfScope } from '../classes/structs.ts';
import { scalar, typeKey } from '../types/c-type.ts';
import { deducedFrom, isOpenConst } from '../types/open-const.ts';
import { mayDiffer } from '../types/type-traits.ts';
import { isDeduced } from '../types/deduced.ts';

/** Stands in a key before what may be one thing or another, which has the same text. */
const open = '?';
/** Stands in a key before what may be the same as something with another text: what follows tells nothing. */
const unknown = '~';
const anything = `${open}${unknown}`;

/** Whether another instance may have the same key. */
export const mayBeSeveral = (instance: string): boolean => instance.includes(open);

/** Whether two keys that differ may be those of one instance. */
export function mayBeOne(a: string, b: string): boolean {
  if (![a, b].some((one) => one.includes(open) || one.includes(unknown))) return false;
  const plain = (key: string): string => key.replaceAll(/\?|\bconst |\bvolatile /g, '');
  const [own, other] = [plain(a), plain(b)];
  const ends = [own, other].map((one) => one.indexOf(unknown)).filter((end) => end >= 0);
  if (ends.length === 0) return own === other;
  const end = Math.min(...ends);
  return own.slice(0, end) === other.slice(0, end);
}

type Called = Readonly<{
  bound: ReadonlyMap<string, Binding>;
  parameters: readonly Parameter[];
  types: readonly (CType | null)[];
  args: readonly Argument[];
  around: Scope | null;
}>;

/** Text that names the instance of a function that a call means. It begins with where the function stands. */
export function instanceKey(
  cx: Context,
  decl: FunctionDecl,
  { bound, parameters, types, args, around }: Called,
): string {
  const closures = new Map(
    parameters.map((parameter, k) => [
      textOf(cx, childIn(parameter.node, 'type') ?? parameter.node),
      closureKey(cx, args[k]),
    ]),
  );
  const isAuto = decl.template !== null && /\bauto\b/.test(textOf(cx, decl.template));
  const own = [...bound].map(
    ([name, binding]) =>
      closures.get(name) ??
      (isLeftOpen(name, binding) ? anything : isAuto && mayBeOfSeveralTypes(cx, binding) ? open : '') +
        bindingText(cx, binding),
  );
  // a parameter `auto` is a template parameter without a name [dcl.fct]
  const deduced = parameters.flatMap((parameter, k) => {
    const arg = args[k];
    const isReference = /reference_declarator$/.test(parameter.declarator?.type ?? '');
    if (isReference && bound.has(textOf(cx, childIn(parameter.node, 'type') ?? parameter.node)))
      return [kindOf(cx, parameter, arg)];
    if (!isDeduced(cx, parameter.node)) return [];
    const given =
      arg === undefined || arg.type === null
        ? (types[k] ?? null)
        : deducedFrom(cx, parameter.node, parameter.declarator, arg.node, arg.type);
    return [
      closureKey(cx, arg) ??
        (given === null
          ? anything
          : `${isReference ? `${open}${kindOf(cx, parameter, arg)} ` : ''}${typeText(cx, given)}`),
    ];
  });
  return `${decl.node.start} ${[...own, ...deduced].join(', ')}${environmentKey(cx, around)}`;
}

/**
 * Of `T &&`, whether T is a reference: it is for a variable, and not for a number or for the name of one
 * [temp.deduct.call].
 */
function kindOf(cx: Context, { declarator }: Parameter, arg: Argument | undefined): string {
  if (declarator === null || !textOf(cx, declarator).startsWith('&&')) return '';
  if (arg?.node.type === 'number_literal') return 'value';
  const isVariable =
    arg?.slot !== undefined && arg.slot !== null && arg.slot.kind !== 'value' && arg.slot.kind !== 'unknown';
  return isVariable && (arg.node.type === 'identifier' || arg.node.type === 'subscript_expression')
    ? 'lvalue'
    : anything;
}

/** Of a parameter `template <auto V>`: numbers do not say of which enumeration they are. */
const mayBeOfSeveralTypes = (cx: Context, binding: Binding): boolean =>
  binding.kind === 'slot' &&
  binding.slot.kind === 'value' &&
  binding.slot.value.kind === 'scalar' &&
  (mayDiffer(cx, scalar(typeOf(binding.slot.value.expr))) || mentions(cx.unit, /\benum\b/));

/** A type parameter that nothing gave a type. An undeclared type that is given by one name is one type. */
const isLeftOpen = (name: string, binding: Binding): boolean =>
  binding.kind === 'type' && binding.type.kind === 'opaque' && binding.type.text === name;

/**
 * What the templates around a place are given: of classes, and of the functions whose lambdas and local classes stand
 * there.
 */
function environmentKey(cx: Context, around: Scope | null): string {
  let made = '';
  for (let at = around; at !== null; at = at.parent) {
    const struct = classOfScope(at);
    if (struct?.template !== undefined && struct.template !== null && struct.template.arguments.length > 0)
      made += ` in ${struct.body?.node.start ?? ''} ${struct.template.arguments.map((one) => argumentText(cx, one)).join(', ')}`;
    if (at.instance !== undefined) return `${made} in ${at.instance}`;
  }
  return made;
}

/** A lambda that is passed, with the instance in which it stands: its type is its own [expr.prim.lambda.closure]. */
function closureKey(cx: Context, arg: Argument | undefined): string | null {
  const slot = arg?.slot ?? null;
  if (slot?.kind === 'value' && slot.value.kind === 'lambda')
    return `lambda ${slot.value.node.start} ${instanceAround(slot.value.scope)}`;
  return arg?.node.type === 'lambda_expression' ? `lambda ${arg.node.start} ${instanceAround(cx.scope)}` : null;
}

function instanceAround(scope: Scope): string {
  for (let at: Scope | null = scope; at !== null; at = at.parent) if (at.instance !== undefined) return at.instance;
  return '';
}

/** Text that names what the parameters of a template are. */
export const bindingsKey = (cx: Context, bound: ReadonlyMap<string, Binding>): string =>
  [...bound].map(([name, binding]) => (isLeftOpen(name, binding) ? anything : bindingText(cx, binding))).join(', ');

function bindingText(cx: Context, binding: Binding): string {
  switch (binding.kind) {
    case 'type':
      return typeText(cx, binding.type);
    case 'pack':
      return `{${binding.elements.map((one) => bindingText(cx, one)).join(', ')}}`;
    case 'slot':
      return slotText(cx, binding.slot);
  }
}

function slotText(cx: Context, slot: Slot): string {
  if (slot.kind !== 'value') return anything;
  if (slot.value.kind === 'function') return argumentText(cx, { kind: 'function', value: slot.value });
  return slot.value.kind === 'scalar' ? argumentText(cx, { kind: 'value', value: slot.value.expr }) : anything;
}

function argumentText(cx: Context, argument: TemplateArgument): string {
  switch (argument.kind) {
    case 'type':
      return typeText(cx, argument.type);
    case 'value':
      return `${isConstantExpr(argument.value) ? '' : unknown}${printExpr(argument.value)} of ${printType(typeOf(argument.value))}`;
    case 'function':
      return functionText(cx, argument.value);
  }
}

/** Which declarations of it there are depends on the place; that with a body is one. */
function functionText(cx: Context, { decls, explicit, scope }: FunctionValue): string {
  const [first, ...others] = decls.filter(({ node }) => childIn(node, 'body') !== null);
  if (first === undefined || others.length > 0) return anything;
  const given = asParameters(cx, first.template, withDefaults(cx, first.template, explicit));
  return `${first.node.start}${given.map((one) => ` ${argumentText(cx, one)}`).join('')}${environmentKey(cx, scope)}`;
}

function typeText(cx: Context, type: CType): string {
  return `${mayDiffer(cx, type) || isOpenConst(type) ? open : ''}${shapeText(cx, type)}`;
}

function shapeText(cx: Context, type: CType): string {
  switch (type.kind) {
    case 'pointer':
      return `${type.isConst ? 'const ' : ''}${type.volatile ? 'volatile ' : ''}${shapeText(cx, type.to)}*`;
    case 'reference':
      return `${type.isConst ? 'const ' : ''}${shapeText(cx, type.to)}&`;
    case 'array':
      return `${shapeText(cx, type.of)}[${type.extent ?? anything}]`;
    case 'struct':
    case 'void':
    case 'scalar':
    case 'opaque':
      return typeKey(type);
  }
}
