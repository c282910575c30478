/**
 * Inline assembly. Instructions that are known (instructions.ts, memory.ts) mean what the PTX ISA says; if one
 * of a statement is not, the whole of it is opaque: its outputs are any value, and it may touch all memory if it names
 * an address or clobbers memory, and synchronize if it names a barrier or leaves the straight way.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Machine, Operand } from './operands.ts';
import type { Instruction } from './syntax.ts';
import type { Context } from '../context.ts';
import type { Value } from '../expressions/value.ts';
import { childIn, childrenIn, namedChildren } from '../../parse/node.ts';
import { emit, note, textOf } from '../context.ts';
import { execute } from './instructions.ts';
import { instructionsOf } from './syntax.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { unknownOf, voidValue } from '../expressions/value.ts';
import { quoted } from '../../base/quote.ts';
import { messages } from '../wording.ts';

/** Lowers a `gnu_asm_expression`. */
export function lowerAssembly(cx: Context, node: SyntaxNode): Value {
  const code = childIn(node, 'assembly_code');
  const text = code === null ? null : stringOf(cx, code);
  const machine = operandsOf(cx, node);
  const instructions = text === null ? null : instructionsOf(text);
  const { out, nextStmt } = cx;
  cx.out = [];
  const notes = cx.notes.length;
  const isKnown = instructions?.every((one: Instruction) => execute(cx, machine, one)) === true;
  const made = cx.out;
  cx.out = out;
  if (isKnown) {
    cx.out.push(...made);
    machine.operands.forEach((operand, k) => {
      const held = machine.held.get(k);
      if (operand.slot !== null && held !== undefined) writeSlot(cx, operand.slot, held, operand.node);
    });
  } else {
    cx.nextStmt = nextStmt;
    cx.notes.length = notes;
    opaque(cx, machine, text ?? '[', hasClobber(cx, node), node);
  }
  return voidValue;
}

function stringOf(cx: Context, node: SyntaxNode): string | null {
  if (node.type === 'concatenated_string') {
    const parts = namedChildren(node).map((child) => stringOf(cx, child));
    return parts.includes(null) ? null : parts.join('');
  }
  if (node.type === 'raw_string_literal')
    return namedChildren(node)
      .map((child) => textOf(cx, child))
      .join('');
  if (node.type !== 'string_literal') return null;
  return textOf(cx, node)
    .slice(1, -1)
    .replace(/\\[nrt]/g, ' \n')
    .replace(/\\"/g, '"');
}

function operandsOf(cx: Context, node: SyntaxNode): Machine {
  const lists = ['output_operands', 'input_operands'].flatMap((field) => childrenIn(node, field));
  const operands: Operand[] = [];
  const names = new Map<string, number>();
  for (const list of lists) {
    for (const operand of childrenIn(list, 'operand')) {
      const value = childIn(operand, 'value');
      const constraint = childIn(operand, 'constraint');
      const symbol = childIn(operand, 'symbol');
      if (value === null) continue;
      if (symbol !== null) names.set(textOf(cx, symbol), operands.length);
      operands.push(
        operandOf(
          cx,
          value,
          operand.type === 'gnu_asm_output_operand',
          constraint !== null && textOf(cx, constraint).includes('+'),
        ),
      );
    }
  }
  return { operands, names, held: new Map(), registers: new Map(), node };
}

function operandOf(cx: Context, node: SyntaxNode, isOutput: boolean, isBoth: boolean): Operand {
  if (!isOutput) return { value: cx.rules.value(cx, node), slot: null, node };
  const slot = cx.rules.slot(cx, node);
  return { value: slot === null || !isBoth ? null : readSlot(cx, slot, node), slot, node };
}

function hasClobber(cx: Context, node: SyntaxNode): boolean {
  return childrenIn(node, 'clobbers').some((list) =>
    namedChildren(list).some((one) => textOf(cx, one).includes('memory')),
  );
}

/** What may leave the straight way, or meet other threads. */
const meets =
  /\b(?:bar|barrier|mbarrier|exit|bra|brx|ret|call|trap|cluster|griddepcontrol|bulk|setmaxnreg|tcgen05|wgmma)\b/;

function opaque(cx: Context, machine: Machine, text: string, clobbersMemory: boolean, node: SyntaxNode): void {
  const because = messages.assembly;
  const touches =
    clobbersMemory || text.includes('[') || machine.operands.some((operand) => operand.value?.kind === 'pointer');
  const synchronizes = meets.test(text);
  if (touches || synchronizes)
    emit(cx, node, { kind: 'unknown', because, footprint: touches ? cx.everything : [], synchronizes });
  note(cx, node, `${because}: ${quoted(text, 40)}`);
  for (const operand of machine.operands)
    if (operand.slot !== null) writeSlot(cx, operand.slot, unknownOf(because), operand.node);
}
