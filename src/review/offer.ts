/**
 * A proved patch as the offer of a follow-up pull request; its words: witness, proof, cost, and how to see it on one's
 * own machine. Pure.
 */
import type { FixSet } from './fix-sets.ts';
import type { Offer } from '../platform/proposal.ts';
import type { ReviewWords } from './body.ts';
import { code, cutMarkdown, sentence } from '../report/markdown-escape.ts';
import { findingMarkdown, fixMarkdown } from '../report/markdown.ts';
import { kernelKey } from './obsolete.ts';
import { mostCharacters, plainKey } from '../platform/markers.ts';
import { cutTo } from '../base/cut.ts';
import { visible } from '../report/visible.ts';
import { capital } from '../report/wording.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `label`: the branch that it goes into. `modeOf`: of a file as it is there. */
export function offerOf(
  set: FixSet,
  words: ReviewWords,
  label: string,
  modeOf: (path: string) => string | null,
): Offer {
  const [first] = set.findings;
  return {
    keys: [set.key, ...set.findings.map((finding) => plainKey(finding.fingerprint))],
    proposal: {
      about: [set.key, ...(first === undefined ? [] : [kernelKey(first.span.file, first.kernel)])],
      ...texts(set, words, label),
      message: set.fix.cost.replace(/[@#]/g, ''),
      files: set.files.map((file) => ({ path: file.path, text: file.after, mode: modeOf(file.path) ?? '100644' })),
    },
  };
}

function texts(set: FixSet, words: ReviewWords, label: string): Pick<Offer['proposal'], 'title' | 'body'> {
  const [first] = set.findings;
  const kernels = [...new Set(set.findings.map((finding) => finding.kernel))];
  const title = plainLine(`Fix ${first?.code ?? 'a race'} in ${kernels.slice(0, 3).join(', ')}: ${set.fix.title}`);
  const context = { source: words.source, address: words.address, patch: 'none' as const };
  const body = [
    fill(messages.followUpIntro, { title: sentence(capital(set.fix.title)), place: code(label) }),
    fixMarkdown(set.fix, { ...context, patch: 'diff' }),
    messages.withoutFix,
    ...set.findings.map((finding) => findingMarkdown({ ...finding, fix: null }, context)),
    messages.reproduceHeading,
    fill(messages.reproduceHow, { command: code(`syncwright check ${set.files.map((file) => file.path).join(' ')}`) }),
    messages.followUpNote,
  ].join('\n\n');
  return { title, body: cutMarkdown(body, mostCharacters - 200, fill(messages.restInSummary, words.dialect)) };
}

/** A title or commit line: one line without mentions and issue numbers. */
export const plainLine = (text: string): string =>
  cutTo(visible(text.replace(/[\r\n]+/g, ' ')).replace(/[@#`]/g, ''), 120);
