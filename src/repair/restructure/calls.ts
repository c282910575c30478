/**
 * Calls of device functions in which the block meets at barriers: threads that take no part make the call too, with a flag that says so. The function
 * gets the flag as its last parameter, `true` where a caller gives none, and all of its statements but the barriers are guarded by it.
 *
 *     __device__ void half(float *s, int t) {     __device__ void half(float *s, int t, bool active = true) {
 *       s[t] += s[t + 32];                          if (active) {
 *       __syncthreads();                              s[t] += s[t + 32];
 *       s[t] += s[t + 16];                          }
 *     }                                             __syncthreads();
 *     …                                      ⟶      if (active) { …
 *     if (i < n) {                                …
 *       half(s, t);                               const bool active = i < n;
 *       out[i] = s[t];                            half(s, t, active);
 *     }                                           if (active) {
 *                                                   out[i] = s[t]; …
 *
 * Needs: a function of the file with one meaning, which is only called; arguments that every thread may evaluate: they read and change no memory.
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Item } from './layout.ts';
import type { Names } from './expressions.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import type { Work } from './work.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { chunkAt } from './units.ts';
import { isPure, nodesOf } from './expressions.ts';

/** A statement that is one call. `isSafe`: by the IR, what is evaluated before the call touches no memory that others see. */
export type Call = Readonly<{ callee: string; call: SyntaxNode; isSafe: boolean }>;

/** Of a statement that is a call of this function and nothing else. Null for others. */
export function callOf(statement: SyntaxNode, callee: string, isSafe: boolean, source: SourceText): Call | null {
  const [call, ...more] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
  return call?.type === 'call_expression' && more.length === 0 && calledBy(call, source) === callee ? { callee, call, isSafe } : null;
}

/** `f` of `f(x)`, `n::f(x)` and `f<T>(x)`; null where it is no name of a function. */
function calledBy(call: SyntaxNode, source: SourceText): string | null {
  const name = nameIn(call);
  return name === null ? null : textOf(source, name);
}

function nameIn(call: SyntaxNode): SyntaxNode | null {
  let at = childIn(call, 'function');
  while (at?.type === 'qualified_identifier' || at?.type === 'template_function') at = childIn(at, 'name');
  return at?.type === 'identifier' ? at : null;
}

/** All threads make the call; those that the guards keep out do nothing in it. */
export function called(unit: Unit, { callee, call, isSafe }: Call, guards: readonly string[], work: Work): readonly Item[] {
  const { names: { source }, names, unset } = work;
  const handed = childIn(call, 'arguments');
  const last = handed === null ? undefined : namedChildren(handed).at(-1);
  if (handed === null || !isSafe || !namedChildren(handed).every((one) => mayBeHanded(one, names, unset))) work.refusals.push('a call with arguments that not all threads may evaluate');
  work.flagged.add(callee);
  const at = (last?.end ?? (handed?.start ?? unit.start) + 1) - unit.start;
  const { text, from } = chunkAt(source, unit.start, unit.end);
  return [{ kind: 'plain', chunk: { text: `${text.slice(0, at)}${last === undefined ? '' : ', '}${guards.join(' && ')}${text.slice(at)}`, from }, blank: unit.blank }];
}

/** A value that costs nothing to have, or where something lies: `&a[i]`, a row of `a[4][8]`. */
function mayBeHanded(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  if (node.type === 'pointer_expression') {
    const inner = childIn(node, 'argument');
    return textOf(names.source, node).startsWith('&') && inner !== null && (inner.type === 'identifier' ? isPure(inner, names, new Set()) : isPlaceOf(inner, names, unset));
  }
  return isPure(node, names, unset) || isRow(node, names, unset);
}

/** A place that is known without reading: of an array or a pointer that is a variable itself. */
function isPlaceOf(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  if (node.type !== 'subscript_expression') return isPure(node, names, unset);
  const [base, indices] = [childIn(node, 'argument'), childIn(node, 'indices')];
  return base !== null && indices !== null && namedChildren(indices).every((index) => isPure(index, names, unset)) && (isPure(base, names, unset) || isRow(base, names, unset));
}

/** `a[i]` of `T a[4][8]`. */
function isRow(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  let [base, depth]: readonly [SyntaxNode | null, number] = [node, 0];
  while (base?.type === 'subscript_expression') {
    const indices = childIn(base, 'indices');
    if (indices === null || !namedChildren(indices).every((index) => isPure(index, names, unset))) return false;
    [base, depth] = [childIn(base, 'argument'), depth + 1];
  }
  const name = base?.type === 'identifier' ? textOf(names.source, base) : '';
  const known = names.declared.get(name);
  return depth > 0 && known?.length === 1 && (known[0]?.extents ?? 0) > depth;
}

/** The edit that gives the function its flag. Null where it may be more than a function of this file that is called. */
export function withFlag(definition: SyntaxNode, callee: string, flag: string, source: SourceText): Edit | null {
  const declarator = declaratorOf(definition);
  const [name, parameters] = declarator === null ? [null, null] : [childIn(declarator, 'declarator'), childIn(declarator, 'parameters')];
  if (name?.type !== 'identifier' || parameters === null || textOf(source, name) !== callee || !isOnlyCalled(name, callee, source)) return null;
  const all = namedChildren(parameters);
  // the flag comes behind all others
  if (all.some(({ type }) => type !== 'parameter_declaration') && callsOf(callee, source).some((call) => namedChildren(childIn(call, 'arguments') ?? call).length !== all.length)) return null;
  if (!isFree(definition, source) || parameters.children.some(({ type }) => type === '...') || !all.every(({ type }) => type === 'parameter_declaration' || type === 'optional_parameter_declaration')) return null;
  const [only] = all;
  const last = all.at(-1);
  if (only !== undefined && all.length === 1 && textOf(source, only) === 'void') return { file: source.file, start: only.start, end: only.end, text: `bool ${flag} = true` };
  const at = last?.end ?? parameters.start + 1;
  return { file: source.file, start: at, end: at, text: `${last === undefined ? '' : ', '}bool ${flag} = true` };
}

function declaratorOf(definition: SyntaxNode): SyntaxNode | null {
  let at = childIn(definition, 'declarator');
  while (at?.type === 'pointer_declarator') at = childIn(at, 'declarator');
  return at?.type === 'function_declarator' ? at : null;
}

/** Whether it is no member of a class. */
function isFree(definition: SyntaxNode, { tree }: SourceText): boolean {
  return !nodesOf(tree, 'class_specifier', 'struct_specifier', 'union_specifier').some((owner) => owner.start <= definition.start && definition.end <= owner.end);
}

const callsOf = (callee: string, source: SourceText): readonly SyntaxNode[] => nodesOf(source.tree, 'call_expression').filter((call) => calledBy(call, source) === callee);

/** Whether each mention of the name in the file is a call of a function, but for the one that defines it: none takes its address, declares it or gives it another meaning. */
function isOnlyCalled(definedAs: SyntaxNode, callee: string, source: SourceText): boolean {
  const meant = new Set([definedAs.start, ...callsOf(callee, source).map((call) => nameIn(call)?.start ?? -1)]);
  const mention = new RegExp(String.raw`\b${callee}\b`);
  const visit = (node: SyntaxNode): boolean => {
    if (node.type === 'comment' || node.type === 'preproc_include') return true;
    if (node.children.length > 0) return node.children.every(visit);
    return meant.has(node.start) || !mention.test(textOf(source, node));
  };
  return visit(source.tree);
}
