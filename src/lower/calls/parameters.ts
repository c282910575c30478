/** The formal parameters of a function as they are declared: names, default arguments, types. Exact. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { FunctionDecl } from '../file-scope.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { declaredName } from '../file-scope.ts';
import { keep } from '../../base/memoize.ts';
import { pointerTo } from '../types/c-type.ts';
import { declared, declaredType, qualifiersOf } from '../types/types.ts';

/** `element`: it is one of those that a pack stands for (function-packs.ts). */
export type Parameter = Readonly<{
  node: SyntaxNode;
  declarator: SyntaxNode | null;
  name: string;
  fallback: SyntaxNode | null;
  element?: Readonly<{ pack: string; at: number }>;
}>;

/** The formal parameters of a function; `(void)` has none. */
export function parametersOf(cx: Context, declarator: SyntaxNode): readonly Parameter[] {
  return keep(cx.unit.kept.parameters, declarator, () => parametersIn(cx, declarator));
}

function parametersIn(cx: Context, declarator: SyntaxNode): readonly Parameter[] {
  const list =
    childIn(declarator, 'parameters') ??
    declarator.children.flatMap((child) => child.children).find((child) => child.type === 'parameter_list') ??
    null;
  if (list === null) return [];
  return namedChildren(list).flatMap((node): Parameter[] => {
    if (node.type !== 'parameter_declaration' && node.type !== 'optional_parameter_declaration') return [];
    const own = childIn(node, 'declarator');
    const type = childIn(node, 'type');
    if (own === null && type !== null && textOf(cx, type) === 'void') return [];
    const name = own === null ? null : declaredName(own);
    return [
      {
        node,
        declarator: own,
        name: name === null ? '' : textOf(cx, name).trim(),
        fallback: childIn(node, 'default_value'),
      },
    ];
  });
}

/** The parameters of a function that are packs, `Args... args`. */
export function packParametersOf(declarator: SyntaxNode): readonly SyntaxNode[] {
  return (childIn(declarator, 'parameters')?.children ?? []).filter(
    ({ type }) => type === 'variadic_parameter_declaration',
  );
}

/** The declarator of one element of a pack. */
export function withoutDots(declarator: SyntaxNode): SyntaxNode {
  const name = declarator.type === 'variadic_declarator' ? declarator.children.find((child) => child.named) : undefined;
  return name === undefined
    ? {
        ...declarator,
        children: declarator.children.map((child) => (/declarator$/.test(child.type) ? withoutDots(child) : child)),
      }
    : { ...name, field: declarator.field };
}

/**
 * The type of a formal parameter, arrays as pointers (C++20 [dcl.fct] 5); of `auto`, what the argument's type makes of
 * it, else null.
 */
export function parameterType(cx: Context, parameter: Parameter, given: CType | null = null): CType | null {
  const base = declaredType(cx, parameter.node);
  if (base === null) return deducedType(parameter, given);
  const type =
    parameter.declarator === null ? base : declared(cx, parameter.declarator, base, qualifiersOf(parameter.node));
  cx.unknownExtents.length = 0;
  return type.kind === 'array' ? pointerTo(type.of, qualifiersOf(parameter.node)) : type;
}

/** `auto`, `auto *`: the argument's type; `auto &`: a reference to the argument. */
function deducedType(parameter: Parameter, given: CType | null): CType | null {
  if (given === null || parameter.declarator?.type !== 'reference_declarator') return given;
  return { kind: 'reference', to: given, isConst: qualifiersOf(parameter.node).isConst };
}

/** Whether it has a parameter `...` or a pack: how many arguments it takes is open. */
export function takesAny(decl: FunctionDecl): boolean {
  const list = childIn(decl.declarator, 'parameters');
  return (
    list !== null &&
    list.children.some((child) => child.type === '...' || child.type === 'variadic_parameter_declaration')
  );
}

/** Whether it ends in the `...` of C, which takes any further arguments; device code cannot read them. */
export const takesRest = (decl: FunctionDecl): boolean =>
  childIn(decl.declarator, 'parameters')?.children.some((child) => child.type === '...') ?? false;
