/**
 * A kernel with all its launches, where one file holds them and all that names it: the text that can be given another
 * parameter, or launched once more.
 */
import type { Kernel } from '../ir/ir.ts';
import type { RepairInput } from './repair.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, isBroken, namedChildren, textOf } from '../parse/node.ts';
import { definitionAt, definitionOf } from './source-text.ts';
import { hasType, wayTo } from './written.ts';
import { memoized } from '../base/memoize.ts';
import { nodesOf } from './restructure/expressions.ts';
import { someStmt } from '../ir/walk.ts';

/** `whole`: with the header of its template. `statements`: of the outermost list. */
export type Text = Readonly<{
  source: SourceText;
  whole: SyntaxNode;
  definition: SyntaxNode;
  body: SyntaxNode;
  name: SyntaxNode;
  statements: readonly SyntaxNode[];
  launches: readonly Launch[];
  declarations: readonly SyntaxNode[];
}>;
/** `outer`: the list, loop or branch that it stands in. */
export type Launch = Readonly<{ statement: SyntaxNode; outer: SyntaxNode }>;

/**
 * Null where the kernel is not to be split: some launch is out of sight or has effects of its own, or the name is used
 * otherwise.
 */
export const textIn = memoized((input: RepairInput): Text | null => {
  const { kernel, sourceOf, compiledFile, launches, isNamedElsewhere } = input;
  const source = kernel.span.file === compiledFile ? sourceOf(compiledFile) : null;
  const definition = source === null ? null : definitionOf(kernel, source);
  const [, outer] = definition === null || source === null ? [] : (wayTo(source.tree, definition) ?? []);
  const body = definition === null ? null : childIn(definition, 'body');
  const name =
    definition === null
      ? undefined
      : nodesOf(childIn(definition, 'declarator') ?? definition, 'identifier').find(
          (one) => source !== null && isNameOf(kernel.name, textOf(source, one)),
        );
  if (
    source === null ||
    definition === null ||
    body === null ||
    name === undefined ||
    launches === null ||
    launches.length === 0
  )
    return null;
  const own = textOf(source, name);
  const found = launches.flatMap((span) => (span.file === source.file ? (launchAt(span, own, source) ?? []) : []));
  const mentions = nodesOf(source.tree, 'identifier').filter((one) => textOf(source, one) === own);
  const others = mentions.filter(
    (one) => one !== name && !found.some(({ statement }) => statement.start <= one.start && one.end <= statement.end),
  );
  const declarations = others.flatMap((one) => declarationAt(one, source) ?? []);
  const isMacro = new RegExp(String.raw`^[ \t]*#[^\n]*\b${own}\b`, 'm').test(source.text);
  if (
    found.length < launches.length ||
    declarations.length < others.length ||
    isMacro ||
    isNamedElsewhere(own) ||
    isBroken(definition) ||
    hasType(body, [
      'goto_statement',
      'labeled_statement',
      'preproc_if',
      'preproc_ifdef',
      'structured_binding_declarator',
    ]) ||
    destructs(kernel)
  )
    return null;
  const whole = outer?.type === 'template_declaration' ? outer : definition;
  return { source, whole, definition, body, name, statements: namedChildren(body), launches: found, declarations };
});

/** `__global__ void k(int *a);` */
function declarationAt(name: SyntaxNode, source: SourceText): SyntaxNode | null {
  const way = wayTo(source.tree, name) ?? [];
  const at = way.findIndex(({ type }) => type === 'declaration');
  const [node, outer] = [way[at], way[at + 1]];
  const isOfFile =
    outer !== undefined && ['translation_unit', 'declaration_list', 'template_declaration'].includes(outer.type);
  if (
    node === undefined ||
    outer === undefined ||
    !isOfFile ||
    childIn(node, 'declarator')?.type !== 'function_declarator'
  )
    return null;
  return outer.type === 'template_declaration' ? outer : node;
}

const isNameOf = (kernel: string, name: string): boolean => kernel === name || kernel.startsWith(`${name}<`);

/** What is destroyed at the end of the kernel may do something there. */
const destructs = ({ body }: Kernel): boolean =>
  someStmt(body, (stmt) => stmt.kind === 'call' && stmt.callee.includes('~'));

/**
 * The statement that a launch is all of, where it can be written once more: host code, whose arguments have no effect.
 */
function launchAt(
  { start, end }: Readonly<{ start: number; end: number }>,
  name: string,
  source: SourceText,
): Launch | null {
  const [call, statement, outer] = wayTo(source.tree, { start, end }) ?? [];
  if (
    call === undefined ||
    statement?.type !== 'expression_statement' ||
    outer === undefined ||
    ![...lists, 'if_statement', 'else_clause', 'for_statement', 'while_statement'].includes(outer.type) ||
    isBroken(statement)
  )
    return null;
  const text = textOf(source, call);
  const isPlain = new RegExp(String.raw`^(?:\w+::|::)*${name}\s*(?:<[^;]*>\s*)?<<<`).test(text);
  const hasEffects =
    hasType(call, ['update_expression', 'assignment_expression', 'lambda_expression', 'new_expression']) ||
    nodesOf(call, 'call_expression').some((inner) => inner !== call && !isShape(inner, source));
  const host = definitionAt(start, source);
  return !isPlain ||
    hasEffects ||
    host === null ||
    /__(?:global|device)__/.test(source.text.slice(host.start, childIn(host, 'body')?.start ?? host.start))
    ? null
    : { statement, outer };
}

export const lists = ['compound_statement', 'case_statement'];

/** `dim3(8, 8)` */
const isShape = (call: SyntaxNode, source: SourceText): boolean =>
  textOf(source, childIn(call, 'function') ?? call) === 'dim3';

/** The parameters of a definition or declaration. */
export function listOf(definition: SyntaxNode): SyntaxNode | null {
  const [declarator] = nodesOf(childIn(definition, 'declarator') ?? definition, 'function_declarator');
  return declarator === undefined ? null : childIn(declarator, 'parameters');
}

/** What a launch passes. */
export function argumentsOf({ statement }: Launch): readonly SyntaxNode[] | null {
  const [call] = namedChildren(statement);
  const given = call === undefined ? null : childIn(call, 'arguments');
  return given === null ? null : namedChildren(given);
}
