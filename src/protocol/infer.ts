/**
 * Access protocols from the kernel IR for one launch configuration [D3]. Over-approximating (P3), and exact but for
 * what is listed in `approximations` and variables of origin `unknown`.
 *
 * Which carried variables are uniform is assumed optimistically, checked, and the inference repeated with what was
 * wrong until nothing is: the greatest consistent assumption [T2]. Each run is linear in the kernel.
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { Builder, Knowledge, Ordering } from './builder.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Env } from './escape.ts';
import type { Expr } from '../base/expr.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelProtocol, Protocol, ProtocolArray } from './protocol.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { LaunchRoots } from './launch-facts.ts';

import { stmtId } from '../base/brand.ts';
import { bool } from '../base/ctype.ts';
import { noDeadline } from '../base/deadline.ts';
import { eachNode } from '../base/expr-walk.ts';
import { typeOf } from '../base/expr-build.ts';
import { sizeOfKnowledge } from './builder.ts';
import { evaluate } from './evaluate.ts';
import { runList } from './execute.ts';
import { convert, isTrue } from './fold.ts';
import { allocationsOf, noAllocations } from './index/allocated.ts';
import { claimsOf } from './index/claims.ts';
import { reservationsOf } from './index/reserved.ts';
import { countersOf } from './index/counters.ts';
import { aliasesOf, readOnlyArrays } from './index/read-only.ts';
import { orderUnder } from './handed.ts';
import { isCommonTo } from './index/load.ts';
import { readsOf } from './loops/carried.ts';
import type { Exchanged } from './sync/exchanges.ts';
import { exchangesOf } from './sync/exchanges.ts';
import type { WarpSetting } from './sync/same-in-warps.ts';
import { sameInWarps } from './sync/same-in-warps.ts';
import { launchRoots } from './launch-facts.ts';
import type { ContentFact } from './contents.ts';
import { withBound } from './contents.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `about`: what it states of the elements of an array, beside the condition. */
export type Fact = Readonly<{ condition: Expr; text: string; about?: ContentFact }>;

/** Whose threads a protocol is about: those of a block, of the grid, or of tiles. */
export type Threads = Pick<Builder, 'together' | 'tile' | 'marks' | 'ordering'>;
export const ofBlock: Threads = { together: 'block', tile: null, marks: false, ordering: null };
export const ofGrid: Threads = { ...ofBlock, together: 'grid' };
export const ofTiles = (size: number): Threads => ({ ...ofBlock, tile: size });
/** That says of each barrier of a part of the block whom it names. */
export const withParts: Threads = { ...ofBlock, marks: true };
/**
 * Where these barriers order accesses of threads of one part [D22, D23]: of a block (null), or of the pairs of a
 * number, for which some of them are block barriers.
 */
export const ofOrdered = ({ barriers, why, quiet }: Omit<Ordering, 'prefix'>, pairs: number | null): Threads => ({
  ...ofBlock,
  ordering: { prefix: pairs === null ? '' : `pairs${pairs}.`, barriers, why, quiet },
});

/** The protocol of a kernel that was lowered (`unsupported` is null). `facts` are over parameters and built-ins. */
export function inferProtocol(
  kernel: Kernel,
  config: LaunchConfig,
  facts: readonly Fact[],
  deadline: Deadline = noDeadline,
  level: Builder['level'] = 'grid',
  threads: Threads = ofBlock,
): KernelProtocol {
  const roots = launchRoots(kernel, config, threads.together);
  const aliases = aliasesOf(kernel, config);
  const readOnly = readOnlyArrays(kernel, aliases);
  const setting = { ...memoryOf({ kernel, config, roots, aliases, readOnly, level, threads }), deadline, ...threads };
  const knowledge: Knowledge = {
    varying: new Set(),
    unsynchronized: new Set(),
    asked: new Set(),
    values: new Map(),
    returning: new Set(),
  };
  for (;;) {
    const known = sizeOfKnowledge(knowledge);
    const builder = newBuilder({ ...setting, knowledge }, roots, readOnly);
    const env = initialEnv(kernel, roots);
    const entry = atEntryOf(builder, env, config, facts);
    const { steps } = runList(builder, kernel.body, env, atEntry(kernel));
    if (sizeOfKnowledge(knowledge) > known) continue;
    return {
      kernel: kernel.name,
      variables: builder.variables,
      facts: [...roots.facts, ...entry.facts].filter((fact) => !isTrue(fact.condition)),
      contents: entry.contents,
      body: steps,
      arrays: accessedArrays(steps, kernel, aliases, readOnly),
      assumptions: [...roots.assumptions, ...distinctness(kernel, config), ...builder.assumptions],
      approximations: [...builder.approximations.values()],
    };
  }
}

/** What holds for a kernel's memory under a launch before any thread is followed: what orders, counts and owns cells. */
function memoryOf({
  kernel,
  config,
  roots,
  aliases,
  readOnly,
  level,
  threads,
}: Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  roots: LaunchRoots;
  aliases: ReturnType<typeof aliasesOf>;
  readOnly: ReturnType<typeof readOnlyArrays>;
  level: Builder['level'];
  threads: Threads;
}>): Omit<Parameters<typeof newBuilder>[0], 'knowledge' | 'deadline' | keyof Threads> {
  const reads = readsOf(kernel);
  const isAliased: Builder['isAliased'] = (array) => (aliases.get(array) ?? []).length > 0;
  const { handed, cells } = orderUnder(kernel, config);
  const amounts = countersOf(kernel, isAliased, handed);
  const claims = claimsOf(kernel, isAliased, handed);
  const allocations = handed.size > 0 ? noAllocations : allocationsOf(kernel, roots.roots, amounts, isAliased);
  const reservations: Builder['reservations'] =
    handed.size > 0 ? new Map() : reservationsOf(kernel, roots.roots, isAliased, handed);
  const exchanges =
    threads.together === 'block' && threads.ordering === null
      ? exchangesOf(kernel, blockOf(roots))
      : new Map<StmtId, readonly Exchanged[]>();
  const inCommon = sameHere(
    kernel,
    roots,
    threads,
    (load) => readOnly.has(load.place.array) || isCommonTo({ handed, kernel, level }, load.place, load.id),
  );
  return {
    kernel,
    reads,
    level,
    isAliased,
    handed,
    cells,
    amounts,
    claims,
    allocations,
    reservations,
    exchanges,
    sameInWarps: inCommon,
  };
}

/** What is known where the kernel begins: facts as conditions, and bounds of what arrays hold. */
function atEntryOf(
  builder: Builder,
  env: ReturnType<typeof initialEnv>,
  config: LaunchConfig,
  facts: readonly Fact[],
): Pick<KernelProtocol, 'facts' | 'contents'> {
  const { kernel } = builder;
  const stated = [...facts, ...config.facts, ...kernel.assumptions].filter((fact) =>
    isAboutEntry(fact.condition, kernel),
  );
  return {
    facts: stated.map((fact) => ({
      condition: asCondition(evaluate(builder, fact.condition, env, atEntry(kernel))),
      text: fact.text,
    })),
    contents: facts.flatMap(({ about }) =>
      about === undefined ? [] : [withBound(about, (bound) => evaluate(builder, bound, env, atEntry(kernel)))],
    ),
  };
}

/**
 * What warps have in common, where the intervals are those of the block: where others order accesses, what threads read
 * there may be theirs alone.
 */
function sameHere(
  kernel: Kernel,
  roots: LaunchRoots,
  { together, tile, ordering }: Threads,
  isCommon: WarpSetting['isCommon'],
): ReadonlySet<StmtId> {
  if (together !== 'block' || tile !== null || ordering !== null) return new Set();
  return sameInWarps({ kernel, block: blockOf(roots), isCommon });
}

/** The block's extents; null: not known. */
const blockOf = ({ roots }: LaunchRoots): readonly (number | null)[] =>
  (['x', 'y', 'z'] as const).map((axis) => {
    const extent = roots.get(`blockDim.${axis}`);
    return extent?.kind === 'int' ? Number(extent.value) : null;
  });

const atEntry = (kernel: Kernel): Readonly<{ id: StmtId; span: Kernel['span'] }> => ({
  id: stmtId(0),
  span: kernel.span,
});
const asCondition = (condition: Expr): Expr =>
  typeOf(condition).kind === 'bool' ? condition : convert(bool, condition);

function newBuilder(
  given: Pick<
    Builder,
    | 'kernel'
    | 'knowledge'
    | 'deadline'
    | 'reads'
    | 'level'
    | 'isAliased'
    | 'handed'
    | 'cells'
    | 'amounts'
    | 'claims'
    | 'allocations'
    | 'reservations'
    | 'exchanges'
    | 'sameInWarps'
    | 'tile'
    | 'together'
    | 'marks'
    | 'ordering'
  >,
  roots: LaunchRoots,
  readOnly: ReadonlySet<ArrayId>,
): Builder {
  return {
    ...given,
    variables: new Map(roots.variables),
    ranges: new Map(roots.ranges),
    carryKeys: new Map(),
    turnUniform: new Set(),
    openNames: new Set(),
    roots: roots.roots,
    assumptions: new Set(),
    approximations: new Map(),
    locals: [],
    loops: [],
    guards: [],
    calls: [],
    counters: new Map([...roots.variables.keys()].map((id) => [id, 1])),
    isReadOnly: (array) => readOnly.has(array),
  };
}

function initialEnv(kernel: Kernel, roots: LaunchRoots): Env {
  const values = new Map<VarId, Expr>();
  for (const param of kernel.params) {
    const value = param.kind === 'scalar' ? roots.roots.get(param.id) : undefined;
    if (param.kind === 'scalar' && value !== undefined) values.set(param.id, value);
  }
  return { values, cells: [] };
}

/** Whether a condition reads only parameters and built-ins. */
function isAboutEntry(condition: Expr, kernel: Kernel): boolean {
  let isSo = true;
  eachNode(condition, (node) => {
    if (node.kind === 'var' && kernel.scalars.get(node.id)?.role !== 'parameter') isSo = false;
  });
  return isSo;
}

function distinctness(kernel: Kernel, config: LaunchConfig): readonly string[] {
  const pointers = kernel.params.filter((param) => param.kind === 'array').map((param) => param.name);
  if (pointers.length < 2) return [];
  const same = [...config.aliases, ...(config.either ?? [])].map((names) => names.join(' and ')).join('; ');
  return [
    same === ''
      ? fill(messages.distinctArrays, { names: pointers.join(', ') })
      : fill(messages.distinctExcept, { same }),
  ];
}

function accessedArrays(
  body: readonly Protocol[],
  kernel: Kernel,
  aliases: ReadonlyMap<ArrayId, readonly ArrayId[]>,
  readOnly: ReadonlySet<ArrayId>,
): KernelProtocol['arrays'] {
  const accessed = new Set<ArrayId>();
  collectArrays(body, accessed);
  const arrays = new Map<ArrayId, ProtocolArray>();
  for (const [id, decl] of kernel.arrays) {
    if (!accessed.has(id)) continue;
    const space = decl.space === 'shared' ? 'shared' : 'global';
    arrays.set(id, {
      id,
      name: decl.name,
      space,
      elementBytes: decl.elementBytes,
      readOnly: readOnly.has(id),
      aliases: aliases.get(id) ?? [],
    });
  }
  return arrays;
}

function collectArrays(body: readonly Protocol[], found: Set<ArrayId>): void {
  for (const step of body) {
    if (step.kind === 'access') found.add(step.access.place.array);
    else if (step.kind === 'unknown') for (const id of step.footprint) found.add(id);
    else if (step.kind === 'branch') [step.then, step.otherwise].forEach((arm) => collectArrays(arm, found));
    else if (step.kind === 'loop') collectArrays(step.body, found);
  }
}
