/**
 * Built-in variables and scalar parameters of one launch configuration: constants where the configuration knows them,
 * otherwise variables with facts about their range.
 *
 * Example: block [32, 1, 1] makes blockDim.x the constant 32, threadIdx.y the constant 0, and threadIdx.x a variable of
 * each thread with the fact threadIdx.x < 32. Exact, given the limits of the device for what is unknown.
 */
import type { Axis, Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelProtocol, ProtocolVariable } from './protocol.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Range } from './range.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { VarId } from '../base/brand.ts';
import { wrap } from '../base/arithmetic.ts';
import { varId } from '../base/brand.ts';
import { f64, i64, u32 } from '../base/ctype.ts';
import { binary, cast, float, int, variable } from '../base/expr-build.ts';
import { deviceLimits } from '../launch/launch.ts';
import { constant, convert } from './fold.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type LaunchRoots = Readonly<{
  /** By `threadIdx.x` … and, for parameters, by VarId. */
  roots: ReadonlyMap<string, Expr>;
  variables: ReadonlyMap<VarId, ProtocolVariable>;
  ranges: ReadonlyMap<VarId, Range>;
  facts: KernelProtocol['facts'];
  assumptions: readonly string[];
}>;

type Draft = {
  roots: Map<string, Expr>;
  variables: Map<VarId, ProtocolVariable>;
  ranges: Map<VarId, Range>;
  facts: { condition: Expr; text: string | null }[];
  assumptions: string[];
};

const axes: readonly Axis[] = ['x', 'y', 'z'];

/** `together`: among whom variables are one that are shared; in a grid, blocks have indices of their own. */
export function launchRoots(kernel: Kernel, config: LaunchConfig, together: 'block' | 'grid' = 'block'): LaunchRoots {
  const draft: Draft = { roots: new Map(), variables: new Map(), ranges: new Map(), facts: [], assumptions: [] };
  axes.forEach((axis, k) => {
    addDimension(draft, `blockDim.${axis}`, config.block[k] ?? null, deviceLimits.block[k] ?? 1);
    addDimension(draft, `gridDim.${axis}`, config.grid[k] ?? null, deviceLimits.grid[k] ?? 1);
  });
  axes.forEach((axis) => {
    addIndex(draft, `threadIdx.${axis}`, `blockDim.${axis}`, 'thread');
    addIndex(draft, `blockIdx.${axis}`, `gridDim.${axis}`, together === 'grid' ? 'thread' : 'block');
  });
  addBlockSize(draft, kernel, config);
  for (const param of kernel.params) {
    if (param.kind === 'scalar') addParameter(draft, param, config.scalars.get(param.name));
  }
  return draft;
}

function addDimension(draft: Draft, name: string, known: number | null, limit: number): void {
  if (known !== null) {
    draft.roots.set(name, int(known, u32));
    return;
  }
  const dim = addVariable(draft, name, u32, 'launch', { kind: 'builtin', name }, { low: 1n, high: BigInt(limit) });
  draft.facts.push(
    { condition: binary('<=', int(1, u32), dim), text: null },
    { condition: binary('<=', dim, int(limit, u32)), text: null },
  );
}

function addIndex(draft: Draft, name: string, dimension: string, sharing: ProtocolVariable['sharing']): void {
  const dim = draft.roots.get(dimension);
  if (dim === undefined) return;
  if (dim.kind === 'int' && dim.value <= 1n) {
    draft.roots.set(name, int(0, u32));
    return;
  }
  const known = dim.kind === 'int' ? dim.value : dim.kind === 'var' ? draft.ranges.get(dim.id)?.high : undefined;
  const index = addVariable(
    draft,
    name,
    u32,
    sharing,
    { kind: 'builtin', name },
    { low: 0n, high: (known ?? 1n << 31n) - 1n },
  );
  draft.facts.push({ condition: binary('<', index, dim), text: null });
}

/**
 * A block has at most as many threads as the device, or `__launch_bounds__`, allows. Known blocks are taken as they
 * are.
 */
function addBlockSize(draft: Draft, kernel: Kernel, config: LaunchConfig): void {
  if (config.block.every((extent) => extent !== null)) return;
  const limit = kernel.maxThreads ?? deviceLimits.threadsPerBlock;
  const extents = axes.map((axis) => draft.roots.get(`blockDim.${axis}`)).filter((extent) => extent !== undefined);
  const product = extents.map((extent) => convert(i64, extent)).reduce((a, b) => binary('*', a, b));
  draft.facts.push({ condition: binary('<=', product, int(limit, i64)), text: null });
  for (const extent of extents) {
    if (extent.kind === 'var') draft.facts.push({ condition: binary('<=', extent, int(limit, u32)), text: null });
  }
  draft.assumptions.push(fill(messages.blockLimit, { limit }));
}

function addParameter(
  draft: Draft,
  param: Readonly<{ name: string; id: VarId; type: ScalarType }>,
  known: bigint | number | undefined,
): void {
  const { name, id, type } = param;
  if (known === undefined) {
    addVariable(draft, id, type, 'launch', { kind: 'parameter', name }, null);
    return;
  }
  draft.roots.set(id, constantOfType(known, type));
}

function constantOfType(value: bigint | number, type: ScalarType): Expr {
  switch (type.kind) {
    case 'float':
      return float(Number(value), type);
    case 'bool':
      return constant(value === 0 || value === 0n ? 0n : 1n, type);
    case 'int':
      return typeof value === 'bigint' || Number.isInteger(value)
        ? int(wrap(BigInt(value), type), type)
        : cast(type, float(value, f64));
  }
}

function addVariable(
  draft: Draft,
  name: string,
  type: ScalarType,
  sharing: ProtocolVariable['sharing'],
  origin: ProtocolVariable['origin'],
  range: Range | null,
): Expr {
  const id = varId(name);
  const expr = variable(id, type);
  draft.variables.set(id, { id, type, sharing, origin });
  if (range !== null) draft.ranges.set(id, range);
  draft.roots.set(name, expr);
  return expr;
}
