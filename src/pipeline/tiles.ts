/**
 * Barriers of warps, tiles and other parts of a block that order accesses of their threads [D22, D23, T13, T14]: which
 * of them do, by questions of uniformity for the pairs of threads who are both waited for there, and the kernel's
 * intervals with those that do.
 *
 * A barrier that one of a pair may miss, while the other waits, is left out, as are those of which this is not proved;
 * the others are asked anew, until all are proved.
 */
import type { KernelProtocol, Part, Pairs, SplitProtocol, UniformityQuestion } from '../protocol/protocol.ts';
import type { PartsInput } from './parts.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Ordering } from '../protocol/builder.ts';
import type { Solver } from '../solve/solve.ts';
import type { StmtId } from '../base/brand.ts';
import { asBlockBarriers } from '../ir/lane-groups.ts';
import { budgets } from './budgets.ts';
import { createCopies } from '../obligation/copies.ts';
import { inferProtocol, ofOrdered } from '../protocol/infer.ts';
import { pairsOf } from './pairs.ts';
import { partQuestion } from '../obligation/obligations.ts';
import { partsIdle } from '../protocol/idle.ts';
import { partsOf } from './parts.ts';
import { placeInBlock } from '../obligation/warps.ts';
import { splitProtocol, withinPart, wholeOf } from '../protocol/split.ts';
import { messages } from './wording.ts';

/** Questions of one kernel under one launch, after which no barrier of a part orders anything. */
const maxQuestions = 64;

/** `quiet`: as of `Ordering`. */
type OrderedInput = PartsInput & Readonly<{ solver: Solver; quiet: ReadonlySet<StmtId> }>;
/**
 * `protocols`: of the pairs that some barrier orders, with the questions that are settled because those who part do
 * nothing. `apart`: in whose sets no other pair is.
 */
export type Ordered = Omit<Ordering, 'prefix'> &
  Readonly<{
    protocols: readonly Readonly<{ pairs: Pairs; protocol: KernelProtocol; idle: ReadonlySet<string> }>[];
    apart: readonly Part[];
  }>;

/** Without protocols: none orders anything. */
export async function orderedParts(input: OrderedInput): Promise<Ordered> {
  const { kernel, config, facts, level, deadline, quiet } = input;
  const parts = partsOf(input);
  const sets = new Map(parts.sets);
  const why = new Map(parts.why);
  const none = (): Ordered => ({ barriers: new Set(), why, quiet, protocols: [], apart: [] });
  let asked = 0;
  while (sets.size > 0) {
    const { groups, apart } = pairsOf(sets);
    const barriers = new Set(groups.flatMap((group) => [...group.barriers]));
    const lost = new Set<StmtId>();
    const protocols: Ordered['protocols'][number][] = [];
    for (const [k, { barriers: own, pairs }] of groups.entries()) {
      const protocol = inferProtocol(
        asBlockBarriers(kernel, own),
        config,
        facts,
        deadline,
        level,
        ofOrdered({ barriers, why, quiet }, k),
      );
      const split = splitProtocol(
        protocol,
        deadline,
        { block: new Set(), grid: new Set() },
        wholeOf(protocol, deadline),
        false,
      );
      if (!knowsPlaces(split)) return none();
      const idle = new Set<string>();
      for (const question of split.questions) {
        if (lost.has(question.barrier)) continue;
        if (asked++ >= maxQuestions) return none();
        if (await isProved(question, split, pairs, input)) continue;
        if (!own.has(question.barrier)) return none();
        const isCounted = parts.together.has(question.barrier);
        if (!isCounted && partsIdle(protocol, question)) idle.add(nameOf(question));
        else for (const id of parts.together.get(question.barrier) ?? [question.barrier]) lost.add(id);
      }
      protocols.push({ pairs, protocol, idle });
    }
    if (lost.size === 0) return { barriers, why, quiet, protocols, apart };
    for (const id of lost) {
      sets.delete(id);
      why.set(id, messages.notAllArrive);
    }
  }
  return none();
}

const nameOf = ({ at, barrier, cause }: UniformityQuestion): string => `${at} ${barrier} ${cause}`;

function knowsPlaces(split: SplitProtocol): boolean {
  return placeInBlock(split, createCopies(split, 'block'), 'first', false) !== null;
}

async function isProved(
  question: UniformityQuestion,
  split: SplitProtocol,
  pairs: Pairs,
  { solver, deadline }: OrderedInput,
): Promise<boolean> {
  const obligation = partQuestion(question, split, pairs);
  if (obligation === null) return true;
  return (await solver.decide(obligation.formula, { rlimit: budgets.smallRlimit, deadline })).kind === 'unsat';
}

/** With the intervals of the parts. `split`: of the protocol of the block in which these barriers order accesses. */
export function withParts(split: SplitProtocol, { protocols, apart }: Ordered, deadline: Deadline): SplitProtocol {
  const start: SplitProtocol = { ...split, apart };
  return protocols.reduce((all, { pairs, protocol, idle }) => {
    const { parts, ...rest } = withinPart(all, protocol, pairs, deadline);
    return {
      ...rest,
      parts: parts.map((part) =>
        part.pairs === pairs
          ? { ...part, questions: part.questions.filter((question) => !idle.has(nameOf(question))) }
          : part,
      ),
    };
  }, start);
}
