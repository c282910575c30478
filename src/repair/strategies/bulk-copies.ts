/**
 * Changes for bulk copies (`cp.async.bulk`, `cuda::ptx::cp_async_bulk`), of which strategy in-phase makes patches.
 *
 * They see what threads stored behind a fence between the proxies; what they read is free once their batch has read it;
 * what they bring is there when the barrier object that counts their bytes says so, for which one asks until it does.
 * Each wait is written as the file writes such things: in PTX, or by the functions of `cuda::ptx`. Follows PTX ISA,
 * cp.async.bulk, mbarrier.try_wait and fence.proxy. Smallest example:
 *
 *     ptx::mbarrier_try_wait_parity(&bar, 0);   ⟶   while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
 */
import type { Change, Place } from '../phase.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { callBefore, callBehind, statementsIn, within } from '../phase.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { hasType, lineOf, loopTypes } from '../written.ts';
import { nodesOf } from '../restructure/expressions.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** All that may be missing around bulk copies, the most likely first. */
export const bulkChanges = (place: Place): readonly Change[] => [
  ...askedAgain(place),
  ...fences(place),
  ...fewer(place),
  ...reads(place),
  ...awaited(place),
];

const weightIn = (definition: SyntaxNode, node: SyntaxNode): number =>
  0.1 * 10 ** within(definition, node).filter(({ type }) => loopTypes.includes(type)).length;

/** What names of `cuda::ptx` begin with in this text: `ptx::`, `cuda::ptx::`; null where it uses none. */
const namespaceOf = ({ text }: SourceText): string | null =>
  [...text.matchAll(/cp_async_bulk|mbarrier_init/g)]
    .map(({ index }) =>
      text
        .slice(Math.max(0, index - longestNamespace), index)
        .split(/[^\w:]/)
        .at(-1),
    )
    .find((before) => before?.endsWith('::')) ?? null;

const longestNamespace = 160;

/** Behind what threads stored. */
function fences({ text, definition, own }: Place): readonly Change[] {
  const ptx = namespaceOf(text);
  const fence =
    ptx === null || ptx.includes('experimental')
      ? 'asm volatile("fence.proxy.async.shared::cta;" ::: "memory");'
      : `${ptx}fence_proxy_async(${ptx}space_shared);`;
  const stores = own
    .filter(
      ({ stmt, node }) =>
        stmt.kind === 'store' && node.type === 'expression_statement' && !hasType(node, ['gnu_asm_expression']),
    )
    .map(({ node }) => node);
  return [...new Set(stores)].map((node): Change => ({
    does: messages.insertProxyFence,
    line: lineOf(text, node.end) + 1,
    edits: [callBehind(node, fence, text)],
    weight: weightIn(definition, node),
    cost: messages.fenceCost,
  }));
}

/** Waits that leave batches in flight. */
function fewer({ text, definition }: Place): readonly Change[] {
  const waits =
    /(?:\bcp\.async\.bulk\.wait_group(?:\.read)?\s+|\bcp_async_bulk_wait_group(?:_read)?\s*\(\s*(?:\w+::)*n32_t<\s*|\bcp_async_bulk_wait_group_read<\s*)([1-9])\b/g;
  return [...textOf(text, definition).matchAll(waits)].map((found): Change => {
    const end = definition.start + found.index + found[0].length;
    const left = Number(found[1]) - 1;
    return {
      does: fill(messages.leaveInFlight, { left }),
      line: lineOf(text, end),
      edits: [{ file: text.file, start: end - 1, end, text: `${left}` }],
      weight: 0.02,
      cost: messages.waitsLonger,
    };
  });
}

/** Behind batches that nobody waits for, until they have read what is stored next. */
function reads({ text, definition }: Place): readonly Change[] {
  const isAwaited = (node: SyntaxNode): boolean =>
    /^\s*(?:\/\/[^\n]*\s*)?(?:asm[^;]*"cp\.async\.bulk\.wait_group|(?:\w+::)*cp_async_bulk_wait_group)/.test(
      text.text.slice(node.end),
    );
  return statementsIn(definition)
    .filter((node) => node.type === 'expression_statement' && !isAwaited(node))
    .flatMap((node): readonly Change[] => {
      const called = /^((?:\w+::)*)cp_async_bulk_commit_group\s*\(/.exec(textOf(text, node))?.[1];
      if (called === undefined && !/\bcp\.async\.bulk\.commit_group\b/.test(textOf(text, node))) return [];
      const wait =
        called === undefined
          ? 'asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");'
          : called.includes('experimental')
            ? `${called}cp_async_bulk_wait_group_read<0>();`
            : `${called}cp_async_bulk_wait_group_read(${called}n32_t<0>());`;
      return [
        {
          does: messages.insertBulkWait,
          line: lineOf(text, node.end) + 1,
          edits: [callBehind(node, wait, text)],
          weight: weightIn(definition, node),
          cost: messages.waitsLonger,
        },
      ];
    });
}

// Waits for a barrier object ------------------------------------------------------------------------------------------

/** Whether the node is a call that asks once whether a phase is over, and tells. */
function isAsking(node: SyntaxNode, { text }: Place): boolean {
  const called = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const name = called === null ? '' : (textOf(text, called).split('::').at(-1) ?? '');
  if (/^mbarrier_(?:try|test)_wait/.test(name)) return true;
  const own = namedChildren(text.tree).filter(
    (one) =>
      one.type === 'function_definition' &&
      new RegExp(String.raw`^${name}\s*\(`).test(textOf(text, childIn(one, 'declarator') ?? one)),
  );
  return (
    /^\w+$/.test(name) &&
    own.length === 1 &&
    own.every(
      (one) =>
        /\bbool\b/.test(textOf(text, childIn(one, 'type') ?? one)) &&
        /\bmbarrier\.(?:try|test)_wait\b/.test(textOf(text, one)),
    )
  );
}

/** An answer that nobody looks at: who asks goes on too early. */
function askedAgain(place: Place): readonly Change[] {
  const { text, definition } = place;
  return statementsIn(definition).flatMap((node): readonly Change[] => {
    const [only, ...more] = node.type === 'expression_statement' ? namedChildren(node) : [];
    if (only === undefined || more.length > 0 || !isAsking(only, place)) return [];
    return [
      {
        does: messages.askUntilOver,
        line: lineOf(text, node.start),
        edits: [{ file: text.file, start: node.start, end: node.end, text: `while (!${textOf(text, only)}) {}` }],
        weight: 0.01,
        cost: messages.waitsLonger,
      },
    ];
  });
}

/** Before what uses what a copy brings, until the barrier that counts its bytes says that it is there. */
function awaited({ text, definition, own }: Place): readonly Change[] {
  const copies = own.filter(({ stmt }) => 'copy' in stmt);
  const uses = own.filter((one) => !copies.includes(one));
  return copies.flatMap((copy) =>
    uses.flatMap((use): readonly Change[] => {
      const list = copy.around.find((node) => node.type === 'compound_statement' && use.around.includes(node));
      const before =
        list === undefined
          ? undefined
          : namedChildren(list).find((child) => child.start <= use.node.start && use.node.end <= child.end);
      const counted = barrierOf(copy);
      if (list === undefined || before === undefined || counted === null || before.start < copy.node.end) return [];
      return paritiesIn(counted.barrier, within(definition, before), text).map((parity, k): Change => ({
        does: messages.awaitPhase,
        line: lineOf(text, before.start),
        edits: [callBefore(before, counted.wait(parity), text)],
        weight: weightIn(definition, before) + k / 100,
        cost: messages.waitsLonger,
      }));
    }),
  );
}

/** The barrier that counts the bytes of a copy, as its call or its PTX names it, and how one waits for it. */
function barrierOf({ node, text }: Written): Readonly<{ barrier: string; wait: (parity: string) => string }> | null {
  const source = textOf(text, node);
  const called = nodesOf(node, 'call_expression').find((one) =>
    /(?:^|::)cp_async_bulk\w*$/.test(textOf(text, childIn(one, 'function') ?? one)),
  );
  const last = called === undefined ? undefined : namedChildren(childIn(called, 'arguments') ?? called).at(-1);
  const names = /^((?:\w+::)+)cp_async_bulk(?:_tensor)?\s*\(/.exec(source)?.[1];
  if (last !== undefined && names !== undefined && !names.includes('experimental'))
    return {
      barrier: textOf(text, last),
      wait: (parity) => `while (!${names}mbarrier_try_wait_parity(${textOf(text, last)}, ${parity})) {}`,
    };
  const at = /complete_tx::bytes[^"]*\[%(\d+)\][^[\]"]*"/.exec(source)?.[1];
  const operand =
    at === undefined ? undefined : nodesOf(node, 'gnu_asm_output_operand', 'gnu_asm_input_operand')[Number(at)];
  const value = operand === undefined ? null : childIn(operand, 'value');
  if (value === null) return null;
  const barrier = textOf(text, value);
  return {
    barrier,
    wait: (parity) =>
      String.raw`asm volatile("{\n.reg .pred over;\nask:\nmbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n@!over bra ask;\n}" :: "r"(${barrier}), "r"(${parity}) : "memory");`,
  };
}

/**
 * The parity of the phase: of the first, or, in a loop that counts up from 0, of its turn; of a ring of barriers, of
 * the turn around the ring.
 */
function paritiesIn(barrier: string, around: readonly SyntaxNode[], text: SourceText): readonly string[] {
  const loops = around.filter(({ type }) => loopTypes.includes(type));
  const [loop, ...more] = loops;
  if (loop === undefined) return ['0'];
  const start =
    more.length > 0
      ? null
      : /^\s*(?:const\s+)?(?:int|unsigned|uint32_t|size_t)\s+(\w+)\s*=\s*0\s*;?$/.exec(
          textOf(text, childIn(loop, 'initializer') ?? loop),
        )?.[1];
  if (start === null || start === undefined) return [];
  const ring = new RegExp(String.raw`\[\s*${start}\s*%\s*(\w+)\s*\]`).exec(barrier)?.[1];
  return ring === undefined ? [`${start} & 1`] : [`${start} / ${ring} & 1`];
}
