/** Analyses one kernel: under every launch that is known of it, then looks for patches. */
import type { AnalyzeRequest } from '../engine.ts';
import type { Costs } from './costs.ts';
import type { Decision } from './evidence.ts';
import { isHarmless, unfinished } from './evidence.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Draft } from './findings.ts';
import type { Dump } from './dump.ts';
import type { KernelAnswer } from '../verdict/finding.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { Kernel } from '../ir/ir.ts';
import type { View } from '../ir/views.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Tried } from './tried.ts';
import type { ReadUnit } from './unit.ts';
import type { Solver } from '../solve/solve.ts';
import { TimeLimit, partOf } from '../base/deadline.ts';
import { approximationsOf, placed } from './approximations.ts';
import { budgetReached, faultInAnalysis, reasonText, stoppedEarly, unsupportedConstruct } from '../verdict/catalogue.ts';
import { deviceLimits } from '../launch/launch.ts';
import { admissionUnder, shownByAdmitted, withAdmitted } from './admitted.ts';
import { compileAssuming, statedOf } from './assumed.ts';
import { compileKernel } from '../machine/compile.ts';
import type { ClosedLaunch } from '../launch/unused-axes.ts';
import { closeUnusedAxes, countableAxes } from '../launch/unused-axes.ts';
import { closedDimensions, volumeOf } from '../launch/dimensions.ts';
import { aliasingsOf } from '../launch/aliasings.ts';
import { configurationsFor, takenAsApart } from '../launch/configurations.ts';
import { statedLaunch } from '../launch/stated.ts';
import { amplified, runWords, runsOf } from './amplified.ts';
import { byTiles, provedBy, tryTiles } from './by-tiles.ts';
import { budgets, nothingInVain } from './budgets.ts';
import type { Vain } from './budgets.ts';
import { costsBy, noCosts } from './costs.ts';
import { decide } from './decide.ts';
import { createCopies } from '../obligation/copies.ts';
import type { SplitProtocol, WholeProtocol } from '../protocol/protocol.ts';
import type { CompiledKernel } from '../machine/compile.ts';
import type { Shown } from './decide.ts';
import { probeLaunch } from '../launch/probe.ts';
import type { Conditions } from './conditions.ts';
import { conditionsOf, unsettledConditions } from './conditions.ts';
import { findingsOf, raceCauses } from './findings.ts';
import type { Coding } from './race-codes.ts';
import { codingOf } from './race-codes.ts';
import { orderedInStep } from './in-step.ts';
import { keyOf } from './question-keys.ts';
import type { Fact } from '../protocol/infer.ts';
import { mergeArrays } from '../ir/merge-arrays.ts';
import type { Redundancy } from './redundant.ts';
import { mergeDrafts, notAsked, onlyRaces, reasonsOf, verdictOf } from './answer.ts';
import { printConfig } from '../launch/print.ts';
import { printIntervals, printProtocol } from '../protocol/print.ts';
import { printMachineReport } from '../machine/print.ts';
import { printObligation } from '../obligation/print.ts';
import { assuming } from '../verdict/reason-shape.ts';
import { buildAssumptions, shortly, undeclaredNames } from './build-assumptions.ts';
import { choicesOf, launchesOf, usesOf } from './unit.ts';
import { factsFor, userFacts } from './user-facts.ts';
import { numbered } from './numbered.ts';
import { noPatches, patchesOf } from './patches.ts';
import { searchFor, searchOpen } from './search-open.ts';
import { synchronizesGrid } from '../ir/walk.ts';
import { isPartOfAnother, reportStep } from './report-step.ts';
import { refusalsUnder } from './refusals.ts';
import { viewsOf } from '../ir/views.ts';
import { countPairs, maxPairs, obligationsUnder, splitView } from './view-split.ts';
import { redundantBarriers } from './redundant.ts';
import type { Partings } from './partings.ts';
import { noPartings, partingsOf } from './partings.ts';
import { waitFindings } from './waits.ts';
import { scheduleFindings } from './schedules.ts';
import type { Span } from '../base/span.ts';
import type { Unusual } from './usual-arguments.ts';
import { unusualUnder } from './usual-arguments.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Launches of one kernel that are analysed; more are said and forbid `drf`. */
const maxConfigurations = 16;

export type KernelInput = Readonly<{
  kernel: Kernel;
  from: ReadUnit;
  request: AnalyzeRequest;
  parser: Parser;
  solver: Solver;
  clock: () => number;
  dump: Dump;
  /** For the kernel and its patches together. */
  deadline: Deadline;
  /** Whether only a proof is of use (decide.ts). */
  onlyProof?: boolean;
  /** Which questions are asked; of the others it is known that they cannot come true. Not given: all. */
  isOpen?: (question: Obligation) => boolean;
  /** Whether it is a text of which one patch is already part (patches.ts). */
  isSecondStep?: boolean;
  /** Whether it is a patched text: runs are searched for as in the racy text that it was. */
  isPatched?: boolean;
  tried: Tried;
  /** Gets what the parts of the analysis take. */
  costs: Costs;
}>;

/** An answer that is not part of another one says where its time went. */
export async function analyzeKernel(given: Omit<KernelInput, 'costs'>): Promise<KernelAnswer> {
  const isPart = isPartOfAnother(given);
  const costs = isPart ? noCosts : costsBy(given.clock);
  const answer = await analyzed({ ...given, costs });
  return isPart ? answer : { ...answer, costs: costs.made() };
}

async function analyzed(input: KernelInput): Promise<KernelAnswer> {
  const start = input.clock();
  const { kernel, costs } = input;
  const { file } = input.from.unit;
  const blank = { name: kernel.name, span: kernel.span, ...(file === kernel.span.file ? {} : { unit: file }), reasons: [], assumptions: [], launches: [], findings: [], uses: usesOf(kernel, input.from) };
  const done = (answer: Partial<KernelAnswer> & Pick<KernelAnswer, 'verdict'>): KernelAnswer => ({ ...blank, ...answer, timeMs: input.clock() - start });
  if (kernel.unsupported !== null) {
    return done({ verdict: 'unsupported', reasons: [reasonText(unsupportedConstruct(placed(kernel.unsupported, kernel)))] });
  }
  const facts = factsFor(input.request.options, kernel, input.parser);
  if (!facts.ok) return done({ verdict: 'unknown', reasons: [`${facts.problem.file} ${facts.problem.text} [${facts.problem.code}]`] });
  const closed = configurationsFor(kernel, launchesOf(kernel, input.from), statedLaunch(kernel.name, input.request.options)).map((config) => closeUnusedAxes(kernel, config));
  const launches = closed.map(({ config }) => config);
  for (const launch of launches) input.dump('launch', kernel.name, () => printConfig(launch));
  const { stopAfter } = input.request;
  if (stopAfter !== undefined && ['preprocess', 'parse', 'ir', 'launch'].includes(stopAfter)) {
    return done({ verdict: 'unknown', launches, reasons: [reasonText(stoppedEarly(stopAfter))] });
  }
  const decided = await decideAll(launches.slice(0, maxConfigurations), facts.value, input);
  const skipped = launches.length > maxConfigurations ? [reasonText(budgetReached('launches', `${maxConfigurations}`, null))] : [];
  const mayBeProved = stopAfter === undefined && skipped.length === 0 && input.onlyProof !== true;
  const conditions = mayBeProved ? await costs.timedLong('conditions', () => conditionsUnder(decided, (more, onlyProof) => decideAll(launches, [...facts.value, ...more], { ...input, onlyProof, dump: () => undefined }), input)) : unconditional;
  const described = decided.flatMap((d) => d.describe(conditions));
  const partings = stopAfter === undefined ? await costs.timedLong('lanes', () => partingsUnder(launches.slice(0, maxConfigurations), { facts: facts.value, described, input })) : noPartings;
  const drafts = mergeDrafts([...described, ...partings.drafts]);
  const decisions = decided.map((d) => d.decision);
  const found = verdictOf(decisions, drafts);
  const scheduled = stopAfter === undefined && found !== 'racy' && input.onlyProof !== true ? costs.timed('waits', () => mergeDrafts(underSchedules(launches.slice(0, maxConfigurations), facts.value, input))) : [];
  const doubtful = [...new Set(closed.flatMap((launch) => launch.doubtful))];
  const waits = stopAfter === undefined && input.onlyProof !== true ? costs.timed('waits', () => mergeDrafts(waitsUnder(launches.slice(0, maxConfigurations), facts.value, input))) : [];
  const verdict = found === 'drf' && (skipped.length + doubtful.length > 0 || stopAfter !== undefined) ? 'unknown' : found;
  const redundant = stopAfter === undefined && skipped.length === 0 ? await costs.timedLong('barriers', () => redundancies(decided, facts.value, verdict === 'drf', input)) : [];
  const builtAs = shortly(buildAssumptions(kernel, input.from));
  const decidedAt = input.clock();
  const isRepaired = verdict === 'racy' && input.request.options.repair && stopAfter === undefined;
  const patches = isRepaired ? await costs.timedLong('patches', () => patchesOf({ decided, drafts, missed: partings.missed, analyze: analyzeKernel, rulesOut }, input)) : noPatches;
  return done({
    verdict,
    launches,
    reasons: verdict === 'racy' ? [...[...oversizedBlocks(decisions), ...builtAs].map(assuming), ...notAsked(decisions)]
      : verdict === 'drf' ? [...runWords(decisions), ...unusualAssumptions(closed, decisions, partings, input)]
        : [...skipped, ...doubtful, ...(stopAfter === undefined ? [] : [reasonText(stoppedEarly(stopAfter))]), ...reasonsOf(decisions), ...builtAs.map(assuming)],
    assumptions: [...new Set([...assumptionsOf(decisions, input), ...facts.value.map(({ text, from }) => `${text} (${from})`), ...(verdict === 'drf' ? [...partings.assumptions, ...partings.assumed] : []), ...closed.flatMap(({ assumptions }) => assumptions)])],
    findings: numbered([...drafts, ...scheduled, ...waits], patches, redundant),
    ...runsOf(decisions),
    ...(isRepaired ? { repairMs: input.clock() - decidedAt } : {}),
  });
}

/** Whether none of the questions that are asked can come true, under all launches. What is not modelled is not asked about. */
export async function rulesOut(input: KernelInput): Promise<boolean> {
  const { options } = input.request;
  const facts = factsFor(options, input.kernel, input.parser);
  const launches = configurationsFor(input.kernel, launchesOf(input.kernel, input.from), statedLaunch(input.kernel.name, options)).map((config) => closeUnusedAxes(input.kernel, config).config);
  if (!facts.ok || launches.length > maxConfigurations) return false;
  const decided = await decideAll(launches, facts.value, { ...input, onlyProof: true, dump: () => undefined });
  return decided.every(({ decision, isCompared }) => isCompared && decision.open.length === 0 && decision.confirmed.every(isHarmless));
}

/** An answer for a kernel on which the engine itself failed: one fault does not cost the others. */
export function answerOnFault(kernel: Kernel, error: unknown): KernelAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: kernel.name, span: kernel.span, verdict: 'unknown', reasons: [reasonText(faultInAnalysis(text))],
    assumptions: [], launches: [], findings: [], uses: kernel.uses, timeMs: 0,
  };
}

/** `whole` is null where nothing was decided within the time limit. `isCompared`: all pairs of accesses were, arrays taken as distinct. */
type Decided = Readonly<{ decision: Decision; describe: (conditions: Conditions) => readonly Draft[]; shown: Shown; kernel: Kernel; coding: Coding; whole: WholeProtocol | null; view: View; obligations: readonly Obligation[]; isCompared: boolean }>;

const unconditional: Conditions = { proved: new Map(), unsettled: new Map() };

/** The condition on arguments under which the kernel has none of its races, and is proved. */
async function conditionsUnder(decided: readonly Decided[], decideWith: (more: readonly Fact[], onlyProof: boolean) => Promise<readonly Decided[]>, input: KernelInput): Promise<Conditions> {
  const causes = decided.flatMap(({ decision, kernel, coding, whole }) => (whole === null ? [] : raceCauses(decision, coding).map((cause) => ({ cause, input: { ...input, kernel, config: decision.config, whole } }))));
  const verdictUnder = async (text: string, onlyProof: boolean): Promise<KernelAnswer['verdict'] | null> => {
    const more = userFacts([text], input.kernel, input.parser);
    if (!more.ok) return null;
    const again = await decideWith(more.value, onlyProof);
    return verdictOf(again.map(({ decision }) => decision), mergeDrafts(again.flatMap(({ describe }) => describe(unconditional))));
  };
  const mayBeProved = decided.every(({ decision }) => onlyRaces(decision));
  const proved = mayBeProved ? await conditionsOf(causes, async (text) => (await verdictUnder(text, true)) === 'drf') : unconditional.proved;
  const unsettled = proved.size > 0 ? unconditional.unsettled : await unsettledConditions(causes, async (text) => (await verdictUnder(text, false)) === 'racy');
  return { proved, unsettled };
}

async function decideAll(launches: readonly LaunchConfig[], facts: readonly Fact[], input: KernelInput): Promise<readonly Decided[]> {
  const compiled = compileKernel(input.kernel);
  const decided: Decided[] = [];
  const vain = nothingInVain();
  for (const config of launches) {
    const merged = config.aliases.length === 0 ? null : mergeArrays(input.kernel, config.aliases);
    const kernel = merged ?? input.kernel;
    const stated = [...facts, ...statedOf(config)];
    const code = merged === null && stated.length === 0 ? compiled : compileAssuming(kernel, stated);
    const probe = input.onlyProof === true ? null : probeLaunch(config, kernel.maxThreads ?? deviceLimits.threadsPerBlock);
    for (const view of viewsOf(kernel)) {
      const first = probe === null ? null : await decideUnder(probe, view, { facts, known: new Map(), doubted: new Set(), vain }, code, input);
      const doubted = new Set((first?.decision.open ?? []).flatMap(({ status, obligation }) => (status === 'possible' ? [keyOf(obligation)] : [])));
      const made = await decideUnder(config, view, { facts, known: first?.shown ?? new Map(), doubted, vain }, code, input);
      decided.push(made);
      if (input.onlyProof === true && (made.decision.open.length > 0 || (input.isOpen === undefined && made.decision.refused.length > 0))) return decided;
    }
    const last = decided.at(-1);
    const refused = last === undefined || !isProved(decided) ? null : await notProvedAsOne(config, (other) => decideAll([other], facts, { ...withAll(input), onlyProof: true, dump: () => undefined }));
    if (last !== undefined && refused !== null) decided.splice(-1, 1, { ...last, decision: { ...last.decision, refused: [...last.decision.refused, refused] } });
  }
  return decided;
}

const withAll = ({ isOpen: _, ...input }: KernelInput): KernelInput => input;

const isProved = (decided: readonly Decided[]): boolean => verdictOf(decided.map(({ decision }) => decision), mergeDrafts(decided.flatMap(({ describe }) => describe(unconditional)))) === 'drf';

/** Why it is not proved for pointers that may be equal, where they are; the proof for those that are not stands. */
async function notProvedAsOne({ either = [], ...config }: LaunchConfig, decideUnder: (config: LaunchConfig) => Promise<readonly Decided[]>): Promise<string | null> {
  for (const aliases of aliasingsOf({ ...config, either }) ?? [null]) {
    if (aliases === null || !isProved(await decideUnder({ ...config, aliases }))) {
      return fill(messages.sharedArrays, { origin: config.origin, names: (aliases ?? either).map((names) => names.join(' and ')).join(messages.andAs) });
    }
  }
  return null;
}

/** What holds, what launches that this one allows have shown, which questions they left possible (by key), and what all have cost in vain. */
type Given = Readonly<{ facts: readonly Fact[]; known: Shown; doubted: ReadonlySet<string>; vain: Vain }>;

/** As `decideWithin`; where the time limit ends a stage on the way, what a launch that this one allows has shown is all there is. */
async function decideUnder(config: LaunchConfig, view: View, given: Given, compiled: CompiledKernel, input: KernelInput): Promise<Decided> {
  try {
    return await decideWithin(config, view, given, compiled, input);
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    const decision = unfinished(config, [...given.known.values()], error.message);
    const coding = codingOf(view.kernel, () => false);
    const unusual = unusualUnder({ kernel: input.kernel, config, facts: given.facts });
    return { decision, describe: (conditions) => describe(decision, { ...view, conditions, coding, unusual }, input), shown: given.known, kernel: view.kernel, coding, whole: null, view, obligations: [], isCompared: false };
  }
}

function describe(decision: Decision, { kernel, conditions, coding, unusual }: Readonly<{ kernel: Kernel; conditions: Conditions; coding: Coding; unusual: Unusual }>, input: KernelInput): readonly Draft[] {
  return findingsOf(decision, { kernel, unusual, config: decision.config, warpModel: input.request.options.warpModel, textAt: textIn(input), macroAround: input.from.source.macroAround, conditions, coding });
}

async function decideWithin(config: LaunchConfig, view: View, { facts, known, doubted, vain }: Given, compiled: CompiledKernel, input: KernelInput): Promise<Decided> {
  const { dump, costs } = input;
  const { kernel } = view;
  const { warpModel, level } = input.request.options;
  const countable = countableAxes(config);
  reportStep(input, 'accesses', 0, null);
  const under = { config, view, facts: [...facts, ...countable], inFull: new Set<never>(), level, warpModel, deadline: input.deadline };
  const { whole, split } = costs.timed('accesses', () => splitView(under, (protocol) => dump('protocol', kernel.name, () => printProtocol(protocol))));
  dump('intervals', kernel.name, () => printIntervals(split));
  const pairs = countPairs(split, level);
  // A block that is wholly known agrees with itself; the solver need not start to say so.
  const canContradict = facts.length + kernel.assumptions.length + config.facts.length > 0 || config.block.includes(null);
  const tooMany = pairs > maxPairs ? fill(messages.tooManyPairs, { pairs, maxPairs }) : null;
  const refused = canContradict ? await contradiction(split, input) : null;
  const isComparable = refused === null && tooMany === null;
  const obligations = isComparable ? costs.timed('accesses', () => obligationsUnder(split, under)).filter((question) => input.isOpen?.(question) ?? true) : [];
  dump('obligation', kernel.name, () => obligations.map(printObligation).join('\n'));
  const { stopAfter } = input.request;
  const stop = stopAfter === 'protocol' || stopAfter === 'intervals' || stopAfter === 'obligation';
  const proposed: ConcreteRun[] = [];
  // a view leaves barriers out, which a run may not
  const open = { kernel: compiled.kernel, config, split, facts: under.facts, warpModel, deadline: input.deadline, proposed };
  let searchedWith = -1;
  const byParts = { ...under, solver: input.solver, compiled };
  const mayBeShort = !stop && isComparable && input.isOpen === undefined && [...known.values()].every(isHarmless);
  const tried = mayBeShort ? await costs.timedLong('tiles', () => tryTiles({ ...byParts, deadline: partOf(input.deadline, 0.4) })) : null;
  const proof = provedBy(tried);
  const solved = proof !== null ? { decision: proof, shown: known } : await decide({
    kernel, compiled, config, split, warpModel, known, doubted, vain, deadline: input.deadline,
    obligations: stop ? [] : obligations,
    solver: input.solver,
    costs,
    ...(input.onlyProof === true ? { onlyProof: true } : {}),
    look: (some, isRacy) => {
      searchedWith = proposed.length;
      return costs.timed('search', () => searchFor(some, { ...open, isRacy: isRacy || input.isPatched === true }));
    },
    onQuestion: (done) => reportStep(input, 'questions', done, obligations.length),
    onAnswer: (obligation, text) => dump('solve', kernel.name, () => `${obligation.kind} ${obligation.id}: ${text}`),
    onRun: (obligation, run, report) => {
      proposed.push(run);
      dump('witness', kernel.name, () => `${obligation.kind} ${obligation.id}: ${printRun(run)}`);
      dump('machine', kernel.name, () => printMachineReport(report));
    },
  });
  const isAsked = refused === null && stopAfter === undefined && input.onlyProof !== true && proof === null;
  const { decision: settled, shown, notCompared } = isAsked ? costs.timed('runs', () => amplified({ ...solved, view, compiled, split, obligations, notCompared: tooMany, facts, level, warpModel, deadline: input.deadline })) : { ...solved, notCompared: tooMany };
  const ordered = stop || !isComparable ? settled : await costs.timedLong('tiles', () => byTiles(settled, tried, byParts));
  const decided = stop || input.onlyProof === true || searchedWith === proposed.length ? ordered : costs.timed('search', () => searchOpen(ordered, { ...open, isRacy: input.isPatched === true }));
  // Races that are seen with arrays apart are told all the same; only a proof needs them to be apart.
  const admission = admissionUnder({ kernel, config, facts });
  const counted = withAdmitted(decided, admission);
  const decision = { ...counted, refused: [...decided.refused, ...[refused, notCompared, ...refusalsUnder(config, kernel, level)].flatMap((reason) => reason ?? [])] };
  const coding = codingOf(kernel, await orderedInStep(decision, { kernel, warpModel, solver: input.solver, deadline: input.deadline }));
  const unusual = unusualUnder({ kernel: input.kernel, config, facts });
  return { decision, describe: (conditions) => describe(decision, { kernel, conditions, coding, unusual }, input), shown: shownByAdmitted(shown, admission), kernel, coding, whole, view, obligations, isCompared: isComparable && decided.refused.length === 0 };
}

const textIn = (input: KernelInput) => (span: Span): string => input.request.read(span.file)?.slice(span.start, span.end) ?? '';

/** What is proved of meetings of lanes, and what runs show. */
function partingsUnder(launches: readonly LaunchConfig[], { facts, described, input }: Readonly<{ facts: readonly Fact[]; described: readonly Draft[]; input: KernelInput }>): Promise<Partings> {
  const divergent = new Set(described.flatMap(({ kind, span }) => (kind === 'barrier-divergence' ? [span.start] : [])));
  const { warpModel, level } = input.request.options;
  return partingsOf({ kernel: input.kernel, launches, facts, divergent, level, warpModel, solver: input.solver, deadline: input.deadline, onlyProof: input.onlyProof === true, textAt: textIn(input) });
}

/** What schedules of the atomics show. */
function underSchedules(launches: readonly LaunchConfig[], facts: readonly Fact[], input: KernelInput): readonly Draft[] {
  const { warpModel, fills } = input.request.options;
  return scheduleFindings({ kernel: input.kernel, launches, facts, warpModel, fills: fills ?? new Map(), deadline: input.deadline, textAt: textIn(input) });
}

/** Waits that never end. */
function waitsUnder(launches: readonly LaunchConfig[], facts: readonly Fact[], input: KernelInput): readonly Draft[] {
  const { warpModel, fills } = input.request.options;
  return waitFindings({ kernel: input.kernel, launches, facts, warpModel, fills: fills ?? new Map(), deadline: input.deadline, textAt: textIn(input) });
}

/** Facts that cannot hold together would prove anything. */
async function contradiction(split: SplitProtocol, { solver, deadline }: KernelInput): Promise<string | null> {
  const { facts, variablesOf } = createCopies(split, 'block');
  const answer = await solver.decide({ variables: variablesOf(facts), constraints: facts }, { rlimit: budgets.rlimit, deadline });
  return answer.kind === 'unsat' ? messages.contradiction : null;
}

function assumptionsOf(decisions: readonly Decision[], input: KernelInput): readonly string[] {
  const model = input.request.options.warpModel;
  return [...new Set([
    ...decisions.map((d) => `launch ${printConfig(d.config)}`),
    ...oversizedBlocks(decisions),
    ...takenAsCooperative(decisions, input.kernel),
    ...decisions.flatMap((d) => takenAsApart(input.kernel, d.config)),
    ...decisions.flatMap((d) => [...countableAxes(d.config).map(({ text }) => text), ...d.assumptions, ...d.fitted]),
    ...approximationsOf(input.kernel).filter(({ undeclared }) => undeclared === undefined).map((one) => placed(one, input.kernel)),
    ...undeclaredNames(input.kernel),
    ...choicesOf(usesOf(input.kernel, input.from), input.from),
    model === 'its' ? 'warp model: independent thread scheduling' : 'warp model: lockstep',
    messages.assumptionsInC,
  ])];
}

/** What a `drf` rests on beyond the routine: said even where assumptions are not listed. */
function unusualAssumptions(closed: readonly ClosedLaunch[], decisions: readonly Decision[], partings: Partings, input: KernelInput): readonly string[] {
  const notes = input.kernel.notes.filter(({ undeclared }) => undeclared === undefined).map((note) => placed(note, input.kernel));
  const apart = closed.flatMap(({ config }) => takenAsApart(input.kernel, config));
  return [...new Set([...oversizedBlocks(decisions), ...takenAsCooperative(decisions, input.kernel), ...decisions.flatMap(({ fitted }) => fitted), ...partings.assumed, ...closed.flatMap(({ assumptions }) => assumptions), ...apart, ...shortly(buildAssumptions(input.kernel, input.from)), ...notes])].slice(0, 8).map(assuming);
}

const takenAsCooperative = (decisions: readonly Decision[], kernel: Kernel): readonly string[] => (synchronizesGrid(kernel.body) && decisions.some(({ config }) => !config.cooperative) ? [messages.cooperativeLaunch] : []);
const oversizedBlocks = (decisions: readonly Decision[]): readonly string[] => [...new Set(decisions.flatMap(({ config }) => oversized(config)))];

function oversized({ block }: LaunchConfig): readonly string[] {
  const threads = volumeOf(closedDimensions(block, [1, 1, 1]));
  return threads > deviceLimits.threadsPerBlock ? [fill(messages.blockTooLarge, { threads, threadsPerBlock: deviceLimits.threadsPerBlock })] : [];
}

/** Not looked for in a patched kernel: that is for the next time. */
async function redundancies(decided: readonly Decided[], facts: readonly Fact[], isRaceFree: boolean, input: KernelInput): Promise<readonly Redundancy[]> {
  const { warpModel, level, repair: isOriginal } = input.request.options;
  if (!isOriginal) return [];
  try {
    return await redundantBarriers({
      kernel: input.kernel, decided, isRaceFree, warpModel, level, solver: input.solver, deadline: input.deadline,
      factsOf: ({ config }) => [...facts, ...countableAxes(config)],
      textOf: (file) => input.request.read(file),
    });
  } catch (error) {
    if (!(error instanceof TimeLimit)) throw error;
    return [];
  }
}

function printRun(run: unknown): string {
  return JSON.stringify(run, (_key, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value instanceof Map ? Object.fromEntries(value) : value));
}
