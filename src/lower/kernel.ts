/**
 * One kernel (or one instance of its template) to IR: parameters to scalars and arrays, then the body, in rounds until
 * what pointers may point to is settled (pointer-variable.ts).
 */
import { declaredObject } from './calls/implied-object.ts';
import type { VarId } from '../base/brand.ts';
import type { Kernel, Note, Stmt } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context, Unit } from './context.ts';
import type { Facts } from './facts.ts';
import type { Frame } from './frame.ts';
import type { Rules } from './rules.ts';
import type { CType, Field } from './types/c-type.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { Binding } from './scope.ts';
import type { Slot } from './expressions/value.ts';
import { readWrittenTextures } from './library/texture-memory.ts';
import { bytes, sourceId, stmtId } from '../base/brand.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { f32 } from '../base/ctype.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { assignedIn, eachStmt, expressionsOf } from '../ir/walk.ts';
import { fail, freshScalar, lowerLimits, note, spanOf, textOf } from './context.ts';
import { beginRound, factsFrom, hasPointersInMemory, isConfirmed, noFacts } from './facts.ts';
import { use } from './uses.ts';
import { keep } from '../base/memoize.ts';
import { isBroken } from '../parse/node.ts';
import { refuseBrokenHeader } from './headers.ts';
import { constantOf } from './expressions/constants.ts';
import { enumerationOf, isSized, printCType, scalar, sizeOfType } from './types/c-type.ts';
import { declaredName, splitName } from './file-scope.ts';
import { withBound } from './scope.ts';
import { settleMarks } from './synchronization/in-flight.ts';
import type { Fresh } from './synchronization/flight-pass.ts';
import { elementScopes } from './calls/packs.ts';
import { packParametersOf, parameterType, parametersOf, withoutDots } from './calls/parameters.ts';
import { arraySlot } from './names.ts';
import { askedFromZero, withHostFlags } from './at-will.ts';
import { withGivenArrays } from './given-arrays.ts';
import { withVolatileFlags } from './synchronization/volatile-flags.ts';
import { settleCells } from './memory/pointer-cells.ts';
import { declareKnownReached, keepReached } from './memory/reached.ts';
import { newSlot } from './memory/slots.ts';
import { withItems, withMembers } from './memory/parts.ts';
import { templateArguments } from './calls/templates.ts';
import { declareAllocated } from './memory/heap.ts';
import type { OpenParameters, OpenValues } from './open-values.ts';
import { assumeOthers } from './open-values.ts';
import { clusterDimsIn, withRows } from './clusters.ts';
import { declarePointer } from './memory/pointer-variable.ts';
import { qualifiersOf } from './types/types.ts';
import { promisedInBody } from './restrict.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';
import { withDivisions } from '../ir/magic-division.ts';

/**
 * How the parameters of the template are bound, in order; made anew in each round. `open`: what is known of open ones.
 */
export type Instance = Readonly<{
  name: string;
  bind: (cx: Context) => ReadonlyMap<string, Binding>;
  open?: OpenParameters;
}>;

const isSettled = (facts: Facts): boolean => !facts.changed;

/**
 * `asked`: values of open template parameters on which it depends what is meant. `facts`: for other instances.
 * `isTooLarge`: it was given up for its size.
 */
export type LoweredInstance = Readonly<{ kernel: Kernel; asked: OpenValues; facts: Facts; isTooLarge: boolean }>;
/**
 * `facts`: what another instance of the template has learnt, if there is one. `statements`: how many the kernel may
 * have.
 */
export type Before = Readonly<{ facts: Facts | null; statements: number }>;

/** Lowers a kernel. Never throws for what the source says: it is `unsupported` then. */
export function lowerKernel(
  unit: Unit,
  rules: Rules,
  decl: FunctionDecl,
  instance: Instance,
  before: Before = { facts: null, statements: lowerLimits.statements },
): LoweredInstance {
  const { cx, facts } =
    lowerSeeded(unit, rules, decl, instance, before) ??
    lowerRounds(unit, rules, decl, instance, noFacts(instance.open), before.statements);
  return { kernel: finished(cx, decl, instance), asked: facts.asked, facts, isTooLarge: isTooLarge(cx) };
}

const isTooLarge = (cx: Context): boolean => cx.isTooLarge && cx.failed !== null;

type Rounds = Readonly<{ cx: Context; facts: Facts }>;

/** Beginning with what another instance has learnt; null where this instance would not have learnt all of it. */
function lowerSeeded(
  unit: Unit,
  rules: Rules,
  decl: FunctionDecl,
  instance: Instance,
  { facts: known, statements }: Before,
): Rounds | null {
  if (known === null || hasPointersInMemory(known)) return null;
  const rounds = lowerRounds(unit, rules, decl, instance, factsFrom(known, instance.open), statements);
  const times = new Map<VarId, number>();
  eachStmt(rounds.cx.out, (stmt) => {
    if (stmt.kind === 'assign') times.set(stmt.target, (times.get(stmt.target) ?? 0) + 1);
  });
  return isConfirmed(rounds.facts, rounds.cx.onlyVariables, (id) => (times.get(id) ?? 0) > 1) ? rounds : null;
}

function lowerRounds(
  unit: Unit,
  rules: Rules,
  decl: FunctionDecl,
  instance: Instance,
  facts: Facts,
  statements: number,
): Rounds {
  for (let round = 1; ; round++) {
    beginRound(facts);
    const cx = newContext(unit, rules, decl, facts, statements);
    lowerRound(cx, decl, instance);
    if (isSettled(facts) && cx.failed === null) {
      settleCells(cx, settleMarks(cx.out, cx, freshIn(cx)).body);
      readWrittenTextures(cx, decl.name, decl.node);
    }
    if (isSettled(facts) || isTooLarge(cx)) return { cx, facts };
    if (round === lowerLimits.rounds) {
      cx.failed ??= { text: fill(messages.pointsToUnsettled, { round }), span: spanOf(cx, decl.node) };
      return { cx, facts };
    }
  }
}

/** A kernel of which nothing is lowered, for a reason that is not in its text. */
export function refusedKernel(unit: Unit, rules: Rules, decl: FunctionDecl, name: string, because: Note): Kernel {
  const cx = newContext(unit, rules, decl, noFacts());
  use(cx, 'kernel', decl.name, decl.node);
  cx.failed = because;
  return finished(cx, decl, { name, bind: () => new Map() });
}

export function newContext(
  unit: Unit,
  rules: Rules,
  decl: FunctionDecl | null,
  facts: Facts,
  statements: number = lowerLimits.statements,
): Context {
  const frame: Frame = {
    callee: null,
    key: 'kernel',
    path: decl?.path ?? [],
    result: null,
    returned: { slot: null, late: null, type: { kind: 'void' }, direct: false, deduce: false, several: null },
    self: null,
    depth: 0,
    active: [],
    living: 0,
    callersBreaks: 0,
    isBroken: decl === null || keep(unit.kept.broken, decl.node, isBroken),
    isAtomic: false,
    builds: false,
    object: null,
  };
  return {
    unit,
    rules,
    facts,
    frame,
    scalars: new Map(),
    numbered: new Map(),
    scalarNumbers: new Map(),
    arrays: new Map(),
    params: [],
    formals: [],
    sources: new Map(),
    sourcesAt: new Map(),
    uses: new Map(),
    lastUses: new Map(),
    signatures: new Map(),
    notes: [],
    unsequenced: [],
    askedTimes: new Map(),
    watched: null,
    assumptions: [],
    everything: [],
    globalMemory: [],
    deviceVariables: [],
    madeUp: new Map(),
    globals: new Map(),
    pointerStores: new Set(),
    pointed: new Map(),
    steady: new Set(),
    symbolic: new Set(),
    inferred: new Map(),
    undeclared: new Map(),
    ofArguments: new Set(),
    unknownExtents: [],
    declaring: new Set(),
    breaks: [],
    lists: [],
    leaps: new Map(),
    living: [],
    initializing: null,
    referenceCalls: new Set(),
    references: new Set(),
    converting: new Set(),
    enclosing: new Map(),
    wholes: new Map(),
    marks: new Map(),
    standIns: new Set(),
    queues: new Map(),
    barrierCounts: new Map(),
    typeDepth: 0,
    statementDepth: 0,
    valueDepth: 0,
    constantDepth: 0,
    constantSteps: 0,
    constantCalls: new Map(),
    dynamicShared: null,
    maxThreads: null,
    cluster: null,
    ofCluster: new Set(),
    clusterToken: null,
    out: [],
    scope: { names: new Map(), parent: null },
    source: sourceId(0),
    parentSource: null,
    conditional: 0,
    mayHaveExited: false,
    discarding: null,
    nextStmt: 1,
    statements,
    isTooLarge: false,
    readEarly: new Set(),
    onlyVariables: new Map(),
    failed: null,
  };
}

function lowerRound(cx: Context, decl: FunctionDecl, instance: Instance): void {
  const span = spanOf(cx, decl.node);
  use(cx, 'kernel', decl.name, decl.node);
  cx.sources.set(sourceId(0), {
    id: sourceId(0),
    span,
    parent: null,
    inBlock: false,
    inMacro: cx.unit.source.macrosAt(decl.node.start).length > 0,
    callee: null,
  });
  cx.scope = { names: new Map(instance.bind(cx)), parent: null };
  if (cx.frame.isBroken) refuseBrokenHeader(cx, decl, decl.node);
  assumeOthers(cx, decl.node);
  const bounds = decl.node.children.find((child) => child.type === 'launch_bounds');
  const first = bounds === undefined ? undefined : namedChildren(bounds)[0];
  const value = first === undefined ? null : cx.rules.value(cx, first);
  const known = value?.kind === 'scalar' ? constantOf(value.expr) : null;
  cx.maxThreads = known === null ? null : Number(known);
  cx.cluster = clusterDimsIn(cx, decl.node);
  cx.scope = { names: new Map(), parent: cx.scope };
  for (const parameter of parametersOf(cx, decl.declarator)) declareParameter(cx, parameter);
  const packs = packParametersOf(decl.declarator);
  for (const node of packs)
    declarePack(
      cx,
      node,
      packs.length === 1 && parametersOf(cx, decl.declarator).every((one) => one.node.end <= node.start),
    );
  declareKnownReached(cx);
  declareAllocated(cx);
  const body = childIn(decl.node, 'body');
  if (body === null) return;
  if (body.type !== 'compound_statement') fail(cx, decl.node, messages.body);
  for (const name of promisedInBody(cx, body)) promiseApart(cx, name);
  cx.rules.list(cx, namedChildren(body));
  cx.rules.leaveScope(cx, 0);
}

type Parameter = ReturnType<typeof parametersOf>[number];

/** `Args... args`: a parameter for each element; anything where it is not known how many there are. */
function declarePack(cx: Context, node: SyntaxNode, isLast: boolean): void {
  const own = childIn(node, 'declarator');
  const name = own === null ? null : declaredName(own);
  if (!isLast) fail(cx, node, messages.packNotLast);
  if (own === null || name === null) return;
  const text = textOf(cx, name);
  const elements = elementScopes(cx, childIn(node, 'type') ?? node)?.map((bound, k) =>
    withBound(cx, bound, () =>
      declareParameter(cx, { node, declarator: withoutDots(own), name: `${text}[${k}]`, fallback: null }),
    ),
  );
  cx.scope.names.set(
    text,
    elements === undefined
      ? {
          kind: 'slot',
          key: `param:${text}`,
          slot: {
            kind: 'unknown',
            because: fill(messages.unknownPack, { text }),
            type: null,
            footprint: 'everything',
            clobbers: null,
          },
        }
      : { kind: 'pack', elements },
  );
}

function declareParameter(cx: Context, parameter: Parameter): Binding {
  const quals = qualifiersOf(parameter.node);
  const type: CType = parameterType(cx, parameter) ?? { kind: 'opaque', text: 'auto' };
  const name = parameter.name === '' ? `unnamed${cx.params.length}` : parameter.name;
  cx.formals.push(name);
  const slot = parameterSlot(cx, type, name, parameter.node, quals.isConst);
  const open =
    slot.kind === 'unknown' && type.kind === 'opaque'
      ? {
          ...slot,
          parameter: {
            name,
            element: elementOfUndeclared(cx, parameter.node),
            isConst: quals.isConst,
            node: parameter.node,
          },
        }
      : slot;
  if (slot.kind === 'unknown') cx.params.push({ kind: 'opaque', name, typeText: printCType(type) });
  const made: Binding = {
    kind: 'slot',
    slot: open,
    key: `param:${name}`,
    object: declaredObject(cx, parameter.node, parameter.declarator, type),
  };
  cx.scope.names.set(name, made);
  return made;
}

function promiseApart(cx: Context, name: string): void {
  const at = cx.params.findIndex((param) => param.kind === 'array' && param.name === name);
  const param = cx.params[at];
  if (param?.kind === 'array') cx.params[at] = { ...param, isRestrict: true };
}

/** The first template argument of a type that is not declared: what its arrays are taken to hold. */
function elementOfUndeclared(cx: Context, node: SyntaxNode): CType {
  const type = childIn(node, 'type');
  const list = type === null ? null : splitName(type, (inner) => textOf(cx, inner)).arguments;
  const first = list === null ? undefined : templateArguments(cx, list)[0];
  return first?.kind === 'type' && isSized(first.type) ? first.type : scalar(f32);
}

/** The slot of a parameter, or of a part of one; scalars and arrays in it become parameters with dotted names. */
function parameterSlot(cx: Context, type: CType, name: string, node: SyntaxNode, isConst: boolean): Slot {
  switch (type.kind) {
    case 'scalar': {
      const id = freshScalar(cx, name, type.type, 'parameter');
      cx.params.push({ kind: 'scalar', name, id, type: type.type });
      if (isConst) cx.steady.add(id);
      return { kind: 'scalar', id, type: type.type, ...enumerationOf(type) };
    }
    case 'pointer':
      return pointerParameter(cx, type, name, node);
    case 'reference': {
      const slot = arraySlot(cx, name, 'global', type.to, false, node, name);
      addArrayParameter(cx, slot, name, type.to, isConst);
      return slot;
    }
    case 'array':
      if (parameterArrayIsSmall(type)) {
        return withItems(cx, {
          kind: 'elements',
          of: type.of,
          items: Array.from({ length: type.extent ?? 0 }, (_, k) =>
            parameterSlot(cx, type.of, `${name}[${k}]`, node, isConst),
          ),
        });
      }
      return largeArray(cx, type, name, node);
    case 'struct':
      if (type.struct.body?.node.type === 'union_specifier') break;
      return withMembers(cx, {
        kind: 'struct',
        type: type.struct,
        fields: new Map(
          type.struct.fields.map((field) => [field.name, parameterField(cx, field, name, node, isConst)]),
        ),
      });
    case 'void':
    case 'opaque':
      break;
  }
  return {
    kind: 'unknown',
    because: fill(messages.unknownTypeOf, { type: printCType(type), name }),
    type,
    footprint: [],
    clobbers: null,
  };
}

/** An array of each thread's own, until it is known that nothing changes it (given-arrays.ts). */
function largeArray(cx: Context, type: CType, name: string, node: SyntaxNode): Slot {
  const slot = newSlot(cx, type, name, `param:${name}`, null, node);
  if (slot.kind === 'memory') cx.ofArguments.add(slot.place.array);
  return slot;
}

function parameterField(cx: Context, field: Field, name: string, node: SyntaxNode, isConst: boolean): Slot {
  const own = field.role === 'member' ? `${name}.${field.name}` : name;
  if (field.bits === null || field.type.kind !== 'scalar' || field.type.type.kind === 'float')
    return parameterSlot(cx, field.type, own, node, isConst);
  const unit: CType =
    field.type.type.kind === 'bool'
      ? scalar(field.bits.unit)
      : { kind: 'scalar', type: { ...field.type.type, signed: false } };
  return {
    kind: 'bits',
    of: parameterSlot(cx, unit, own, node, isConst),
    shift: 0,
    width: field.bits.width,
    type: field.type.type,
  };
}

/** Elements that are parameters of their own, at most: an index that is not known is a choice among all of them. */
const elementsApart = 256;

function parameterArrayIsSmall(type: Extract<CType, { kind: 'array' }>): boolean {
  return type.extent !== null && type.extent <= 64 && leavesOf(type) <= elementsApart;
}

/** How many scalars and pointers a type is made of. */
function leavesOf(type: CType): number {
  if (type.kind === 'array') return (type.extent ?? 0) * leavesOf(type.of);
  return type.kind === 'struct' ? type.struct.fields.reduce((sum, field) => sum + leavesOf(field.type), 0) : 1;
}

function pointerParameter(
  cx: Context,
  type: Extract<CType, { kind: 'pointer' }>,
  name: string,
  node: SyntaxNode,
): Slot {
  const whole: CType = { kind: 'array', of: type.to, extent: null };
  const slot = arraySlot(cx, name, 'global', whole, type.volatile, node, name);
  addArrayParameter(cx, slot, name, type.to, type.isConst);
  if (type.isRestrict === true) promiseApart(cx, name);
  const place = slot.kind === 'memory' ? slot.place : null;
  const unknown = {
    kind: 'unknown',
    because: fill(messages.unknownLayout, { name: printCType(type.to) }),
    footprint: slot.kind === 'unknown' ? slot.footprint : 'everything',
  } as const;
  const pointer = {
    to: type.to,
    volatile: type.volatile,
    target: place === null ? unknown : ({ kind: 'memory', place } as const),
  };
  return { kind: 'pointer', variable: declarePointer(cx, `param:${name}`, name, type, pointer, node) };
}

function addArrayParameter(cx: Context, slot: Slot, name: string, to: CType, isConst: boolean): void {
  const id =
    slot.kind === 'memory'
      ? slot.place.array
      : slot.kind === 'unknown' && slot.footprint !== 'everything'
        ? slot.footprint[0]
        : undefined;
  if (id !== undefined)
    cx.params.push({
      kind: 'array',
      name,
      id,
      elementBytes: bytes(isSized(to) ? sizeOfType(to) : 1),
      isConst,
      isRestrict: false,
    });
}

/** Fills the footprints that stand for all arrays of a kind: which there are is known now. */
function nameFootprints(cx: Context): void {
  for (const array of cx.arrays.values()) {
    if (array.space !== 'constant' && array.space !== 'local') cx.everything.push(array.id);
    if (array.space === 'global') cx.globalMemory.push(array.id);
    if (array.space === 'global' && array.parameter === null) cx.deviceVariables.push(array.id);
  }
}

const freshIn = (cx: Context): Fresh => ({
  stmt: () => stmtId(cx.nextStmt++),
  scalar: (name, type) => freshScalar(cx, name, type, 'temporary'),
});

function finished(cx: Context, decl: FunctionDecl, instance: Instance): Kernel {
  const { body: settled, doubts } = settleMarks(cx.failed === null ? cx.out : [], cx, freshIn(cx));
  const body = withRows(cx, askedFromZero(cx, withHostFlags(cx, settled), spanOf(cx, decl.node)), decl.node);
  // what stands in for exact steps is said where it costs a proof
  for (const { stmt, because } of doubts)
    if (stmt.kind !== 'unknown' || stmt.isStandIn !== true) cx.notes.push({ text: because, span: stmt.span });
  keepReached(cx, body);
  nameFootprints(cx);
  const changing = cx.assumptions.length === 0 ? new Set<VarId>() : assignedIn(body);
  const assumptions = cx.assumptions.filter((one) => {
    const steady = [...freeVariables(one.condition)].every(
      (id) => !changing.has(id) && cx.scalars.get(id)?.role === 'parameter',
    );
    if (!steady) cx.notes.push({ text: fill(messages.changingAssumption, { text: one.text }), span: one.span });
    return steady;
  });
  dropUnusedInferred(cx, body);
  return withDivisions(
    withVolatileFlags(
      withGivenArrays(
        {
          name: instance.name,
          span: spanOf(cx, decl.node),
          params: orderedParams(cx),
          formals: cx.formals,
          ...(cx.undeclared.size === 0 ? {} : { undeclared: cx.undeclared }),
          scalars: cx.scalars,
          arrays: cx.arrays,
          body,
          maxThreads: cx.maxThreads,
          assumptions,
          sources: cx.sources,
          uses: [...cx.uses.values()],
          notes: cx.notes,
          ...(cx.unsequenced.length === 0 ? {} : { unsequenced: cx.unsequenced }),
          unsupported: cx.failed,
        },
        cx.ofArguments,
      ),
    ),
  );
}

/** Members of undeclared parameters that were only on the way to their elements are no parameters. */
function dropUnusedInferred(cx: Context, body: readonly Stmt[]): void {
  if (cx.inferred.size === 0) return;
  const read = new Set<VarId>();
  for (const id of assignedIn(body)) read.add(id);
  eachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) for (const id of freeVariables(expr)) read.add(id);
  });
  for (const slot of cx.inferred.values()) {
    if (slot.kind !== 'scalar' || read.has(slot.id)) continue;
    cx.scalars.delete(slot.id);
    const at = cx.params.findIndex((param) => param.kind === 'scalar' && param.id === slot.id);
    if (at !== -1) cx.params.splice(at, 1);
  }
}

/** The source's parameters first, then those of our own making. */
function orderedParams(cx: Context): Kernel['params'] {
  const own = cx.params.filter((param) => param.name.endsWith('.nonnull') || cx.symbolic.has(param.name));
  return [...cx.params.filter((param) => !own.includes(param)), ...own];
}

/** A parameter of the template that is left open: a scalar of our own making. */
export function symbolicParameter(
  cx: Context,
  name: string,
  type: Extract<CType, { kind: 'scalar' }>,
  node: SyntaxNode,
): Binding {
  const id = freshScalar(cx, name, type.type, 'parameter');
  cx.steady.add(id);
  cx.symbolic.add(name);
  cx.params.push({ kind: 'scalar', name, id, type: type.type });
  note(cx, node, fill(messages.openTemplateParameter, { name }));
  return {
    kind: 'slot',
    key: name,
    slot: { kind: 'value', value: { kind: 'scalar', expr: { kind: 'var', id, type: type.type } }, type },
  };
}
