/**
 * SARIF 2.1.0 for code scanning: one rule per code used, one result per finding, its two threads as thread flows.
 * Needs: a report, the source texts, the explanations of the codes. Gives: a log within GitHub's limits (GITHUB.md).
 */
import type {
  Artifact,
  CodeFlow,
  Fix as SarifFix,
  Location,
  Log,
  Notification,
  PhysicalLocation,
  Region,
  ReportingDescriptor,
  Result as SarifResult,
  Suppression,
  ThreadFlow,
} from 'sarif';
import type { Span } from '../base/span.ts';
import { codeEntry, limitCodes, titleOf } from '../verdict/catalogue.ts';
import type {
  Edit,
  Finding,
  Fix,
  Report,
  Severity,
  Suppression as FindingSuppression,
  Witness,
} from '../verdict/finding.ts';
import {
  capital,
  doingWords,
  findingsOf,
  furtherPlaces,
  printScalars,
  printShape,
  threadWords,
  iterationWords,
  warpModelWords,
} from './wording.ts';
import type { SourceLookup } from './wording.ts';
import { isAssumption } from '../verdict/reason-shape.ts';
import { isConditionNote } from '../verdict/conditional.ts';
import { severityRank } from '../verdict/finding.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { homepage } from '../base/version.ts';

type SarifContext = Readonly<{
  toolVersion: string;
  source: SourceLookup;
  /** Markdown that explains a code; null when there is none. */
  explain: (code: string) => string | null;
  /** Of an earlier file, for kernels that were not decided now; not given: none. */
  kept?: readonly KeptResult[];
}>;

/** A result that stays as it was, so that its alert stays open. Its place may have moved since. */
export type KeptResult = Readonly<{
  code: string;
  level: 'error' | 'warning' | 'note';
  message: string;
  kernel: string;
  file: string;
  line: number;
  fingerprint: string;
}>;

/** GitHub takes 25,000 results of a run and shows 5,000. */
export const maxResults = 5000;

/** Ends with a slash: runs of one category replace each other, whatever their number. */
const category = 'syncwright/';

/** `most`: results at most; the worst are kept, and the others counted in a notification. */
export function renderSarif(report: Report, context: SarifContext, most = maxResults): string {
  return `${JSON.stringify(sarifOf(report, context, most), null, 1)}\n`;
}

export function sarifOf(report: Report, context: SarifContext, most = maxResults): Log {
  const findings = worst(findingsOf(report), most);
  const kept = (context.kept ?? []).slice(0, most - findings.length);
  const codes = [...new Set([...findings, ...kept].map(({ code }) => code))].sort();
  const assumptions = new Map(
    report.kernels.flatMap((kernel) =>
      kernel.findings.map((finding) => [finding, kernel.reasons.filter(isAssumption)] as const),
    ),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Syncwright',
            semanticVersion: context.toolVersion,
            informationUri: homepage,
            rules: codes.map((code) => ruleOf(code, context)),
            notifications: limitCodes.map(({ code, title }) => ({ id: code, shortDescription: { text: title } })),
          },
        },
        automationDetails: { id: category },
        columnKind: 'utf16CodeUnits',
        artifacts: artifactsOf(report),
        results: [
          ...findings.map((finding) =>
            resultOf(finding, codes.indexOf(finding.code), context, assumptions.get(finding) ?? []),
          ),
          ...kept.map((one) => keptResult(one, codes.indexOf(one.code))),
        ],
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [...notificationsOf(report, findings.length), ...keptNote(kept)],
          },
        ],
      },
    ],
  };
}

/** In the order of the report. */
function worst(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const rank = (finding: Finding): number => severityRank(finding.severity) + (finding.status === 'confirmed' ? 10 : 0);
  const kept = new Set([...findings].sort((a, b) => rank(b) - rank(a)).slice(0, most));
  return findings.filter((finding) => kept.has(finding));
}

function ruleOf(code: string, context: SarifContext): ReportingDescriptor {
  const entry = codeEntry(code);
  const help = context.explain(code);
  const title = titleOf(code) ?? code;
  return {
    id: code,
    name: pascal(title),
    shortDescription: { text: title },
    ...(entry === null
      ? {}
      : {
          fullDescription: { text: entry.summary.replaceAll('`', '') },
          defaultConfiguration: { level: levelOf(entry.severity) },
        }),
    ...(help === null
      ? {}
      : { helpUri: `${homepage}/blob/main/docs/codes/${code}.md`, help: { text: help, markdown: help } }),
    properties: {
      tags: ['cuda', 'concurrency', ...(entry === null ? [] : [entry.kind])],
      'problem.severity': entry === null || entry.severity === 'info' ? 'recommendation' : entry.severity,
      precision: 'very-high',
    },
  };
}

/** `assumptions`: what the verdict on its kernel rests on beyond the routine. */
function resultOf(
  finding: Finding,
  ruleIndex: number,
  context: SarifContext,
  assumptions: readonly string[],
): SarifResult {
  const related = relatedOf(finding);
  return {
    ruleId: finding.code,
    ruleIndex,
    kind: 'fail',
    level: levelOf(finding.severity),
    message: {
      text: withoutLinks(
        `${capital(finding.message)}. ${finding.condition === null || isConditionNote(finding) ? '' : fill(messages.impossibleWhere, { condition: finding.condition })}(${finding.status})${finding.advice === null ? '' : fill(messages.noPatchBecause, { advice: finding.advice })}${assumptions.map((text) => ` ${capital(text)}.`).join('')}`,
      ),
    },
    locations: [
      { physicalLocation: physical(finding.span), logicalLocations: [{ name: finding.kernel, kind: 'function' }] },
    ],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    ...(finding.witness === null ? {} : { codeFlows: [codeFlowOf(finding.witness)] }),
    ...(finding.fix === null
      ? {}
      : { fixes: [finding.fix, ...finding.alternatives].map((fix) => fixOf(fix, context.source)) }),
    ...(finding.suppressed === undefined ? {} : { suppressions: [suppressionOf(finding.suppressed)] }),
    ...(finding.inBaseline === undefined
      ? {}
      : { baselineState: finding.inBaseline ? ('unchanged' as const) : ('new' as const) }),
    partialFingerprints: { 'syncwright/v1': finding.fingerprint, primaryLocationLineHash: finding.fingerprint },
    properties: { status: finding.status, condition: finding.condition, array: finding.array, reportId: finding.id },
  };
}

function keptResult(
  { code, level, message, kernel, file, line, fingerprint }: KeptResult,
  ruleIndex: number,
): SarifResult {
  return {
    ruleId: code,
    ruleIndex,
    kind: 'fail',
    level,
    message: { text: withoutLinks(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } },
        logicalLocations: [{ name: kernel, kind: 'function' }],
      },
    ],
    partialFingerprints: { 'syncwright/v1': fingerprint, primaryLocationLineHash: fingerprint },
    properties: { kept: true },
  };
}

const keptNote = (kept: readonly KeptResult[]): readonly Notification[] =>
  kept.length === 0 ? [] : [{ level: 'note', message: { text: fill(messages.keptResults, { results: kept.length }) } }];

function suppressionOf({ by, reason, author, file, line }: FindingSuppression): Suppression {
  return {
    kind: by === 'comment' ? 'inSource' : 'external',
    status: 'accepted',
    justification: author === null ? reason : `${reason} (${author})`,
    ...(by === 'comment' && line !== null
      ? { location: { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } } } }
      : {}),
  };
}

/** GitHub takes 1,000 locations of a result. */
const maxRelated = 100;

/** The two accesses, then what else there is to see, each place once. */
function relatedOf(finding: Finding): Location[] {
  const { witness } = finding;
  const accesses =
    witness === null
      ? []
      : witness.accesses.map((access) => ({
          span: access.span,
          note: `${threadWords(access, witness)} ${doingWords(access, elementOf(witness))}`,
        }));
  const pairs = finding.pairs.slice(1).flatMap(({ first, second }) => [
    { span: first, note: messages.theSameCause },
    { span: second, note: messages.theSameCause },
  ]);
  const placeOf = (span: Span): string => `${span.file}:${span.line}:${span.column}-${span.endLine}:${span.endColumn}`;
  const seen = new Set(accesses.map(({ span }) => placeOf(span)));
  const others = [...furtherPlaces(finding), ...pairs].filter(({ span }) => {
    const isNew = !seen.has(placeOf(span));
    seen.add(placeOf(span));
    return isNew;
  });
  return [...accesses, ...others]
    .slice(0, maxRelated)
    .map(({ span, note }, id) => ({ id, physicalLocation: physical(span), message: { text: withoutLinks(note) } }));
}

function codeFlowOf(witness: Witness): CodeFlow {
  return {
    message: {
      text: [printShape(witness.run), printScalars(witness.run.scalars), warpModelWords(witness.warpModel)]
        .filter((part) => part !== '')
        .join('; '),
    },
    threadFlows: witness.accesses.map((access): ThreadFlow => {
      const words = [
        `${threadWords(access, witness)} ${doingWords(access, elementOf(witness))}`,
        ...iterationWords(access),
      ].join(', ');
      return {
        id: threadWords(access, witness),
        locations: [{ location: { physicalLocation: physical(access.span), message: { text: words } } }],
      };
    }),
  };
}

const elementOf = (witness: Witness): string | null => (witness.address === null ? null : witness.address.text);

function fixOf(fix: Fix, source: SourceLookup): SarifFix {
  const files = [...new Set(fix.edits.map((edit) => edit.file))];
  return {
    description: { text: fix.title },
    artifactChanges: files.map((file) => ({
      artifactLocation: { uri: uriOf(file) },
      replacements: fix.edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({ deletedRegion: regionOfEdit(edit, source), insertedContent: { text: edit.text } })),
    })),
  };
}

/** Lines and columns where the text is there, for readers that do not know offsets. */
function regionOfEdit(edit: Edit, source: SourceLookup): Region {
  const text = source(edit.file);
  const offsets = { charOffset: edit.start, charLength: edit.end - edit.start };
  if (text === null) return offsets;
  const from = positionOf(text, edit.start);
  const to = positionOf(text, edit.end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column, ...offsets };
}

function positionOf(text: string, offset: number): Readonly<{ line: number; column: number }> {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
}

function artifactsOf(report: Report): Artifact[] {
  const files = new Set([
    ...report.kernels.map((kernel) => kernel.span.file),
    ...findingsOf(report).map((finding) => finding.span.file),
  ]);
  return [...files].map((file) => ({ location: { uri: uriOf(file) }, sourceLanguage: 'cuda' }));
}

/** Kernels that were not decided, and problems of the input: about the run, not about the code. */
function notificationsOf(report: Report, told: number): Notification[] {
  const undecided = report.kernels
    .filter((kernel) => kernel.verdict === 'unknown' || kernel.verdict === 'unsupported')
    .map((kernel): Notification => ({
      level: 'note',
      message: {
        text: `${kernel.name}: ${kernel.verdict}${kernel.reasons.length === 0 ? '' : `: ${kernel.reasons.join('; ')}`}`,
      },
      locations: [{ physicalLocation: physical(kernel.span) }],
    }));
  const problems = report.problems.map((problem): Notification => ({
    level: 'warning',
    message: { text: `${problem.file}: ${problem.text} [${problem.code}]` },
  }));
  const more = findingsOf(report).length - told;
  return [
    ...undecided,
    ...problems,
    ...(more > 0 ? [{ level: 'warning' as const, message: { text: fill(messages.furtherFindings, { more }) } }] : []),
  ];
}

const physical = (span: Span): PhysicalLocation => ({
  artifactLocation: { uri: uriOf(span.file) },
  region: { startLine: span.line, startColumn: span.column, endLine: span.endLine, endColumn: span.endColumn },
});

/** Relative paths stay relative (to the repository's root, as GitHub wants); absolute ones become file URIs. */
function uriOf(file: string): string {
  const path = file
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return path.startsWith('/') ? `file://${path}` : path;
}

/** `[words](address)` in a message would be a link (SARIF 3.11.6); the source's text must not make one. */
const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

const levelOf = (severity: Severity): 'error' | 'warning' | 'note' => (severity === 'info' ? 'note' : severity);
const pascal = (title: string): string =>
  title
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');
