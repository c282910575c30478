/**
 * Questions of divergence [D11]: for each branch or loop with a barrier inside whose condition is not uniform by its
 * variables alone, whether two threads of a block that are both there can answer differently.
 */
import type { BranchCause, Protocol, ProtocolOf, UniformityQuestion } from '../protocol.ts';
import type { Expr } from '../../base/expr.ts';
import type { Here } from './here.ts';
import type { Loop } from './summary.ts';
import type { Walker } from './walk.ts';
import { unlessLeft } from '../loops/flags.ts';
import { firstBarrier } from './barriers.ts';
import { withPath } from './here.ts';
import { bind, instantiate } from './scope.ts';
import { relevantConditions } from './slice.ts';
import { firstValues, nextValues, synchronizes } from './summary.ts';
import { isBlockUniform } from './uniformity.ts';
import { afterStep, inTurn } from './walk.ts';

type Draft = Omit<UniformityQuestion, 'id'>;

/** Of a branch, asked for those who come to it. */
export function branchQuestions(walker: Walker, branch: ProtocolOf<'branch'>, here: Here): readonly Draft[] {
  if (isBlockUniform(branch.when, walker.copies.variables)) return [];
  const then = firstBarrier(branch.then);
  const otherwise = firstBarrier(branch.otherwise);
  const barrier = then ?? otherwise;
  if (barrier === null) return [];
  const cause = branch.cause.kind !== 'if' ? 'exit' : then !== null && otherwise !== null ? 'two-barriers' : 'branch';
  return asked(walker, here, branch, spanOf(branch.cause, branch.span), barrier, cause, branch.when);
}

const spanOf = (cause: BranchCause, own: Draft['span']): Draft['span'] => (cause.kind === 'if' ? own : cause.span);

function asked(
  walker: Walker,
  here: Here,
  at: Protocol,
  span: Draft['span'],
  barrier: ProtocolOf<'barrier'>,
  cause: Draft['cause'],
  condition: Expr,
): readonly Draft[] {
  const when = relevantConditions(walker.slicer, here.conditions, [condition]);
  if (when === null) return [];
  return [
    {
      at: at.id,
      span,
      barrier: barrier.id,
      barrierSpan: barrier.span,
      cause,
      condition,
      when,
      loops: here.loops,
    },
  ];
}

/** Of a loop: whether there is a first turn, and after a turn that both have made, whether there is another. */
export function loopQuestions(walker: Walker, loop: Loop, here: Here): readonly Draft[] {
  const barrier = firstBarrier(loop.body);
  if (barrier === null) return [];
  const first = instantiate(walker.copies, loop.guard, bind(here.scope, firstValues(loop)));
  const ended = endOfTurn(walker, loop.body, inTurn(walker, loop, here));
  const next = instantiate(walker.copies, loop.guard, bind(ended.scope, nextValues(loop)));
  const uniform = (condition: Expr): boolean => isBlockUniform(condition, walker.copies.variables);
  const questions: Draft[] = [];
  if (loop.testFirst && !uniform(first))
    questions.push(...asked(walker, here, loop, loop.span, barrier, 'loop', first));
  if (!uniform(next)) {
    const plain = instantiate(
      walker.copies,
      unlessLeft(loop.guard, walker.copies.variables),
      bind(ended.scope, nextValues(loop)),
    );
    questions.push(...asked(walker, ended, loop, loop.span, barrier, uniform(plain) ? 'exit' : 'loop', next));
  }
  return questions;
}

/**
 * Where both threads are after a turn. Whoever left it before a barrier was asked about there; those who are compared
 * here stayed.
 */
function endOfTurn(walker: Walker, body: readonly Protocol[], start: Here): Here {
  let here = start;
  for (const step of body) {
    if (
      step.kind === 'branch' &&
      (step.cause.kind === 'exit' || step.cause.kind === 'break') &&
      synchronizes(walker.summaries, step)
    ) {
      return endOfTurn(walker, step.then, withPath(here, instantiate(walker.copies, step.when, here.scope)));
    }
    here = afterStep(walker, step, here);
  }
  return here;
}
