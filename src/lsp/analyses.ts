/**
 * Analyses, each in a process that is kept for the next one. One that nobody waits for any more is asked to end, and
 * its process is ended if it does not; one whose process ends is named once, and what was known before stays.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analyzer, EditorAnswer, EditorTask } from './analysis.ts';
import type { Run } from './schedule.ts';
import type { OpenFile, Session } from './session.ts';
import type { Overdue } from './overdue.ts';
import type { Result, Settled } from './results.ts';
import { reportsOf } from './analysis.ts';
import { addresses, isAnalysed, openFiles, textsToEdit } from './session.ts';
import { attempt } from '../base/attempt.ts';
import { fill } from '../base/message.ts';
import { summaryWords } from '../report/wording.ts';
import { messages } from './wording.ts';

/**
 * What a process may take to hear that nobody waits for it. Another one would take longer to start, and would know
 * nothing of what this one has found out.
 */
const graceMs = 2000;

export type Analyses = Readonly<{ run: Run; close: () => void }>;

export function createAnalyses(session: Session, overdue: Overdue, open: () => Analyzer): Analyses {
  const scratch = mkdtempSync(join(tmpdir(), 'syncwright-lsp-'));
  process.on('exit', () => {
    attempt(() => rmSync(scratch, { recursive: true, force: true }));
  });
  const analyzers = new Map<number, Analyzer>();
  let count = 0;
  const run: Run = async (uri, slot, stop, covers) => {
    const document = session.documents.get(uri);
    const path = session.pathOf(uri);
    if (document === undefined || path === null) return;
    const cancelled = join(scratch, `${++count}`);
    const analyzer = analyzers.get(slot) ?? open();
    analyzers.set(slot, analyzer);
    const started = performance.now();
    const msNow = (): number => Math.round(performance.now() - started);
    const analysis = beginAnalysis(session, overdue, { document, path, cancelled }, analyzer, stop, covers);
    analysis.answer.catch(() => undefined);
    try {
      const answer = await Promise.race([analysis.answer, afterGrace(stop, cancelled)]);
      if (answer === null) {
        analyzers.delete(slot);
        analyzer.kill();
      }
      if (answer === null || stop.aborted) session.log(fill(messages.superseded, { file: path, ms: msNow() }));
      else analysis.take(answer, msNow());
    } catch (error) {
      analyzers.delete(slot);
      if (!stop.aborted) {
        session.alarm(fill(messages.stopped, { file: path, why: firstLine(error) }));
        analysis.fail();
      }
    } finally {
      attempt(() => rmSync(cancelled, { force: true }));
    }
  };
  return {
    run,
    close: () => {
      for (const analyzer of analyzers.values()) analyzer.kill();
      analyzers.clear();
    },
  };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? (error.message.split('\n')[0] ?? '') : '') || messages.ended;

/** Null: the process had its time to hear that it is to stop. */
function afterGrace(stop: AbortSignal, cancelled: string): Promise<null> {
  return new Promise((settle) => {
    const begin = (): void => {
      attempt(() => writeFileSync(cancelled, ''));
      setTimeout(() => settle(null), graceMs);
    };
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { once: true });
  });
}

type About = Readonly<{ document: TextDocument; path: string; cancelled: string }>;
type Begun = Readonly<{
  answer: Promise<EditorAnswer>;
  take: (answer: EditorAnswer, ms: number) => void;
  fail: () => void;
}>;

function beginAnalysis(
  session: Session,
  overdue: Overdue,
  { document, path, cancelled }: About,
  analyzer: Analyzer,
  stop: AbortSignal,
  covers: (uris: readonly string[]) => void,
): Begun {
  const folder = session.folders.of(path);
  const files = openFiles(session);
  const uriOf = addresses(folder, files);
  const versions = new Map(files.map((one) => [one.document.uri, one.document.version]));
  const earlier = session.results.of(document.uri)?.settled ?? null;
  const of = (paths: readonly string[]): readonly OpenFile[] => files.filter((one) => paths.includes(one.path));
  const urisOf = (paths: readonly string[]): readonly string[] => of(paths).map((one) => one.document.uri);
  const show = (
    paths: readonly string[],
    result: Pick<Result, 'report' | 'pending' | 'texts'>,
    settled: Settled | null,
  ): void => {
    session.results.set({
      ...result,
      settled,
      uriOf,
      versions: new Map(urisOf(paths).map((uri) => [uri, versions.get(uri) ?? 0])),
    });
    session.refreshLenses();
  };
  const task: EditorTask = {
    folder,
    file: path,
    cancelled,
    texts: new Map(files.map((one) => [one.path, one.document.getText()])),
    open: files
      .filter((one) => isAnalysed(one.document) && session.folders.of(one.path) === folder)
      .map((one) => one.path),
    timeoutSeconds: session.settings().timeout,
    before: earlier?.basis ?? null,
  };
  let together: readonly string[] = [path];
  const reportNow = reportsOf();
  const fail = (): void => overdue.failed(urisOf(together));
  const answer = analyzer.ask(task, (event) => {
    if (stop.aborted) return;
    if (event.kind === 'files') {
      together = event.files;
      covers(urisOf(together));
      return;
    }
    const report = reportNow(event);
    const { pending } = event;
    const showPart = (): void => {
      if (!stop.aborted) show(together, { report, pending, texts: textsToEdit(report, folder, files) }, earlier);
    };
    // what an earlier analysis found is not taken away at once for what is not known yet
    overdue.heard(urisOf(together), showPart, earlier === null || pending.length === 0);
  });
  const take = (given: EditorAnswer, ms: number): void => {
    if (given.kind === 'refused') {
      session.alarm(fill(messages.configuration, { text: given.text }));
      fail();
      return;
    }
    session.calm();
    if (given.kind === 'excluded') {
      overdue.forget(document.uri);
      session.results.forget(document.uri);
      session.log(fill(messages.excluded, { file: path }));
      return;
    }
    overdue.finished(urisOf(given.files));
    const { report, texts, basis } = given;
    show(given.files, { report, pending: [], texts }, { report, texts, basis });
    session.log(
      fill(messages.analysed, {
        file: path,
        summary: summaryWords(report),
        asked: given.asked.join(', ') || messages.none,
        ms,
      }),
    );
  };
  return { answer, take, fail };
}
