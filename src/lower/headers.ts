/** Functions whose parameters the parser could not read: which argument is which is a guess then. */
import type { Context } from './context.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { fail, textIn } from './context.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * A word that no macro of the text explains (`float *RESTRICT a`, `PITCH(4)`) says something of a parameter; anything
 * else may be one, or hide one.
 */
const attribute = /^\w+\s*(?:\([\w\s,]*\))?$/;

/** `at`: what is refused for it, the kernel or a call. */
export function refuseBrokenHeader(cx: Context, decl: FunctionDecl, at: SyntaxNode): void {
  const isUnread = (node: SyntaxNode): boolean =>
    node.type === 'ERROR'
      ? !attribute.test(textIn(cx.unit, node.start, node.end).trim())
      : node.missing || node.children.some(isUnread);
  if (isUnread(decl.declarator)) fail(cx, at, fill(messages.parameterSyntax, { name: decl.name }));
}
