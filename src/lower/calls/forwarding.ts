/**
 * Forwarding references: `template <class T> void f(T &&x)` called with an lvalue of type `int` makes `T` an `int &`
 * (C++ [temp.deduct.call]). Deduction here makes it an `int`, which is the same as long as `T` is used for `T &&x`,
 * `forward<T>` and traits that take the reference off. Over-approximating: where it is used for more, the call is not
 * followed.
 *
 * Example: in `template <class T> int f(T &&x) { T y = x; y = 0; return x; }`, `y` may be `x`.
 */
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Formal } from './overloads.ts';
import { childIn } from '../../parse/node.ts';
import { isInLibrary, textOf } from '../context.ts';
import { mentions } from '../kept.ts';
import { templateParameters } from './templates.ts';
import { isPack } from './function-packs.ts';

/**
 * Whether a template parameter that is deduced from an lvalue is used for what tells a reference from what it refers
 * to.
 */
export function tellsReferences(
  cx: Context,
  decl: FunctionDecl,
  formals: readonly Formal[],
  args: readonly Argument[],
  stated: number,
): boolean {
  if (decl.template === null || isInLibrary(decl.node)) return false;
  const deduced = templateParameters(cx, decl.template).filter(
    (one, k) => isPack(one) || (k >= stated && one.kind === 'type'),
  );
  return formals.some((formal, k) => {
    const arg = args[k];
    const type = childIn(formal.node, 'type');
    const name = type === null ? '' : textOf(cx, type);
    const isForwarding =
      formal.declarator?.children.some((child) => child.type === '&&') === true &&
      /reference_declarator$/.test(formal.declarator.type);
    return (
      isForwarding &&
      arg !== undefined &&
      deduced.some((one) => one.name === name) &&
      mayBeLvalue(cx, arg) &&
      usesReferences(cx, decl, name)
    );
  });
}

/** Whether the template or its body uses the parameter for what tells a reference from what it refers to. */
export function usesReferences(cx: Context, decl: FunctionDecl, name: string): boolean {
  const harmless = [
    `(?:class|typename)\\s*(?:\\.\\.\\.)?\\s*${name}\\b`,
    `${name}\\s*&&\\s*(?:\\.\\.\\.)?\\s*(?:\\w+|(?=[,)]))`,
    `sizeof\\s*\\.\\.\\.\\s*\\(\\s*${name}\\s*\\)`,
    `(?:forward|remove_reference|remove_reference_t|remove_cvref|remove_cvref_t|decay|decay_t)\\s*<\\s*${name}\\s*(?:&&\\s*)?>`,
    'common_type(?:_t)?\\s*<\\s*\\w+\\s*,\\s*\\w+\\s*>',
    `static_cast\\s*<\\s*${name}\\s*&&\\s*>`,
  ];
  const text = `${decl.template === null ? '' : textOf(cx, decl.template)} ${textOf(cx, decl.node)}`;
  return new RegExp(`\\b${name}\\b`).test(text.replace(new RegExp(`\\b(?:${harmless.join('|')})`, 'g'), ' '));
}

function mayBeLvalue(cx: Context, arg: Argument): boolean {
  if (arg.slot !== null || arg.type === null) return arg.node.type !== 'lambda_expression';
  if (/literal|^true$|^false$|^null|sizeof/.test(arg.node.type)) return false;
  const isPlain =
    (arg.type.kind === 'scalar' || arg.type.kind === 'pointer') &&
    /^(?:binary|unary|cast)_expression$/.test(arg.node.type);
  return !isPlain || mentions(cx.unit, /\boperator\b/);
}
