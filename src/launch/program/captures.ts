/** What lambdas of a program that is run (run.ts) capture: variables themselves, or copies of them. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Declaration } from '../host-names.ts';
import type { Frame, Variable } from './memory.ts';
import type { Run } from './state.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { lookup } from '../lookup.ts';
import { copyBytes, newPlace } from './memory.ts';
import { at, stop, store } from './state.ts';
import { sizeOf } from './types.ts';

/** Whether copies that a lambda captures may change from call to call. */
const isMutable = (run: Run, lambda: SyntaxNode): boolean =>
  /\bmutable\b/.test(run.names.source.text.slice(lambda.start, childIn(lambda, 'body')?.start ?? lambda.end));

const before = (list: SyntaxNode | null, node: SyntaxNode): string | undefined =>
  list?.children[list.children.indexOf(node) - 1]?.type;

/** The variables that the declaration around a lambda declares: what it captures of them begins with it. */
function declaredWith(names: Run['names'], lambda: SyntaxNode): readonly Declaration[] {
  for (
    let at = names.parents.get(lambda);
    at !== undefined && !/^(?:compound_statement|lambda_expression)$/.test(at.type);
    at = names.parents.get(at)
  )
    if (at.type === 'declaration') return names.declaredBy.get(at) ?? [];
  return [];
}

/** `[n = x]`, `[&r = x]` */
function captureAs(run: Run, frame: Frame, item: SyntaxNode, variables: Map<number, Variable>): void {
  const [name, value] = [
    childIn(item, 'left') ?? namedChildren(item)[0],
    childIn(item, 'right') ?? namedChildren(item)[1],
  ];
  const given =
    name === undefined ||
    value === undefined ||
    namedChildren(item).length !== 2 ||
    item.children.some(({ type }) => type === '...') ||
    /initializer_list|argument_list/.test(value.type)
      ? null
      : run.rules.evaluate(run, frame, value);
  const isReference = item.children.some(({ type }) => type === '&');
  if (
    name === undefined ||
    given === null ||
    !/^(?:scalar|pointer)$/.test(given.type.kind) ||
    (isReference && given.place === null)
  )
    return void stop(run);
  if (isReference && given.place !== null)
    return void variables.set(name.start, { type: given.type, place: given.place });
  const own: Variable = { type: given.type, place: newPlace() };
  store(run, own, given);
  variables.set(name.start, own);
}

/** What a lambda sees of the variables around it: those themselves, and copies of those that it captures by value. */
export function capturedBy(run: Run, frame: Frame, lambda: SyntaxNode): Frame {
  const captures = childIn(lambda, 'captures');
  const items = captures === null ? [] : namedChildren(captures);
  const isByValue = items.some(
    (item) => item.type === 'lambda_default_capture' && textOf(run.names.source, item) === '=',
  );
  const [copied, shared] = [false, true].map(
    (isShared) =>
      new Set(
        items
          .filter((item) => item.type === 'identifier' && isShared === (before(captures, item) === '&'))
          .map((item) => lookup(run.names, textOf(run.names.source, item), item)?.node.start),
      ),
  );
  const isCopying =
    items.some((item) => item.type === 'lambda_capture_initializer') || isByValue || (copied?.size ?? 0) > 0;
  if (
    (isMutable(run, lambda) && isCopying) ||
    (captures !== null && /\*\s*this/.test(textOf(run.names.source, captures)))
  )
    stop(run);
  const variables = new Map<number, Variable>();
  for (const item of items) if (item.type === 'lambda_capture_initializer') captureAs(run, frame, item, variables);
  const initializing = new Set(declaredWith(run.names, lambda).map(({ node }) => node.start));
  for (let around: Frame | null = frame; around !== null; around = around.outer) {
    for (const [key, variable] of around.variables) {
      if (variables.has(key) || initializing.has(key)) continue;
      // the name may mean another variable when the lambda is called
      if (shared?.has(key) === true || !(isByValue || copied?.has(key) === true)) {
        variables.set(key, variable);
        continue;
      }
      const own: Variable = { type: variable.type, place: newPlace() };
      if (variable.type.kind === 'other') variables.set(key, variable);
      else if (/^(?:closure|function|array)$/.test(variable.type.kind)) {
        copyBytes(own.place, variable.place, sizeOf(run.names, variable.type));
        variables.set(key, own);
      } else {
        store(run, own, at(variable));
        variables.set(key, own);
      }
    }
  }
  return { variables, outer: frame, self: null, types: frame.types };
}
