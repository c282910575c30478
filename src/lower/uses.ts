/**
 * What a kernel is made from: definitions, and the macros in their texts. A change to any of them is a change of the
 * kernel.
 */
import type { Use } from '../base/span.ts';
import type { MacroUse } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import { isInLibrary, spanOf } from './context.ts';

/** Records that the kernel is made from that definition, and from the macros in its text. */
export function use(cx: Context, what: Use['what'], name: string, node: SyntaxNode): void {
  if (isInLibrary(node)) return;
  const last = cx.lastUses.get(node);
  if (last !== undefined && last.what === what && last.name === name) return;
  cx.lastUses.set(node, { what, name });
  const span = spanOf(cx, node);
  cx.uses.set(`${what} ${name} ${span.file}:${span.start}`, { what, name, span });
  const known = cx.unit.macroUses.get(node.start) ?? macrosIn(cx, node);
  cx.unit.macroUses.set(node.start, known);
  for (const macro of known) cx.uses.set(`macro ${macro.name} ${macro.span.file}:${macro.span.start}`, macro);
}

function macrosIn(cx: Context, node: SyntaxNode): readonly Use[] {
  const asUse = (macro: MacroUse): Use => ({ what: 'macro', name: macro.name, span: macro.definition });
  const found = new Map<string, Use>();
  const add = (macro: MacroUse): void => {
    found.set(`${macro.name} ${macro.definition.file}:${macro.definition.start}`, asUse(macro));
  };
  if (cx.unit.macrosIn !== null) {
    cx.unit.macrosIn(node.start, node.end).forEach(add);
    return [...found.values()];
  }
  const visit = (at: SyntaxNode): void => {
    for (const child of at.children) visit(child);
    if (at.children.length > 0) return;
    cx.unit.source.macrosAt(at.start).forEach(add);
  };
  visit(node);
  return [...found.values()];
}
