/** How verdicts, severities and the like look: a mark that is not only a colour, and a word. */
import type { Finding, Severity, Verdict } from '../../verdict/finding.ts';
import type { Html } from './markup.ts';
import { html } from './markup.ts';
import { messages } from '../wording.ts';

export const verdictMarks: Readonly<Record<Verdict, string>> = {
  racy: '✗',
  conditional: '~',
  drf: '✓',
  unknown: '?',
  unsupported: '–',
};
export const verdictNames: Readonly<Record<Verdict, string>> = {
  racy: 'racy',
  conditional: 'conditional',
  drf: 'race-free',
  unknown: 'unknown',
  unsupported: 'unsupported',
};
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  racy: messages.racyMeans,
  conditional: messages.conditionalMeans,
  drf: messages.raceFreeMeans,
  unknown: messages.unknownMeans,
  unsupported: messages.unsupportedMeans,
};

export const verdictBadge = (verdict: Verdict): Html =>
  html`<span class="badge ${verdict}"><span class="mark" aria-hidden="true">${verdictMarks[verdict]}</span>${verdictNames[verdict]}</span>`;

export const severityMarks: Readonly<Record<Severity, string>> = { error: '●', warning: '▲', info: 'ℹ' };
export const severityBadge = (severity: Severity): Html =>
  html`<span class="severity ${severity}"><span class="mark" aria-hidden="true">${severityMarks[severity]}</span>${severity}</span>`;

/** Why a finding does not count, in a word. */
export const asideOf = ({ suppressed, inBaseline }: Finding): '' | 'suppressed' | 'in the baseline' =>
  suppressed !== undefined ? 'suppressed' : inBaseline === true ? 'in the baseline' : '';

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
