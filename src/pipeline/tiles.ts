/**
 * Barriers of warps and tiles that order accesses of their threads [D22, T13]: which of them do, by questions of uniformity for the threads of one
 * tile, and the kernel's intervals with those that do.
 *
 * A barrier that somebody of the tile may miss, while the others wait, is left out, as are those of which this is not proved; the others are asked
 * anew, until all are proved.
 */
import type { Deadline } from '../base/deadline.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelProtocol, SplitProtocol, UniformityQuestion } from '../protocol/protocol.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Solver } from '../solve/solve.ts';
import type { StmtId } from '../base/brand.ts';
import { asBlockBarriers, tileBarriers } from '../ir/lane-groups.ts';
import { budgets } from './budgets.ts';
import { createCopies } from '../obligation/copies.ts';
import { inferProtocol, ofOrdered } from '../protocol/infer.ts';
import { partsIdle } from '../protocol/idle.ts';
import { placeInBlock } from '../obligation/warps.ts';
import { splitProtocol, withinTile, wholeOf } from '../protocol/split.ts';
import { tileQuestion } from '../obligation/obligations.ts';

/** Questions of one kernel under one launch, after which no barrier of a tile orders anything. */
const maxQuestions = 64;

export type TileInput = Readonly<{ kernel: Kernel; config: LaunchConfig; facts: readonly Fact[]; level: 'block' | 'grid'; solver: Solver; deadline: Deadline }>;
/** `protocols`: of the tiles in which some barrier orders accesses, the largest first, with the questions that are settled because those who part do nothing. */
export type Ordered = Readonly<{ barriers: ReadonlySet<StmtId>; protocols: readonly Readonly<{ size: number; protocol: KernelProtocol; idle: ReadonlySet<string> }>[] }>;

/** Null: none orders anything. */
export async function orderedTiles(input: TileInput): Promise<Ordered | null> {
  const { kernel, config, facts, level, deadline } = input;
  const sizes = new Map(tileBarriers(kernel));
  let asked = 0;
  while (sizes.size > 0) {
    const barriers = new Set(sizes.keys());
    const lost = new Set<StmtId>();
    const protocols: Ordered['protocols'][number][] = [];
    for (const size of [...new Set(sizes.values())].sort((a, b) => b - a)) {
      const own = new Set([...sizes].flatMap(([id, one]) => (one >= size ? [id] : [])));
      const protocol = inferProtocol(asBlockBarriers(kernel, own), config, facts, deadline, level, ofOrdered(barriers, size));
      const split = splitProtocol(protocol, deadline, { block: new Set(), grid: new Set() }, wholeOf(protocol, deadline), false);
      if (!knowsPlaces(split)) return null;
      const idle = new Set<string>();
      for (const question of split.questions) {
        if (lost.has(question.barrier)) continue;
        if (asked++ >= maxQuestions) return null;
        if (await isProved(question, split, size, input)) continue;
        if (!own.has(question.barrier)) return null;
        if (partsIdle(protocol, question)) idle.add(nameOf(question));
        else lost.add(question.barrier);
      }
      protocols.push({ size, protocol, idle });
    }
    if (lost.size === 0) return { barriers, protocols };
    for (const id of lost) sizes.delete(id);
  }
  return null;
}

const nameOf = ({ at, barrier, cause }: UniformityQuestion): string => `${at} ${barrier} ${cause}`;

function knowsPlaces(split: SplitProtocol): boolean {
  return placeInBlock(split, createCopies(split, 'block'), 'first', false) !== null;
}

async function isProved(question: UniformityQuestion, split: SplitProtocol, size: number, { solver, deadline }: TileInput): Promise<boolean> {
  const obligation = tileQuestion(question, split, size);
  if (obligation === null) return true;
  return (await solver.decide(obligation.formula, { rlimit: budgets.smallRlimit, deadline })).kind === 'unsat';
}

/** With the intervals of the tiles. `split`: of the protocol of the block in which these barriers order accesses. */
export function withTiles(split: SplitProtocol, { protocols }: Ordered, deadline: Deadline): SplitProtocol {
  return protocols.reduce((all, { size, protocol, idle }) => {
    const { tiles, ...rest } = withinTile(all, protocol, size, deadline);
    return { ...rest, tiles: tiles.map((tile) => (tile.size === size ? { ...tile, questions: tile.questions.filter((question) => !idle.has(nameOf(question))) } : tile)) };
  }, split);
}
