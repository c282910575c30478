/** Patches of a kernel's confirmed findings: what repair/ proposes, each analysed again from the start. */
import type { AnalyzeRequest } from '../engine.ts';
import type { Coding } from './race-codes.ts';
import type { Decision } from './evidence.ts';
import type { Edit, Fix, KernelAnswer } from '../verdict/finding.ts';
import type { Fault } from '../repair/fault.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel.ts';
import type { Recheck } from '../repair/repair.ts';
import type { SourceText } from '../repair/source-text.ts';
import { TimeLimit } from '../base/deadline.ts';
import { applyEdits } from '../verdict/edit.ts';
import { handoverCode } from '../verdict/catalogue.ts';
import { isMendable } from './mendable.ts';
import { raceCode } from './race-codes.ts';
import { readUnit, usesOf } from './unit.ts';
import { repair } from '../repair/repair.ts';
import { splitCode } from './findings.ts';

type Decided = Readonly<{ decision: Decision; coding: Coding; kernel: Kernel }>;
type Analyze = (input: KernelInput) => Promise<KernelAnswer>;

const maxTries = 32;

/** Proved patches that remove all confirmed races and divergences of the kernel, cheapest first. */
export async function patchesOf(decided: readonly Decided[], input: KernelInput, analyze: Analyze): Promise<readonly Fix[]> {
  const faults = faultsOf(decided);
  if (faults.length === 0 || !decided.every(({ decision }) => isMendable(decision))) return [];
  const sources = new Map<string, SourceText | null>();
  const sourceOf = (file: string): SourceText | null => {
    const text = sources.has(file) ? null : input.request.read(file);
    if (!sources.has(file)) sources.set(file, text === null ? null : { file, text, tree: input.parser.parse(text, input.deadline) });
    return sources.get(file) ?? null;
  };
  try {
    const fixes = await repair({ kernel: input.kernel, faults, sourceOf, compiledFile: input.from.unit.file, recheck: (edits) => recheck(edits, input, analyze), maxTries });
    for (const fix of fixes) input.dump('repair', input.kernel.name, () => `${fix.strategy}: ${fix.title}; ${fix.cost}`);
    return fixes;
  } catch (error) {
    if (error instanceof TimeLimit) return [];
    throw error;
  }
}

/** The confirmed faults under all launches, each once; what only stores equal values is none. */
export function faultsOf(decided: readonly Decided[]): readonly Fault[] {
  const faults = decided.flatMap(({ decision, coding }) => decision.confirmed.flatMap((evidence): readonly Fault[] => {
    if (evidence.kind === 'divergence') return [{ kind: 'divergence', code: splitCode(evidence), barrier: evidence.obligation.question.barrier, at: evidence.obligation.question.at }];
    if (evidence.sameValue) return [];
    const { first, second, carriedBy, scope, array } = evidence.obligation;
    const known = raceCode(evidence.obligation, false, coding);
    const handover = known.kind === 'plain' ? null : { given: known.handover.given, taken: known.handover.taken, lacks: known.handover.lacks };
    return [{ kind: 'race', code: known.kind === 'plain' ? known.code : handoverCode(known.handover), first: first.id, second: second.id, array, carriedBy, scope, handover }];
  }));
  return [...new Map(faults.map((fault) => [keyOf(fault), fault])).values()];
}

const keyOf = (fault: Fault): string => (fault.kind === 'race' ? `race ${fault.first} ${fault.second} ${fault.carriedBy ?? ''} ${fault.scope}` : `divergence ${fault.barrier} ${fault.at}`);

/** Analyses the patched source from the start: the kernel, and all others of the file that have the patched text, which must be proved with it. */
async function recheck(edits: readonly Edit[], input: KernelInput, analyze: Analyze): Promise<Recheck> {
  if (input.deadline.passed()) return { verdict: 'unknown', worsened: [] };
  const patched = new Map([...new Set(edits.map((e) => e.file))].map((file) => [file, applyEdits(input.request.read(file) ?? '', edits.filter((e) => e.file === file))]));
  const { dump: _, stopAfter: __, ...rest } = input.request;
  const request: AnalyzeRequest = { ...rest, read: (path) => patched.get(path) ?? input.request.read(path), options: { ...rest.options, repair: false } };
  const from = readPatched(input.from.unit.file, request, input);
  const before = input.from.unit.kernels;
  if (from?.ok !== true || from.value.unit.kernels.length !== before.length) return { verdict: 'unknown', worsened: [] };
  const affected = from.value.unit.kernels.flatMap((kernel, k) => {
    const was = before[k];
    return was !== undefined && (was === input.kernel || isTouched(was, edits, input)) ? [{ kernel, isOwn: was === input.kernel }] : [];
  });
  const worsened: string[] = [];
  let own: KernelAnswer['verdict'] = 'unknown';
  for (const { kernel, isOwn } of affected.sort((a, b) => Number(b.isOwn) - Number(a.isOwn))) {
    const answer = await analyze({ ...input, kernel, from: { ...from.value, otherLaunches: input.from.otherLaunches }, request, dump: () => undefined, onlyProof: true });
    if (isOwn) own = answer.verdict;
    else if (answer.verdict !== 'drf') worsened.push(kernel.name);
    if (own !== 'drf' || worsened.length > 0) break;
  }
  return { verdict: own, worsened };
}

const isTouched = (kernel: Kernel, edits: readonly Edit[], { from }: KernelInput): boolean =>
  usesOf(kernel, from).some(({ span }) => edits.some((edit) => edit.file === span.file && edit.start <= span.end && span.start <= edit.end));

/** Null: not within the time limit. */
function readPatched(file: string, request: AnalyzeRequest, { parser, deadline }: KernelInput): ReturnType<typeof readUnit> | null {
  try {
    return readUnit(file, request, parser, () => undefined, deadline);
  } catch (error) {
    if (error instanceof TimeLimit) return null;
    throw error;
  }
}
