/** The statements of the source text that IR statements come from, for placing edits (ir.ts, SourceStatement). */
import type { SourceId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import { sourceId } from '../base/brand.ts';
import { keep } from '../base/memoize.ts';
import { isInLibrary, spanOf } from './context.ts';

/**
 * Runs with `node` as the current source statement. Instances of one statement share their entry; in a library it stays
 * the call.
 */
export function withSource(cx: Context, node: SyntaxNode, inBlock: boolean, run: () => void): void {
  const outer = { source: cx.source, parent: cx.parentSource };
  if (isInLibrary(node)) {
    run();
    return;
  }
  cx.source = sourceOf(cx, node, inBlock);
  cx.parentSource = cx.source;
  run();
  cx.source = outer.source;
  cx.parentSource = outer.parent;
}

function sourceOf(cx: Context, node: SyntaxNode, inBlock: boolean): SourceId {
  const same = keep(cx.sourcesAt, node.start, () => []);
  const known = same.find((one) => one.end === node.end && one.type === node.type);
  if (known !== undefined) return known.id;
  const id = sourceId(cx.sources.size + 1);
  same.push({ end: node.end, type: node.type, id });
  cx.sources.set(id, {
    id,
    span: spanOf(cx, node),
    parent: cx.parentSource,
    inBlock,
    inMacro: isInMacro(cx, node),
    callee: cx.frame.callee,
  });
  return id;
}

/** Whether the statement begins or ends in the middle of a macro's expansion. */
function isInMacro(cx: Context, node: SyntaxNode): boolean {
  const { source } = cx.unit;
  const expansion = (at: number): string | null => {
    if (at < 0 || at >= source.text.length) return null;
    const outermost = source.macrosAt(at)[0];
    return outermost === undefined ? null : `${outermost.name}@${outermost.use.file}:${outermost.use.start}`;
  };
  const first = expansion(node.start);
  const last = expansion(node.end - 1);
  return (first !== null && first === expansion(node.start - 1)) || (last !== null && last === expansion(node.end));
}
