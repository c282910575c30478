/**
 * What is known of open documents, and what of it the editor was sent. One analysis answers for all documents that
 * belong together.
 */
import type { Diagnostic } from 'vscode-languageserver';
import type { Report } from '../verdict/finding.ts';
import type { Basis, Pending } from './analysis.ts';
import { diagnosticsOf, keyOf } from './diagnostics.ts';

export type Result = Readonly<{
  report: Report;
  pending: readonly Pending[];
  /** Address of a path of the report. */
  uriOf: (path: string) => string;
  /** The documents that it answers for, and their versions then. */
  versions: ReadonlyMap<string, number>;
  /** Texts of the files that patches change. */
  texts: ReadonlyMap<string, string>;
  /** What the last finished analysis found; null: none is finished. */
  settled: Settled | null;
}>;

/** `report`: with what comments and the configuration say of its findings. */
export type Settled = Readonly<{ basis: Basis; report: Report; texts: Result['texts'] }>;

export type Results = Readonly<{
  of: (uri: string) => Result | null;
  set: (result: Result) => void;
  forget: (uri: string) => void;
  /** As they were sent last. */
  diagnostics: (uri: string) => readonly Diagnostic[];
}>;

/** `send`: the diagnostics of a document, where they are others than before. */
export function createResults(
  send: (uri: string, diagnostics: readonly Diagnostic[], version: number | null) => void,
): Results {
  const known = new Map<string, Result>();
  const sent = new Map<string, Readonly<{ diagnostics: readonly Diagnostic[]; text: string }>>();
  const publish = (): void => {
    const now = new Map<string, Map<string, Diagnostic>>();
    const versions = new Map([...new Set(known.values())].flatMap((result) => [...result.versions]));
    for (const result of new Set(known.values())) {
      for (const [path, diagnostics] of diagnosticsOf(result.report, result.uriOf)) {
        const uri = result.uriOf(path);
        const own = now.get(uri) ?? new Map<string, Diagnostic>();
        for (const one of diagnostics) own.set(keyOf(one), one);
        now.set(uri, own);
      }
    }
    for (const uri of new Set([...sent.keys(), ...now.keys(), ...known.keys()])) {
      const diagnostics = [...(now.get(uri)?.values() ?? [])];
      const text = JSON.stringify([diagnostics, versions.get(uri) ?? null]);
      if (sent.get(uri)?.text === text) continue;
      if (known.has(uri) || diagnostics.length > 0) sent.set(uri, { diagnostics, text });
      else sent.delete(uri);
      send(uri, diagnostics, versions.get(uri) ?? null);
    }
  };
  return {
    of: (uri) => known.get(uri) ?? null,
    set: (result) => {
      for (const uri of result.versions.keys()) known.set(uri, result);
      publish();
    },
    forget: (uri) => {
      if (known.delete(uri)) publish();
    },
    diagnostics: (uri) => sent.get(uri)?.diagnostics ?? [],
  };
}
