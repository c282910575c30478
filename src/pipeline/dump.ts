/** Where `--dump STAGE` texts go. Texts are made only when asked for. */
import type { AnalyzeRequest, Stage } from '../engine.ts';

export type Dump = (stage: Stage, title: string, text: () => string) => void;

export function dumpOf(request: Pick<AnalyzeRequest, 'dump'>): Dump {
  const { dump } = request;
  if (dump === undefined) return () => undefined;
  return (stage, title, text) => {
    if (stage === dump.stage) dump.write(`${stage} of ${title}`, text());
  };
}
