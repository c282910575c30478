/** Statements: blocks, conditions, jumps; loops and switches are in files of their own. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Slot, Value } from '../expressions/value.ts';
import { bool, i32 } from '../../base/ctype.ts';
import { int, variable } from '../../base/expr-build.ts';
import { childIn, isBroken, namedChildren } from '../../parse/node.ts';
import { conditionally, emit, fail, initializing, inScope, textOf } from '../context.ts';
import { combine, constantOf } from '../expressions/constants.ts';
import { gotoStatement, leavesLists, lowerList } from './gotos.ts';
import { asDeclaration } from './declaration-ambiguity.ts';
import { discarded } from '../expressions/expressions.ts';
import { notModelled } from '../not-modelled.ts';
import { emitBranch } from '../synchronization/joined-arms.ts';
import { declareLocals, declareTypes } from './local-declarations.ts';
import { doLoop, forLoop, whileLoop } from './loops.ts';
import { rangeLoop } from './range-loops.ts';
import { baseOrDerived, toScalar } from '../types/conversions.ts';
import { readSlot, writeSlot } from '../memory/memory.ts';
import { endSince, refuseEnd, refuseMove } from '../classes/lifetimes.ts';
import { pinned, pinnedExpr } from '../memory/pointers.ts';
import { pinnedSlot, resultSlot } from '../memory/slots.ts';
import { withSource } from '../sources.ts';
import { switchStatement } from './switches.ts';
import { pointerValue, scalarValue, typeOfSlot, typeOfValue, unknownOf } from '../expressions/value.ts';
import { quoted } from '../../base/quote.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/** Lowers one statement. `inBlock`: it stands directly in a `{ … }` list. */
export function lowerStatement(cx: Context, node: SyntaxNode, inBlock: boolean): void {
  if (cx.failed !== null || isSilent(node) || hasReturned(cx)) return;
  if (cx.statementDepth > 200) {
    fail(cx, node, messages.deepStatements);
    return;
  }
  cx.unit.deadline.check();
  cx.statementDepth++;
  withSource(cx, node, inBlock, () => {
    lowerNode(cx, node);
  });
  cx.statementDepth--;
}

/** No thread comes to a statement behind a `return` of an inlined function, unless it has a label (gotos.ts). */
function hasReturned(cx: Context): boolean {
  const last = cx.out.at(-1);
  return last?.kind === 'jump' && last.to === 'return' && cx.frame.callee !== null;
}

const silent = new Set([
  'comment',
  'preproc_call',
  'using_declaration',
  'static_assert_declaration',
  'namespace_alias_definition',
  ';',
  'attribute_declaration',
]);

function isSilent(node: SyntaxNode): boolean {
  return silent.has(node.type);
}

/** The statements of a block in a scope of their own. */
function lowerBlock(cx: Context, node: SyntaxNode): void {
  inScope(cx, () => {
    lowerList(cx, namedChildren(node));
  });
}

/** The body of a loop or branch: a block's statements, or the one statement. */
export function lowerBody(cx: Context, node: SyntaxNode | null): void {
  if (node === null) return;
  if (node.type === 'compound_statement') lowerBlock(cx, node);
  else
    inScope(cx, () => {
      lowerStatement(cx, node, false);
    });
}

function lowerNode(cx: Context, node: SyntaxNode): void {
  switch (node.type) {
    case 'compound_statement':
      lowerBlock(cx, node);
      return;
    case 'expression_statement':
    case 'declaration':
    case 'return_statement':
    case 'co_return_statement':
      if (hasBroken(cx, node)) unreadable(cx, node);
      else simpleStatement(cx, (node.type === 'expression_statement' ? asDeclaration(cx, node) : null) ?? node);
      return;
    case 'if_statement':
      ifStatement(cx, node);
      return;
    case 'for_statement':
      forLoop(cx, node);
      return;
    case 'for_range_loop':
      rangeLoop(cx, node);
      return;
    case 'while_statement':
      whileLoop(cx, node);
      return;
    case 'do_statement':
      doLoop(cx, node);
      return;
    case 'switch_statement':
      switchStatement(cx, node);
      return;
    case 'break_statement':
    case 'continue_statement':
      jumpStatement(cx, node);
      return;
    case 'type_definition':
    case 'alias_declaration':
    case 'enum_specifier':
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
      declareTypes(cx, node);
      return;
    case 'attributed_statement':
    case 'labeled_statement': {
      const inner = namedChildren(node).at(-1);
      if (inner !== undefined) lowerStatement(cx, inner, false);
      return;
    }
    case 'goto_statement':
      gotoStatement(cx, node);
      return;
    case 'ERROR':
      unreadable(cx, node);
      return;
    default:
      if (node.type.startsWith('preproc_'))
        namedChildren(node).forEach((child) => {
          lowerStatement(cx, child, true);
        });
      else if (node.type.endsWith('_statement'))
        fail(cx, node, fill(messages.statement, { text: node.type.replace('_', ' ') }));
      else discarded(cx, node);
  }
}

const hasBroken = (cx: Context, node: SyntaxNode): boolean => cx.frame.isBroken && isBroken(node);

function unreadable(cx: Context, node: SyntaxNode): void {
  notModelled(cx, node, fill(messages.syntax, { text: quoted(textOf(cx, node), 60) }), true);
}

function simpleStatement(cx: Context, node: SyntaxNode): void {
  if (node.type === 'declaration') {
    declareLocals(cx, node);
    return;
  }
  const inner = namedChildren(node)[0] ?? null;
  if (node.type === 'expression_statement') discarded(cx, inner);
  else returnStatement(cx, node, inner);
}

function ifStatement(cx: Context, node: SyntaxNode): void {
  const condition = childIn(node, 'condition');
  const then = childIn(node, 'consequence');
  const clause = childIn(node, 'alternative');
  const otherwise = clause?.type === 'else_clause' ? (namedChildren(clause)[0] ?? null) : clause;
  inScope(cx, () => {
    const when = lowerCondition(cx, condition ?? node);
    const decided = constantOf(when);
    if (decided !== null) {
      lowerBody(cx, decided === 1n ? then : otherwise);
      return;
    }
    const yes = conditionally(cx, () => {
      lowerBody(cx, then);
    });
    const no = conditionally(cx, () => {
      lowerBody(cx, otherwise);
    });
    emitBranch(cx, condition ?? node, { when, then: yes, otherwise: no });
  });
}

/** A condition in parentheses, with its declaration if it has one. */
export function lowerCondition(cx: Context, node: SyntaxNode): ReturnType<typeof toScalar> {
  const initializer = childIn(node, 'initializer');
  if (initializer !== null) lowerInit(cx, initializer);
  const value = childIn(node, 'value') ?? node;
  if (hasBroken(cx, value)) return toScalar(cx, notModelled(cx, value, messages.condition, true), bool, value);
  if (value.type === 'declaration') {
    declareLocals(cx, value);
    const name = namedChildren(value).find((child) => child.field === 'declarator');
    const slot =
      name === undefined
        ? null
        : cx.rules.slot(cx, name.type === 'identifier' ? name : (childIn(name, 'declarator') ?? name));
    return toScalar(
      cx,
      slot === null ? { kind: 'unknown', because: messages.condition, type: null } : readSlot(cx, slot, value),
      bool,
      value,
    );
  }
  return toScalar(cx, cx.rules.value(cx, value), bool, value);
}

/** The initializer of a `for` or `if`. */
export function lowerInit(cx: Context, node: SyntaxNode): void {
  if (node.type === 'declaration') declareLocals(cx, node);
  else if (node.type === 'init_statement' || node.type === 'expression_statement')
    for (const child of namedChildren(node)) lowerInit(cx, child);
  else discarded(cx, node);
}

function jumpStatement(cx: Context, node: SyntaxNode): void {
  const own = cx.breaks.slice(cx.frame.callersBreaks);
  const left = node.type === 'break_statement' ? own.at(-1) : own.findLast((one) => one.kind === 'loop');
  if (left === undefined) {
    fail(cx, node, fill(messages.outsideLoop, { text: node.type.replace('_statement', '') }));
    return;
  }
  endSince(cx, left.living);
  emit(cx, node, { kind: 'jump', to: node.type === 'break_statement' ? 'break' : 'continue' });
  const last = cx.out.at(-1);
  if (last === undefined) return;
  if (node.type === 'break_statement' && left.kind === 'switch') left.jumps.add(last.id);
  leavesLists(cx, last, left);
}

function returnStatement(cx: Context, node: SyntaxNode, value: SyntaxNode | null): void {
  const { frame } = cx;
  if (frame.callee === null) {
    if (value !== null) discarded(cx, value);
    endSince(cx, 0);
    emit(cx, node, { kind: 'jump', to: 'exit' });
    cx.mayHaveExited = true;
    return;
  }
  if (value !== null) returnValue(cx, value);
  endSince(cx, frame.living);
  emit(cx, node, { kind: 'jump', to: 'return' });
}

function returnValue(cx: Context, node: SyntaxNode): void {
  const { returned, result } = cx.frame;
  const { type } = returned;
  if (type?.kind === 'reference') {
    const given = cx.rules.slot(cx, node);
    const slot =
      given === null || type.to.kind !== 'struct' ? given : (baseOrDerived(cx, given, type.to.struct) ?? given);
    returned.slot = (slot === null ? null : returnedObject(cx, slot, node)) ?? {
      kind: 'unknown',
      because: messages.unresolvedResult,
      type: type.to,
      footprint: 'everything',
      clobbers: null,
    };
    return;
  }
  if (type === null || type.kind === 'void') {
    discarded(cx, node);
    return;
  }
  const raw = initializing(cx, node, () =>
    node.type === 'initializer_list'
      ? cx.rules.construct(cx, type, namedChildren(node), node)
      : cx.rules.value(cx, node),
  );
  const made = returned.deduce ? raw : cx.rules.coerce(cx, raw, type, node);
  if (/identifier$/.test(node.type)) {
    refuseEnd(cx, type, messages.returnedByName, node);
    if (type.kind === 'struct') refuseMove(cx, type.struct, node);
  }
  const value = cx.living.length > cx.frame.living ? keptValue(cx, made, node) : made;
  const isDirect = returned.direct && (result === null || (value.kind === 'scalar' && constantOf(value.expr) !== null));
  if (isDirect) {
    const which = value.kind === 'functions' ? pinnedExpr(cx, value.which, 'result', node) : null;
    const kept =
      value.kind === 'pointer'
        ? pointerValue(pinned(cx, value.pointer, 'result', node))
        : value.kind === 'functions' && which !== null
          ? { ...value, which }
          : value;
    returned.slot = { kind: 'value', value: kept, type };
  } else if (result !== null) writeSlot(cx, result, value, node);
  else if (returned.deduce) returnDeduced(cx, value, node);
}

/**
 * The object that a function returns a reference to: of several, the one whose `return` is come to. Null where one is
 * not known.
 */
function returnedObject(cx: Context, slot: Slot, node: SyntaxNode): Slot | null {
  const { slot: before, several } = cx.frame.returned;
  if (several === null) return before === null ? pinnedSlot(cx, slot, 'reference', node) : null;
  if (before !== null && several.slots.length === 0) return null;
  const own = pinnedSlot(cx, slot, 'reference', node);
  emit(cx, node, { kind: 'assign', target: several.which, value: int(several.slots.length) });
  const others = several.slots.map((other, k) => ({
    when: combine('==', variable(several.which, i32), int(k)),
    slot: other,
  }));
  several.slots.push(own);
  return before?.kind === 'unknown' ? null : others.length === 0 ? own : { kind: 'chosen', cases: others, last: own };
}

/** `auto` with several `return`s: the first one says the type. */
function returnDeduced(cx: Context, value: Value, node: SyntaxNode): void {
  const { returned } = cx.frame;
  const type = typeOfValue(value);
  if (returned.late === null && type !== null && type.kind !== 'void') returned.late = lateResult(cx, type, node);
  if (returned.late !== null)
    writeSlot(
      cx,
      returned.late,
      type === null ? unknownOf(messages.result) : cx.rules.coerce(cx, value, typeOfSlot(returned.late) ?? type, node),
      node,
    );
  else if (type?.kind !== 'void')
    returned.slot = { kind: 'value', value: unknownOf(messages.result), type: { kind: 'opaque', text: 'auto' } };
}

const lateResult = (cx: Context, type: CType, node: SyntaxNode): Slot =>
  resultSlot(cx, type, 'result', `${cx.frame.key}:result`, node);

/** The value as it is before destructors run. */
function keptValue(cx: Context, value: Value, node: SyntaxNode): Value {
  if (value.kind === 'scalar') return scalarValue(pinnedExpr(cx, value.expr, 'result', node));
  if (value.kind === 'pointer') return pointerValue(pinned(cx, value.pointer, 'result', node));
  if (value.kind === 'struct')
    return { ...value, fields: new Map([...value.fields].map(([name, field]) => [name, keptValue(cx, field, node)])) };
  if (value.kind === 'list') return { kind: 'list', items: value.items.map((item) => keptValue(cx, item, node)) };
  return value;
}
