/** What `#define` says: parsing its text into a macro. */
import type { Span } from '../base/span.ts';
import type { MacroDefinition } from './preprocess.ts';
import type { Token } from './token.ts';
import { spell, tokenize } from './token.ts';

export type Macro = Readonly<{
  name: string;
  /** Null for object-like macros. The last one of a variadic macro takes the rest. */
  parameters: readonly string[] | null;
  isVariadic: boolean;
  body: readonly BodyToken[];
  /** `__LINE__` and its kin, whose body depends on the use. */
  dynamic: 'line' | 'file' | 'counter' | null;
  definition: MacroDefinition;
}>;

/** `parameter`: which parameter it names, or -1. */
export type BodyToken = Readonly<{ token: Token; parameter: number }>;

/**
 * Parses what follows `#define`, such as `MAX(a, b) ((a) > (b) ? (a) : (b))`; null when it is malformed.
 * A parenthesis makes parameters only where no white space precedes it.
 */
export function parseMacro(text: string, span: Span): Macro | null {
  const tokens = tokenize(text, span.start, span.end);
  const name = tokens[0];
  if (name?.kind !== 'name' || name.text === 'defined') return null;
  const next = tokens[1];
  const isFunction = next?.text === '(' && !next.space;
  const heading = isFunction ? parseParameters(tokens) : { parameters: null, isVariadic: false, bodyFrom: 1 };
  if (heading === null) return null;
  const rest = tokens.slice(heading.bodyFrom);
  const names = heading.parameters ?? [];
  const body = rest.map((token, k) => ({
    token: k === 0 && token.space ? { ...token, space: false } : token,
    parameter: token.kind === 'name' ? names.indexOf(token.text) : -1,
  }));
  const definition = { name: name.text, parameters: heading.parameters, body: spell(rest), span };
  return {
    name: name.text,
    parameters: heading.parameters,
    isVariadic: heading.isVariadic,
    body,
    dynamic: null,
    definition,
  };
}

type Heading = Readonly<{ parameters: readonly string[]; isVariadic: boolean; bodyFrom: number }>;

/** `( )`, `(a, b)`, `(a, ...)`, `(...)` and GNU's `(a, rest...)`; tokens[1] is the parenthesis. */
function parseParameters(tokens: readonly Token[]): Heading | null {
  const parameters: string[] = [];
  if (tokens[2]?.text === ')') return { parameters, isVariadic: false, bodyFrom: 3 };
  for (let k = 2; ;) {
    const token = tokens[k];
    if (token === undefined) return null;
    if (token.text === '...') {
      parameters.push('__VA_ARGS__');
      return tokens[k + 1]?.text === ')' ? { parameters, isVariadic: true, bodyFrom: k + 2 } : null;
    }
    if (token.kind !== 'name' || parameters.includes(token.text)) return null;
    parameters.push(token.text);
    const after = tokens[k + 1]?.text;
    if (after === ')') return { parameters, isVariadic: false, bodyFrom: k + 2 };
    if (after === '...') return tokens[k + 2]?.text === ')' ? { parameters, isVariadic: true, bodyFrom: k + 3 } : null;
    if (after !== ',') return null;
    k += 2;
  }
}
