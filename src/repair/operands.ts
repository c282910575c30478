/**
 * Text that becomes a part of other text: an operand beside another operator, a statement under another test. A macro
 * may hold more than an operand (`#define LATE n > 4 || t < 50`), and an `else` goes with the nearest `if`.
 * Needs: nodes of the text as it is. Gives: what holds whatever a macro of the file, or one that is not seen, is.
 */
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { childIn, textOf } from '../parse/node.ts';
import { macrosIn } from './written.ts';

/** As an operand of any operator: in parentheses, if it may be more than a name, a number or an element. */
export const operandOf = (written: string, text: SourceText): string =>
  /^[\w.]+(?:\[[^\][]*\])*$/.test(written) && !mayHold(written, /[^\w.\s]/, text) ? written : `(${written})`;

/** As what `?` asks. */
export function questionOf(node: SyntaxNode, text: SourceText): string {
  const written = textOf(text, node);
  return mayHold(written, /[?,]|(?<![=!<>])=(?!=)/, text) ? `(${written})` : written;
}

/** As a side of `&&`. */
export function conjunctOf(node: SyntaxNode, text: SourceText): string {
  return isLooserThanAnd(node, text) ? `(${textOf(text, node)})` : textOf(text, node);
}

/** Whether `&&` beside it would tear it apart. */
export const isLooserThanAnd = (node: SyntaxNode, text: SourceText): boolean =>
  ['assignment_expression', 'conditional_expression', 'comma_expression'].includes(node.type) ||
  node.children.some(({ type }) => type === '||') ||
  holdsLooser(node, text);

/** Whether a macro in it may hold what binds looser than `&&`. */
export const holdsLooser = (node: SyntaxNode, text: SourceText): boolean =>
  mayHold(textOf(text, node), /\|\||[?,]|(?<![=!<>])=(?!=)/, text);

/** Whether a macro in this stretch of text has such signs in its definition, or none is seen that defines it. */
function mayHold(written: string, signs: RegExp, text: SourceText): boolean {
  const names = new Set(written.match(/\b[A-Za-z_]\w*/g) ?? []);
  const macros = macrosIn(text).map((macro) => /define\s+(\w+)(\([^)]*\))?([^]*)/.exec(macro));
  return [...names].some((name) => {
    const own = macros.filter((macro) => macro?.[1] === name);
    return own.length > 0 ? own.some((macro) => signs.test(macro?.[3] ?? '')) : isUnseen(name, text);
  });
}

/** Whether it is spelled like a macro, and no declaration of the file has it. */
const isUnseen = (name: string, { text }: SourceText): boolean =>
  /^[A-Z][A-Z\d_]+$/.test(name) &&
  !new RegExp(String.raw`(?:\b[A-Za-z_]\w*[\s*&]+|[{,]\s*)${name}\b(?!\s*[)(])`).test(text);

/** Whether an `if` before the statement would take an `else` that belongs to one around it. */
export function wouldTakeElse(node: SyntaxNode, around: readonly SyntaxNode[]): boolean {
  const [outer, ...more] = around;
  if (outer === undefined) return false;
  if (outer.end !== node.end)
    return (
      outer.type === 'if_statement' && childIn(outer, 'consequence') === node && childIn(outer, 'alternative') !== null
    );
  return ['if_statement', 'else_clause', 'for_statement', 'while_statement', 'for_range_loop'].includes(outer.type)
    ? wouldTakeElse(outer, more)
    : false;
}
