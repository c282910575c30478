/**
 * Strategy insert-barrier: `__syncthreads()` at points between the accesses of every racing pair.
 *
 * Applies when each pair has a point of the text between its two accesses, or in the loop between whose turns it races:
 * in the kernel, in a device function that both accesses are reached through, or in the body of a macro that makes
 * them; an edit in a header or macro is one for all uses. Promises: single-thread results stay as they are. Smallest
 * example:
 *
 *     s[t] = in[t];            s[t] = in[t];
 *     out[t] = s[t ^ 1];  ⟶    __syncthreads();
 *                              out[t] = s[t ^ 1];
 *
 * Cost: 10^(loop depth) for each barrier [GPURepair, VMCAI'21]; between equals, the less nested point, then the one
 * nearest to the second access. Whether a point is block-uniform is only guessed here: `recheck` refuses a divergent
 * barrier.
 */
import { countedListed, linesListed, listed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { InsertionPoint, Places, Way } from '../places.ts';
import type { Kernel, SourceStatement } from '../../ir/ir.ts';
import type { SourceText } from '../source-text.ts';
import type { Span } from '../../base/span.ts';
import type { StmtId } from '../../base/brand.ts';
import type { Cost, Proposal, RepairInput, Strategy } from '../repair.ts';
import { eachStmt } from '../../ir/walk.ts';
import { statementOf } from '../apart.ts';
import { includeOf } from '../include-line.ts';
import { hittingSets } from '../hitting-sets.ts';
import { outOfGroups } from '../conditional-groups.ts';
import { behind, definitionOf, gapBefore, layoutAt } from '../source-text.ts';
import { editAt } from '../macro-gaps.ts';
import { placesOf } from '../places.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';
import { memoized } from '../../base/memoize.ts';
import { nodesOf } from '../restructure/expressions.ts';
import { textOf } from '../../parse/node.ts';
import { withoutTrailing } from '../../base/trailing.ts';

export const insertBarrier: Strategy = {
  name: 'insert-barrier',
  handles: isSeparable,
  propose: (faults, input) => propose(faults, { call: '__syncthreads();', weight: 1, includes: [] }, input),
};

/**
 * Races between blocks, of a kernel whose blocks may wait for each other: all launches of it are cooperative (CUDA
 * guide, Grid Synchronization).
 */
export const insertGridBarrier: Strategy = {
  name: 'insert-grid-barrier',
  handles: (fault, { isCooperative }) => isCooperative && fault.kind === 'race' && fault.handover === null,
  propose: proposeForGrid,
};

/** Presumes that all launches are cooperative, where the text does not show one that is not. */
export const presumedGridBarrier: Strategy = {
  name: 'presumed-grid-barrier',
  handles: (fault, { isCooperative }) =>
    !isCooperative && fault.kind === 'race' && fault.handover === null && fault.scope === 'grid',
  propose: proposeForGrid,
};

function proposeForGrid(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const source = input.sourceOf(input.kernel.span.file);
  return source === null
    ? []
    : propose(
        faults,
        {
          call: `${namespaceIn(source)}::this_grid().sync();`,
          weight: gridWeight,
          includes: includeOf('cooperative_groups.h', source),
        },
        input,
      );
}

/**
 * Races between blocks of one cluster, of memory that it shares: its own barrier orders them, and keeps all its blocks
 * until all have come (CUDA guide, Distributed Shared Memory).
 */
export const insertClusterBarrier: Strategy = {
  name: 'insert-cluster-barrier',
  handles: (fault, { kernel }) =>
    fault.kind === 'race' && fault.handover === null && kernel.arrays.get(fault.array)?.isOfCluster !== undefined,
  propose: (faults, input) => {
    const source = input.sourceOf(input.kernel.span.file);
    const own = source === null ? null : clusterIn(source, input.kernel);
    if (source === null) return [];
    if (own !== null)
      return [
        ...widened(own, source, input.kernel),
        ...propose(faults, { call: `${own.name}.sync();`, weight: clusterWeight, includes: [], from: own.from }, input),
      ];
    return propose(
      faults,
      {
        call: `${namespaceIn(source)}::this_cluster().sync();`,
        weight: clusterWeight,
        includes: includeOf('cooperative_groups.h', source),
      },
      input,
    );
  },
};

/** A barrier of the block that becomes one of the cluster. */
function widened(
  { name, from }: Readonly<{ name: string; from: number }>,
  { text, file }: SourceText,
  kernel: Kernel,
): readonly Proposal[] {
  return [...text.slice(from, kernel.span.end).matchAll(/(?<![\w.])__syncthreads\s*\(\s*\)(?=\s*;)/g)].map(
    (found): Proposal => {
      const start = from + found.index;
      const line = text.slice(0, start).split('\n').length;
      return {
        title: fill(messages.widenBarrier, { name, line, kernel: kernel.name }),
        edits: [{ file, start, end: start + found[0].length, text: `${name}.sync()` }],
        cost: { weight: clusterWeight / 2, words: messages.widerBarrier },
      };
    },
  );
}

/** The name that the kernel has for its cluster, and from where on. */
function clusterIn({ text, file }: SourceText, { span }: Kernel): Readonly<{ name: string; from: number }> | null {
  const found =
    file === span.file
      ? /\b(\w+)\s*(?:=\s*|\(\s*|\{\s*)(?:\w+::)*this_cluster\s*\(\s*\)\s*[)}]?\s*;/.exec(
          text.slice(span.start, span.end),
        )
      : null;
  return found?.[1] === undefined || found[1] === 'return'
    ? null
    : { name: found[1], from: span.start + found.index + found[0].length };
}

/**
 * Races of threads of one tile, or of those that came together: where the kernel has a name for that group, its own
 * barrier waits for no others (CUDA guide, Cooperative Groups).
 */
export const insertGroupBarrier: Strategy = {
  name: 'insert-group-barrier',
  handles: (fault, input) => isSeparable(fault) && groupsIn(input).length > 0,
  propose: (faults, input) =>
    groupsIn(input).flatMap(({ name, from, to }) =>
      propose(faults, { call: `${name}.sync();`, weight: groupWeight, includes: [], from, to }, input),
    ),
};

/** The groups of lanes that the kernel's own text declares, and where their names are known. */
const groupsIn = memoized((input: RepairInput): readonly Readonly<{ name: string; from: number; to: number }>[] => {
  const source = input.sourceOf(input.kernel.span.file);
  const definition = source === null ? null : definitionOf(input.kernel, source);
  if (source === null || definition === null) return [];
  const lists = nodesOf(definition, 'compound_statement');
  return nodesOf(definition, 'declaration').flatMap((declaration) => {
    const name = /\b(\w+)\s*(?:=|\(|\{)\s*(?:\w+::)*(?:tiled_partition\s*(?:<|\()|coalesced_threads\s*\()/.exec(
      textOf(source, declaration),
    )?.[1];
    const list = lists.filter(({ start, end }) => start < declaration.start && declaration.end < end).at(-1);
    return name === undefined || list === undefined ? [] : [{ name, from: declaration.end, to: list.end }];
  });
});

/**
 * The barrier that is inserted. `weight`: what it costs beside one of a block; `from`, `to`: where its name is known.
 */
type Barrier = Readonly<{ call: string; weight: number; includes: readonly Edit[]; from?: number; to?: number }>;
const gridWeight = 20;
const clusterWeight = 2;
const groupWeight = 0.1;

/** The name that the file has for `cooperative_groups`. */
const namespaceIn = ({ text }: SourceText): string =>
  /^[ \t]*namespace\s+(\w+)\s*=\s*(?:::)?cooperative_groups\s*;/m.exec(text)?.[1] ?? 'cooperative_groups';

/** How many sets of points, of how many each, are worth a recheck. */
const limits = { wanted: 24, largest: 4 } as const;

/** What a barrier of the block orders. */
function isSeparable(fault: Fault): boolean {
  return fault.kind === 'race' && fault.scope === 'block' && fault.handover === null;
}

function propose(faults: readonly Fault[], barrier: Barrier, input: RepairInput): readonly Proposal[] {
  const source = input.sourceOf(input.kernel.span.file);
  const known = placesOf(input.kernel, input.sourceOf);
  const { from = 0, to = Infinity } = barrier;
  const isKnown = ({ offset, beside }: InsertionPoint): boolean =>
    barrier.from === undefined || (beside.callee === null && offset >= from && offset < to);
  const places = { ...known, points: known.points.filter(isKnown) };
  const pairs = faults.filter((fault) => fault.kind === 'race');
  if (source === null || pairs.length === 0) return [];
  const needs = pairs.map((pair) => needsOf(pair, places, input.kernel));
  if (needs.some(({ once, between }) => once === null && between === null)) return [];
  const ranks = new Map<InsertionPoint, number>();
  const rank = (point: InsertionPoint): number => {
    const known =
      ranks.get(point) ?? needs.reduce((least, need) => Math.min(least, rankFor(point, need)), Infinity) / 1e6;
    ranks.set(point, known);
    return known;
  };
  const setsFor = (lists: readonly Points[]): readonly Points[] =>
    lists.some((list) => list.length === 0) ? [] : hittingSets(lists, { weight: preferenceOf, rank, ...limits }).sets;
  const choices = [
    needs.flatMap(({ once, between }) => firstOf(once, between)),
    needs.flatMap(({ once, between, isOnce }) => (isOnce ? firstOf(once, between) : firstOf(between, once))),
    needs.flatMap(({ once, between }) => [once, between].filter((list) => list !== null)),
  ];
  const different = choices.filter(
    (lists, k) =>
      choices.findIndex((other) => other.length === lists.length && other.every((list, at) => list === lists[at])) ===
      k,
  );
  // which gap of a macro lies between which accesses is not known, so that one may be needed for each
  const inMacros = places.points.filter(({ gap }) => gap !== null);
  const withAnother = (set: Points): readonly Points[] => [
    set,
    ...(set.length < limits.largest && set.some((point) => inMacros.includes(point))
      ? inMacros.filter((point) => !set.includes(point)).map((point) => [...set, point])
      : []),
  ];
  const sets = new Map(
    different
      .flatMap(setsFor)
      .flatMap(withAnother)
      .map((set) => [
        set
          .map(({ beside, side, gap }) => `${gap?.at ?? ''} ${beside.id} ${side}`)
          .sort()
          .join(),
        set,
      ]),
  );
  const textOf = (file: string): string => input.sourceOf(file)?.text ?? '';
  return [...sets.values()]
    .map((set) => proposal(set, barrier, textOf, input.kernel))
    .sort((a, b) => a.cost.weight - b.cost.weight);
}

type Points = readonly InsertionPoint[];
const firstOf = (...lists: readonly (Points | null)[]): readonly Points[] =>
  lists.filter((list) => list !== null).slice(0, 1);

/**
 * Of each list a barrier must stand at one point. `once`: between the two accesses, of one turn of the loops around
 * them. `between`: on the way from one turn to the next, which a loop without any barrier may need too, or, where the
 * two were not seen in one turn (`isOnce`), instead.
 */
type Needs = Readonly<{ once: Points | null; between: Points | null; isOnce: boolean; late: Span | null }>;

/** The nearest to the second access comes first; between turns, what closes the turn. */
function rankFor(point: InsertionPoint, { once, between, late }: Needs): number {
  if (late === null) return 0;
  if (once?.includes(point) === true) return late.start - point.offset;
  if (between?.includes(point) !== true) return Infinity;
  return point.offset >= late.end ? point.offset - late.end : beforeItAll + late.start - point.offset;
}
const beforeItAll = 10_000;

function needsOf({ first, second, carriedBy, isOneTurn, array }: RaceFault, places: Places, kernel: Kernel): Needs {
  const [from, to] = [places.ways.get(first), places.ways.get(second)];
  const life = kernel.arrays.get(array)?.isOfCluster;
  if (life === 'life' || life === 'life of one') return beforeTheEnd(from ?? [], to ?? [], places, kernel);
  if (from === undefined || to === undefined) return { once: [], between: null, isOnce: false, late: null };
  const carrier = carriedBy === null ? undefined : loopSource(carriedBy, places.ways, kernel);
  const last =
    [from, to].flatMap((way) => way.slice(-1).map(({ span }) => span)).sort((a, b) => b.end - a.end)[0] ?? null;
  if (carrier !== undefined && carriedBy !== null) {
    const isInTurn = turnOf(carriedBy, carrier, kernel);
    return {
      once: null,
      between: places.points.filter((point) => point.around.includes(carrier.id) || isInTurn(point)),
      isOnce: false,
      late: last,
    };
  }
  const level = from.findIndex((statement, k) => statement.id !== to[k]?.id);
  const [a, b] = [from[level], to[level]];
  const [early, late] =
    a === undefined || b === undefined ? [from.at(-1), from.at(-1)] : a.span.start <= b.span.start ? [a, b] : [b, a];
  if (early === undefined || late === undefined) return { once: [], between: null, isOnce: false, late: null };
  const isBetween = ({ beside, offset, gap }: InsertionPoint): boolean =>
    gap === null
      ? beside.callee === early.callee &&
        beside.span.file === early.span.file &&
        offset >= early.span.end &&
        offset <= late.span.start
      : gap.uses.some((use) => isFrom(use, early, late));
  const loop = innermostAround(from.slice(0, level < 0 ? undefined : level + 1), to, places);
  const between =
    loop === undefined
      ? null
      : places.points.filter((point) => point.around.includes(loop.id) && !(early !== late && isBetween(point)));
  return {
    once: early === late ? null : places.points.filter(isBetween),
    between,
    isOnce: isOneTurn && early !== late,
    late: late.span,
  };
}

/** Behind the access to a block that may have ended: the end of the kernel comes second. */
function beforeTheEnd(from: Way, to: Way, places: Places, { span }: Kernel): Needs {
  const [access] = [from[0], to[0]]
    .flatMap((one) => (one === undefined || one.span.start <= span.start ? [] : [one]))
    .sort((a, b) => a.span.start - b.span.start);
  const late = { ...span, start: span.end };
  return {
    once:
      access === undefined
        ? []
        : places.points.filter(
            ({ beside, gap, offset }) => gap === null && beside.callee === null && offset >= access.span.end,
          ),
    between: null,
    isOnce: true,
    late,
  };
}

/** Whether a use of a macro makes one of the two, or stands between them. */
const isFrom = ({ callee, span }: SourceStatement, early: SourceStatement, late: SourceStatement): boolean =>
  callee === early.callee &&
  span.file === early.span.file &&
  span.start >= early.span.start &&
  span.end <= late.span.end;

/** The innermost loop that both ways are in. */
function innermostAround(from: Way, to: Way, { loops }: Places): SourceStatement | undefined {
  for (const [k, a] of [...from.entries()].reverse()) {
    const b = to[k];
    const around = loops.filter(
      (loop) => b !== undefined && loop.callee === a.callee && holds(loop, a) && holds(loop, b),
    );
    const innermost = around.reduce<SourceStatement | undefined>(
      (best, loop) => (best === undefined || holds(best, loop) ? loop : best),
      undefined,
    );
    if (innermost !== undefined) return innermost;
  }
  return undefined;
}

function holds(outer: SourceStatement, inner: SourceStatement): boolean {
  return (
    outer.span.file === inner.span.file &&
    outer.span.start <= inner.span.start &&
    inner.span.end <= outer.span.end &&
    outer.id !== inner.id
  );
}

/** The statement of the text that is a loop. */
function loopSource(loop: StmtId, ways: Places['ways'], kernel: Kernel): SourceStatement | undefined {
  const last = ways.get(loop)?.at(-1);
  return last?.span.file === kernel.span.file ? last : undefined;
}

/**
 * Whether a point lies within a turn of a loop that jumps make: its statements stand beside the one it begins with, not
 * in it.
 */
function turnOf(loop: StmtId, carrier: SourceStatement, kernel: Kernel): (point: InsertionPoint) => boolean {
  const stmt = statementOf(loop, kernel);
  const sources: SourceStatement[] = [];
  if (stmt?.kind === 'loop') {
    eachStmt(stmt.body, ({ source }) => {
      const at = kernel.sources.get(source);
      if (
        at !== undefined &&
        at.callee === carrier.callee &&
        at.span.file === carrier.span.file &&
        at.id !== carrier.id
      )
        sources.push(at);
    });
  }
  if (sources.every((one) => holds(carrier, one))) return () => false;
  const [start, end] = [
    Math.min(...sources.map(({ span }) => span.start)),
    Math.max(...sources.map(({ span }) => span.end)),
  ];
  return ({ beside, offset }) => beside.callee === carrier.callee && start <= offset && offset <= end;
}

const weightOf = (point: InsertionPoint): number => 10 ** point.loops.length;

/** Points that all threads may not come to are tried last. */
const preferenceOf = (point: InsertionPoint): number => weightOf(point) + point.branches / 100 + point.partings * 1e6;

function proposal(
  set: readonly InsertionPoint[],
  { call, weight, includes }: Barrier,
  textOf: (file: string) => string,
  kernel: Kernel,
): Proposal {
  const inOrder = [...set].sort((a, b) => a.offset - b.offset || (a.gap?.at ?? 0) - (b.gap?.at ?? 0));
  const lines = inOrder.map((point) => lineAfter(point, textOf(point.beside.span.file)));
  const times = (line: number): string =>
    ['', '', ' (twice)'][lines.filter((one) => one === line).length] ?? ' (several)';
  const owners = new Set(
    inOrder.map(({ beside, gap }) =>
      ownerOf(gap?.macro ?? beside.callee ?? kernel.name, gap?.file ?? beside.span.file, kernel),
    ),
  );
  return {
    title: `insert ${call.slice(0, -1)} at ${linesListed(lines, times)} of ${listed([...owners])}`,
    edits: [...includes, ...inOrder.flatMap((point) => insertion(point, call, textOf, kernel))],
    cost: { ...costOf(inOrder), weight: costOf(inOrder).weight * weight },
  };
}

/** Of what stands in another file than the kernel, with that file: the edit is one for all that include it. */
const ownerOf = (name: string, file: string, { span }: Kernel): string =>
  file === span.file ? name : fill(messages.ofInclude, { name, file });

function lineAfter(point: InsertionPoint, text: string): number {
  const {
    side,
    beside: { span },
    gap,
  } = point;
  if (gap !== null) return gap.line;
  const rest = behind(text, span);
  const moved = movedOut(point, text);
  if (moved !== null) return text.slice(0, moved.at).split('\n').length + (moved.side === 'behind' ? 1 : 0);
  const comment = text.slice(span.end, rest.at).split('\n').length - 1;
  return side === 'after'
    ? span.endLine + (rest.isSameLine ? 0 : 1 + comment)
    : side === 'around'
      ? span.endLine
      : span.line;
}

const costOf = (set: readonly InsertionPoint[]): Cost => ({
  weight: set.reduce((sum, point) => sum + preferenceOf(point), 0),
  words: countedListed(set.map(costText)),
});

function costText({ loops }: InsertionPoint): string {
  const [inner] = loops;
  return inner === undefined ? messages.oncePerThread : fill(messages.everyIteration, { line: inner.span.line });
}

/** Out of the arm of an `#if` at whose edge it is. */
const movedOut = ({ side, beside: { span } }: InsertionPoint, text: string): ReturnType<typeof outOfGroups> =>
  side === 'around' ? null : outOfGroups(text, side === 'before' ? span.start : behind(text, span).at);

/**
 * A line of its own where the neighbour has one, with its indentation and the file's line ends; else in the neighbour's
 * line.
 */
function insertion(
  point: InsertionPoint,
  call: string,
  textOf: (file: string) => string,
  kernel: Kernel,
): readonly Edit[] {
  const {
    beside: { span },
    side,
    around,
    gap,
  } = point;
  if (gap !== null) return [editAt(gap, call, textOf)];
  const text = textOf(span.file);
  const at = (offset: number, inserted: string): Edit => ({
    file: span.file,
    start: offset,
    end: offset,
    text: inserted,
  });
  const moved = movedOut(point, text);
  if (moved !== null) {
    const { indent, eol } = layoutAt(text, span.start);
    return [moved.side === 'behind' ? at(moved.at, `${eol}${indent}${call}`) : at(moved.at, `${indent}${call}${eol}`)];
  }
  if (side === 'before') return [at(span.start, `${call}${gapBefore(text, span.start)}`)];
  const rest = behind(text, span);
  if (side === 'after') return [at(rest.at, `${rest.gap}${call}`)];
  const header = text.slice(0, span.start).trimEnd();
  const outer = around[0] === undefined ? undefined : kernel.sources.get(around[0]);
  if (outer === undefined || !header.endsWith(')') || !text.slice(header.length, span.start).includes('\n'))
    return [at(span.start, '{ '), at(span.end, ` ${call} }`)];
  return [
    at(header.length, ' {'),
    at(
      rest.at,
      `${rest.gap}${call}${withoutTrailing(gapBefore(text, span.start), /[ \t]/)}${layoutAt(text, outer.span.start).indent}}`,
    ),
  ];
}
