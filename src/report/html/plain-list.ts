/** Every kernel with its findings or reasons, as a plain list: what is read where no script runs. */
import type { KernelAnswer, Report } from '../../verdict/finding.ts';
import type { Html } from './markup.ts';
import { asideOf, capital, verdictBadge } from './words.ts';
import { doingWords, proofWords, threadWords } from '../wording.ts';
import { html, nothing, prose } from './markup.ts';
import { titleOf } from '../../verdict/catalogue.ts';
import { verdicts } from './tally.ts';

export function plainList({ kernels }: Report): Html {
  const sorted = [...kernels].sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));
  return html`<noscript><section class="view" aria-labelledby="plain-title"><h2 id="plain-title">All kernels</h2>
<p class="note">Without scripts this page lists what was found. Sources, time lines, steps and patches need them.</p>
<ol class="rows">${sorted.map(item)}</ol></section></noscript>`;
}

const item = (
  kernel: KernelAnswer,
): Html => html`<li class="row"><div class="row-head">${verdictBadge(kernel.verdict)} <code class="name">${kernel.name}</code> <span class="quiet-words">${kernel.span.file}:${kernel.span.line}</span></div>
${kernel.findings.length === 0 ? nothing : html`<ul>${kernel.findings.map((finding) => html`<li><strong>${finding.id} ${capital(titleOf(finding.code) ?? finding.kind)}</strong> (${finding.code}, ${finding.severity}, ${finding.status}${asideOf(finding) === '' ? '' : `, ${asideOf(finding)}`}): ${prose(finding.message)}.${witnessWords(finding)}${finding.fix === null ? '' : html` Patch: ${prose(finding.fix.title)} (${proofWords(finding.fix)}).`}</li>`)}</ul>`}
${kernel.reasons.length === 0 ? nothing : html`<ul>${kernel.reasons.map((reason) => html`<li>${prose(reason)}</li>`)}</ul>`}</li>\n`;

function witnessWords({ witness }: KernelAnswer['findings'][number]): string {
  if (witness === null) return '';
  return ` ${witness.accesses.map((access) => `${capital(threadWords(access, witness))} ${doingWords(access, witness.address?.text ?? null)} (${access.span.file}:${access.span.line})`).join('; ')}.`;
}
