/** The pull request that a person asks for with `/syncwright ignore`: one more entry in `.syncwright.yml`. Pure. */
import type { Finding } from '../verdict/finding.ts';
import type { Proposal } from '../platform/proposal.ts';
import type { Result } from '../base/result.ts';
import type { ReviewWords } from './body.ts';
import { baseName } from '../base/kernel-name.ts';
import { code, cutMarkdown, inline } from '../report/markdown-escape.ts';
import { configPath } from '../config/config.ts';
import { fail, ok } from '../base/result.ts';
import { findingMarkdown } from '../report/markdown.ts';
import { mostCharacters, plainKey } from '../platform/markers.ts';
import { plainLine } from './offer.ts';
import { withIgnoreRule } from '../config/add-ignore.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

type IgnoreRequest = Readonly<{
  /** `pr-12` */
  label: string;
  finding: Finding;
  reason: string;
  /** The login of who asks. */
  author: string;
  words: ReviewWords;
  /** The configuration as it is on the branch; null: there is none. */
  before: string | null;
  mode: string | null;
}>;

/** The problem is one sentence without foreign words. */
export function ignoreProposal(request: IgnoreRequest): Result<Proposal, string> {
  const { finding, reason, author, words } = request;
  const kernel = baseName(finding.kernel);
  const after = withIgnoreRule(request.before, { id: finding.fingerprint, kernel, reason, author });
  if (!after.ok) return fail(after.problem);
  const key = plainKey(finding.fingerprint);
  const body = [
    fill(messages.ignoreIntro, {
      code: finding.code,
      place: code(kernel),
      file: code(configPath),
      who: code(author),
      reason: inline(reason),
    }),
    messages.ignoreEffect,
    fill(messages.ignoreDetails, {
      text: findingMarkdown({ ...finding, fix: null }, { source: words.source, address: words.address, patch: 'none' }),
    }),
  ].join('\n\n');
  return ok({
    branch: `syncwright/ignore/${request.label}/${key}`,
    about: [key],
    title: plainLine(`Ignore ${finding.code} in ${kernel}`),
    body: cutMarkdown(body, mostCharacters - 200, fill(messages.restInSummary, words.dialect)),
    message: plainLine(fill(messages.requestedBy, { author, reason })),
    files: [{ path: configPath, text: after.value, mode: request.mode ?? '100644' }],
  });
}
