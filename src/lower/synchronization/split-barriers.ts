/**
 * Barriers in two halves: threads `arrive` and later `wait`. What comes before `arrive` is ordered before what comes
 * after `wait`, as by a barrier in the place of `wait`; what lies between is ordered with neither side, so that
 * in-flight.ts makes it `unknown` where it touches memory that is written. CUDA guide, "Asynchronous Barrier".
 */
import type { VarId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { AsyncObject, ClusterDims } from '../../ir/ir.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';
import { stmtId } from '../../base/brand.ts';
import { u32, u64 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { emit, temporary, textOf } from '../context.ts';
import { setExact, setMark, standingIn } from './marks.ts';
import { messages } from '../wording.ts';
import { scalarValue, voidValue } from '../expressions/value.ts';

/**
 * `barrier_arrive()` of the block's own barrier. The token is a scalar by which in-flight.ts finds out which arrival a
 * wait is for.
 */
export function splitArrive(cx: Context, on: string, object: AsyncObject, node: SyntaxNode): Value {
  const token = temporary(cx, 'token', u64);
  emit(cx, node, { kind: 'assign', target: token.id, value: int(0, u64) });
  setMark(cx, node, { kind: 'commit', on });
  setMark(cx, node, { kind: 'arrive', on, token: token.id });
  setExact(cx, node, { kind: 'arrive', on: object, count: int(1, u32), drops: false, bytes: null, target: token.id });
  return scalarValue(token.expr);
}

/** `barrier_wait(token)` of the block's own barrier. */
export function splitWait(cx: Context, on: string, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  const token = tokenIn(cx, args);
  setMark(cx, node, { kind: 'settle', on, token });
  awaitPhase(cx, { kind: 'block' }, token, node);
  setMark(cx, node, { kind: 'meet', on, barrier: stmtId(cx.nextStmt + 1) });
  standingIn(cx, () => {
    emit(cx, node, { kind: 'barrier', scope: { kind: 'block' }, reduction: null });
  });
  return voidValue;
}

/** `cluster.barrier_arrive()`, `barrier.cluster.arrive`: a thread has one arrival open at a time. */
export function clusterArrive(cx: Context, node: SyntaxNode): Value {
  cx.clusterToken ??= temporary(cx, 'token', u64).id;
  emit(cx, node, { kind: 'assign', target: cx.clusterToken, value: int(0, u64) });
  setMark(cx, node, { kind: 'arrive', on: ofCluster, token: cx.clusterToken });
  setExact(cx, node, messages.halfOfClusterBarrier);
  return scalarValue(variable(cx.clusterToken, u64));
}

/** `cluster.barrier_wait(token)`, `barrier.cluster.wait`. */
export function clusterWait(cx: Context, dims: ClusterDims, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  setMark(cx, node, { kind: 'settle', on: ofCluster, token: args.length === 0 ? cx.clusterToken : tokenIn(cx, args) });
  emit(cx, node, { kind: 'barrier', scope: { kind: 'cluster', dims }, reduction: null });
  return voidValue;
}

const ofCluster = 'cluster';

/** Says exactly that the thread waits for the phase that a token names. */
export function awaitPhase(cx: Context, on: AsyncObject, token: VarId | null, node: SyntaxNode): void {
  setExact(
    cx,
    node,
    token === null ? messages.unknownToken : { kind: 'await-phase', on, phase: variable(token, u64), isParity: false },
  );
}

/** The scalar that a token is read from; null where it is anything else. */
export function tokenIn(cx: Context, args: readonly SyntaxNode[]): VarId | null {
  const [token] = args.map((arg) => evaluateToken(cx, arg));
  return token?.kind === 'scalar' && token.expr.kind === 'var' ? token.expr.id : null;
}

/** `std::move(token)` is the token; other expressions are evaluated for what they do, such as `bar.arrive()`. */
export function evaluateToken(cx: Context, node: SyntaxNode): Value | null {
  const inner =
    node.type === 'call_expression'
      ? node.children.find((child) => child.field === 'arguments')?.children.filter((child) => child.named)
      : undefined;
  const callee = node.children.find((child) => child.field === 'function');
  const isMove = callee !== undefined && /^(?:std::|cuda::std::)?move$/.test(textOf(cx, callee));
  const token = isMove ? inner?.[0] : node;
  return token === undefined ? null : cx.rules.value(cx, token);
}
