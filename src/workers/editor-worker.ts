/** A process that analyses what the editor shows (lsp/analysis.ts). */
import type { Analyzer, EditorAnswer, EditorEvent, EditorTask } from '../lsp/analysis.ts';
import { startProcess } from './pool.ts';

/** Starts with its first task. */
export function openEditorWorker(script: string): Analyzer {
  const worker =
    startProcess<Readonly<{ editor: Readonly<{ asked: EditorTask; answer: EditorAnswer; event: EditorEvent }> }>>(
      script,
    );
  return {
    ask: (task, onEvent) => worker.ask('editor', task, onEvent),
    kill: () => {
      worker.close().catch(() => undefined);
    },
  };
}
