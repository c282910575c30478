/**
 * Compiles a kernel for the machine, once for many runs. Exact: each IR statement becomes the instructions that perform
 * it. Needs a kernel that `ir/check.ts` accepts. Gives `CompiledKernel`; what has no meaning here becomes an
 * instruction that ends the run as `unmodelled` when a thread comes to it, and only then.
 *
 * Example: `for (…; i < n; i++) { … }` becomes
 *   setInt turn 0 · head: jumpLessEqual n i end · … · addI i i #1 · loopBack turn head · end:
 */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { BuiltinName, Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { Kernel, Place, Stmt, StmtOf } from '../ir/ir.ts';
import type { Assembler, Label, Slot } from './assembler.ts';
import type { AccessMode, ArrayInfo, CompiledKernel, MemorySite, Rendezvous, Site } from './compiled.ts';
import type { ExprContext } from './compile-expr.ts';
import type { TaintPlan } from './taint.ts';
import { stmtId } from '../base/brand.ts';
import { typeOf } from '../base/expr-build.ts';
import { freeVariables } from '../base/expr-walk.ts';
import { i32, isUnsigned, sizeOf, u32 } from '../base/ctype.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import { objectAt, objectStride } from '../base/object-stride.ts';
import { assignedIn, objectOf } from '../ir/walk.ts';
import { overwrittenValues } from '../ir/overwritten.ts';
import { layOutArrays } from './array-layout.ts';
import { classOf, createAssembler } from './assembler.ts';
import { branchUnless, compileInto, operandOf } from './compile-expr.ts';
import { formatOf } from './compiled.ts';
import { byteAddress } from './byte-address.ts';
import { conflictsBetween } from './conflict.ts';
import { loopEndsOf } from './loop-ends.ts';
import { op, term } from './opcode.ts';
import { planTaint, restsOnSchedule } from './taint.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type { CompiledKernel } from './compiled.ts';

const builtinNames: readonly BuiltinName[] = [
  'threadIdx.x',
  'threadIdx.y',
  'threadIdx.z',
  'blockIdx.x',
  'blockIdx.y',
  'blockIdx.z',
  'blockDim.x',
  'blockDim.y',
  'blockDim.z',
  'gridDim.x',
  'gridDim.y',
  'gridDim.z',
];

/** `isOnce`: its body runs once whatever happens, as that of `do … while (0)`. */
type LoopFrame = Readonly<{ loop: StmtId; turn: Slot; isOnce: boolean; breakTo: Label; continueTo: Label }>;

/** What is known while statements are compiled; the lists grow. */
type Context = Readonly<{
  asm: Assembler;
  exprs: ExprContext;
  taint: TaintPlan;
  /** Unknown values that nothing reads. */
  overwritten: ReadonlySet<StmtId>;
  fixed: ReadonlySet<ArrayId>;
  scalars: Kernel['scalars'];
  taintSlots: ReadonlyMap<VarId, Slot>;
  arrays: ReadonlyMap<Place['array'], ArrayInfo>;
  loops: LoopFrame[];
  returns: Label[];
  current: { stmt: StmtId; span: Span };
  sites: Site[];
  memory: MemorySite[];
  rendezvous: Rendezvous[];
  fences: CompiledKernel['fences'][number][];
  exits: (Site | null)[];
  unmodelled: { because: string; span: Span }[];
}>;

/**
 * Compiles a kernel. One that could not be lowered compiles to a program that is unmodelled from the start. `fixed`:
 * arrays whose contents count as data only if data is stored to them (`dataDependent` of the report); global memory
 * never is.
 */
export function compileKernel(kernel: Kernel, fixed: ReadonlySet<ArrayId> = new Set()): CompiledKernel {
  const asm = createAssembler();
  const builtins = new Map(builtinNames.map((name) => [name, asm.slot()]));
  const slots = new Map([...kernel.scalars.keys()].map((id) => [id, asm.slot()]));
  const c = createContext(kernel, fixed, asm, builtins, slots);
  if (kernel.unsupported !== null) {
    c.current.span = kernel.unsupported.span;
    c.exprs.unmodelled(kernel.unsupported.text);
  }
  compileAssumptions(c, kernel);
  compileBody(c, kernel.body);
  asm.countStatement();
  asm.emit(op.exit, c.exits.length);
  c.exits.push(null);
  const barriers = c.rendezvous.filter((r) => r.scope === 'warp' || r.scope === 'named');
  const asyncs = c.rendezvous.flatMap((r) => (r.async === null ? [] : [r.async.op]));
  return {
    kernel,
    code: asm.finish(),
    builtins,
    params: kernel.params.flatMap((param) =>
      param.kind === 'scalar'
        ? [{ name: param.name, id: param.id, type: param.type, slot: slots.get(param.id) ?? asm.slot() }]
        : [],
    ),
    arrays: [...c.arrays.values()],
    memory: c.memory,
    rendezvous: c.rendezvous,
    fences: c.fences,
    exits: c.exits,
    sites: c.sites,
    unmodelled: c.unmodelled,
    conflicts: conflictsBetween(c.memory, [...c.arrays.values()]),
    loopEnds: loopEndsOf(kernel.body),
    depth: Math.max(0, ...c.memory.map((m) => m.site.loops.length)),
    warpBarriers:
      asyncs.length > 0
        ? 'partial'
        : barriers.length === 0
          ? 'none'
          : barriers.every((r) => r.number === null && r.mask === null && (r.tile ?? 32) >= 32)
            ? 'full'
            : 'partial',
    isNumbered: asyncs.length > 0 || barriers.some((r) => r.number !== null),
    cluster: c.rendezvous.find(({ cluster }) => cluster !== null)?.cluster ?? null,
    isAsync: asyncs.length > 0,
    isBulk: asyncs.some((one) => one.kind === 'issue' && one.isBulk),
    queues:
      1 +
      Math.max(
        asyncs.some((one) => one.kind === 'arrive-copies') ? 0 : -1,
        ...asyncs.map((one) =>
          one.kind === 'issue' && typeof one.on === 'number' ? one.on : 'queue' in one ? one.queue : -1,
        ),
      ),
  };
}

function createContext(
  kernel: Kernel,
  fixed: ReadonlySet<ArrayId>,
  asm: Assembler,
  builtins: ReadonlyMap<BuiltinName, Slot>,
  slots: ReadonlyMap<VarId, Slot>,
): Context {
  const taint = planTaint(kernel.body, fixed);
  const current = { stmt: kernel.body[0]?.id ?? stmtId(-1), span: kernel.span };
  const sites: Site[] = [];
  const loops: LoopFrame[] = [];
  const unmodelled: { because: string; span: Span }[] = [];
  const exprs: ExprContext = {
    asm,
    slotOf: (id) => {
      const slot = slots.get(id);
      invariant(slot !== undefined, `K1: ${id} is declared`);
      return slot;
    },
    builtinSlot: (name) => {
      const slot = builtins.get(name);
      invariant(slot !== undefined, `${name} is a built-in`);
      return slot;
    },
    site: () => sites.push(siteOf(current, loops)) - 1,
    unmodelled: (because) => asm.emit(op.unmodelled, unmodelled.push({ because, span: current.span }) - 1),
  };
  return {
    asm,
    exprs,
    taint,
    fixed,
    overwritten: overwrittenValues(kernel.body),
    scalars: kernel.scalars,
    arrays: layOutArrays(kernel),
    loops,
    returns: [],
    current,
    sites,
    memory: [],
    rendezvous: [],
    fences: [],
    exits: [],
    unmodelled,
    taintSlots: new Map([...taint.tracked].map((id) => [id, asm.slot()])),
  };
}

const siteOf = (current: Readonly<{ stmt: StmtId; span: Span }>, loops: readonly LoopFrame[]): Site => ({
  stmt: current.stmt,
  span: current.span,
  loops: loops.filter(({ isOnce }) => !isOnce).map(({ loop, turn }) => ({ loop, turn })),
});

/** Assumptions that only read parameters and built-ins are checked by every thread as it starts. */
function compileAssumptions(c: Context, kernel: Kernel): void {
  const parameters = new Set(kernel.params.flatMap((param) => (param.kind === 'scalar' ? [param.id] : [])));
  kernel.assumptions.forEach((assumption, k) => {
    if (![...freeVariables(assumption.condition)].every((id) => parameters.has(id))) return;
    const mark = c.asm.mark();
    c.asm.emit(op.assumption, operandOf(c.exprs, assumption.condition), k);
    c.asm.release(mark);
  });
}

function compileBody(c: Context, body: readonly Stmt[]): void {
  for (const stmt of body) {
    c.current.stmt = stmt.id;
    c.current.span = stmt.span;
    const mark = c.asm.mark();
    if (stmt.kind !== 'call') c.asm.countStatement();
    compileStmt(c, stmt);
    c.asm.release(mark);
  }
}

function compileStmt(c: Context, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'assign':
      taintFromExprs(c, stmt.target, [stmt.value]);
      return compileInto(c.exprs, stmt.value, c.exprs.slotOf(stmt.target));
    case 'load':
    case 'store':
    case 'atomic':
      return compileAccess(c, stmt);
    case 'barrier':
      return compileBarrier(c, stmt);
    case 'lanes':
      return compileLanes(c, stmt);
    case 'async':
      return compileAsync(c, stmt);
    case 'fence':
      return c.asm.emit(op.fence, c.fences.push(stmt) - 1);
    case 'loop':
      return compileLoop(c, stmt);
    case 'branch':
      return compileBranch(c, stmt);
    case 'call': {
      const after = c.asm.label();
      c.returns.push(after);
      compileBody(c, stmt.body);
      c.returns.pop();
      return c.asm.bind(after);
    }
    case 'jump':
      return compileJump(c, stmt);
    case 'assert':
      return c.asm.emit(op.assertion, operandOf(c.exprs, stmt.condition), c.exprs.site());
    case 'unknown-value':
      setTaint(c, stmt.target, 1);
      if (!c.overwritten.has(stmt.id)) c.asm.emit(op.invented);
      return zero(c, stmt.target);
    case 'unknown':
      if (stmt.isStandIn === true) return;
      return c.exprs.unmodelled(stmt.because);
    default:
      return assertNever(stmt);
  }
}

function zero(c: Context, target: VarId): void {
  const slot = c.exprs.slotOf(target);
  c.asm.emit(op.moveL, slot, c.asm.constant('l', 0n));
}

// Taint bits ----------------------------------------------------------------------------------------------------------

function setTaint(c: Context, target: VarId, bit: 0 | 1): void {
  const slot = c.taintSlots.get(target);
  if (slot !== undefined) c.asm.emit(op.setInt, slot, bit);
}

const taintsOf = (c: Context, exprs: readonly Expr[]): readonly Slot[] => [
  ...new Set(exprs.flatMap((expr) => [...freeVariables(expr)].flatMap((id) => c.taintSlots.get(id) ?? []))),
];

function taintFromExprs(c: Context, target: VarId, exprs: readonly Expr[]): void {
  const slot = c.taintSlots.get(target);
  if (slot === undefined) return;
  const from = taintsOf(c, exprs);
  const [first, ...rest] = from.includes(slot) ? [slot, ...from.filter((other) => other !== slot)] : from;
  if (first === undefined) return c.asm.emit(op.setInt, slot, 0);
  if (first !== slot) c.asm.emit(op.moveI, slot, first);
  for (const other of rest) c.asm.emit(op.orI, slot, slot, other);
}

function checkTaint(c: Context, exprs: readonly Expr[], isAddress = false): void {
  for (const slot of taintsOf(c, exprs))
    c.asm.emit(
      op.taintCheck,
      slot,
      c.sites.push({ ...siteOf(c.current, c.loops), ...(isAddress ? { isAddress } : {}) }) - 1,
    );
}

// Memory --------------------------------------------------------------------------------------------------------------

function compileAccess(c: Context, stmt: StmtOf<'load'> | StmtOf<'store'> | StmtOf<'atomic'>): void {
  const { place } = stmt;
  const array = c.arrays.get(place.array);
  invariant(array !== undefined, `K1: ${place.array} is declared`);
  if (array.space === 'local' && array.bytes === null)
    return c.exprs.unmodelled(fill(messages.unknownLocalSize, { name: array.name }));
  const { object, byte } = objectAt(place.offset);
  const strides = place.subscripts.map(({ stride }) => (stride % objectStride === 0 ? stride / objectStride : stride));
  if ([object, byte, ...strides].some((size) => (size | 0) !== size))
    return c.exprs.unmodelled(`offsets of 2 GiB and more in ${array.name}`);
  checkTaint(
    c,
    place.subscripts.map((subscript) => subscript.index),
    true,
  );
  const terms = place.subscripts.flatMap(({ index, stride }, k) => {
    const type = typeOf(index);
    const kind = classOf(type) === 'l' ? (isUnsigned(type) ? term.ul : term.l) : isUnsigned(type) ? term.u : term.i;
    return [operandOf(c.exprs, index), kind + (stride % objectStride === 0 ? term.object : 0), strides[k] ?? stride];
  });
  if (object !== 0) terms.push(0, term.one + term.object, object);
  const mode: AccessMode = stmt.kind === 'load' ? 'read' : stmt.kind === 'store' ? 'write' : 'atomic';
  const slot =
    stmt.kind === 'load' ? c.exprs.slotOf(stmt.target) : stmt.kind === 'store' ? operandOf(c.exprs, stmt.value) : 0;
  const atomic =
    stmt.kind !== 'atomic'
      ? null
      : {
          op: stmt.op,
          operands: stmt.operands.map((operand) => operandOf(c.exprs, operand)),
          target: stmt.target === null ? null : c.exprs.slotOf(stmt.target),
          scope: stmt.scope,
          order: stmt.order,
        };
  const index = c.memory.length;
  c.memory.push({
    index,
    site: siteOf(c.current, c.loops),
    array: array.index,
    mode,
    type: place.type,
    format: formatOf(place.type),
    size: sizeOf(place.type),
    atomic,
    copy: stmt.copy?.by ?? null,
    isVolatile: place.volatile,
    isLocal: array.space === 'local',
    isLogged: array.isLogged,
  });
  const isFixed = c.fixed.has(place.array);
  if (stmt.kind !== 'store' && stmt.target !== null) setTaint(c, stmt.target, isFixed && stmt.kind === 'load' ? 0 : 1);
  if (stmt.kind === 'store' && isFixed) checkTaint(c, [stmt.value]);
  c.asm.emit(
    stmt.kind === 'load' ? op.load : stmt.kind === 'store' ? op.store : op.atomic,
    index,
    slot,
    byte,
    terms.length / 3,
    ...terms,
  );
}

// Rendezvous ----------------------------------------------------------------------------------------------------------

function addRendezvous(c: Context, fields: Omit<Rendezvous, 'index' | 'site'>): void {
  c.asm.emit(op.rendezvous, c.rendezvous.length);
  c.rendezvous.push({ index: c.rendezvous.length, site: siteOf(c.current, c.loops), ...fields });
}

function maskSlot(c: Context, mask: Expr | null): Slot | null {
  return mask === null ? null : checkedSlot(c, mask);
}

/** Of an operand that says who meets. */
function checkedSlot(c: Context, operand: Expr): Slot {
  checkTaint(c, [operand]);
  return operandOf(c.exprs, classOf(typeOf(operand)) === 'l' ? { kind: 'cast', to: u32, operand } : operand);
}

function compileBarrier(c: Context, stmt: StmtOf<'barrier'>): void {
  const { scope, reduction } = stmt;
  if (stmt.isStandIn === true) return;
  if (scope.kind === 'tile' && (scope.size > 32 || scope.size < 1 || (scope.size & (scope.size - 1)) !== 0))
    return c.exprs.unmodelled(`tile of ${scope.size} threads`);
  addRendezvous(c, {
    // A collective call waits like a barrier; that it orders less is left to the protocol's views of the kernel
    // (ir/views.ts).
    scope:
      scope.kind === 'tile'
        ? 'warp'
        : scope.kind === 'collective'
          ? 'block'
          : scope.kind === 'cluster'
            ? 'grid'
            : scope.kind,
    mask: scope.kind === 'warp' && !namesAllLanes(scope.mask) ? maskSlot(c, scope.mask) : null,
    tile: scope.kind === 'tile' ? scope.size : null,
    cluster: scope.kind === 'cluster' ? scope.dims : null,
    number:
      scope.kind === 'named'
        ? {
            barrier: checkedSlot(c, scope.barrier),
            threads: scope.threads === null ? null : checkedSlot(c, scope.threads),
            arrive: scope.arrive,
          }
        : null,
    reduction:
      reduction === null
        ? null
        : {
            op: reduction.op,
            predicate: truthSlot(c, reduction.predicate),
            target: c.exprs.slotOf(reduction.target),
            isLong: isLong(c, reduction.target),
          },
    lanes: null,
    async: null,
    taintFrom: reduction === null ? [] : taintsOf(c, [reduction.predicate]),
    taintTo: reduction === null ? null : (c.taintSlots.get(reduction.target) ?? null),
  });
}

function isLong(c: Context, target: VarId): boolean {
  const type = c.scalars.get(target)?.type;
  return type !== undefined && classOf(type) === 'l';
}

/** `__syncwarp(0xffffffff)` is `__syncwarp()`. */
function namesAllLanes(mask: Expr | null): boolean {
  if (mask?.kind === 'cast') return namesAllLanes(mask.operand);
  return mask?.kind === 'int' && BigInt.asUintN(32, mask.value) === 0xffffffffn;
}

/** The truth of a predicate of any scalar type, as 0 or 1. */
const truthSlot = (c: Context, predicate: Expr): Slot =>
  operandOf(
    c.exprs,
    typeOf(predicate).kind === 'bool' ? predicate : { kind: 'cast', to: { kind: 'bool' }, operand: predicate },
  );

function compileLanes(c: Context, stmt: StmtOf<'lanes'>): void {
  const isVote = stmt.op === 'any' || stmt.op === 'all' || stmt.op === 'ballot';
  addRendezvous(c, {
    scope: 'lanes',
    mask: maskSlot(c, stmt.mask),
    tile: null,
    cluster: null,
    number: null,
    reduction: null,
    lanes: {
      op: stmt.op,
      target: c.exprs.slotOf(stmt.target),
      isLong: isLong(c, stmt.target),
      operands: stmt.operands.map((operand, k) =>
        isVote
          ? truthSlot(c, operand)
          : k === 0
            ? operandOf(c.exprs, operand)
            : operandOf(c.exprs, { kind: 'cast', to: i32, operand }),
      ),
      type: stmt.operands[0] === undefined ? null : typeOf(stmt.operands[0]),
      width: stmt.width,
    },
    async: null,
    taintFrom: taintsOf(c, stmt.operands),
    taintTo: c.taintSlots.get(stmt.target) ?? null,
  });
  if (restsOnSchedule(stmt)) setTaint(c, stmt.target, 1);
}

/** PTX ISA, "mbarrier": an object is known by its address. */
function compileAsync(c: Context, { op }: StmtOf<'async'>): void {
  const place = objectOf(op);
  const array = place === null ? null : c.arrays.get(place.array);
  const object =
    place === null || array === null || array === undefined
      ? null
      : { array: array.index, address: checkedSlot(c, byteAddress(place)) };
  const number = (expr: Expr | null): Slot | null => (expr === null ? null : checkedSlot(c, expr));
  const target = op.kind === 'arrive' || op.kind === 'look' ? op.target : null;
  addRendezvous(c, {
    scope: 'async',
    mask: null,
    tile: null,
    cluster: null,
    number: null,
    reduction: null,
    lanes: null,
    taintFrom: [],
    taintTo: null,
    async: {
      op,
      object,
      count: number(op.kind === 'init' || op.kind === 'arrive' ? op.count : null),
      bytes: number(op.kind === 'arrive' || op.kind === 'issue' ? op.bytes : null),
      phase: number(op.kind === 'await-phase' || op.kind === 'look' ? op.phase : null),
      target: target === null ? null : c.exprs.slotOf(target),
    },
  });
  if (target !== null) setTaint(c, target, op.kind === 'look' && !op.isAwaited ? 1 : 0);
}

// Control -------------------------------------------------------------------------------------------------------------

function compileLoop(c: Context, stmt: StmtOf<'loop'>): void {
  const { asm } = c;
  const head = asm.label();
  const isOnce = !stmt.testFirst && stmt.condition.kind === 'bool' && !stmt.condition.value;
  const frame: LoopFrame = { loop: stmt.id, turn: asm.slot(), isOnce, breakTo: asm.label(), continueTo: asm.label() };
  const test = (): void => {
    compileBody(c, stmt.before);
    c.current.stmt = stmt.id;
    c.current.span = stmt.span;
    checkTaint(c, [stmt.condition]);
    branchUnless(c.exprs, stmt.condition, frame.breakTo);
  };
  asm.emit(op.setInt, frame.turn, 0);
  asm.bind(head);
  c.loops.push(frame);
  if (stmt.testFirst) test();
  compileBody(c, stmt.body);
  asm.bind(frame.continueTo);
  if (!stmt.testFirst) test();
  compileBody(c, stmt.step);
  c.loops.pop();
  asm.countStatement();
  asm.emitJump(op.loopBack, [frame.turn], head);
  asm.bind(frame.breakTo);
}

function compileBranch(c: Context, stmt: StmtOf<'branch'>): void {
  if (stmt.isStandIn === true) return;
  const { asm } = c;
  const otherwise = asm.label();
  const end = asm.label();
  const conditional = c.taint.assigning.has(stmt.id) ? taintsOf(c, [stmt.when]) : [];
  const saved = conditional.length === 0 ? null : asm.temporary();
  if (saved !== null) {
    asm.emit(op.setInt, saved, 0);
    for (const slot of conditional) asm.emit(op.orI, saved, saved, slot);
  }
  if (!c.taint.assigning.has(stmt.id)) checkTaint(c, [stmt.when]);
  branchUnless(c.exprs, stmt.when, otherwise);
  compileBody(c, stmt.then);
  if (stmt.otherwise.length > 0) asm.emitJump(op.jump, [], end);
  asm.bind(otherwise);
  compileBody(c, stmt.otherwise);
  asm.bind(end);
  if (saved === null) return;
  for (const target of assignedIn([stmt])) {
    const slot = c.taintSlots.get(target);
    if (slot !== undefined) asm.emit(op.orI, slot, slot, saved);
  }
}

function compileJump(c: Context, stmt: StmtOf<'jump'>): void {
  const loop = c.loops.at(-1);
  const after = c.returns.at(-1);
  switch (stmt.to) {
    case 'exit':
      return c.asm.emit(op.exit, c.exits.push(siteOf(c.current, c.loops)) - 1);
    case 'return':
      invariant(after !== undefined, 'K3: return stands inside a call');
      return c.asm.emitJump(op.jump, [], after);
    case 'break':
    case 'continue':
      invariant(loop !== undefined, 'K3: break and continue stand inside a loop');
      return c.asm.emitJump(op.jump, [], stmt.to === 'break' ? loop.breakTo : loop.continueTo);
    default:
      return assertNever(stmt.to);
  }
}
