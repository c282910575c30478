/**
 * A kernel and the device functions that it calls, restructured together: a call that stands under a guard hands the
 * guard on, and the function that is called is restructured for it in turn (calls.ts).
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Kernel, Stmt } from '../../ir/ir.ts';
import type { Plan } from './work.ts';
import type { RepairInput } from '../repair.ts';
import type { Restructured } from './restructure.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import { bodiesOf } from '../../ir/walk.ts';
import { definitionAt, definitionOf } from '../source-text.ts';
import { restructure } from './restructure.ts';

/** `callee`: as the IR calls it; null: the kernel itself. */
export type Function = Readonly<{ callee: string | null; definition: SyntaxNode }>;

/** The kernel, and the functions of its file that it calls; callers before what they call. */
export function functionsOf(kernel: Kernel, source: SourceText): readonly Function[] {
  const own = definitionOf(kernel, source);
  if (own === null) return [];
  const found = new Map<SyntaxNode, string>();
  for (const { callee, span } of kernel.sources.values()) {
    const definition = callee === null || span.file !== source.file ? null : definitionAt(span.start, source);
    if (callee !== null && definition !== null && definition !== own) found.set(definition, callee);
  }
  const order = calleesOf(kernel);
  const callees = [...found].map(([definition, callee]): Function => ({ callee, definition }));
  return [
    { callee: null, definition: own },
    ...callees.sort((a, b) => order.indexOf(a.callee ?? '') - order.indexOf(b.callee ?? '')),
  ];
}

/** The names of all functions that are called, callers before what they call. */
function calleesOf(kernel: Kernel): readonly string[] {
  const done: string[] = [];
  const visit = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      for (const inner of bodiesOf(stmt)) visit(inner);
      if (stmt.kind === 'call' && !done.includes(stmt.callee)) done.push(stmt.callee);
    }
  };
  visit(kernel.body);
  return done.reverse();
}

/** By the plans for some of the functions. */
export function restructureAll(
  source: SourceText,
  planOf: (definition: SyntaxNode) => Plan | null,
  votes: boolean,
  { kernel, compiledFile, isNamedElsewhere }: RepairInput,
): Restructured {
  const edits: Edit[] = [];
  const flagged = new Set<string>();
  const seen = new Set<string>();
  for (const { callee, definition } of functionsOf(kernel, source)) {
    const isFlagged = callee !== null && flagged.has(callee);
    const plan = planOf(definition) ?? (isFlagged ? { ...nothing, votes } : null);
    if (isFlagged) seen.add(callee);
    if (plan === null) continue;
    // what stands in a header may be called in other files
    if (isFlagged && (source.file !== compiledFile || isNamedElsewhere(callee)))
      return { because: 'a function of several files' };
    const made = restructure(kernel, source, plan, { callee, definition, isFlagged });
    if ('because' in made) return made;
    edits.push(...made.edits);
    for (const name of made.flagged) flagged.add(name);
  }
  return [...flagged].every((name) => seen.has(name))
    ? { edits, flagged }
    : { because: 'a call of a function that is not in this text' };
}

const nothing: Plan = { opened: new Set(), exits: new Set(), gaps: [], votes: false, of: 'block' };
