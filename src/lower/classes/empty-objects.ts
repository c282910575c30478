/**
 * Function objects of a class that is not known, which hold nothing that the kernel gave them: local variables that are
 * declared without arguments and are afterwards only called. What such a one is called with is all that it knows of the
 * kernel, so that its call touches no memory of it, as that of a function that is not seen (calls.ts); a note says so.
 */
import type { Context } from '../context.ts';
import type { Argument } from '../calls/invocation.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Slot } from '../expressions/value.ts';
import { textAfter } from '../context.ts';

/**
 * The slot of a local variable without an initializer, marked where the variable is only called until its block ends.
 */
export function asEmptyObject(cx: Context, slot: Slot, declarator: SyntaxNode, name: string): Slot {
  if (
    slot.kind !== 'unknown' ||
    slot.type?.kind !== 'opaque' ||
    slot.footprint === 'everything' ||
    slot.clobbers !== null
  )
    return slot;
  return declarator.type === 'identifier' && isOnlyCalled(textAfter(cx, declarator.end), name)
    ? { ...slot, holdsNothing: true }
    : slot;
}

/** Whether the call of an object with these arguments can use no pointers: it holds none, and is given none. */
export function isCallOfEmptyObject(object: Slot, args: readonly Argument[]): boolean {
  return (
    object.kind === 'unknown' &&
    object.holdsNothing === true &&
    args.every(({ type, node }) => type?.kind === 'scalar' && node.type !== 'initializer_list')
  );
}

/** What a note calls the function of such an object: `Plus<T>::operator()`. */
export function callOperatorOf(object: Slot): string {
  return `${object.kind === 'unknown' && object.type?.kind === 'opaque' ? object.type.text : 'a class'}::operator()`;
}

const tokens = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[{}]|[A-Za-z_]\w*/g;

/**
 * Whether every mention of the name from the beginning of the text to the end of the block is one of `isUseAsFunction`.
 */
function isOnlyCalled(text: string, name: string): boolean {
  let depth = 0;
  let start = 0;
  for (const match of text.matchAll(tokens)) {
    const at = match.index;
    if (match[0] === '{') depth++;
    else if (match[0] === '}') depth--;
    else if (match[0] === name && !isUseAsFunction(text.slice(start, at), text, at + name.length)) return false;
    if (depth < 0) return true;
    if (match[0] === '{' || match[0] === '}') start = at + 1;
  }
  return false;
}

/**
 * Whether the name, which ends at `at`, is called for a value, or a member of it without arguments for the value of a
 * variable: nothing is stored through what the call gives. `before`: what stands between the last brace and the name.
 */
function isUseAsFunction(before: string, text: string, at: number): boolean {
  const statement = before.slice(before.lastIndexOf(';') + 1);
  if (text[at] === '(')
    return (
      !/(?:[.>]|[^&]&|&\s*\w+\s*=)\s*$/.test(statement) &&
      /^\s*(?:[;,?:)}\]+/%<>*|^]|[-&][^>]|==|!=)/.test(text.slice(closing(text, at), closing(text, at) + longest))
    );
  return (
    /^[\w\s:<>,]*=\s*$/.test(statement) && /^\s*\.\s*[A-Za-z_]\w*\s*\(\s*\)\s*;/.test(text.slice(at, at + longest))
  );
}

const longest = 200;

/** What follows the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}
