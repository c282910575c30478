/**
 * The state of lowering one kernel: the statements emitted so far, the scope, the frame of the inlined function, and
 * what is declared. A builder: it is made for one round of one kernel and thrown away. Families of constructs call
 * each other through `rules`, so that their files do not import each other in circles.
 */
import type { ArrayId, SourceId, StmtId, VarId } from '../base/brand.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span, Use } from '../base/span.ts';
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type { ArrayDecl, Assumption, Note, Param, Scalar, SourceStatement, Stmt } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { CType, StructType, TemplateArgument } from './types/c-type.ts';
import type { FileScope, FunctionDecl } from './file-scope.ts';
import type { Kept } from './kept.ts';
import type { Mark } from './synchronization/marks.ts';
import type { HolderFacts, PointerStores } from './memory/pointer-cells.ts';
import type { PointerFacts } from './memory/pointer-variable.ts';
import type { ReachedFacts } from './memory/reached.ts';
import type { Scope } from './scope.ts';
import type { Slot, Value } from './expressions/value.ts';
import { stmtId, varId } from '../base/brand.ts';
import { keep } from './kept.ts';
import { libraryStart } from './library/place.ts';
import { variable } from '../base/expr-build.ts';

/** Stated limits of lowering; reaching one makes the kernel `unsupported`, with the limit's name. */
export const lowerLimits = { statements: 40_000, callDepth: 48, rounds: 32, scopeDepth: 400, sourceText: 2_000_000 } as const;

export type Unit = Readonly<{
  file: string;
  /** The file's text. */
  source: MappedText;
  /** That text as parsed, and that of the libraries. */
  trees: readonly SyntaxNode[];
  declared: FileScope;
  templateValues: ReadonlyMap<string, bigint>;
  /** Class template instances made so far, so that equal types are one object. */
  structs: Map<string, StructType>;
  /** Those whose members are being read. */
  openStructs: Set<StructType>;
  /** The macros that a stretch of text rests on, where the preprocessor tells; null: those that its tokens come from. */
  macrosIn: ((start: number, end: number) => readonly MacroUse[]) | null;
  /** Macros in the text of a definition, by its start. */
  macroUses: Map<number, readonly Use[]>;
  kept: Kept;
  /** The text of all libraries, from `libraryStart` on, and of those that the file uses; the call of the file that leads into them, while it is lowered. */
  library: { readonly text: string; readonly used: string; calledFrom: Span | null };
  deadline: Deadline;
}>;

/** One function being lowered: the kernel, or a device function inlined into it. */
export type Frame = Readonly<{
  /** Its printed name; null for the kernel. */
  callee: string | null;
  /** Made of the starts of the calls that led here: names instances in facts. */
  key: string;
  path: readonly string[];
  /** Where `return` puts the value; null for `void`. */
  result: Slot | null;
  /** References are returned as the slot itself. */
  returned: {
    slot: Slot | null;
    /** `auto` with several `return`s: where the values go, from the first one on. */
    late: Slot | null;
    type: CType | null;
    /** The function has one `return`, at its end: its value is used as it is. */
    readonly direct: boolean;
    /** `auto`: the type of the value. */
    readonly deduce: boolean;
    /** A reference with several `return`s: the objects, and which of them it is. */
    readonly several: Readonly<{ which: VarId; slots: Slot[] }> | null;
  };
  self: Slot | null;
  depth: number;
  /** Function definitions being inlined, with their template arguments. */
  active: readonly string[];
  /** How many variables with destructors lived when the function was entered (lifetimes.ts). */
  living: number;
  /** How many loops and switches of the callers are open: jumps in here do not leave them. */
  callersBreaks: number;
  /** The parser could not read a part of the function. */
  isBroken: boolean;
  /** It is an atomic operation of the file's own, whose plain reads of its place are meant (own-atomics.ts). */
  isAtomic: boolean;
}>;

/** A variable whose end runs a destructor. */
export type Living = Readonly<{ slot: Slot; type: CType; node: SyntaxNode }>;

export type Rules = Readonly<{
  value: (cx: Context, node: SyntaxNode) => Value;
  /** The slot of an lvalue expression, or null when the expression is none. */
  slot: (cx: Context, node: SyntaxNode) => Slot | null;
  /** Evaluates an expression for its effects. */
  discard: (cx: Context, node: SyntaxNode | null) => void;
  statement: (cx: Context, node: SyntaxNode, inBlock: boolean) => void;
  /** The body of a branch or loop, in a scope of its own. */
  body: (cx: Context, node: SyntaxNode | null) => void;
  /** A condition in parentheses. */
  condition: (cx: Context, node: SyntaxNode) => Expr;
  /** The initializer of a `for`, `if` or `switch`. */
  init: (cx: Context, node: SyntaxNode) => void;
  call: (cx: Context, node: SyntaxNode) => Slot;
  /** Inlines a function with evaluated arguments; null when no overload fits. */
  invoke: (cx: Context, candidates: readonly FunctionDecl[], args: readonly Argument[], node: SyntaxNode, how: Invocation) => Slot | null;
  /** The type that a type node names. */
  type: (cx: Context, node: SyntaxNode) => CType;
  /** The type of that name as seen here. */
  namedType: (cx: Context, name: string, node: SyntaxNode) => CType;
  /** The type that a declarator makes of a base type. */
  declared: (cx: Context, declarator: SyntaxNode, base: CType, quals: Readonly<{ volatile: boolean; isConst: boolean }>) => CType;
  /** Builds a struct from constructor arguments or a braced list. */
  construct: (cx: Context, type: CType, args: readonly SyntaxNode[], node: SyntaxNode) => Value;
  /** A value converted to a type as by initialization. */
  coerce: (cx: Context, value: Value, type: CType, node: SyntaxNode) => Value;
  /** Leaves a scope that was entered when so many variables with destructors lived. */
  leaveScope: (cx: Context, living: number) => void;
}>;
export type Argument = Readonly<{ node: SyntaxNode; slot: Slot | null; value: () => Value; type: CType | null }>;
export type Invocation = Readonly<{ self: Slot | null; explicit: readonly TemplateArgument[]; scope: Scope | null; /** Of an operator: those that are not members compete with the candidates. */ rivals?: Rivals }>;
/** Functions that are no members, with their arguments: of a member that they compete with, the object is the first. */
export type Rivals = Readonly<{ decls: readonly FunctionDecl[]; args: readonly Argument[] }>;

/** What one round learnt that the next must know from its start. Grows only. */
export type Facts = {
  pointers: Map<string, PointerFacts>;
  /** Parameters of inlined functions that are assigned. */
  notConstant: Set<string>;
  /** Type parameters that nobody gives are taken as unsigned, because bit operations are done on them. */
  integral: boolean;
  /** Members of undeclared parameter types that are used as arrays (undeclared.ts). */
  arrayMembers: Set<string>;
  /** Arrays that pointers are read from or stored to (pointer-cells.ts). */
  holders: Map<ArrayId, HolderFacts>;
  /** What pointers in memory point to, by the cells that hold them (reached.ts). */
  reached: Map<string, ReachedFacts>;
  /** Memory that the kernel allocates (heap.ts). */
  allocated: Map<ArrayId, Readonly<{ decl: ArrayDecl; at: number }>>;
  changed: boolean;
};

export const noFacts = (): Facts => ({ pointers: new Map(), holders: new Map(), reached: new Map(), allocated: new Map(), notConstant: new Set(), integral: false, arrayMembers: new Set(), changed: false });

export type Context = {
  readonly unit: Unit;
  readonly rules: Rules;
  readonly facts: Facts;
  readonly scalars: Map<VarId, Scalar>;
  /** The number that the last scalar of a name got. */
  readonly scalarNumbers: Map<string, number>;
  readonly arrays: Map<ArrayId, ArrayDecl>;
  readonly params: Param[];
  /** The parameters as declared, in order: several `params` come from a struct. */
  readonly formals: string[];
  readonly sources: Map<SourceId, SourceStatement>;
  /** Those that begin at an offset. */
  readonly sourcesAt: Map<number, Readonly<{ end: number; type: string; id: SourceId }>[]>;
  readonly uses: Map<string, Use>;
  /** The last use that was recorded of a definition. */
  readonly lastUses: Map<SyntaxNode, Readonly<{ what: Use['what']; name: string }>>;
  /** The parameters' types of functions that are no templates, as far as they were asked for. */
  readonly signatures: Map<SyntaxNode, readonly (CType | null)[]>;
  readonly notes: Note[];
  readonly assumptions: Assumption[];
  /** Names the footprint of what may touch everything; filled with all arrays at the end. */
  readonly everything: ArrayId[];
  /** Likewise: all arrays in global memory, and those of them that are variables of the device. */
  readonly globalMemory: ArrayId[];
  readonly deviceVariables: ArrayId[];
  /** Arrays whose elements have a made-up layout, with the type of the elements: only as such are their places known. */
  readonly madeUp: Map<ArrayId, CType>;
  /** Variables of file scope and shared memory that are in use, by the start of their declarator (and instance). */
  readonly globals: Map<string, Slot>;
  /** The statements that store pointers. */
  readonly pointerStores: PointerStores;
  /** Slots that pointers point to, by key. */
  readonly pointed: Map<string, Slot>;
  /** Scalars that are assigned in one place only, before any read. */
  readonly steady: Set<VarId>;
  /** Template parameters that are scalars of our own making. */
  readonly symbolic: Set<string>;
  /** Members of undeclared parameters that are in use, by dotted name. */
  readonly inferred: Map<string, Slot>;
  /** Array extents that are no constants, for the declaration that is being lowered. */
  readonly unknownExtents: { text: string; node: SyntaxNode }[];
  /** Asynchronous copies and split barriers, by their statement (marks.ts). */
  readonly marks: Map<StmtId, Mark>;
  /** For how many threads barrier objects are made, by their names; null: that is no expression of the whole block. */
  readonly barrierCounts: Map<string, Expr | null>;
  typeDepth: number;
  dynamicShared: ArrayId | null;
  maxThreads: number | null;
  out: Stmt[];
  scope: Scope;
  frame: Frame;
  source: SourceId;
  /** The statement that directly encloses the next one; null in the outermost block of a function. */
  parentSource: SourceId | null;
  /** Number of conditions and loops around the current statement, over all frames. */
  conditional: number;
  /** A thread may have left the kernel before here. */
  mayHaveExited: boolean;
  statementDepth: number;
  /** Structs of which a variable is being declared, from the outside in. */
  readonly declaring: Set<StructType>;
  /** What `break` leaves, outermost first. A switch collects its jumps. */
  readonly breaks: (Readonly<{ kind: 'loop'; living: number }> | Readonly<{ kind: 'switch'; jumps: Set<StmtId>; living: number }>)[];
  /** Variables in scope whose end runs a destructor, outermost first. */
  readonly living: Living[];
  /** The expression whose value becomes a variable, or is returned: it is no temporary. */
  initializing: SyntaxNode | null;
  /** Calls that gave a reference when they were last lowered. */
  referenceCalls: Set<SyntaxNode>;
  /** The keys of variables and parameters that are declared as references. */
  readonly references: Set<string>;
  /** Classes that a conversion is under way to: one user-defined conversion does not use another. */
  readonly converting: Set<StructType>;
  /** How deeply `constexpr` functions that are run at lowering are nested. */
  constantDepth: number;
  /** Of the outermost constant call that is being evaluated, with all that it calls. */
  constantSteps: number;
  /** The objects whose base subobjects functions were called on, by the subobject. */
  readonly enclosing: Map<Slot, Slot>;
  /** Depth of the expression being lowered. */
  valueDepth: number;
  /** The call whose value nobody uses. */
  discarding: SyntaxNode | null;
  nextStmt: number;
  failed: Note | null;
};

/** The text between two positions of a file, or of its libraries. */
export const textIn = ({ source, library }: Texts, start: number, end: number): string => (start < libraryStart ? source.text.slice(start, end) : library.text.slice(start - libraryStart, end - libraryStart));
type Texts = Readonly<{ source: Pick<MappedText, 'text'>; library: Readonly<{ text: string }> }>;
/** What stands behind a position of a file, or of its libraries. */
export const textAfter = (cx: Readonly<{ unit: Unit }>, at: number): string => textIn(cx.unit, at, Number.POSITIVE_INFINITY);
export const textOf = (cx: Readonly<{ unit: Unit }>, node: SyntaxNode): string => textIn(cx.unit, node.start, node.end);
/** Where a node stands; what is inside a library counts as the call that leads there. */
export const spanOf = (cx: Readonly<{ unit: Unit }>, node: SyntaxNode): Span =>
  (isInLibrary(node) ? cx.unit.library.calledFrom : null) ?? keep(cx.unit.kept.spans, node, () => cx.unit.source.spanOf(node.start, node.end));
/** Whether it belongs to a library that is known by meaning (library/source.ts). */
export const isInLibrary = (node: SyntaxNode): boolean => node.start >= libraryStart;

/** A statement before it has its id and source. */
type Bare<S> = S extends Stmt ? Omit<S, 'id' | 'source' | 'span'> : never;

/** Appends a statement that `node` stands for. */
export function emit(cx: Context, node: SyntaxNode, bare: Bare<Stmt>): void {
  if (cx.failed !== null) return;
  if (cx.nextStmt > lowerLimits.statements) {
    fail(cx, node, `more than ${lowerLimits.statements} statements after inlining`);
    return;
  }
  cx.out.push({ ...bare, id: stmtId(cx.nextStmt++), source: cx.source, span: spanOf(cx, node) });
}

/** Gives the kernel up: it is `unsupported`, with this reason. The first one counts. */
export function fail(cx: Context, node: SyntaxNode, text: string): void {
  cx.failed ??= { text, span: spanOf(cx, node) };
}

export function note(cx: Context, node: SyntaxNode, text: string): void {
  const span = spanOf(cx, node);
  if (!cx.notes.some((known) => known.text === text && known.span.start === span.start && known.span.file === span.file)) cx.notes.push({ text, span });
}

/** Records that the kernel is made from that definition, and from the macros in its text. */
export function use(cx: Context, what: Use['what'], name: string, node: SyntaxNode): void {
  if (isInLibrary(node)) return;
  const last = cx.lastUses.get(node);
  if (last !== undefined && last.what === what && last.name === name) return;
  cx.lastUses.set(node, { what, name });
  const span = spanOf(cx, node);
  cx.uses.set(`${what} ${name} ${span.file}:${span.start}`, { what, name, span });
  const known = cx.unit.macroUses.get(node.start) ?? macrosIn(cx, node);
  cx.unit.macroUses.set(node.start, known);
  for (const macro of known) cx.uses.set(`macro ${macro.name} ${macro.span.file}:${macro.span.start}`, macro);
}

function macrosIn(cx: Context, node: SyntaxNode): readonly Use[] {
  const asUse = (macro: MacroUse): Use => ({ what: 'macro', name: macro.name, span: macro.definition });
  const found = new Map<string, Use>();
  const add = (macro: MacroUse): void => { found.set(`${macro.name} ${macro.definition.file}:${macro.definition.start}`, asUse(macro)); };
  if (cx.unit.macrosIn !== null) {
    cx.unit.macrosIn(node.start, node.end).forEach(add);
    return [...found.values()];
  }
  const visit = (at: SyntaxNode): void => {
    for (const child of at.children) visit(child);
    if (at.children.length > 0) return;
    cx.unit.source.macrosAt(at.start).forEach(add);
  };
  visit(node);
  return [...found.values()];
}

/** Lowers into a list of its own. */
export function capture(cx: Context, run: () => void): readonly Stmt[] {
  const outer = cx.out;
  cx.out = [];
  run();
  const inner = cx.out;
  cx.out = outer;
  return inner;
}

/** Looks at types and values without emitting, noting or failing. */
export function withoutTrace<Made>(cx: Context, run: () => Made): Made {
  const { out, nextStmt, failed } = cx;
  const noted = cx.notes.length;
  cx.out = [];
  const made = run();
  cx.out = out;
  cx.nextStmt = nextStmt;
  cx.failed = failed;
  cx.notes.length = noted;
  return made;
}

/** Lowers a part that not every thread need come to. */
export function conditionally(cx: Context, run: () => void): readonly Stmt[] {
  cx.conditional++;
  const inner = capture(cx, run);
  cx.conditional--;
  return inner;
}

/** Declares a scalar with a name that is not taken. */
export function freshScalar(cx: Context, name: string, type: ScalarType, role: Scalar['role']): VarId {
  let id = varId(name);
  let number = cx.scalarNumbers.get(name) ?? 1;
  while (cx.scalars.has(id)) id = varId(`${name}#${++number}`);
  cx.scalarNumbers.set(name, number);
  cx.scalars.set(id, { id, name, type, role });
  if (role === 'temporary') cx.steady.add(id);
  return id;
}

/** A new temporary and the expression that reads it. */
export function temporary(cx: Context, name: string, type: ScalarType): Readonly<{ id: VarId; expr: Expr }> {
  const id = freshScalar(cx, name, type, 'temporary');
  return { id, expr: variable(id, type) };
}

/** A temporary with a value that is not modelled. */
export function unknownScalar(cx: Context, type: ScalarType, because: string, node: SyntaxNode): Expr {
  const made = temporary(cx, 'unknown', type);
  emit(cx, node, { kind: 'unknown-value', target: made.id, because });
  return made.expr;
}

/** Runs with an inner scope. */
export function inScope<Made>(cx: Context, run: () => Made): Made {
  const outer = cx.scope;
  const living = cx.living.length;
  cx.scope = { names: new Map(), parent: outer };
  const made = run();
  cx.rules.leaveScope(cx, living);
  cx.scope = outer;
  return made;
}

/** Evaluates an expression that becomes a variable or a result itself: what it constructs is no temporary. */
export function initializing<Made>(cx: Context, node: SyntaxNode, run: () => Made): Made {
  const outer = cx.initializing;
  cx.initializing = node;
  const made = run();
  cx.initializing = outer;
  return made;
}
