/**
 * Constructor templates that may copy an object of their class: `template <class T> S(T &&)` and `S(T &)` fit an object
 * that is not `const` better than `S(const S &)` [over.match.best], unless substitution takes them out for the class
 * itself [temp.deduct]: a constraint that `S` does not fulfil. Over-approximating: what is not decided counts as one
 * that may copy.
 *
 * Example: `template <class C, class = std::enable_if_t<!IsSpan<C>::value>> Span(C &)` never copies a `Span`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Binding } from '../scope.ts';
import type { CType, StructType } from '../types/c-type.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { inFileOf } from '../calls/fitting.ts';
import { usesReferences } from '../calls/forwarding.ts';
import { bindParameter, fallbackArgument, templateParameters } from '../calls/templates.ts';
import { substitutionOf } from '../types/substitution.ts';

/** Whether the constructor may be what copies an object of the class. */
export function mayCopy(cx: Context, struct: StructType, decl: FunctionDecl): boolean {
  const name = anyReference(cx, decl);
  return name !== null && !isTakenOut(cx, struct, decl, name);
}

/** The template parameter that the first parameter is a reference to, not to `const`. */
function anyReference(cx: Context, decl: FunctionDecl): string | null {
  const first = decl.template === null ? undefined : firstParameter(decl);
  const type = first === undefined ? null : childIn(first, 'type');
  const text = first === undefined ? '' : textOf(cx, first);
  if (type === null || !text.includes('&') || /\bconst\b/.test(text)) return null;
  return templateParameters(cx, decl.template).find(({ name }) => name === textOf(cx, type))?.name ?? null;
}

function firstParameter(decl: FunctionDecl): SyntaxNode | undefined {
  const list = childIn(decl.declarator, 'parameters');
  return list === null ? undefined : namedChildren(list).find((child) => child.type.endsWith('parameter_declaration'));
}

/**
 * Whether the template's other parameters cannot be bound with the class for that one. It stands for the class without
 * `const`: of a `const` object a plain copy constructor fits as well, and goes before a template. `T &&` binds `T` to a
 * reference: its constraints must not tell.
 */
function isTakenOut(cx: Context, struct: StructType, decl: FunctionDecl, name: string): boolean {
  const isForwarding = textOf(cx, firstParameter(decl) ?? decl.node).includes('&&');
  if (isForwarding && usesReferences(cx, decl, name)) return false;
  const own: CType = { kind: 'struct', struct };
  const bound = new Map<string, Binding>([[name, { kind: 'type', type: own }]]);
  return inFileOf(cx, decl, { names: bound, parent: struct.body?.scope ?? null }, () =>
    templateParameters(cx, decl.template).some((parameter) => {
      if (bound.has(parameter.name)) return false;
      if (substitutionOf(cx, parameter, bound) === 'fails') return true;
      const fallback = fallbackArgument(cx, parameter, bound);
      bound.set(
        parameter.name,
        fallback === null
          ? { kind: 'type', type: { kind: 'opaque', text: parameter.name } }
          : bindParameter(cx, parameter, fallback, bound),
      );
      return false;
    }),
  );
}
