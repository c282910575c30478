/** The words of a follow-up pull request: witness, proof, cost, and how to see it on one's own machine. */
import type { FixSet } from './fix-sets.ts';
import type { FollowUpTexts } from './follow-up.ts';
import type { ReviewWords } from './body.ts';
import { code, cutMarkdown, sentence } from '../report/markdown-escape.ts';
import { findingMarkdown, fixMarkdown } from '../report/markdown.ts';
import { mostCharacters } from '../github/markers.ts';
import { cutTo } from '../base/cut.ts';
import { visible } from '../report/visible.ts';
import { capital } from '../report/wording.ts';

export function followUpTexts(set: FixSet, words: ReviewWords, label: string): FollowUpTexts {
  const [first] = set.findings;
  const kernels = [...new Set(set.findings.map((finding) => finding.kernel))];
  const title = plainLine(`Fix ${first?.code ?? 'a race'} in ${kernels.slice(0, 3).join(', ')}: ${set.fix.title}`);
  const context = { source: words.source, address: words.address, patch: 'none' as const };
  const body = [
    `${sentence(capital(set.fix.title))}. Proposed for ${code(label)} by Syncwright; the patched kernel was proved with the engine that found the bug.`,
    fixMarkdown(set.fix, { ...context, patch: 'diff' }),
    '### What is wrong without it',
    ...set.findings.map((finding) => findingMarkdown({ ...finding, fix: null }, context)),
    '### See it on your machine',
    `On this branch ${code(`syncwright check ${set.files.map((file) => file.path).join(' ')}`)} proves the kernel; on the branch it goes into, the same command shows the two threads.`,
    '<sub>This branch is updated while only Syncwright has written to it. Close the pull request to refuse the fix for good.</sub>',
  ].join('\n\n');
  return { title, body: cutMarkdown(body, mostCharacters - 200, 'The rest is in the job summary.') };
}

/** A title or commit line: one line without mentions and issue numbers. */
export const plainLine = (text: string): string => cutTo(visible(text.replace(/[\r\n]+/g, ' ')).replace(/[@#`]/g, ''), 120);
