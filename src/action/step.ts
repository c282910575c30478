/** What the action needs of the outside: environment, log, files, engine. Tests give their own. */
import { randomBytes } from 'node:crypto';
import type { AuditWorker } from '../audit/run.ts';
import type { Engine } from '../engine.ts';
import type { SideWorker } from '../review/crew.ts';
import type { Environment } from './inputs.ts';
import type { LogAnnotation } from '../report/workflow-command.ts';
import { annotationCommand } from '../report/workflow-command.ts';
import { debugCommand, maskCommand, mostAnnotations, stoppedText } from './workflow-commands.ts';

/**
 * Exit statuses, as README documents them: 0 nothing at or above the gate; 1 findings at or above it; 2 the workflow is
 * set up wrongly (input, event, clone, permission); 3 a fault of ours, or GitHub does not answer.
 */
export const status = { nothing: 0, findings: 1, setup: 2, fault: 3 } as const;
export type Status = (typeof status)[keyof typeof status];

export type Step = Readonly<{
  env: Environment;
  /** One line or several to the log. */
  write: (text: string) => void;
  openEngine: () => Promise<Engine>;
  /** Another process for the analysis; null: everything is done here. */
  openWorker: (() => SideWorker) | null;
  /** The same, for the units of an audit, each in so many MiB of memory; null: there are none. */
  openAuditWorker: ((mostMiB: number) => AuditWorker) | null;
  /** Processor cores that may be used. */
  cores: number;
  sleep: (seconds: number) => Promise<void>;
}>;

/** Not to be guessed by the author of the text it fences. */
export const freshToken = (): string => `syncwright-${randomBytes(18).toString('hex')}`;

/** Free text for people. */
export const say = (step: Step, text: string): void => step.write(`${stoppedText(text, freshToken())}\n`);
const annotate = (step: Step, one: LogAnnotation): void => step.write(`${annotationCommand(one)}\n`);
export const mask = (step: Step, secret: string): void => { if (secret !== '') step.write(`${maskCommand(secret)}\n`); };

/** What only a run with debug logging shows (the runner sets RUNNER_DEBUG). */
export const debug = (step: Step, text: string): void => { if (step.env['RUNNER_DEBUG'] === '1') step.write(`${debugCommand(text)}\n`); };

/** One clear line of a problem, as an annotation without place. */
export function complain(step: Step, level: LogAnnotation['level'], text: string): void {
  annotate(step, { level, file: null, line: 0, endLine: 0, title: 'Syncwright', message: text });
}

/** Of a workflow that is set up wrongly. */
export function refuse(step: Step, line: string): Status {
  complain(step, 'error', line);
  return status.setup;
}

/** At most as many of a level as GitHub shows; how many more there are is said. */
export function annotateAll(step: Step, all: readonly LogAnnotation[]): void {
  const shown = new Map<LogAnnotation['level'], number>();
  for (const one of all) {
    const count = (shown.get(one.level) ?? 0) + 1;
    shown.set(one.level, count);
    if (count <= mostAnnotations) annotate(step, one);
  }
  const left = [...shown.values()].reduce((sum, count) => sum + Math.max(0, count - mostAnnotations), 0);
  if (left > 0) say(step, `${left} more ${left === 1 ? 'finding has' : 'findings have'} no annotation, of which GitHub shows ${mostAnnotations} of a level: the job summary has all of them.`);
}
