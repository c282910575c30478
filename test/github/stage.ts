/**
 * The modes of the action in this process, on analyses made by hand: all requests that the program sends, in its pace
 * on a fast clock, and none of its time. What a pull request's head has is said in findings and verdicts.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { ChangedFile } from '../../src/review/changes.ts';
import type { Finding, Verdict } from '../../src/verdict/finding.ts';
import type { Job } from '../../src/action/run-action.ts';
import type { Actor, PullRecord } from './shapes.ts';
import type { Permission } from './loopback.ts';
import type { Result } from '../../src/base/result.ts';
import type { Runner } from '../../src/action/runner.ts';
import type { ReviewInput } from '../../src/review/plan.ts';
import type { Status, Step } from '../../src/action/step.ts';
import type { Target } from '../../src/action/event.ts';
import { World, ada, direct, token } from './world.ts';
import { answer, reportOf } from '../unit/review/example.ts';
import { changesBetween } from '../../src/review/diff.ts';
import { commentEvent, workflowRunEvent } from './shapes.ts';
import { connectFor } from '../../src/action/connection.ts';
import { finishClosed, finishFix } from '../../src/action/fix-mode.ts';
import { finishPublish } from '../../src/action/publish-mode.ts';
import { finishReview } from '../../src/action/review-mode.ts';
import { gitIn } from '../../src/review/git.ts';
import { fail, ok } from '../../src/base/result.ts';
import { noPolicy } from '../../src/review/policy.ts';
import { planReview } from '../../src/review/plan.ts';
import { inputsFrom, silentCore } from '../inputs.ts';
import { renderAnalysis } from '../../src/review/analysis-write.ts';
import { runCommand } from '../../src/action/command-mode.ts';
import { wordsFor } from '../../src/action/words.ts';

type Kernel = Readonly<{ name: string; verdict: Verdict }>;
/** What an analysis of the head says. `kernels`: kernel k alone, racy where there are findings, if not given. */
export type Head = Readonly<{ findings?: readonly Finding[]; kernels?: readonly Kernel[] }>;
type GivenInputs = Readonly<Record<string, string>>;

/** An app of somebody's own, so that its login is not what is assumed where GitHub does not say it. */
const keeper: Actor = { login: 'kernel-keeper[bot]', id: 4242, type: 'Bot' };

/** Of the same app in another run at the same time. */
export const otherToken = 'ghs_loopbackTokenOfAnotherRun';

const changesKnown = new Map<string, readonly ChangedFile[]>();

export class Stage {
  readonly world: World;
  private readonly texts = new Map<string, string>();

  private constructor(world: World) {
    this.world = world;
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await World.open());
    stage.may('contents', 'pull-requests', 'checks');
    stage.world.state.permissions.set(ada.login, 'write');
    return stage;
  }

  /** What the token may write from now on. */
  may(...write: readonly Permission[]): void {
    for (const one of [token, otherToken]) this.world.github.callers.set(one, { actor: keeper, write: new Set(write) });
  }

  commit(branch: string, files: Readonly<Record<string, string>>): string {
    for (const [path, text] of Object.entries(files)) this.texts.set(path, text);
    return this.world.commit(branch, files);
  }

  /** A pull request whose diff is that from `before` to `after`. */
  openPull(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): PullRecord {
    this.commit('main', before);
    this.commit('change', after);
    return this.world.state.openPull('A change', 'Please look.', ada, 'change', 'main');
  }

  review = async (pull: PullRecord, head: Head, inputs: GivenInputs = {}): Promise<Status> =>
    finishReview(await this.job(pull, head, inputs));

  async fix(
    pull: PullRecord,
    head: Head,
    modeOf: (path: string) => string = () => '100644',
    given: GivenInputs = {},
  ): Promise<Status> {
    const job = await this.job(pull, head, { mode: 'fix', ...given });
    return finishFix({ ...job, review: { ...job.review, modeOf } });
  }

  async closed(pull: PullRecord): Promise<Status> {
    this.world.state.closePull(pull);
    const client = connectFor(this.step(), valueOf(inputsFrom({ token, mode: 'fix' })));
    return finishClosed(this.step(), valueOf(client), this.target(pull), 'https://github.com');
  }

  /** A person's comment, and what is made of it. */
  async command(pull: PullRecord, text: string, head: Head, author: Actor = ada): Promise<Status> {
    const payload = commentEvent(this.world.state.name, pull, this.world.say(pull, text, author), 'created', true);
    const workspace = join(this.world.folder, 'base.git');
    execFileSync('git', ['init', '-q', '--bare', '--template=', workspace]);
    return runCommand({
      step: this.step({ event: ok({ name: 'issue_comment', payload }), serverUrl: this.world.github.server }),
      clone: workspace,
      inputs: valueOf(inputsFrom({ token, mode: 'command' })),
      analyse: async () => ok(await this.job(pull, head, { mode: 'command' })),
      leave: () => Promise.resolve(),
    });
  }

  /** The second half of what a fork's pull request goes through. */
  async publish(pull: PullRecord, head: Head, inputs: GivenInputs = {}): Promise<Status> {
    const job = await this.job(pull, head, {});
    const given = valueOf(
      inputsFrom({
        token,
        mode: 'publish',
        'analysis-file': this.file(renderAnalysis(job.review.input, { tool: 'by hand', pull: pull.number })),
        ...inputs,
      }),
    );
    return finishPublish(
      this.step(),
      given,
      { name: 'workflow_run', payload: workflowRunEvent(this.world.state.name, pull, this.world.state.tips(pull)) },
      async (_step, _given, _pull, use) =>
        ok(await use({ review: job.review, inputs: given, policy: noPolicy, target: this.target(pull) })),
    );
  }

  private file(text: string): string {
    const path = join(this.world.folder, `file-${this.world.state.nextId()}`);
    writeFileSync(path, text);
    return path;
  }

  private step(given: Partial<Runner> = {}): Step {
    const runner: Runner = {
      ...direct,
      event: fail('there is no event here'),
      commit: '',
      ref: '',
      repository: '',
      workspace: '',
      apiUrl: this.world.github.url,
      serverUrl: 'https://github.com',
      ...given,
    };
    return {
      core: silentCore,
      runner,
      openEngine: () => Promise.reject(new Error('nothing is analysed here')),
      openWorker: null,
      openAuditWorker: null,
      cores: 1,
      sleep: () => Promise.resolve(),
    };
  }

  private target(pull: PullRecord): Extract<Target, { kind: 'pull' }> {
    const { head, base } = this.world.state.tips(pull);
    const repository = this.world.state.name;
    return {
      kind: 'pull',
      repository,
      number: pull.number,
      base,
      baseRef: pull.baseRef,
      head,
      headRef: pull.headRef,
      isFork: pull.headRepo.owner !== repository.owner,
      isClosed: pull.state === 'closed',
      isMerged: false,
    };
  }

  private async job(pull: PullRecord, { findings = [], kernels }: Head, given: GivenInputs): Promise<Job> {
    const inputs = valueOf(inputsFrom({ token, ...given }));
    const target = this.target(pull);
    const { head, base } = target;
    const mergeBase = this.world.state.store.mergeBase(base, head) ?? '';
    const isOpen = kernels ?? [{ name: 'k', verdict: findings.length === 0 ? ('drf' as const) : ('racy' as const) }];
    const input: ReviewInput = {
      base,
      mergeBase,
      head,
      changes: await this.changes(mergeBase, head),
      report: reportOf(
        ...isOpen.map((kernel) =>
          answer({ ...kernel, findings: findings.filter((one) => one.kernel === kernel.name) }),
        ),
      ),
      compared: { fresh: findings, old: [], fixed: [] },
      read: (path) => this.texts.get(path) ?? null,
      isExactText: () => true,
      notes: [],
      settings: {
        failOn: inputs.failOn,
        comments: inputs.comments,
        gateOld: false,
        failOnUndecided: inputs.failOnUndecided,
        maxInline: inputs.maxComments,
      },
    };
    const review = {
      plan: planReview(input),
      input,
      source: input.read,
      modeOf: () => '100644',
      times: new Map<string, number>(),
    };
    return {
      step: this.step(),
      inputs,
      target,
      policy: noPolicy,
      review,
      words: wordsFor(review, target, 'https://github.com', 'diff'),
      server: 'https://github.com',
    };
  }

  private async changes(base: string, head: string): Promise<readonly ChangedFile[]> {
    const key = `${base} ${head}`;
    const known =
      changesKnown.get(key) ?? valueOf(await changesBetween(gitIn(this.world.state.store.folder), base, head)).files;
    changesKnown.set(key, known);
    return known;
  }
}

function valueOf<Value>(result: Result<Value, string | Readonly<{ text: string }>>): Value {
  if (!result.ok) throw new Error(typeof result.problem === 'string' ? result.problem : result.problem.text);
  return result.value;
}
