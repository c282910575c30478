/**
 * What is shown of documents whose texts are others than those that were analysed last. A verdict on a text that is no
 * more is never shown for long: after a moment, only the answers that hold whatever the edit means are left (kept.ts),
 * at their new places, and the other kernels are being checked. From then on what the analysis finds is shown piece by
 * piece; what is finished before is shown at once, and nothing flickers.
 */
import { resolve } from 'node:path';
import type { Report } from '../verdict/finding.ts';
import type { Result } from './results.ts';
import type { Session } from './session.ts';
import { openFiles, textsToEdit } from './session.ts';
import { meanwhile, nothingKnown } from './kept.ts';

/**
 * From an edit on. An answer that is there earlier takes the place of the last one at once. Half a second is left for a
 * busy machine: within one, what is shown is about the text that is there.
 */
const momentMs = 500;

export type Overdue = Readonly<{
  /** The document is to be analysed, since a text that its last answer rests on may be another one now. */
  asked: (uri: string) => void;
  /**
   * An analysis of what the documents are now has found a part of its answer, and `show` shows that. `isNow`: whether
   * nothing is taken away by it.
   */
  heard: (uris: readonly string[], show: () => void, isNow: boolean) => void;
  /** It is finished, and shown. */
  finished: (uris: readonly string[]) => void;
  /** It ended without an answer: what may have changed is not shown, and is not being checked either. */
  failed: (uris: readonly string[]) => void;
  forget: (uri: string) => void;
  close: () => void;
}>;

export function createOverdue(session: Session): Overdue {
  const timers = new Map<string, NodeJS.Timeout>();
  const parts = new Map<string, () => void>();
  /** Documents whose moment is over. */
  const due = new Set<string>();
  const forget = (uri: string): void => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    parts.delete(uri);
    due.delete(uri);
  };
  const onMoment = (uri: string): void => {
    timers.delete(uri);
    due.add(uri);
    const show = parts.get(uri);
    if (show === undefined) showMeanwhile(session, uri, true);
    else show();
  };
  return {
    asked: (uri) => {
      parts.delete(uri);
      if (!timers.has(uri))
        timers.set(
          uri,
          setTimeout(() => onMoment(uri), momentMs),
        );
    },
    heard: (uris, show, isNow) => {
      for (const uri of uris) parts.set(uri, show);
      if (isNow || uris.some((uri) => due.has(uri))) show();
    },
    finished: (uris) => {
      for (const uri of uris) forget(uri);
    },
    failed: (uris) => {
      for (const uri of uris) {
        forget(uri);
        showMeanwhile(session, uri, false);
      }
    },
    forget,
    close: () => {
      for (const uri of [...timers.keys()]) forget(uri);
    },
  };
}

/** Nothing to show where nothing was found yet. */
function showMeanwhile(session: Session, uri: string, isUnderWay: boolean): void {
  const result = session.results.of(uri);
  if (result === null) return;
  session.results.set(meanwhileOf(session, result, isUnderWay));
  session.refreshLenses();
}

function meanwhileOf(session: Session, { settled, ...result }: Result, isUnderWay: boolean): Result {
  const files = openFiles(session);
  const now = new Map(files.map(({ path, document }) => [path, document.getText()]));
  const own = files.filter(({ document }) => result.versions.has(document.uri));
  const versions = new Map(own.map(({ document }) => [document.uri, document.version]));
  const folder = session.folders.of(own[0]?.path ?? '');
  const shown = (report: Report, pending: Result['pending']): Result => ({
    ...result,
    report,
    pending: isUnderWay ? pending : [],
    versions,
    texts: textsToEdit(report, folder, files),
    settled,
  });
  if (settled === null) return shown(nothingKnown, []);
  const edited = [...settled.basis.texts].flatMap(([path, before]) => {
    const text = now.get(resolve(folder, path)) ?? before;
    return text === before ? [] : [{ path, text, place: resolve(folder, path) }];
  });
  const [one, ...others] = edited;
  if (one === undefined) return { ...shown(settled.report, []), texts: settled.texts };
  // a file may have been read under several spellings of its path
  if (others.some(({ place }) => place !== one.place)) return shown(nothingKnown, settled.report.kernels);
  const { report, pending } = meanwhile(
    { ...settled.basis, report: settled.report },
    { ...one, isFile: (path) => resolve(folder, path) === one.place },
  );
  return shown(report, pending);
}
