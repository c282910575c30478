/** A patch as a diff, line by line: what is added and taken away is told by sign and colour. */
import type { Fix } from '../../verdict/finding.ts';
import type { Html } from './markup.ts';
import type { SourceLookup } from '../wording.ts';
import { html } from './markup.ts';
import { shownPatchOf } from '../patch.ts';

const kinds: Readonly<Record<string, string>> = { '+': 'add', '-': 'cut', '@': 'where' };

/** Null: the source is not there, or the patch changes nothing that can be shown. */
export function patchDiff(fix: Fix, source: SourceLookup): Readonly<{ html: Html; text: string }> | null {
  const text = shownPatchOf(fix.edits, source);
  if (text === '') return null;
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !/^(?:=+|Index: .*)$/.test(line));
  return {
    text,
    html: html`<pre class="diff" tabindex="0"><code>${lines.map((line) => html`<span class="line ${kindOf(line)}">${line}\n</span>`)}</code></pre>`,
  };
}

const kindOf = (line: string): string => (/^(?:\+\+\+|---) /.test(line) ? 'file' : (kinds[line.slice(0, 1)] ?? ''));
