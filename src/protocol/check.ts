/** The invariants P1, P2 and P4 of protocol.ts, as far as they can be read off a protocol. P3 is a property test. */
import type { KernelProtocol, Protocol, ProtocolOf } from './protocol.ts';
import type { Expr } from '../base/expr.ts';
import { assertNever } from '../base/invariant.ts';
import { typeOf } from '../base/expr-build.ts';
import { eachNode } from '../base/expr-walk.ts';
import { isFlag, stayingValues } from './loops/flags.ts';
import { isBlockUniform } from './sync/uniformity.ts';
import { hasBarrier } from './sync/barriers.ts';

/** What is wrong with a protocol; empty when nothing is. */
export function checkProtocol(protocol: KernelProtocol): readonly string[] {
  const problems: string[] = [];
  for (const fact of protocol.facts) checkExpr(protocol, fact.condition, 'fact', true, problems);
  checkList(protocol, protocol.body, problems);
  return problems;
}

function checkList(protocol: KernelProtocol, body: readonly Protocol[], problems: string[]): void {
  for (const step of body) checkStep(protocol, step, problems);
}

function checkStep(protocol: KernelProtocol, step: Protocol, problems: string[]): void {
  const at = `${step.kind} of line ${step.span.line}`;
  const check = (expr: Expr, isBool: boolean): void => checkExpr(protocol, expr, at, isBool, problems);
  switch (step.kind) {
    case 'access':
      for (const { place } of [step.access, ...step.access.cells])
        for (const subscript of place.subscripts) check(subscript.index, false);
      if (step.access.value !== null) check(step.access.value, false);
      if (!protocol.arrays.has(step.access.place.array))
        problems.push(`P2: ${at}: array ${step.access.place.array} is not listed`);
      return;
    case 'barrier':
      return;
    case 'meeting':
      if (step.mask !== null) check(step.mask, false);
      return;
    case 'part':
      for (const expr of step.names.kind === 'mask'
        ? [step.names.mask]
        : [step.names.barrier, ...(step.names.threads === null ? [] : [step.names.threads])])
        check(expr, false);
      return;
    case 'assume':
      check(step.condition, true);
      return;
    case 'unknown':
      return;
    case 'branch':
      check(step.when, true);
      checkList(protocol, step.then, problems);
      checkList(protocol, step.otherwise, problems);
      return;
    case 'loop':
      checkLoop(protocol, step, at, problems);
      return;
    default:
      assertNever(step);
  }
}

function checkLoop(protocol: KernelProtocol, loop: ProtocolOf<'loop'>, at: string, problems: string[]): void {
  for (const condition of [loop.guard, ...loop.facts, ...loop.finalFacts])
    checkExpr(protocol, condition, at, true, problems);
  for (const c of loop.carried) {
    checkExpr(protocol, c.first, at, false, problems);
    checkExpr(protocol, c.next, at, false, problems);
    for (const id of [c.id, c.final])
      if (!protocol.variables.has(id)) problems.push(`P1: ${at}: ${id} is not declared`);
  }
  checkShared(protocol, loop, at, problems);
  const counter = loop.carried[0];
  if (counter === undefined || protocol.variables.get(counter.id)?.origin.kind !== 'turn')
    problems.push(`${at}: the first carried variable is not the turn`);
  if (loop.synchronized !== hasBarrier(loop.body)) problems.push(`${at}: synchronized does not agree with its body`);
  checkList(protocol, loop.body, problems);
}

/**
 * The turns of a shared variable are of threads that have not left, so the flags themselves are out of the question.
 */
function checkShared(protocol: KernelProtocol, loop: ProtocolOf<'loop'>, at: string, problems: string[]): void {
  const staying = stayingValues(loop, protocol.variables);
  for (const c of loop.carried) {
    if (protocol.variables.get(c.id)?.sharing !== 'block' || isFlag(c.id, protocol.variables)) continue;
    for (const value of [c.first, staying.get(c.id) ?? c.next]) {
      if (!isBlockUniform(value, protocol.variables))
        problems.push(`P4: ${at}: ${c.id} is shared by the block, but its values are not`);
    }
  }
}

function checkExpr(protocol: KernelProtocol, expr: Expr, at: string, isBool: boolean, problems: string[]): void {
  eachNode(expr, (node) => {
    if (node.kind === 'builtin') problems.push(`P1: ${at}: built-in ${node.name} is not a variable`);
    if (node.kind === 'var' && !protocol.variables.has(node.id)) problems.push(`P1: ${at}: ${node.id} is not declared`);
  });
  if (isBool && typeOf(expr).kind !== 'bool') problems.push(`${at}: a condition is not a bool`);
}
