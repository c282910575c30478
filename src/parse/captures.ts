/**
 * What a lambda's capture list says [expr.prim.lambda.capture]. Exact: `isWhole` is false where a part of it is not
 * understood.
 */
import type { SyntaxNode } from './node.ts';
import { childIn } from './node.ts';

/** `value`: of an init-capture, `[p = x]`. `node`: what stands in the list. */
type Capture = Readonly<{ name: string; byReference: boolean; value: SyntaxNode | null; node: SyntaxNode }>;
/** `self`: `[this]` is the pointer, `[*this]` a copy of the object. */
export type CaptureList = Readonly<{
  explicit: readonly Capture[];
  byDefault: '=' | '&' | null;
  self: 'pointer' | 'copy' | null;
  isWhole: boolean;
}>;

export function capturesOf(lambda: SyntaxNode, textOf: (node: SyntaxNode) => string): CaptureList {
  const explicit: Capture[] = [];
  let byDefault: CaptureList['byDefault'] = null;
  let self: CaptureList['self'] = null;
  let isWhole = true;
  let mark = '';
  for (const child of childIn(lambda, 'captures')?.children ?? []) {
    if (child.type === 'identifier')
      explicit.push({ name: textOf(child), byReference: mark === '&', value: null, node: child });
    else if (child.type === 'this') self = mark === '*' ? 'copy' : 'pointer';
    else if (child.type === 'lambda_default_capture') byDefault = textOf(child) === '=' ? '=' : '&';
    else if (child.type === 'lambda_capture_initializer') {
      const left = childIn(child, 'left');
      const value = childIn(child, 'right');
      const isPack = child.children.some(({ type }) => type === '...');
      if (left === null || value === null || isPack) isWhole = false;
      else
        explicit.push({
          name: textOf(left),
          byReference: child.children[0]?.type === '&' || mark === '&',
          value,
          node: child,
        });
    } else if (child.named && child.type !== 'comment') isWhole = false;
    mark = child.type;
  }
  return { explicit, byDefault, self, isWhole };
}

/** The names that a lambda's body mentions. */
export function namesInBody(lambda: SyntaxNode, textOf: (node: SyntaxNode) => string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'identifier' || node.type === 'type_identifier') found.add(textOf(node));
    for (const child of node.children) visit(child);
  };
  const body = childIn(lambda, 'body');
  if (body !== null) visit(body);
  return found;
}

/** Whether a call may change its copies: then they are not what was captured. */
export const isMutable = (lambda: SyntaxNode, textOf: (node: SyntaxNode) => string): boolean =>
  childIn(lambda, 'declarator')?.children.some(
    (child) => child.type === 'type_qualifier' && textOf(child) === 'mutable',
  ) === true;
