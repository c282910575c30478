/**
 * Whether what a run shows of an obligation is evidence: nothing that the machine does not execute orders the two, or
 * led the run there.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { ConcreteRun } from '../launch/run.ts';
import type { WarpModel } from '../launch/launch.ts';
import type { Kernel, MemoryScope } from '../ir/ir.ts';
import type { MachineRace, MachineReport } from '../machine/machine.ts';
import type { Obligation } from '../obligation/obligation.ts';
import type { SplitProtocol } from '../protocol/protocol.ts';
import { countsDown } from '../handover/counted-down.ts';
import { eachStmt } from '../ir/walk.ts';
import { followersOf } from '../handover/handover.ts';
import { restsOnTable } from './tables.ts';
import { unknownFlowIn } from '../ir/unknown-flow.ts';

/**
 * Publication through a fence, or an ordered atomic, and a flag that is read (TAXONOMY SW404, SW407) orders memory; the
 * machine follows that for independent threads (machine/order.ts), not for warps in lockstep. Between blocks, fences
 * and orders of block scope do nothing. Of shared memory, and where only atomics have an order, the two are unordered
 * if neither comes after something that a thread has seen. Of what comes behind a look at a latch, runs show nothing
 * [handover/counted-down.ts].
 */
export function mayBeFenced(obligation: Obligation, kernel: Kernel, warpModel: WarpModel): boolean {
  if (obligation.kind === 'divergence') return false;
  return mayBeFencedPair(
    { array: obligation.array, scope: obligation.scope, first: obligation.first.id, second: obligation.second.id },
    kernel,
    warpModel,
  );
}

/** The same of two statements that access an array. */
export function mayBeFencedPair(
  {
    array,
    scope: among,
    first,
    second,
  }: Readonly<{ array: ArrayId; scope: 'block' | 'grid'; first: StmtId; second: StmtId }>,
  kernel: Kernel,
  warpModel: WarpModel,
): boolean {
  const mayFollow = (): boolean => {
    const follows = followersOf(kernel);
    return follows(first) || follows(second);
  };
  if (warpModel === 'its') return countsDown(kernel) && mayFollow();
  const isGlobal = kernel.arrays.get(array)?.space === 'global';
  let [fences, orders, polls] = [0, 0, 0];
  const reaches = (scope: MemoryScope): boolean => among === 'block' || scope !== 'block';
  eachStmt(kernel.body, (stmt) => {
    if (stmt.kind === 'fence' && reaches(stmt.scope)) fences++;
    if (stmt.kind === 'atomic' && stmt.order !== 'relaxed' && reaches(stmt.scope)) orders++;
    if (stmt.kind === 'atomic' || (stmt.kind === 'load' && stmt.place.volatile)) polls++;
  });
  if (polls === 0 || fences + orders === 0) return false;
  if (isGlobal && fences > 0) return true;
  return mayFollow();
}

/**
 * Whether made-up values may have led the run to the obligation's statements or cells, or be what makes two stored
 * values differ.
 */
export function mayBeSteered(obligation: Obligation, of: Replayed): boolean {
  if (obligation.kind === 'divergence') return mayBeLed([obligation.question.barrier], of);
  const pair = [obligation.first.id, obligation.second.id];
  return mayBeLed(pair, of) || (obligation.differ !== null && mayMakeUp(pair, of));
}

/** The same of a race that a run shows, which made values up. */
export function mayRestOnMadeUp({ first, second }: MachineRace, of: Replayed): boolean {
  const pair = [first.stmt, second.stmt];
  const isOfValues = first.mode !== 'read' && second.mode !== 'read';
  return mayBeLed(pair, of) || (isOfValues && mayMakeUp(pair, of));
}

/** A run of the kernel, and what the machine reports of it. */
export type Replayed = Readonly<{ run: ConcreteRun; kernel: Kernel; report: MachineReport }>;

/** Whether made-up values may have led the run to one of the statements. */
export function mayBeLed(statements: readonly StmtId[], { run, kernel, report }: Replayed): boolean {
  const { leadsTo } = unknownFlowIn(kernel, report.lateReads);
  return (
    statements.some(leadsTo) || kernel.params.some((param) => param.kind === 'scalar' && !run.scalars.has(param.name))
  );
}

const mayMakeUp = (statements: readonly StmtId[], { kernel, report }: Replayed): boolean =>
  statements.some((id) => unknownFlowIn(kernel, report.lateReads).writers.has(id));

/** Whether a run that makes no values up could confirm it: nothing else that it rests on is left out of runs. */
export const confirmable = (
  obligation: Obligation,
  { kernel, split, warpModel }: Readonly<{ kernel: Kernel; split: SplitProtocol; warpModel: WarpModel }>,
): boolean => !mayBeFenced(obligation, kernel, warpModel) && !restsOnTable(obligation, split, kernel);
