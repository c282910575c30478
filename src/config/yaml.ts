/**
 * YAML of strangers as plain data. The only user of the `yaml` package.
 * Needs: a text. Gives: its value, and the line of each part of it; or one problem.
 * Anchors, aliases, tags, merge keys and keys that are not plain text are refused: none of them is needed, and they are
 * how a small text becomes a large value. Size and depth are bounded before anything is built.
 */
import { Composer, Parser, isMap, isScalar, isSeq } from 'yaml';
import type { CST, Document } from 'yaml';
import type { Result } from '../base/result.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type Plain = string | number | boolean | null | readonly Plain[] | Readonly<{ [key: string]: Plain }>;
export type YamlProblem = Readonly<{ line: number | null; text: string }>;
export type YamlValue = Readonly<{
  value: Plain;
  /** The line of the key or entry that the path leads to, or of the nearest around it; null: of none. */
  lineOf: (path: readonly string[]) => number | null;
}>;

const maxCharacters = 256 * 1024;
const maxDepth = 16;
/** The parser compares each key of a set with all others. */
const maxEntries = 3000;

/**
 * `isText`: whether a scalar there is taken as it is written, so that a large number stays exact. An empty text is no
 * keys at all.
 */
export function readYaml(text: string, isText: (path: readonly string[]) => boolean): Result<YamlValue, YamlProblem> {
  if (text.length > maxCharacters)
    return fail({ line: null, text: fill(messages.tooLong, { count: text.length, maxCharacters }) });
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.exec(text);
  if (control !== null) return fail({ line: lineAt(text, control.index), text: messages.notText });
  const tokens = [...new Parser().parse(text)];
  const refused = refusedIn(tokens);
  if (refused !== null) return fail({ line: lineAt(text, refused.at), text: refused.text });
  const [first, second] = [
    ...new Composer({
      version: '1.2',
      schema: 'core',
      uniqueKeys: true,
      strict: true,
      merge: false,
      logLevel: 'silent',
      prettyErrors: false,
    }).compose(tokens),
  ];
  const wrong = first?.errors[0] ?? first?.warnings[0];
  if (wrong !== undefined) return fail({ line: lineAt(text, wrong.pos[0]), text: wordsOf(wrong.code, wrong.message) });
  if (second !== undefined) return fail({ line: lineAt(text, second.range[0]), text: messages.secondDocument });
  return first === undefined ? ok({ value: {}, lineOf: () => null }) : ok(converted(first, text, isText));
}

function wordsOf(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return messages.duplicateKey;
  return fill(messages.notYaml, { why: message.split('\n')[0] ?? '' }).slice(0, 200);
}

const refusedTokens: ReadonlyMap<string, string> = new Map([
  ['tag', messages.noTags],
  ['anchor', messages.noAnchors],
  ['alias', messages.noAliases],
  ['directive', messages.noDirectives],
]);

/** What is refused before anything is made of it, the first in the text; without recursion. Null: nothing. */
function refusedIn(tokens: readonly CST.Token[]): Readonly<{ at: number; text: string }> | null {
  const found: { at: number; text: string }[] = [];
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    const at = 'offset' in token ? token.offset : 0;
    const items = 'items' in token ? token.items : [];
    if (depth > maxDepth) return { at, text: fill(messages.tooDeep, { maxDepth }) };
    if (items.length > maxEntries) return { at, text: fill(messages.tooManyEntries, { maxEntries }) };
    const around = [
      token,
      ...('start' in token ? [token.start].flat() : []),
      ...items.flatMap((item) => [...item.start, ...(item.sep ?? [])]),
    ];
    for (const one of around) {
      const text = refusedTokens.get(one.type);
      if (text !== undefined) found.push({ at: 'offset' in one ? one.offset : at, text });
    }
    for (const { key } of items)
      if (key !== null && key !== undefined && 'items' in key) found.push({ at: key.offset, text: messages.plainKey });
    const inner = [
      ...(token.type === 'document' ? [token.value] : []),
      ...items.flatMap((item) => [item.key, item.value]),
    ];
    for (const one of inner) if (one !== null && one !== undefined) waiting.push({ token: one, depth: depth + 1 });
  }
  return found.reduce<(typeof found)[number] | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
}

function converted(document: Document.Parsed, text: string, isText: (path: readonly string[]) => boolean): YamlValue {
  const offsets = new Map<string, number>();
  const plainOf = (node: unknown, path: readonly string[]): Plain => {
    if (isScalar(node)) return isText(path) && node.source !== undefined ? node.source : scalarOf(node.value);
    if (isSeq(node)) return node.items.map((item, k) => placed(item, [...path, `${k}`]));
    const keys = new Map<string, Plain>();
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
        if (isScalar(key)) mark(key.range, [...path, name]);
        keys.set(name, plainOf(value, [...path, name]));
      }
    }
    return isMap(node) ? Object.fromEntries(keys) : null;
  };
  const placed = (item: unknown, path: readonly string[]): Plain => {
    if (isScalar(item) || isMap(item) || isSeq(item)) mark(item.range, path);
    return plainOf(item, path);
  };
  const mark = (range: Readonly<{ 0: number }> | null | undefined, path: readonly string[]): void => {
    if (range !== null && range !== undefined) offsets.set(JSON.stringify(path), range[0]);
  };
  const value = plainOf(document.contents, []);
  return { value: value ?? {}, lineOf: (path) => lineOfNearest(path, offsets, text) };
}

function scalarOf(value: unknown): Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value);
}

function lineOfNearest(path: readonly string[], offsets: ReadonlyMap<string, number>, text: string): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsets.get(JSON.stringify(path.slice(0, length)));
    if (offset !== undefined) return lineAt(text, offset);
  }
  return null;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
