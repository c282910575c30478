/**
 * Finds where host code launches kernels: `k<<<grid, block, shared, stream>>>(…)`, and the calls of
 * api-calls.ts. Reports only what is certain; a dimension that is not is null. Exact.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Dimensions, Evaluation } from './evaluation.ts';
import type { Declaration, HostNames } from './host-names.ts';
import type { Kernel } from '../ir/ir.ts';
import type { WantedKernels } from '../ir/wanted.ts';
import type { HostArgument, LaunchSite } from './launch.ts';
import type { CountedLoop } from './loop-values.ts';
import { u32 } from '../base/ctype.ts';
import { noDeadline } from '../base/deadline.ts';
import { int } from '../base/expr-build.ts';
import { printExpr } from '../base/expr-print.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { groupBy } from '../base/group.ts';
import { mayBeWanted } from '../ir/wanted.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import type { GivenAxis, Parts } from './api-calls.ts';
import { throughApi, whole } from './api-calls.ts';
import { callChains, lambdaChains } from './callers.ts';
import { closureGiven } from './closures.ts';
import { conditionsAt, isReached } from './host-conditions.ts';
import { evaluationWith } from './evaluation.ts';
import { dimensions } from './host-dimensions.ts';
import { argumentOf, formalType, sharedArrays } from './host-arguments.ts';
import { bindingsOf } from './host-call.ts';
import { evaluate, startEvaluation } from './host-evaluate.ts';
import { indexHostNames } from './host-names.ts';
import { applyBinary, constantOf, converted, withoutWidening } from './host-value.ts';
import { kernelsNamed } from './named-kernels.ts';
import { jointLoopsAround, loopsAround } from './loop-values.ts';
import { printOffset } from './offsets.ts';
import { axesFromOutside, isFromOutside } from './outside.ts';
import { isUnset } from './unset.ts';
import { openMentions } from './kernel-mentions.ts';
import { expandedArguments, repeated, sharesRepeated } from './packs.ts';
import { contains, lookup } from './lookup.ts';
import { isNeverRun, ranAnywhere, ranLaunches } from './program/passed.ts';
import { withConclusions } from './conclusions.ts';
import { constantDimensions, withValues } from './settled.ts';

type Given = Readonly<{ source: MappedText }>;
/**
 * Launches of the text, in its order; of all kernels, or of those that are `wanted`. `tree` is the tree of
 * `pre.source`.
 */
export function findLaunches(
  pre: Given,
  tree: SyntaxNode,
  deadline: Deadline = noDeadline,
  wanted: WantedKernels = null,
): readonly LaunchSite[] {
  if (!mayLaunch(pre)) return [];
  const names = indexHostNames(pre.source, tree);
  const { followed, open } = launchesBy(names, deadline, (call, parts) =>
    launchesOf(names, call, { ...parts, wanted }),
  );
  return [
    ...followed.map((site) => ({ ...site, ran: (kernel: Kernel) => ranLaunches(names, site, followed, kernel) })),
    ...open.map((site) => ({ ...site, ran: (kernel: Kernel) => ranAnywhere(names, site, kernel) })),
  ];
}

/**
 * The same launches, as far as they are said to be of a kernel: what they pass is not looked for. One for each kernel
 * that one may launch.
 */
export function namedLaunches(
  pre: Given,
  tree: SyntaxNode,
  deadline: Deadline,
  wanted: WantedKernels,
): readonly NamedLaunch[] {
  if (!mayLaunch(pre)) return [];
  const names = indexHostNames(pre.source, tree);
  const { followed, open } = launchesBy(names, deadline, (call, parts) => namesOf(names, call, { ...parts, wanted }));
  return [...followed, ...open];
}

export type NamedLaunch = Pick<LaunchSite, 'kernel' | 'templateArguments' | 'nodes' | 'span'>;

const mayLaunch = ({ source }: Given): boolean =>
  /<\s*<\s*<|Launch\w{0,80}Kernel|LaunchKernel|LaunchCooperative|\b__global__\b/.test(source.text);

/** `open`: of kernels that are mentioned where no launch is seen. */
function launchesBy<Site extends NamedLaunch>(
  names: HostNames,
  deadline: Deadline,
  sitesAt: (call: SyntaxNode, parts: Parts) => readonly Site[],
): Readonly<{ followed: readonly Site[]; open: readonly Site[] }> {
  const followed = names.calls.flatMap((call) => {
    deadline.check();
    const parts = bracketed(call) ?? throughApi(names, call);
    return parts === null ? [] : sitesAt(call, parts);
  });
  const mentions = openMentions(
    names,
    followed.map(({ nodes }) => nodes),
  );
  return {
    followed,
    open: mentions.flatMap((node) =>
      sitesAt(node, {
        kernel: node,
        grid: null,
        block: null,
        shared: 'unknown',
        args: null,
        isPointed: false,
        cooperative: false,
      }),
    ),
  };
}

function dimensionsGiven(cx: Evaluation, given: Parts['grid']): Dimensions {
  if (given === null) return [null, null, null];
  if (given.kind === 'whole') return dimensions(cx, given.node);
  if (given.kind === 'made') {
    const { node, constructor, call } = given.made;
    return dimensions(
      evaluationWith(cx, {
        bindings: bindingsOf(cx, constructor, call),
        frame: `${cx.frame}${call.start}/`,
        depth: cx.depth + 1,
        turns: new Map(),
      }),
      node,
    );
  }
  return [axisGiven(cx, given.axes[0], 0), axisGiven(cx, given.axes[1], 1), axisGiven(cx, given.axes[2], 2)];
}

function axisGiven(cx: Evaluation, given: GivenAxis, k: 0 | 1 | 2): Expr | null {
  switch (given.kind) {
    case 'value':
      return converted(u32, evaluate(cx, given.node));
    case 'part':
      return dimensions(cx, given.node)[k];
    case 'one':
      return int(1, u32);
    case 'open':
      return null;
  }
}

function isShapeFromOutside(cx: Evaluation, given: Parts['block']): boolean {
  if (given === null || given.kind === 'made') return false;
  return given.kind === 'whole'
    ? isFromOutside(cx, given.node)
    : given.axes.every((axis) => ('node' in axis ? isFromOutside(cx, axis.node) : axis.kind === 'one'));
}

/** Ways to one launch that are told apart; more are taken together. */
const maxWays = 4;
const maxBlocks = 8;

type Asked = Parts & Readonly<{ wanted: WantedKernels }>;

function launchesOf(names: HostNames, call: SyntaxNode, parts: Asked): readonly LaunchSite[] {
  if (isNeverRun(names, call)) return [];
  const open = startEvaluation(names, call);
  const ways = callChains(open)
    .flatMap((chain) => turnsOf(chain, parts))
    .filter(isReached);
  // What no call of the text reaches is taken as called by others, but not where a literal rules it out: `switch` of a
  // dispatch macro.
  if (ways.length === 0)
    return distinctSites(
      reachedBy(open).flatMap((way) => sitesBy(way, parts, call)),
      () => sitesBy(open, parts, call),
    );
  return distinctSites(
    ways.flatMap((way) => sitesBy(way, parts, call)),
    () => sitesBy(open, parts, call),
  );
}

/** Ways through lambdas that may be gone, whoever calls the function around them. */
const reachedBy = (open: Evaluation): readonly Evaluation[] => lambdaChains(open).filter(isReached);

/** One evaluation for each turn of the loops around that decide on the block or the grid. */
function turnsOf(open: Evaluation, parts: Parts): readonly Evaluation[] {
  const joint = jointLoopsAround(open).flatMap(({ body, values }) =>
    [...values].map(([declaration, value]) => [declaration, { body, value }] as const),
  );
  const cx = joint.length === 0 ? open : evaluationWith(open, { turns: new Map([...open.turns, ...joint]) });
  return loopsAround(cx).reduce<readonly Evaluation[]>(
    (ways, loop) =>
      ways.flatMap((way) => {
        const decides = [...dimensionsGiven(way, parts.grid), ...dimensionsGiven(way, parts.block)].some(
          (axis) => axis !== null && dependsOn(way, axis, loop.declaration),
        );
        if (!decides || loop.values === null || ways.length * loop.values.length > 16) return [way];
        return loop.values.map((value) =>
          evaluationWith(way, {
            spent: { steps: 0 },
            turns: new Map([...way.turns, [loop.declaration, { body: loop.body, value }]]),
          }),
        );
      }),
    [cx],
  );
}

const dependsOn = (cx: Evaluation, expr: Expr, declaration: Declaration): boolean =>
  [...freeVariables(expr)].some((id) => cx.symbols.get(id)?.declaration === declaration);

function namesOf(names: HostNames, call: SyntaxNode, parts: Asked): readonly NamedLaunch[] {
  if (isNeverRun(names, call)) return [];
  const span = names.source.spanOf(call.start, call.end);
  const open = startEvaluation(names, call);
  const all = (reachedBy(open).length === 0 ? [] : callChains(open)).flatMap((cx) => {
    const { given } = expandedArguments(cx, parts.args ?? []);
    return wantedKernels(cx, parts).map(({ name, templateArguments, node }): NamedLaunch => ({
      kernel: name,
      templateArguments,
      nodes: { call, name: node, arguments: parts.args, closures: closuresOf(parts, given) },
      span,
    }));
  });
  return [
    ...new Map(
      all.map((site) => [
        JSON.stringify([
          site.kernel,
          site.templateArguments,
          site.nodes.closures.map((lambda) => lambda?.start ?? null),
        ]),
        site,
      ]),
    ).values(),
  ];
}

const wantedKernels = (cx: Evaluation, { kernel, wanted }: Asked): ReturnType<typeof kernelsNamed> =>
  kernelsNamed(cx, kernel, 0).filter(({ node }) => mayBeWanted(wanted, textOf(cx.names.source, node)));

/** The lambdas that arguments are; none where these are not one for each that is written. */
const closuresOf = (
  { args, isPointed }: Parts,
  given: ReturnType<typeof expandedArguments>['given'],
): LaunchSite['nodes']['closures'] =>
  given.length === args?.length && !isPointed ? given.map((arg) => closureGiven(arg.cx, arg.node)?.lambda ?? null) : [];

function sitesBy(cx: Evaluation, parts: Asked, call: SyntaxNode): readonly LaunchSite[] {
  const { names } = cx;
  const kernels = wantedKernels(cx, parts);
  if (kernels.length === 0) return [];
  const made = { grid: dimensionsGiven(cx, parts.grid), block: dimensionsGiven(cx, parts.block) };
  const conditions = withConclusions([
    ...conditionsAt(cx),
    ...loopsAround(cx).flatMap((loop) => loopConditions(cx, loop, call)),
  ]);
  const settled = { grid: settledBy(made.grid, conditions), block: settledBy(made.block, conditions) };
  const shared = parts.shared === null ? int(0) : parts.shared === 'unknown' ? null : evaluate(cx, parts.shared);
  const span = names.source.spanOf(call.start, call.end);
  const config = {
    origin: `${span.file}:${span.line}`,
    span,
    ...constantDimensions(settled),
    sharedBytes: bytesOf(constantOf(shared)),
    cooperative: parts.cooperative,
  };
  const pointedAt = parts.isPointed ? call : null;
  const { given, isWhole, repeats } = expandedArguments(cx, parts.args ?? []);
  const formalAt = (k: number): string | null =>
    formalType(
      cx,
      kernels.map(({ name }) => name),
      k,
    );
  const args = given.map((arg, k): HostArgument => {
    const argument = argumentOf(arg.cx, arg.node, pointedAt, formalAt(k));
    return {
      ...argument,
      isFromOutside: isFromOutside(arg.cx, arg.node),
      outsideAxes: axesFromOutside(arg.cx, arg.node),
      isUnset: isUnset(arg.cx, arg.node, call),
      value: argument.value === null ? null : withStated(argument.value, conditions),
    };
  });
  const shares = sharedArrays(cx, given, pointedAt, formalAt);
  const closures = closuresOf(parts, given);
  return kernels.map(({ name, templateArguments, templateValues, templateFunctions, node }) => ({
    kernel: name,
    templateArguments,
    templateValues: templateValues ?? [],
    templateFunctions: templateFunctions ?? [],
    nodes: { call, name: node, arguments: parts.args, closures },
    ...(isWhole ? {} : { isCut: true }),
    ...(kernels.length > 1 ? { isOneOfSeveral: true as const } : {}),
    config,
    dimensions: settled,
    arguments: repeats === null ? args : repeated(args),
    isBlockFromOutside: isShapeFromOutside(cx, parts.block),
    ...(repeats === null ? shares : sharesRepeated(shares, given.length - 1, repeats)),
    conditions,
    pitches: [...cx.pitches],
    span,
    uses: uniqueSpans(cx),
  }));
}

/** An axis that a condition says is one number: `switch (t) { case 256: k<<<g, t>>>(); }`. */
function settledBy(dims: Dimensions, conditions: LaunchSite['conditions']): Dimensions {
  const axis = (expr: Expr | null): Expr | null => {
    if (expr === null || constantOf(expr) !== null) return expr;
    const bare = printExpr(expr.kind === 'cast' ? expr.operand : expr);
    for (const { condition } of conditions) {
      if (condition.kind !== 'binary' || condition.op !== '==' || constantOf(condition.right) === null) continue;
      if (printExpr(withoutWidening(condition.left)) === bare) return converted(u32, condition.right);
    }
    return withStated(expr, conditions);
  };
  return [axis(dims[0]), axis(dims[1]), axis(dims[2])];
}

/** With the numbers of variables that a condition says are one: under `if (b == 16)`, `n / b` is `n / 16`. */
function withStated(expr: Expr, conditions: LaunchSite['conditions']): Expr {
  return withValues(
    expr,
    new Map(
      conditions.flatMap(({ condition }) => {
        if (condition.kind !== 'binary' || condition.op !== '==' || constantOf(condition.right) === null) return [];
        const of = withoutWidening(condition.left);
        const value = of.kind === 'var' ? converted(of.type, condition.right) : null;
        return of.kind !== 'var' || value === null ? [] : [[of.id, value] as const];
      }),
    ),
  );
}

/** What a loop around says of its variable: its values, where they are few, else a bound. */
function loopConditions(cx: Evaluation, loop: CountedLoop, call: SyntaxNode): LaunchSite['conditions'] {
  const { declaration, values } = loop;
  const use = (cx.names.identifiers.get(declaration.name) ?? []).find(
    (node) => contains(call, node) && lookup(cx.names, declaration.name, node) === declaration,
  );
  const symbol = use === undefined || values === null ? null : evaluate(cx, use);
  if (symbol === null || values === null || values.length === 0) return loop.bounds;
  const condition = values.map((value) => applyBinary('==', symbol, value)).reduce((a, b) => applyBinary('||', a, b));
  return condition === null || condition.kind === 'bool'
    ? []
    : [{ condition, span: cx.names.source.spanOf(declaration.statement.start, declaration.statement.end) }];
}

/** What is known of an argument and of its fields. */
const constantsOf = ({ value, fields }: HostArgument): readonly string[] =>
  [value, ...[...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field)].map(
    (each) => constantOf(each)?.toString() ?? '',
  );

/** Each way once; if there are many, one for each block that they give, with what all of them have in common. */
function distinctSites(ways: readonly LaunchSite[], open: () => readonly LaunchSite[]): readonly LaunchSite[] {
  const keyOf = (site: LaunchSite): string =>
    JSON.stringify([
      site.kernel,
      site.templateArguments,
      site.config.block,
      site.config.sharedBytes,
      site.aliases.map((pair) => [
        pair.first,
        pair.second,
        pair.kind,
        pair.kind === 'same' ? printOffset(pair.by) : '',
      ]),
      site.trusted,
    ]);
  const fullKey = (site: LaunchSite): string =>
    JSON.stringify([
      keyOf(site),
      site.config.grid,
      site.arguments.map(constantsOf),
      site.nodes.closures.map((lambda) => lambda?.start ?? null),
    ]);
  const distinct = [...new Map(ways.map((site) => [fullKey(site), site])).values()];
  const kernels = new Set(ways.map(({ kernel, templateArguments }) => `${kernel}<${templateArguments.join()}>`)).size;
  if (distinct.length <= maxWays * kernels) return distinct;
  const groups = groupBy(distinct, keyOf);
  if (groups.size > maxBlocks * kernels) return open();
  const symbolic = open();
  return [...groups.values()].map((group) => commonOf(group, symbolic));
}

function commonOf(group: readonly [LaunchSite, ...LaunchSite[]], symbolic: readonly LaunchSite[]): LaunchSite {
  const [first] = group;
  const base =
    symbolic.find(
      (site) => site.kernel === first.kernel && site.templateArguments.length === first.templateArguments.length,
    ) ?? first;
  if (group.length === 1) return first;
  const args = base.arguments.map((argument, k): HostArgument => {
    const value = first.arguments[k]?.value ?? null;
    const agreed = group.every((site) => sameConstant(site.arguments[k]?.value ?? null, value));
    return { ...argument, value: agreed ? value : argument.value };
  });
  const axis = (k: 0 | 1 | 2): number | null =>
    group.every((site) => site.config.grid[k] === first.config.grid[k]) ? first.config.grid[k] : null;
  return {
    ...base,
    templateArguments: first.templateArguments,
    templateValues: first.templateValues,
    templateFunctions: first.templateFunctions,
    config: { ...first.config, grid: [axis(0), axis(1), axis(2)] },
    arguments: args,
    aliases: first.aliases,
    trusted: first.trusted,
    pointers: first.pointers,
    dimensions: { ...base.dimensions, block: first.dimensions.block },
  };
}

function sameConstant(a: Expr | null, b: Expr | null): boolean {
  const [x, y] = [constantOf(a), constantOf(b)];
  return x !== null && x === y;
}

/** `k<<<grid, block, shared, stream>>>(…)`. */
function bracketed(call: SyntaxNode): Parts | null {
  const brackets = call.children.find((child) => child.type === 'kernel_call_syntax');
  const kernel = childIn(call, 'function');
  const [grid, block, shared] = brackets === undefined ? [] : namedChildren(brackets);
  if (kernel === null || grid === undefined || block === undefined) return null;
  return {
    kernel,
    grid: whole(grid),
    block: whole(block),
    shared: shared ?? null,
    args: namedChildren(childIn(call, 'arguments') ?? call),
    isPointed: false,
    cooperative: false,
  };
}

function bytesOf(value: bigint | number | null): number | null {
  return typeof value === 'bigint' && value >= 0n && value < 2n ** 31n ? Number(value) : null;
}

/** Each of the uses once; only those are kept for what is asked later. */
function uniqueSpans(cx: Evaluation): LaunchSite['uses'] {
  const unique = [
    ...new Map([...new Set(cx.uses)].map((span) => [`${span.file}:${span.start}:${span.end}`, span])).values(),
  ];
  cx.uses.splice(0, cx.uses.length, ...unique);
  return unique;
}
