/** What the action needs of the outside: the runner, its log, engine. Tests give their own. */
import { randomBytes } from 'node:crypto';
import type * as core from '@actions/core';
import type { AuditWorker } from '../audit/run.ts';
import type { Engine } from '../engine.ts';
import type { LogAnnotation } from '../report/workflow-command.ts';
import type { Runner } from './runner.ts';
import type { SideWorker } from '../review/crew.ts';
import { plural } from '../report/wording.ts';
import { stoppedText } from './foreign-text.ts';
import { visible } from '../report/visible.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/**
 * Exit statuses, as README documents them: 0 nothing at or above the gate; 1 findings at or above it; 2 the workflow is
 * set up wrongly (input, event, clone, permission); 3 a fault of ours, or GitHub does not answer.
 */
export const status = { nothing: 0, findings: 1, setup: 2, fault: 3 } as const;
export type Status = (typeof status)[keyof typeof status];

export type Core = Pick<
  typeof core,
  | 'info'
  | 'debug'
  | 'isDebug'
  | 'error'
  | 'warning'
  | 'notice'
  | 'setSecret'
  | 'setOutput'
  | 'summary'
  | 'startGroup'
  | 'endGroup'
>;

export type Step = Readonly<{
  /** `@actions/core`: the step's log and outputs. */
  core: Core;
  runner: Runner;
  openEngine: () => Promise<Engine>;
  /** Another process for the analysis; null: everything is done here. */
  openWorker: (() => SideWorker) | null;
  /** The same, for the units of an audit, each in so many MiB of memory; null: there are none. */
  openAuditWorker: ((mostMiB: number) => AuditWorker) | null;
  /** Processor cores that may be used. */
  cores: number;
  sleep: (seconds: number) => Promise<void>;
}>;

/** What can write to the log. */
type Logging = Pick<Step, 'core'>;

/** Not to be guessed by the author of the text it fences. */
export const freshToken = (): string => `syncwright-${randomBytes(18).toString('hex')}`;

/** Free text for people. */
export const say = (step: Logging, text: string): void => step.core.info(stoppedText(text, freshToken()));
export const mask = (core: Core, secret: string): void => {
  if (secret !== '') core.setSecret(secret);
};

/** `@actions/core` escapes what ends a command; what does not show as itself is made visible here. */
function annotate({ core }: Logging, { level, file, line, endLine, title, message }: LogAnnotation): void {
  core[level](visible(message, 'lines'), {
    title: visible(title),
    ...(file === null ? {} : { file, startLine: line, endLine }),
  });
}

/** Folds what is logged meanwhile under a heading. */
export async function inGroup<Value>({ core }: Logging, heading: string, act: () => Promise<Value>): Promise<Value> {
  core.startGroup(visible(heading));
  try {
    return await act();
  } finally {
    core.endGroup();
  }
}

/** What only a run with debug logging shows (the runner sets RUNNER_DEBUG). */
export const debug = ({ core }: Logging, text: string): void => {
  if (core.isDebug()) core.debug(visible(text));
};

/** By it the annotations of {@link complain} are known again. */
export const complaintTitle = 'Syncwright';

/** One clear line of a problem, as an annotation without place. */
export function complain(step: Logging, level: LogAnnotation['level'], text: string): void {
  annotate(step, { level, file: null, line: 0, endLine: 0, title: complaintTitle, message: text });
}

/** Of a workflow that is set up wrongly. */
export function refuse(step: Logging, line: string): Status {
  complain(step, 'error', line);
  return status.setup;
}

/** GitHub shows so many annotations of a level for one step, and drops the rest without a word. */
const mostAnnotations = 10;

/**
 * At most as many of a level as GitHub shows, and a line of how many more there are: `@actions/core` counts nothing.
 */
export function annotateAll(step: Logging, all: readonly LogAnnotation[]): void {
  const shown = new Map<LogAnnotation['level'], number>();
  for (const one of all) {
    const count = (shown.get(one.level) ?? 0) + 1;
    shown.set(one.level, count);
    if (count <= mostAnnotations) annotate(step, one);
  }
  const left = [...shown.values()].reduce((sum, count) => sum + Math.max(0, count - mostAnnotations), 0);
  if (left > 0)
    say(
      step,
      fill(messages.moreAnnotations, {
        findings: plural(left, 'more finding'),
        have: left === 1 ? 'has' : 'have',
        most: mostAnnotations,
      }),
    );
}
