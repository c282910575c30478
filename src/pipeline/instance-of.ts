/**
 * One instance of a kernel as the files that include it see it, with its other builds: all are analysed, and their
 * answers are one. Needs: the kernel in each file, its other builds, the request, the tools. Gives: what instances.ts
 * runs.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { Builds, OtherBuild } from './builds.ts';
import type { Instance } from './instances.ts';
import type { Begun } from './kernel.ts';
import type { KernelInput } from './kernel-input.ts';
import type { Variant } from './variants.ts';
import { countStmts } from '../ir/walk.ts';
import { joinAnswers } from '../verdict/join.ts';
import { dumpOf } from './dump.ts';
import { answered } from './instances.ts';
import { answerBriefly, answerOnFault, beginKernel } from './kernel.ts';
import { inOnlyBuild, inStep, overBuilds } from './over-builds.ts';
import { createSiblings } from './siblings.ts';
import { withStories } from './stories.ts';
import { createTried } from './tried.ts';
import { launchesOf } from './unit.ts';
import { unmodelledIn } from './unmodelled.ts';

/** The kernel as each file that includes it sees it. */
export type Variants = readonly [Variant, ...Variant[]];

/** What all variants and builds of one instance are analysed with. */
type Setting = Readonly<{
  variants: Variants;
  builds: Builds;
  request: AnalyzeRequest;
  tools: Pick<KernelInput, 'parser' | 'solver' | 'clock' | 'tried' | 'siblings'>;
  /** Whether patches are looked for: one is proved in one file's context only, so none is where several differ. */
  repair: boolean;
}>;

type Input = Parameters<typeof beginKernel>[0];
type BegunKernel = Begun & Readonly<{ kernel: Kernel }>;
type BegunBuild = Readonly<{ build: OtherBuild; one: BegunKernel }>;
type AnsweredBuild = Readonly<{ build: OtherBuild; answer: KernelAnswer }>;

/** The instance that these variants and builds are together. */
export function instanceOf(
  variants: Variants,
  builds: Builds,
  request: AnalyzeRequest,
  tools: Setting['tools'],
): Pick<Instance, 'size' | 'mayBeProved' | 'begin' | 'briefly'> {
  const setting = { variants, builds, request, tools, repair: request.options.repair && variants.length === 1 };
  return {
    size: variants.reduce((sum, { kernel }) => sum + countStmts(kernel.body), 0),
    mayBeProved: variants.every(isModelled),
    begin: (deadline) => beginAll(setting, deadline),
    briefly: (deadline) => joined(inputsOf(setting, deadline).map(brief)),
  };
}

const joined = (answers: readonly KernelAnswer[]): KernelAnswer => answers.reduce(joinAnswers);

const isModelled = ({ kernel, from }: Variant): boolean =>
  kernel.unsupported === null &&
  unmodelledIn(
    kernel,
    launchesOf(kernel, from).map(({ config }) => config),
  ).length === 0;

function brief(input: Input): KernelAnswer {
  try {
    return answerBriefly(input);
  } catch (error) {
    return answerOnFault(input.kernel, error);
  }
}

/** What each variant is analysed from. */
const inputsOf = ({ variants, request, tools, repair }: Setting, deadline: Deadline): readonly Input[] =>
  variants.map(({ kernel, from }) => ({
    kernel,
    from,
    request: {
      ...request,
      options: { ...request.options, ...(from.only === undefined ? {} : { build: from.only.macros }), repair },
    },
    ...tools,
    dump: dumpOf(request),
    deadline,
  }));

/** What another build is analysed from: nothing of it is printed, and it shares nothing with other instances. */
function inputIn({ macros, kernel, from }: OtherBuild, { request, tools, repair }: Setting, deadline: Deadline): Input {
  const { dump: _, onPart: __, ...rest } = request;
  return {
    kernel,
    from,
    request: { ...rest, options: { ...request.options, build: macros, repair } },
    ...tools,
    tried: createTried(),
    siblings: createSiblings(),
    dump: () => undefined,
    deadline,
  };
}

/** Pass: the verdicts of all variants, then of all builds. Gives: their answer, and what finishes it. */
async function beginAll(setting: Setting, deadline: Deadline): Promise<Begun> {
  const all: BegunKernel[] = [];
  for (const input of inputsOf(setting, deadline)) all.push(await begunKernel(input));
  const others: BegunBuild[] = [];
  for (const build of setting.builds.others)
    others.push({ build, one: await begunKernel(inputIn(build, setting, deadline)) });
  return {
    answer: overAll(
      joined(all.map(({ answer }) => answer)),
      others.map(({ build, one: { answer } }) => ({ build, answer })),
      setting,
    ),
    finish: (until) => finishAll(all, others, setting, until),
  };
}

/** A fault in the analysis of one variant does not cost the others. */
const begunKernel = async (input: Input): Promise<BegunKernel> => ({
  ...(await beginKernel(input).catch((error: unknown) => answered(answerOnFault(input.kernel, error)))),
  kernel: input.kernel,
});

/** Pass: what explains and mends the answers. Of other builds, only of those that have findings of their own. */
async function finishAll(
  all: readonly BegunKernel[],
  others: readonly BegunBuild[],
  setting: Setting,
  until: Deadline,
): Promise<KernelAnswer> {
  const done: KernelAnswer[] = [];
  for (const one of all) done.push(await finished(one, setting, until));
  const own = joined(done);
  const known = new Set(own.findings.map(({ fingerprint }) => fingerprint));
  const mayBeRedundant = own.findings.some(({ kind }) => kind === 'redundant-barrier');
  const more: AnsweredBuild[] = [];
  for (const { build, one } of others) {
    const isNew = one.answer.findings.some(({ fingerprint }) => !known.has(fingerprint));
    more.push({ build, answer: isNew || mayBeRedundant ? await finished(one, setting, until) : one.answer });
    for (const { fingerprint } of one.answer.findings) known.add(fingerprint);
  }
  return overAll(own, more, setting);
}

/** After a fault, the verdict stands. */
function finished(one: BegunKernel, { request }: Setting, until: Deadline): Promise<KernelAnswer> {
  const withTimelines = (answer: KernelAnswer): KernelAnswer =>
    request.options.stories === true ? withStories(answer, one.kernel) : answer;
  const onFault = (error: unknown): KernelAnswer => ({
    ...one.answer,
    reasons: [...one.answer.reasons, ...answerOnFault(one.kernel, error).reasons],
  });
  return one.finish(until).then(withTimelines).catch(onFault);
}

/** The answer over all builds. */
function overAll(
  own: KernelAnswer,
  others: readonly AnsweredBuild[],
  { variants: [{ from }], builds }: Setting,
): KernelAnswer {
  if (from.only !== undefined) return inOnlyBuild(own, from.only);
  const answers = others.map(({ build: { when, isInStep, isOffered }, answer }) => ({
    when,
    isOffered,
    answer: isInStep ? inStep(answer) : answer,
  }));
  return overBuilds(own, answers, builds, from);
}
