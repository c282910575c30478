/**
 * Function templates with a parameter pack [temp.variadic]: for a call with so many arguments, a pack `Args... rest` at
 * the end stands for one parameter for each argument that is left, and a pack of the template for their types, for the
 * arguments that the call states, or for those of the class that an argument is of, as `std::integer_sequence`. Exact;
 * null where a pack is not followed.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { Argument } from './invocation.ts';
import type { Binding } from '../scope.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Parameter } from './parameters.ts';
import type { TemplateArgument } from '../types/c-type.ts';
import type { TemplateParameter } from './templates.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { textOf } from '../context.ts';
import { declaredName } from '../file-scope.ts';
import { packParametersOf, parametersOf, takesRest, withoutDots } from './parameters.ts';
import { asElement, bindParameter, deduce } from './templates.ts';
import { elementScopes } from './packs.ts';
import { withBound } from '../scope.ts';
import { deducedFrom } from '../types/open-const.ts';

/** A pack among the parameters of a function. `name`: empty where it has none. */
type FunctionPack = Readonly<{ node: SyntaxNode; declarator: SyntaxNode; type: SyntaxNode; name: string }>;

/** The pack at the end of the parameters; null where there is none, `unclear` where it is not followed. */
function packOf(cx: Context, decl: FunctionDecl): FunctionPack | 'unclear' | null {
  const [node, second] = packParametersOf(decl.declarator);
  if (node === undefined) return null;
  const [declarator, type] = [childIn(node, 'declarator'), childIn(node, 'type')];
  const named = declarator === null ? null : declaredName(declarator);
  const isLast = parametersOf(cx, decl.declarator).every((one) => one.node.end <= node.start);
  const isFollowed = second === undefined && isLast && !takesRest(decl) && decl.template !== null;
  if (!isFollowed || declarator === null || type === null) return 'unclear';
  return { node, declarator, type, name: named === null ? '' : textOf(cx, named) };
}

/** The parameters for a call with so many arguments; null where it is not told what they are. */
export function parametersFor(cx: Context, decl: FunctionDecl, count: number): readonly Parameter[] | null {
  const own = parametersOf(cx, decl.declarator);
  const pack = packOf(cx, decl);
  if (pack === null) return own;
  if (pack === 'unclear') return null;
  const elements = Array.from({ length: Math.max(0, count - own.length) }, (_, at): Parameter => ({
    node: pack.node,
    declarator: elementDeclarator(pack),
    name: pack.name === '' ? '' : `${pack.name}[${at}]`,
    fallback: null,
    element: { pack: pack.name, at },
  }));
  return [...own, ...elements];
}

/** `A...` declares no name. */
const elementDeclarator = ({ declarator, name }: FunctionPack): SyntaxNode | null =>
  name === '' && declarator.type === 'variadic_declarator' ? null : withoutDots(declarator);

/** Whether the function has parameters for any number of arguments. */
export const hasPack = (decl: FunctionDecl): boolean => packParametersOf(decl.declarator).length > 0;

/** Of a pack that gets no argument, the name. */
export function emptyPackOf(cx: Context, decl: FunctionDecl, parameters: readonly Parameter[]): string | null {
  const pack = packOf(cx, decl);
  const hasElements = parameters.some(({ element }) => element !== undefined);
  return pack === null || pack === 'unclear' || pack.name === '' || hasElements ? null : pack.name;
}

export const isPack = ({ kind, node }: TemplateParameter): boolean =>
  kind === 'other' && node.type.startsWith('variadic_');

/** Whether the parameters of the function name that pack of its template: arguments may add to what is stated. */
export const namesPack = (cx: Context, { declarator }: FunctionDecl, name: string): boolean =>
  (childIn(declarator, 'parameters')?.children ?? []).some((node) => mentionsName(cx, node, name));

/** Whether the type of a pack's elements names the pack of the template. */
const isOfPack = (cx: Context, parameter: Parameter, { name }: TemplateParameter): boolean =>
  name !== '' && parameter.element !== undefined && mentionsName(cx, parameter.node, name);

const mentionsName = (cx: Context, node: SyntaxNode, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(textOf(cx, node));

/** `templates`: the parameters of the function's template. `explicit`: what the call states for them. */
type Call = Readonly<{
  decl: FunctionDecl;
  templates: readonly TemplateParameter[];
  parameters: readonly Parameter[];
  args: readonly Argument[];
  explicit: readonly TemplateArgument[];
}>;

/**
 * Binds the template's packs. False where the arguments do not fit, or a pack is not followed. Those that the class of
 * an argument has bound stay.
 */
export function bindPacks(cx: Context, call: Call, bound: Map<string, Binding>): boolean {
  const { decl, templates, parameters, args, explicit } = call;
  return templates.every((template, at) => {
    if (!isPack(template)) return true;
    const element = asElement(template);
    const stated = explicit.slice(at).map((given) => bindParameter(cx, element, given, bound));
    const own = parameters.filter((parameter) => isOfPack(cx, parameter, template));
    if (own.length === 0) return bindAlone(cx, decl, template, stated, bound);
    const others = templates.filter((one) => one !== template);
    const elements: Binding[] = [];
    for (const parameter of own) {
      const arg = args[parameters.indexOf(parameter)];
      if (arg === undefined || arg.type === null) return false;
      const known = stated[elements.length];
      const inner = new Map([...bound].filter(([name]) => name !== template.name));
      if (known !== undefined) inner.set(template.name, known);
      const actual = deducedFrom(cx, parameter.node, parameter.declarator, arg.node, arg.type);
      const type = childIn(parameter.node, 'type');
      const isFit = deduce(cx, type, parameter.declarator, actual, [...others, element], inner);
      const made = inner.get(template.name);
      if (!isFit || made === undefined) return false;
      elements.push(made);
    }
    if (elements.length < stated.length) return false;
    bound.set(template.name, { kind: 'pack', elements });
    return true;
  });
}

/** A pack that no parameter for the arguments names: it is stated, deduced already, or has no elements. */
function bindAlone(
  cx: Context,
  { declarator }: FunctionDecl,
  { name }: TemplateParameter,
  stated: readonly Binding[],
  bound: Map<string, Binding>,
): boolean {
  if (bound.get(name)?.kind === 'pack') return true;
  const list = childIn(declarator, 'parameters');
  const plain = (list === null ? [] : namedChildren(list)).filter(
    ({ type }) => type !== 'variadic_parameter_declaration',
  );
  const isNamed = plain.some((node) => mentionsName(cx, node, name));
  if (isNamed && stated.length === 0) return false;
  bound.set(name, { kind: 'pack', elements: stated });
  return true;
}

/** Runs with what the template's packs mean for this parameter. */
export function elementWise<Made>(cx: Context, { node, element }: Parameter, run: () => Made): Made {
  const bound = element === undefined ? undefined : elementScopes(cx, childIn(node, 'type') ?? node)?.[element.at];
  return bound === undefined ? run() : withBound(cx, bound, run);
}
