/**
 * Calls of device functions in which the block meets at barriers: threads that take no part make the call too, with a
 * flag that says so. The function gets the flag as its last parameter, `true` where a caller gives none, and all of its
 * statements but the barriers are guarded by it.
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
 * What it gives back is 0 then: `const float sum = fold(s, t);` becomes `const float sum = fold(s, t, active);`. Needs:
 * a function of the file with one meaning, which is only called. Arguments that not every thread may evaluate are asked
 * for by those of the flag: `put(s, active ? in[t] : 0, active);`.
 */
import type { Edit } from '../../verdict/finding.ts';
import type { Around, Work } from './work.ts';
import type { Item } from './layout.ts';
import type { Names } from './expressions.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Unit } from './units.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { chunkAt } from './units.ts';
import { declaredIn, isPure, nodesOf, operand } from './expressions.ts';
import { flagFor, holdsBarrier, isWithin } from './work.ts';

/**
 * A statement that is one call. `parameters`: of the function. `isSafe`: by the IR, what is evaluated for the call
 * touches no memory that others see.
 * `target`: what the value is stored to, with the operator; `isDeclared`: the statement declares a variable for it.
 */
export type Call = Readonly<{
  callee: string;
  call: SyntaxNode;
  parameters: readonly SyntaxNode[];
  isSafe: boolean;
  target: Readonly<{ text: string; type: string }> | null;
  isDeclared: boolean;
}>;

/** Of a statement that is a call of this function and nothing else, or keeps its value. Null for others. */
export function callOf(statement: SyntaxNode, callee: string, isSafe: boolean, source: SourceText): Call | null {
  const definition = definitionOf(callee, source);
  const parameters = definition === null ? null : childIn(declaratorOf(definition) ?? definition, 'parameters');
  const given = callIn(statement, source);
  if (
    definition === null ||
    parameters === null ||
    given?.call.type !== 'call_expression' ||
    nameIn(given.call, source) !== callee
  )
    return null;
  const result = returnedBy(definition, source);
  return {
    callee,
    call: given.call,
    parameters: namedChildren(parameters),
    isSafe,
    target: given.target === null ? null : { text: given.target, type: result.isArithmetic ? result.text : 'auto' },
    isDeclared: given.isDeclared,
  };
}

type Given = Readonly<{ call: SyntaxNode; target: string | null; isDeclared: boolean }>;

function callIn(statement: SyntaxNode, source: SourceText): Given | null {
  if (statement.type === 'declaration') {
    const [only, ...more] = declaredIn(statement, source);
    return more.length > 0 || only === undefined || !only.isPlain || only.value === null
      ? null
      : { call: only.value, target: null, isDeclared: true };
  }
  const [only, ...more] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
  if (only === undefined || more.length > 0) return null;
  const value = only.type === 'assignment_expression' ? childIn(only, 'right') : null;
  return value === null
    ? { call: only, target: null, isDeclared: false }
    : { call: value, target: source.text.slice(only.start, value.start).trim(), isDeclared: false };
}

/** The name of the function in `f(x)`, `n::f(x)` and `f<T>(x)`; null where it is none. */
function calledIn(call: SyntaxNode): SyntaxNode | null {
  let at = childIn(call, 'function');
  while (at?.type === 'qualified_identifier' || at?.type === 'template_function') at = childIn(at, 'name');
  return at?.type === 'identifier' ? at : null;
}

function nameIn(call: SyntaxNode, source: SourceText): string | null {
  const name = calledIn(call);
  return name === null ? null : textOf(source, name);
}

/** All threads make the call; those that the guards keep out do nothing in it. */
export function called(
  unit: Unit,
  node: SyntaxNode,
  { callee, call, parameters, isSafe, target, isDeclared }: Call,
  { guards, moves }: Around,
  work: Work,
): readonly Item[] {
  const {
    names: { source, declared },
  } = work;
  const guard = guards.join(' && ');
  const handed = namedChildren(childIn(call, 'arguments') ?? call);
  if (!isSafe && parameters.some((one) => !isArithmetic(one, source) && isByValue(one, source)))
    work.refusals.push('a call that copies an object');
  if (isDeclared && moves && declaredIn(node, source).some(({ name }) => declared.get(name)?.length !== 1))
    work.refusals.push('a call whose value has a name with other meanings');
  work.flagged.add(callee);
  let given = source.text.slice(call.start, call.end);
  for (const [k, argument] of [...handed.entries()].reverse())
    given =
      given.slice(0, argument.start - call.start) +
      forAll(argument, parameters[k], guard, work) +
      (k === handed.length - 1 ? `, ${guard}` : '') +
      given.slice(argument.end - call.start);
  if (handed.length === 0) given = given.replace(/\)$/, `${guard})`);
  const { text, from } = chunkAt(source, unit.start, unit.end);
  if (target === null)
    return [
      {
        kind: 'plain',
        chunk: { text: text.slice(0, call.start - unit.start) + given + text.slice(call.end - unit.start), from },
        blank: unit.blank,
      },
    ];
  const name = flagFor(work, false, ['result']);
  const stored = `${text.slice(0, node.start - unit.start)}${target.text} ${name}${text.slice(call.end - unit.start)}`;
  return [
    { kind: 'plain', chunk: { text: `const ${target.type} ${name} = ${given};`, from }, blank: unit.blank },
    { kind: 'guarded', guard, chunks: [{ text: stored, from }], clears: false, blank: 0 },
  ];
}

/** An argument as all threads may evaluate it. */
function forAll(argument: SyntaxNode, parameter: SyntaxNode | undefined, guard: string, work: Work): string {
  const {
    names,
    names: { source },
    unset,
  } = work;
  const text = textOf(source, argument);
  // a reference to a variable needs no value of it
  const isVariable =
    parameter !== undefined && argument.type === 'identifier' && nodesOf(parameter, 'reference_declarator').length > 0;
  if (mayBeHanded(argument, names, isVariable ? new Set() : unset)) return text;
  const isNumber =
    parameter !== undefined &&
    (isArithmetic(parameter, source) || (isByValue(parameter, source) && hasWideType(argument, names)));
  if (!isNumber) work.refusals.push('a call with arguments that not all threads may evaluate');
  return `${guard} ? ${text} : 0`;
}

const arithmetic = ['primitive_type', 'sized_type_specifier'];

const isByValue = (parameter: SyntaxNode, source: SourceText): boolean =>
  declaredIn(parameter, source).every(({ isPlain }) => isPlain);

/** Of a parameter: a number. */
function isArithmetic(node: SyntaxNode, source: SourceText): boolean {
  const type = childIn(node, 'type');
  return type !== null && arithmetic.includes(type.type) && isByValue(node, source);
}

/** Of each parameter of a function of the file: whether it is a number, by value. */
export function takesNumbers(callee: string, source: SourceText): readonly boolean[] {
  const definition = definitionOf(callee, source);
  const parameters = definition === null ? null : childIn(declaratorOf(definition) ?? definition, 'parameters');
  return parameters === null ? [] : namedChildren(parameters).map((one) => isArithmetic(one, source));
}

/** A variable whose type a choice between it and 0 keeps, for a template that deduces it. */
function hasWideType(node: SyntaxNode, names: Names): boolean {
  const known = node.type === 'identifier' ? names.declared.get(textOf(names.source, node)) : undefined;
  return (
    known !== undefined &&
    known.every(
      ({ isPlain, type }) =>
        isPlain &&
        /^(?:float|double|int|unsigned|unsigned int|long long|unsigned long long|size_t|u?int(?:32|64)_t)$/.test(type),
    )
  );
}

/** A value that costs nothing to have, or where something lies: `&a[i]`, a row of `a[4][8]`. */
function mayBeHanded(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  if (node.type === 'pointer_expression') {
    const inner = childIn(node, 'argument');
    return (
      textOf(names.source, node).startsWith('&') &&
      inner !== null &&
      (inner.type === 'identifier' ? isPure(inner, names, new Set()) : isPlaceOf(inner, names, unset))
    );
  }
  return isPure(node, names, unset) || isRow(node, names, unset);
}

/** A place that is known without reading: of an array or a pointer that is a variable itself. */
function isPlaceOf(node: SyntaxNode, names: Names, unset: ReadonlySet<string>): boolean {
  if (node.type !== 'subscript_expression') return isPure(node, names, unset);
  const [base, indices] = [childIn(node, 'argument'), childIn(node, 'indices')];
  return (
    base !== null &&
    indices !== null &&
    namedChildren(indices).every((index) => isPure(index, names, unset)) &&
    (isPure(base, names, unset) || isRow(base, names, unset))
  );
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
  const [name, parameters] =
    declarator === null ? [null, null] : [childIn(declarator, 'declarator'), childIn(declarator, 'parameters')];
  if (
    name?.type !== 'identifier' ||
    parameters === null ||
    textOf(source, name) !== callee ||
    !isOnlyCalled(name, callee, source)
  )
    return null;
  const all = namedChildren(parameters);
  // the flag comes behind all others
  if (
    all.some(({ type }) => type !== 'parameter_declaration') &&
    callsOf(callee, source).some((call) => namedChildren(childIn(call, 'arguments') ?? call).length !== all.length)
  )
    return null;
  if (
    !isFree(definition, source) ||
    parameters.children.some(({ type }) => type === '...') ||
    !all.every(({ type }) => type === 'parameter_declaration' || type === 'optional_parameter_declaration')
  )
    return null;
  const [only] = all;
  const last = all.at(-1);
  if (only !== undefined && all.length === 1 && textOf(source, only) === 'void')
    return { file: source.file, start: only.start, end: only.end, text: `bool ${flag} = true` };
  const at = last?.end ?? parameters.start + 1;
  return { file: source.file, start: at, end: at, text: `${last === undefined ? '' : ', '}bool ${flag} = true` };
}

function declaratorOf(definition: SyntaxNode): SyntaxNode | null {
  let at = childIn(definition, 'declarator');
  while (at?.type === 'pointer_declarator') at = childIn(at, 'declarator');
  return at?.type === 'function_declarator' ? at : null;
}

/** The only function of the file that has the name. */
function definitionOf(callee: string, source: SourceText): SyntaxNode | null {
  const [only, ...more] = nodesOf(source.tree, 'function_definition').filter((one) => {
    const name = childIn(declaratorOf(one) ?? one, 'declarator');
    return name?.type === 'identifier' && textOf(source, name) === callee;
  });
  return only === undefined || more.length > 0 ? null : only;
}

/** What a function gives back. `isArithmetic`: a number. `none`: what stands for no value; null: not known. */
function returnedBy(
  definition: SyntaxNode,
  source: SourceText,
): Readonly<{ text: string; isArithmetic: boolean; none: string | null }> {
  const type = childIn(definition, 'type');
  const text = type === null ? 'auto' : textOf(source, type);
  const isPlain = type !== null && childIn(definition, 'declarator')?.type === 'function_declarator';
  const isArithmetic = isPlain && arithmetic.includes(type.type);
  return {
    text,
    isArithmetic,
    none: isArithmetic ? '0' : isPlain && isParameterOf(text, definition, source) ? `${text}()` : null,
  };
}

/** Whether it is a type that the function's template takes. */
function isParameterOf(type: string, definition: SyntaxNode, source: SourceText): boolean {
  const template = nodesOf(source.tree, 'template_declaration').findLast((one) => one.children.includes(definition));
  return (
    template !== undefined &&
    nodesOf(childIn(template, 'parameters') ?? definition, 'type_parameter_declaration').some((one) =>
      namedChildren(one).some((name) => textOf(source, name) === type),
    )
  );
}

/** Whether it is no member of a class. */
function isFree(definition: SyntaxNode, { tree }: SourceText): boolean {
  return !nodesOf(tree, 'class_specifier', 'struct_specifier', 'union_specifier').some(
    (owner) => owner.start <= definition.start && definition.end <= owner.end,
  );
}

const callsOf = (callee: string, source: SourceText): readonly SyntaxNode[] =>
  nodesOf(source.tree, 'call_expression').filter((call) => nameIn(call, source) === callee);

/**
 * Whether each mention of the name in the file is a call of a function, but for the one that defines it: none takes its
 * address, declares it or gives it another meaning.
 */
function isOnlyCalled(definedAs: SyntaxNode, callee: string, source: SourceText): boolean {
  const meant = new Set([definedAs.start, ...callsOf(callee, source).map((call) => calledIn(call)?.start ?? -1)]);
  const mention = new RegExp(String.raw`\b${callee}\b`);
  const visit = (node: SyntaxNode): boolean => {
    if (node.type === 'comment' || node.type === 'preproc_include') return true;
    if (node.children.length > 0) return node.children.every(visit);
    return meant.has(node.start) || !mention.test(textOf(source, node));
  };
  return visit(source.tree);
}

/** A function of a flag that ends with the one value that it gives back: `value`, of which `unit` is the statement. */
export type Ending = Readonly<{ unit: Unit; value: SyntaxNode }>;

/** Null where it gives back nothing; of values given back elsewhere too it is the plan that refuses them. */
export function endingOf(body: SyntaxNode, last: Unit | undefined): Ending | null {
  const [value, ...more] = last?.node?.type === 'return_statement' ? namedChildren(last.node) : [];
  const returns = nodesOf(body, 'return_statement').filter(
    (one) => !nodesOf(body, 'lambda_expression').some((lambda) => lambda.start <= one.start && one.end <= lambda.end),
  );
  return last === undefined || value === undefined || more.length > 0 || returns.length > 1
    ? null
    : { unit: last, value };
}

/** The value where the flag holds. */
export function ended({ unit, value }: Ending, definition: SyntaxNode, flag: string, work: Work): Item {
  const {
    names,
    names: { source },
    unset,
  } = work;
  const { text, from } = chunkAt(source, unit.start, unit.end);
  const asked = textOf(source, value);
  if (work.opaque.some((one) => isWithin(one, value) || one === unit.node) || holdsBarrier(unit.node ?? value, work))
    work.refusals.push('a value that the block meets for');
  if (isPure(value, names, unset)) return { kind: 'plain', chunk: { text, from }, blank: unit.blank };
  const { none } = returnedBy(definition, source);
  if (none === null || value.type === 'comma_expression') work.refusals.push('a value that not all threads may have');
  return {
    kind: 'plain',
    chunk: {
      text: `${text.slice(0, value.start - unit.start)}${flag} ? ${operand(asked)} : ${none ?? '0'}${text.slice(value.end - unit.start)}`,
      from,
    },
    blank: unit.blank,
  };
}
