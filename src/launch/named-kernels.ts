/**
 * Which kernels an expression in the place of one may name: directly, or through what holds it. Over-approximating for
 * variables: all that they are ever set to.
 */
import type { LaunchSite } from './launch.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Binding, Evaluation } from './evaluation.ts';
import { baseName } from './function-name.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, returnsOf } from './declarator.ts';
import { insideCall } from './host-call.ts';
import { ownDefinitions } from './own-functions.ts';
import type { Expr } from '../base/expr.ts';
import { aliasSeen } from './type-members.ts';
import { evaluate } from './host-evaluate.ts';
import { constantOf } from './host-value.ts';
import { nameLoaded } from './kernel-mentions.ts';
import { contains, lookup } from './lookup.ts';
import { writesTo } from './reaching.ts';

/**
 * Of each template argument, `templateValues`: as an expression over symbols of host code; null: it is none, or not
 * known; `templateFunctions`: whether a text names another function than it does.
 */
type KernelName = Readonly<{
  name: string;
  templateArguments: readonly string[];
  templateValues?: readonly (Expr | null)[];
  templateFunctions?: LaunchSite['templateFunctions'];
  node: SyntaxNode;
}>;

/**
 * The kernels that an expression may name: through casts, `&`, namespaces, and variables and parameters that hold a
 * kernel.
 */
export function kernelsNamed(cx: Evaluation, node: SyntaxNode, depth: number): readonly KernelName[] {
  const { names } = cx;
  if (depth > 8) return [];
  const through = (child: SyntaxNode | null | undefined): readonly KernelName[] =>
    child === null || child === undefined ? [] : kernelsNamed(cx, child, depth + 1);
  switch (node.type) {
    case 'identifier':
      return heldKernels(cx, node, depth) ?? [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'template_function':
    case 'template_method': {
      const list = childIn(node, 'arguments');
      const name = calleeName(node);
      const args = list === null ? [] : namedChildren(list).map((arg) => templateArgument(cx, arg));
      return name === null
        ? []
        : [
            {
              name: textOf(names.source, name),
              templateArguments: args.map(({ text }) => text),
              templateValues: args.map(({ value }) => value),
              templateFunctions: args.map(({ isOther }) => isOther),
              node,
            },
          ];
    }
    case 'qualified_identifier':
      return through(childIn(node, 'name')).map((one) => (contains(node, one.node) ? { ...one, node } : one));
    case 'field_expression':
      return through(childIn(node, 'field'));
    case 'field_identifier':
      return [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'conditional_expression':
      return [...through(childIn(node, 'consequence')), ...through(childIn(node, 'alternative'))];
    case 'subscript_expression':
      return elementNamed(cx, node, depth) ?? through(childIn(node, 'argument'));
    case 'pointer_expression':
      return through(childIn(node, 'argument'));
    case 'initializer_list':
      return namedChildren(node).flatMap(through);
    case 'cast_expression':
      return through(childIn(node, 'value'));
    // a template argument, which reads like a type
    case 'type_descriptor':
      return through(childIn(node, 'type'));
    case 'type_identifier':
      return [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'string_content':
      return [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'parenthesized_expression':
      return through(namedChildren(node)[0]);
    case 'call_expression': {
      const callee = textOf(names.source, childIn(node, 'function') ?? node);
      const wraps = /^(?:reinterpret_cast|static_cast|HIP_KERNEL_NAME)\b/.test(callee);
      return wraps ? through(namedChildren(childIn(node, 'arguments') ?? node)[0]) : returnedKernels(cx, node, depth);
    }
    default:
      return [];
  }
}

/**
 * The kernels that one element of a table names that is only set where it is declared: `table[1]`. Null: which element
 * it is, or what it holds, is not known.
 */
function elementNamed(cx: Evaluation, node: SyntaxNode, depth: number): readonly KernelName[] | null {
  const { names } = cx;
  const table = childIn(node, 'argument');
  const declaration = table?.type === 'identifier' ? lookup(names, textOf(names.source, table), table) : null;
  const [index, ...more] = namedChildren(childIn(node, 'indices') ?? node);
  if (
    declaration?.kind !== 'variable' ||
    declaration.initial.kind !== 'arguments' ||
    index === undefined ||
    more.length > 0
  )
    return null;
  // also an array of pointers to functions, `void (*table[])(int *)`
  if (names.parents.get(declaration.node)?.type !== 'array_declarator') return null;
  const value = constantOf(evaluate(cx, index));
  const element = typeof value === 'bigint' ? declaration.initial.nodes[Number(value)] : undefined;
  if (
    element === undefined ||
    /^initializer_(?:list|pair)$/.test(element.type) ||
    (names.writes.get(declaration.name) ?? []).length > 0
  )
    return null;
  return kernelsNamed(cx, element, depth + 1);
}

/** The kernels that a function of the file may return: `auto kernel = pick(bits); kernel<<<…>>>(…);`. */
function returnedKernels(cx: Evaluation, call: SyntaxNode, depth: number): readonly KernelName[] {
  return ownDefinitions(cx.names, call).flatMap((definition) => {
    const inner = insideCall(cx, definition, call);
    return returnsOf(definition)
      .flatMap((statement) => namedChildren(statement).slice(0, 1))
      .flatMap((value) => kernelsNamed(inner, value, depth + 1));
  });
}

/**
 * The kernels that a variable or parameter may hold: its initial value and all it is set to, by callers too. Null: it
 * is neither.
 */
function heldKernels(cx: Evaluation, node: SyntaxNode, depth: number): readonly KernelName[] | null {
  const { names } = cx;
  const name = textOf(names.source, node);
  const declaration = lookup(names, name, node);
  if (declaration?.kind !== 'variable' && declaration?.kind !== 'parameter') return null;
  const bound = cx.bindings.get(declaration) ?? null;
  const { initial } = declaration;
  const first = initial.kind === 'expression' ? [initial.node] : initial.kind === 'arguments' ? initial.nodes : [];
  const values = [...first, ...writesTo(names, declaration, null).map((write) => write.value)];
  const loaded = writesTo(names, declaration, null).flatMap((write) => loadedBy(cx, write.node, depth));
  const held = [...loaded, ...values.flatMap((value) => (value === null ? [] : kernelsNamed(cx, value, depth + 1)))];
  return bound === null ? held : [...held, ...kernelsNamed(bound.cx, bound.node, depth + 1)];
}

/**
 * What a handle of the driver's API is set to by `cuModuleGetFunction(&f, module, "name")` and its kin: by name, or
 * from another handle.
 */
function loadedBy(cx: Evaluation, handle: SyntaxNode, depth: number): readonly KernelName[] {
  const { names } = cx;
  let call: SyntaxNode | undefined = handle;
  while (call !== undefined && call.type !== 'call_expression') call = names.parents.get(call);
  const callee = call === undefined ? null : calleeName(childIn(call, 'function'));
  const [first, second, third] = call === undefined ? [] : namedChildren(childIn(call, 'arguments') ?? call);
  if (callee === null || first === undefined || second === undefined || !contains(first, handle)) return [];
  switch (textOf(names.source, callee)) {
    case 'cuModuleGetFunction':
    case 'cuLibraryGetKernel':
    case 'hipModuleGetFunction': {
      const [content, ...others] = third?.type === 'string_literal' ? namedChildren(third) : [];
      const name = content === undefined || others.length > 0 ? null : nameLoaded(names, content);
      return name === null ? [] : [{ name: textOf(names.source, name), templateArguments: [], node: name }];
    }
    case 'cuKernelGetFunction':
      return kernelsNamed(cx, second, depth + 1);
    default:
      return [];
  }
}

type TemplateArgument = Readonly<{
  text: string;
  value: Expr | null;
  isOther: LaunchSite['templateFunctions'][number];
}>;

/**
 * A template argument as written, but constants by their value: `16` for `TILE`; its value; and whether a text names
 * another function.
 */
function templateArgument(cx: Evaluation, node: SyntaxNode): TemplateArgument {
  const type = node.type === 'type_descriptor' && namedChildren(node).length === 1 ? childIn(node, 'type') : null;
  const bound = type?.type === 'type_identifier' ? boundType(cx, textOf(cx.names.source, type)) : undefined;
  if (bound !== undefined && bound !== null) return templateArgument(bound.cx, bound.node);
  const alias = type?.type === 'type_identifier' ? aliasSeen(cx.names, textOf(cx.names.source, type), type) : null;
  if (alias !== null && alias.type !== 'type_identifier')
    return { text: textOf(cx.names.source, alias).replace(/\s+/g, ' ').trim(), value: null, isOther: null };
  const value = evaluate(cx, node);
  const constant = constantOf(value);
  const isNumber = typeof constant === 'bigint' && !/^(?:true|false)$/.test(textOf(cx.names.source, node));
  const text = isNumber ? `${constant}` : textOf(cx.names.source, node).replace(/\s+/g, ' ').trim();
  return { text, value, isOther: functionNamed(cx, text, node) };
}

/** Where the text names a function of the file, and nothing else: whether another text names another one. */
function functionNamed({ names }: Evaluation, text: string, at: SyntaxNode): TemplateArgument['isOther'] {
  const base = baseName(text);
  const declared = base === null ? null : lookup(names, base, at);
  const isVariable = declared?.kind === 'variable' || declared?.kind === 'parameter';
  if (base === null || !names.functions.has(base) || isVariable || aliasSeen(names, base, at) !== null) return null;
  return (other) => {
    const own = baseName(other);
    return own !== null && own !== base && names.functions.has(own);
  };
}

/** What callers give for a template parameter of the function around the launch, as in `run<float>()` for T. */
function boundType(cx: Evaluation, name: string): Binding | undefined {
  return [...cx.bindings].find(
    ([declaration]) => declaration.name === name && declaration.scope.type === 'template_declaration',
  )?.[1];
}
