/** Short ways to write kernels and launches for the tests of this folder. */
import type { BinaryOp, Expr } from '../../../src/base/expr.ts';
import type { Kernel, Stmt } from '../../../src/ir/ir.ts';
import type { LaunchConfig } from '../../../src/launch/launch.ts';
import type { ScalarType } from '../../../src/base/ctype.ts';
import type { SplitProtocol } from '../../../src/protocol/protocol.ts';
import { i32, u32 } from '../../../src/base/ctype.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import { array, kernel } from '../../../src/ir/build.ts';
import { printExpr } from '../../../src/base/expr-print.ts';
import { inferProtocol } from '../../../src/protocol/infer.ts';
import { printPlace } from '../../../src/protocol/print.ts';
import { splitProtocol } from '../../../src/protocol/split.ts';
import { checkProtocol } from '../../../src/protocol/check.ts';

export const tid = cast(i32, builtin('threadIdx.x'));
export const n = (value: number): Expr => int(value, i32);
export const u = (value: number): Expr => int(value, u32);
export const op = (left: Expr, symbol: BinaryOp, right: Expr): Expr => binary(symbol, left, right);
export const shared = array('s', { space: 'shared', element: i32, extents: [1024] });
export const out = array('out', { element: i32 });

export function launch(block: LaunchConfig['block'] = [32, 1, 1], more: Partial<LaunchConfig> = {}): LaunchConfig {
  return {
    origin: 'test',
    span: null,
    block,
    grid: [1, 1, 1],
    scalars: new Map(),
    aliases: [],
    overlaps: [],
    sharedBytes: null,
    cooperative: false,
    facts: [],
    ...more,
  };
}

export function built(
  body: readonly Stmt[],
  params: readonly Readonly<{ name: string; type: ScalarType }>[] = [],
): Kernel {
  return kernel({ params, arrays: [shared, out], body });
}

/** Infers, checks the invariants and splits. */
export function splitOf(k: Kernel, config: LaunchConfig = launch()): SplitProtocol {
  const protocol = inferProtocol(k, config, []);
  const problems = checkProtocol(protocol);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return splitProtocol(protocol);
}

/** `interval: mode place @line if conditions`, one line for each access of each interval. */
export function accessLines(split: SplitProtocol): readonly string[] {
  return split.intervals.flatMap((interval) =>
    interval.accesses.map((at) => {
      const when = at.when.map(printExpr).join(' and ');
      return `${interval.id}: ${at.access.mode} ${printPlace(at.access.place)} @${at.access.span.line}${when === '' ? '' : ` if ${when}`}`;
    }),
  );
}

export function questionLines(split: SplitProtocol): readonly string[] {
  return split.questions.map(
    (question) => `${question.cause} @${question.span.line}: ${printExpr(question.condition)}`,
  );
}
