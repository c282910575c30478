/** A report in the format asked for, to standard output or to a file. */
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import pc from 'picocolors';
import type { Finding, Report } from '../verdict/finding.ts';
import { assertNever } from '../base/invariant.ts';
import { explanationOf } from '../report/explanation.ts';
import { renderCheckstyle } from '../report/checkstyle.ts';
import { renderGithub } from '../report/github.ts';
import { renderGitlab } from '../report/gitlab.ts';
import { renderHtml } from '../report/html/html.ts';
import type { HtmlFacts } from '../report/html/html.ts';
import { renderJson } from '../report/json.ts';
import { renderJunit } from '../report/junit.ts';
import { renderMarkdown } from '../report/markdown.ts';
import { renderSarif } from '../report/sarif.ts';
import { plain, renderText } from '../report/text.ts';
import type { Paint } from '../report/text.ts';
import type { Gate } from '../report/gate.ts';
import { plural } from '../report/wording.ts';
import type { SourceLookup } from '../report/wording.ts';
import type { AnalysisFlags } from './analysis-options.ts';
import type { Format } from './option-values.ts';
import { status, UsageError } from './io.ts';
import type { CliIo } from './io.ts';
import { version } from './version.ts';
import { foreignLinkOn } from './output-place.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Colours where they are wanted. */
export function paintOf(color: boolean): Paint {
  if (!color) return plain;
  const { bold, dim, red, green, yellow, cyan } = pc.createColors(true);
  return { bold, dim, red, green, yellow, cyan };
}

/** `fails`: whether a finding fails the run. `facts`: of the run, for formats that show them. */
export type Rendering = Readonly<{
  paint: Paint;
  width: number;
  isReview?: boolean;
  fails: (finding: Finding) => boolean;
  facts: Omit<HtmlFacts, 'version'>;
}>;

export function render(
  report: Report,
  format: Format,
  flags: AnalysisFlags,
  source: SourceLookup,
  { facts, fails, ...screen }: Rendering,
): string {
  switch (format) {
    case 'text':
      return renderText(report, { source, ...screen, verbose: flags.verbose === true });
    case 'json':
      return renderJson(report, {
        tool: `syncwright ${version}`,
        defines: flags.define,
        includeDirs: flags.include,
        ...(flags.compileCommands === undefined ? {} : { compileCommands: flags.compileCommands }),
        params: flags.param,
        assumes: flags.assume,
        ...(flags.stated === undefined ? {} : { stated: flags.stated }),
      });
    case 'sarif':
      return renderSarif(report, { toolVersion: version, source, explain: explanationOf });
    case 'markdown':
      return renderMarkdown(report, { source, address: null, patch: 'diff' });
    case 'html':
      return renderHtml({ report, facts: { ...facts, version }, read: source });
    case 'github':
      return renderGithub(report);
    case 'gitlab':
      return renderGitlab(report);
    case 'junit':
      return renderJunit(report, fails);
    case 'checkstyle':
      return renderCheckstyle(report);
    default:
      return assertNever(format);
  }
}

/** Standard output, or `--out FILE`. */
export function deliver(text: string, out: string | undefined, io: CliIo): void {
  if (out === undefined) io.out(text);
  else writeOut(out, text);
}

/** What a status of 1 is for, where the report is in a file and nothing else would say it. */
export function tellStatus(failing: number, gate: Gate, out: string | undefined, io: CliIo): void {
  if (out !== undefined && failing > 0)
    io.err(fill(messages.statusOfReport, { findings: plural(failing, 'finding'), gate, status: status.findings, out }));
}

export function writeOut(path: string, text: string): void {
  refuseForeignLink(path);
  orRefused(path, () => writeFileSync(path, text));
}

/**
 * What is written through a link of the folder that is analysed goes where its author wants it ({@link foreignLinkOn}).
 */
export function refuseForeignLink(path: string): void {
  const link = foreignLinkOn(path);
  if (link !== null)
    throw new UsageError(fill(messages.cannotWrite, { path, why: fill(messages.foreignLink, { link }) }));
}

/** At the start, of what is written at the end: whether that will do. `option`: what names the file. */
export function checkPlace(
  format: Format | undefined,
  out: string | undefined,
  option: '--out' | '--report',
  io: CliIo,
): void {
  if (out === undefined && format === 'html' && io.outIsTerminal)
    throw new UsageError(fill(messages.htmlToTerminal, { option }));
  if (out !== undefined) checkWritable(out);
}

/** A file that is made by trying does not stay. */
export function checkWritable(path: string): void {
  refuseForeignLink(path);
  orRefused(path, () => {
    const isThere = existsSync(path);
    // a pipe is not opened before there is something to say
    if (isThere && !statSync(path).isFile() && !statSync(path).isDirectory()) return;
    closeSync(openSync(path, 'a'));
    if (!isThere) rmSync(realpathSync(path));
  });
}

/** What the system says, in words. */
function whyNot(error: unknown): string {
  const kind = error instanceof Error && 'code' in error ? error.code : null;
  if (kind === 'ENOENT' || kind === 'ENOTDIR') return messages.noFolder;
  if (kind === 'EACCES' || kind === 'EPERM') return messages.notPermitted;
  if (kind === 'EISDIR') return messages.isDirectory;
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown reason';
}

function orRefused(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(fill(messages.cannotWrite, { path, why: whyNot(error) }));
  }
}
