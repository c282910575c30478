/**
 * Types that are references although no `&` stands in the declarator: `using R = int &; R r = x;`, `decltype((x)) r = x;`, a `T` that a call gives as
 * `int &`. Over-approximating: by name, whatever is meant by it in which scope.
 */
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { shapeOf } from './declarator.ts';

/** The names of the file that may stand for references. */
const named = memoized(({ text }: MappedText): ReadonlySet<string> => {
  const aliases = [/\busing\s+(\w+)\s*=[^;{}]*&\s*;/g, /\btypedef\b[^;{}]*&\s*(\w+)\s*;/g, /\busing\s+(\w+)\s*=[^;{}]*\b(?:decltype|add_lvalue_reference\w*|reference)\b[^;{}]*;/g];
  const isGiven = /\w\s*<[^<>;(){}&|]*&\s*(?:,[^<>;(){}|]*)?>/.test(text);
  return new Set([...aliases, ...(isGiven ? [/\b(?:typename|class)\s+(\w+)/g] : [])].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])));
});

/** Whether a type, as written, may be a reference. */
export const hidesReference = (source: MappedText, type: string): boolean => /\bdecltype\b|\breference\b|\badd_lvalue_reference/.test(type) || named(source).has(/\w+$/.exec(type)?.[0] ?? '');

/** Whether a parameter is a reference. */
export const isReference = (source: MappedText, parameter: SyntaxNode): boolean => shapeOf(childIn(parameter, 'declarator')) === 'reference' || hidesReference(source, textOf(source, childIn(parameter, 'type') ?? parameter));

/** How a variable or parameter of a type is declared. */
export const shapeOfDeclared = (source: MappedText, type: string, declarator: SyntaxNode | null): ReturnType<typeof shapeOf> => (hidesReference(source, type) ? 'reference' : shapeOf(declarator));
