/**
 * Functions that may end too early: a file has a `}` that closes nothing, and what stands behind a function looks like
 * the rest of its body.
 *
 *     __global__ void k(int *g) {
 *       if (threadIdx.x == 0) { g[0] = 1; } }    // this closes the function
 *       g[1] = threadIdx.x;                      // a statement outside of any function
 *     }                                          // closes nothing
 *
 * A statement that no macro can stand for, such as an assignment or a block of its own behind a function, shows the
 * same without a brace too many.
 *
 * Over-approximation: a macro call between functions, as in `REGISTER(k);`, counts as a statement, and behind the last
 * function before the excess brace a declaration does. It concerns only files with such a brace or statement, which no
 * compiler accepts.
 */
import type { SyntaxNode } from './node.ts';
import { withoutComments } from '../base/comments.ts';

/**
 * `end`: where the brace stands that ends the function. `stray`: where the brace is that closes nothing, or the
 * statement. Offsets are into the preprocessed text.
 */
export type EarlyEnd = Readonly<{ end: number; stray: number; what: Stray['what'] }>;

type Stray = Readonly<{ kind: 'stray'; start: number; what: 'brace' | 'statement' }>;
type Item = Readonly<{ kind: 'function' | 'statement' | 'declaration'; end: number }> | Stray;

/** `hasExcess`: {@link hasExcessBrace} of the text. */
export function earlyEnds(root: SyntaxNode, hasExcess: boolean): readonly EarlyEnd[] {
  const items = [...itemsIn(root)].filter((item) => hasExcess || item.kind !== 'stray' || item.what !== 'brace');
  return items.flatMap((item, k): readonly EarlyEnd[] => {
    if (item.kind !== 'function') return [];
    const behind = items.slice(k + 1);
    const stray = behind.find((one) => one.kind === 'stray');
    const next = behind.findIndex(({ kind }) => kind === 'function' || kind === 'stray');
    const between = behind.slice(0, next < 0 ? behind.length : next);
    const following = behind[next];
    const isCut =
      between.some(({ kind }) => kind === 'statement') ||
      (following?.kind === 'stray' && (between.length > 0 || following.what === 'statement'));
    return stray?.kind === 'stray' && isCut ? [{ end: item.end - 1, stray: stray.start, what: stray.what }] : [];
  });
}

/**
 * Whether the text has a `}` more than it has opened, whatever the grammar makes of it. Without one, a brace that seems
 * to close nothing closes what the grammar could not read, such as a macro that stands for the head of a block.
 */
export function hasExcessBrace(text: string): boolean {
  let open = 0;
  for (const [brace] of withoutComments(text, 'blank').matchAll(/[{}]/g)) {
    open += brace === '{' ? 1 : -1;
    if (open < 0) return true;
  }
  return false;
}

/** Statements that no call of a macro looks like. */
const certain: ReadonlySet<string> = new Set([
  'if_statement',
  'for_statement',
  'for_range_loop',
  'while_statement',
  'do_statement',
  'switch_statement',
  'return_statement',
  'break_statement',
  'continue_statement',
  'goto_statement',
]);

/**
 * Whether a node at the level of a file is certainly a statement. A block is one behind a function; behind anything
 * else it may be the body that a macro begins.
 */
export function isStatementOutside(node: SyntaxNode, before: SyntaxNode | null): boolean {
  if (node.type === 'compound_statement')
    return (
      before?.type === 'function_definition' ||
      (before?.type === 'template_declaration' && before.children.some(({ type }) => type === 'function_definition'))
    );
  return (
    certain.has(node.type) ||
    (node.type === 'expression_statement' && node.children[0]?.type === 'assignment_expression')
  );
}

/** Whether a node holds others of the level of the file. */
export const isFileLevel = ({ type }: SyntaxNode): boolean =>
  type === 'translation_unit' || type === 'declaration_list';

/** Where the brace stands in what could not be parsed that closes nothing; null: there is none. */
export function strayBraceIn(node: SyntaxNode): number | null {
  let open = 0;
  for (const { type, start } of node.children) {
    if (type === '{') open += 1;
    if (type === '}' && --open < 0) return start;
  }
  return null;
}

/** Nodes that hold others of the level of the file. */
const levels: ReadonlySet<string> = new Set([
  'translation_unit',
  'namespace_definition',
  'declaration_list',
  'linkage_specification',
  'template_declaration',
  'class_specifier',
  'struct_specifier',
  'union_specifier',
  'field_declaration_list',
]);
const ignored: ReadonlySet<string> = new Set([
  'comment',
  'access_specifier',
  'using_declaration',
  'template_parameter_list',
  'type_identifier',
  'namespace_identifier',
  'base_class_clause',
  'string_literal',
  'requires_clause',
]);

/** In the order of the text, whatever namespace or class they are in. */
function* itemsIn(node: SyntaxNode): Iterable<Item> {
  let before: SyntaxNode | null = null;
  for (const child of node.children) {
    const isStatement = isFileLevel(node) && isStatementOutside(child, before);
    if (child.type !== 'comment') before = child;
    if (isStatement) yield { kind: 'stray', start: child.start, what: 'statement' };
    else if (levels.has(child.type)) yield* itemsIn(child);
    else if (child.type === 'function_definition') yield { kind: 'function', end: child.end };
    else if (child.type === 'ERROR') yield* inError(child);
    else if (child.named && !ignored.has(child.type))
      yield { kind: child.type.endsWith('_statement') ? 'statement' : 'declaration', end: child.end };
  }
}

function inError(node: SyntaxNode): readonly Item[] {
  const start = strayBraceIn(node);
  if (start === null) return [{ kind: 'statement', end: node.end }];
  return node.children.some((child) => child.named && child.start < start)
    ? [
        { kind: 'statement', end: start },
        { kind: 'stray', start, what: 'brace' },
      ]
    : [{ kind: 'stray', start, what: 'brace' }];
}
