/**
 * One more entry in the list `ignore` of a configuration. The rest of the text stays as people wrote it, comments
 * included; a text that is not a good configuration is not touched.
 */
import { isMap, isSeq, parseDocument, stringify } from 'yaml';
import type { Result } from '../base/result.ts';
import { configPath, problemWords, readConfig } from './config.ts';
import { fail, ok } from '../base/result.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type NewIgnoreRule = Readonly<{
  /** A fingerprint. */ id: string;
  kernel: string;
  reason: string;
  author: string;
}>;

/** `before`: null where there is no configuration yet. The problem is one line. */
export function withIgnoreRule(before: string | null, rule: NewIgnoreRule): Result<string, string> {
  const old = readConfig(before ?? '');
  if (!old.ok) return fail(fill(messages.unchangeable, { configPath, why: problemWords(old.problem) }));
  if (old.value.ignore.some((one) => one.id === rule.id)) return fail(fill(messages.ignoredAlready, { configPath }));
  const text = (before ?? '').replaceAll('\r\n', '\n');
  const written = withEntry(text, rule);
  const after = readConfig(written);
  // What is written is read again: it must say what it said before, and this.
  const isGood =
    after.ok &&
    JSON.stringify(withoutLines(after.value.ignore)) ===
      JSON.stringify([...withoutLines(old.value.ignore), { ...rule, file: null }].map(inOrder));
  if (!isGood) return fail(fill(messages.addByHand, { configPath }));
  return ok((before ?? '').includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
}

function withEntry(text: string, rule: NewIgnoreRule): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core' });
  // Nothing, or nothing but comments.
  if (!isMap(document.contents))
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${stringify({ ignore: [rule] }, { lineWidth: 0 })}`;
  const list: unknown = document.get('ignore');
  const entry = document.createNode({ ...rule });
  if (isSeq(list) && list.items.length > 0) list.items.push(entry);
  else document.set('ignore', document.createNode([entry]));
  return document.toString({ lineWidth: 0 });
}

type Rule = Readonly<{ id: string; kernel: string | null; file: string | null; reason: string; author: string | null }>;
const inOrder = ({ id, kernel, file, reason, author }: Rule): Rule => ({ id, kernel, file, reason, author });
const withoutLines = (rules: readonly Rule[]): readonly Rule[] => rules.map(inOrder);
