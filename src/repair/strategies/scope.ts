/**
 * Strategy scope: atomics that reach only their own block reach the whole device.
 *
 * Applies to races between blocks of two atomics (SW405), where one is called by a name for one block, or through a
 * `cuda::atomic_ref` of the function's own for one block; and to what such a reference hands over. Of an object
 * (`cuda::atomic<int, cuda::thread_scope_block> *total`) the type is widened wherever the file has it, and of a
 * hand-over the fences of the function for one block. Promises: one thread computes the same. Smallest example:
 *
 *     atomicAdd_block(&bins[b], 1);   ⟶   atomicAdd(&bins[b], 1);
 *
 * Cost: 10^(loop depth) for each, since the atomic leaves the multiprocessor.
 */
import { linesListed } from '../../base/listing.ts';
import type { Edit } from '../../verdict/finding.ts';
import type { Fault, RaceFault } from '../fault.ts';
import type { Proposal, RepairInput, Strategy } from '../repair.ts';
import type { SourceText } from '../source-text.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Written } from '../written.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { accessesIn, functionAround, lineOf, loopsAround } from '../written.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

export const scope: Strategy = { name: 'scope', handles: (fault, input) => narrowIn(fault, input).length > 0, propose };

/**
 * Words that make an atomic reach only the block: in the calls of the two statements, or where the reference is made
 * that they use.
 */
type Narrow = Readonly<{ text: SourceText; loops: number; edit: Edit; isFence?: true }>;

function narrowIn(fault: Fault, input: RepairInput): readonly Narrow[] {
  if (
    fault.kind !== 'race' ||
    !(fault.handover === null ? fault.code === 'SW405' : fault.handover.lacks === 'wide-fence')
  )
    return [];
  const written = [fault.first, fault.second].flatMap((id) => accessesIn(input).get(id) ?? []);
  const calls =
    fault.handover !== null
      ? []
      : written.flatMap((at) =>
          callsIn(at.node, at).map((name): Narrow => ({
            text: at.text,
            loops: loopsAround(at.around).length,
            edit: { file: at.text.file, start: name.end - '_block'.length, end: name.end, text: '' },
          })),
        );
  return [
    ...calls,
    ...written.flatMap((at) => [
      ...referencesFor(at, fault.handover),
      ...(fault.handover === null ? [] : fencesFor(at)),
    ]),
    ...objectFor(fault, input),
  ];
}

/**
 * The type of the object that the fault is about, or by which it is handed over, everywhere in the file: a pointer to
 * it has the type, too.
 */
function objectFor({ array, handover }: RaceFault, input: RepairInput): readonly Narrow[] {
  const { compiledFile, kernel, sourceOf } = input;
  const text = kernel.span.file === compiledFile ? sourceOf(compiledFile) : null;
  const names =
    handover === null
      ? [kernel.arrays.get(array)?.name ?? '']
      : [handover.given, handover.taken].flatMap(({ file, start, end }) =>
          file === text?.file ? (text.text.slice(start, end).match(/\b\w+\b/g) ?? []) : [],
        );
  if (text === null) return [];
  const texts = statementsIn(text.tree).filter(({ type }) => type === 'comment' || type === 'string_literal');
  const words = [...text.text.matchAll(objectType)].filter(({ index }) =>
    texts.every((node) => index < node.start || index >= node.end),
  );
  const types = new Set(
    words.flatMap(([type, name]) =>
      name !== undefined && names.some((one) => one.split('.')[0] === name) ? [typeIn(type)] : [],
    ),
  );
  return words.flatMap(({ 0: whole, index }): readonly Narrow[] => {
    const start = index + whole.lastIndexOf('thread_scope_block') + 'thread_scope_'.length;
    return types.has(typeIn(whole))
      ? [{ text, loops: 0, edit: { file: text.file, start, end: start + 'block'.length, text: 'device' } }]
      : [];
  });
}

/** `cuda::atomic<int, cuda::thread_scope_block> *total`, with the name that it declares, if it does. */
const objectType =
  /\b(?:atomic|binary_semaphore|counting_semaphore)\s*<[^<>;]*\bthread_scope_block\b[^<>;]*>[ \t*&]*(\w+)?/g;
const typeIn = (declared: string): string => declared.slice(0, declared.lastIndexOf('>') + 1).replaceAll(/\s/g, '');

/** `cuda::atomic_thread_fence(order, cuda::thread_scope_block)` in the function of the access. */
function fencesFor({ text, around }: Written): readonly Narrow[] {
  const body = functionAround(around);
  return (body === null ? [] : statementsIn(body)).flatMap((one): readonly Narrow[] => {
    const made =
      one.type === 'expression_statement'
        ? /^(?:\w+::)*atomic_thread_fence\s*\([^;]*\bthread_scope_block\s*\)/.exec(textOf(text, one))
        : null;
    if (made === null) return [];
    const start = one.start + made[0].lastIndexOf('thread_scope_block') + 'thread_scope_'.length;
    return [
      {
        text,
        loops: loopsAround(around).length,
        edit: { file: text.file, start, end: start + 'block'.length, text: 'device' },
        isFence: true,
      },
    ];
  });
}

/**
 * `cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);`, where `f` is spoken of by the access, or by what hands
 * over.
 */
function referencesFor({ node, text, around }: Written, handover: RaceFault['handover']): readonly Narrow[] {
  const body = functionAround(around);
  const users = [
    textOf(text, node),
    ...(handover === null
      ? []
      : [handover.given, handover.taken]
          .filter(({ file }) => file === text.file)
          .map(({ start, end }) => text.text.slice(start, end))),
  ];
  return (body === null ? [] : statementsIn(body)).flatMap((one): readonly Narrow[] => {
    const made = /\batomic_ref\s*<[^<>;]*\bthread_scope_(block)\s*>\s*(\w+)?/.exec(
      one.type === 'declaration' || one === node ? textOf(text, one) : '',
    );
    if (
      made === null ||
      (made[2] !== undefined && !users.some((user) => new RegExp(`\\b${made[2] ?? ''}\\b`).test(user)))
    )
      return [];
    const start = one.start + made.index + made[0].lastIndexOf('thread_scope_block') + 'thread_scope_'.length;
    return [
      {
        text,
        loops: loopsAround(around).length,
        edit: { file: text.file, start, end: start + 'block'.length, text: 'device' },
      },
    ];
  });
}

const statementsIn = (node: SyntaxNode): readonly SyntaxNode[] => [node, ...node.children.flatMap(statementsIn)];

function callsIn(node: SyntaxNode, at: Written): readonly SyntaxNode[] {
  const called = node.type === 'call_expression' ? childIn(node, 'function') : null;
  const own = called !== null && narrowName.test(textOf(at.text, called)) ? [called] : [];
  return [...own, ...node.children.flatMap((child) => callsIn(child, at))];
}

const narrowName = /^atomic[A-Z]\w*_block$/;

function propose(faults: readonly Fault[], input: RepairInput): readonly Proposal[] {
  const all = new Map(faults.flatMap((fault) => narrowIn(fault, input)).map((one) => [one.edit.start, one]));
  const sorted = [...all.values()].sort((a, b) => a.edit.start - b.edit.start);
  return sorted.length === 0
    ? []
    : [
        {
          title: fill(sorted.every(({ isFence }) => isFence === true) ? messages.widenFence : messages.widenAtomic, {
            place: linesListed(sorted.map(({ text, edit }) => lineOf(text, edit.start))),
            name: input.kernel.name,
          }),
          edits: sorted.map(({ edit }) => edit),
          cost: { weight: sorted.reduce((sum, { loops }) => sum + 10 ** loops, 0), words: messages.widerScopeCost },
        },
      ];
}
