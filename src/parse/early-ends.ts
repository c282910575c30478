/**
 * Functions that may end too early: a file has a `}` that closes nothing, and what stands behind a function looks like the rest of its body.
 *
 *     __global__ void k(int *g) {
 *       if (threadIdx.x == 0) { g[0] = 1; } }    // this closes the function
 *       g[1] = threadIdx.x;                      // a statement outside of any function
 *     }                                          // closes nothing
 *
 * Over-approximation: a macro call between functions, as in `REGISTER(k);`, counts as a statement, and behind the last function before
 * the excess brace a declaration does. It concerns only files with such a brace, which no compiler accepts.
 */
import type { SyntaxNode } from './node.ts';

/** `end`: where the brace stands that ends the function. `stray`: where the one is that closes nothing. Offsets are into the preprocessed text. */
export type EarlyEnd = Readonly<{ end: number; stray: number }>;

type Item = Readonly<{ kind: 'function' | 'statement' | 'declaration'; end: number }> | Readonly<{ kind: 'stray'; start: number }>;

export function earlyEnds(root: SyntaxNode): readonly EarlyEnd[] {
  const items = [...itemsIn(root)];
  return items.flatMap((item, k): readonly EarlyEnd[] => {
    if (item.kind !== 'function') return [];
    const behind = items.slice(k + 1);
    const stray = behind.find((one) => one.kind === 'stray');
    const next = behind.findIndex(({ kind }) => kind === 'function' || kind === 'stray');
    const between = behind.slice(0, next < 0 ? behind.length : next);
    const isCut = between.some(({ kind }) => kind === 'statement') || (between.length > 0 && behind[next]?.kind === 'stray');
    return stray?.kind === 'stray' && isCut ? [{ end: item.end - 1, stray: stray.start }] : [];
  });
}

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
const levels: ReadonlySet<string> = new Set(['translation_unit', 'namespace_definition', 'declaration_list', 'linkage_specification', 'template_declaration', 'class_specifier', 'struct_specifier', 'union_specifier', 'field_declaration_list']);
const ignored: ReadonlySet<string> = new Set(['comment', 'access_specifier', 'using_declaration', 'template_parameter_list', 'type_identifier', 'namespace_identifier', 'base_class_clause', 'string_literal', 'requires_clause']);

/** In the order of the text, whatever namespace or class they are in. */
function* itemsIn(node: SyntaxNode): Iterable<Item> {
  for (const child of node.children) {
    if (levels.has(child.type)) yield* itemsIn(child);
    else if (child.type === 'function_definition') yield { kind: 'function', end: child.end };
    else if (child.type === 'ERROR') yield* inError(child);
    else if (child.named && !ignored.has(child.type)) yield { kind: child.type.endsWith('_statement') ? 'statement' : 'declaration', end: child.end };
  }
}

function inError(node: SyntaxNode): readonly Item[] {
  const start = strayBraceIn(node);
  if (start === null) return [{ kind: 'statement', end: node.end }];
  return node.children.some((child) => child.named && child.start < start) ? [{ kind: 'statement', end: start }, { kind: 'stray', start }] : [{ kind: 'stray', start }];
}
