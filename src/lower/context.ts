/**
 * The state of lowering one kernel: the statements emitted so far, the scope, the frame of the inlined function, and
 * what is declared. A builder: it is made for one round of one kernel and thrown away.
 */
import type { ArrayId, SourceId, StmtId, VarId } from '../base/brand.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Span, Use } from '../base/span.ts';
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type {
  ArrayDecl,
  Assumption,
  ClusterDims,
  Note,
  Param,
  Scalar,
  SourceStatement,
  Stmt,
  Unsequenced,
} from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { CType, StructType } from './types/c-type.ts';
import type { FileScope } from './file-scope.ts';
import type { Kept } from './kept.ts';
import type { Mark } from './synchronization/marks.ts';
import type { PointerStores } from './memory/pointer-cells.ts';
import type { Facts } from './facts.ts';
import type { Frame, Living } from './frame.ts';
import type { Rules } from './rules.ts';
import type { Scope } from './scope.ts';
import type { Slot, Value } from './expressions/value.ts';
import { stmtId, varId } from '../base/brand.ts';
import { keep } from '../base/memoize.ts';
import { libraryStart } from './library/place.ts';
import { variable } from '../base/expr-build.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Stated limits of lowering; reaching one makes the kernel `unsupported`, with the limit's name. */
export const lowerLimits = {
  statements: 40_000,
  callDepth: 48,
  rounds: 32,
  scopeDepth: 400,
  sourceText: 2_000_000,
} as const;

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
  /**
   * The macros that a stretch of text rests on, where the preprocessor tells; null: those that its tokens come from.
   */
  macrosIn: ((start: number, end: number) => readonly MacroUse[]) | null;
  /** The largest alignment that members of a class there get; null: each its own. */
  packingAt: (at: number) => number | null;
  /** Macros in the text of a definition, by its start. */
  macroUses: Map<number, readonly Use[]>;
  kept: Kept;
  /**
   * The text of all libraries, from `libraryStart` on, and of those that the file uses; the call of the file that leads
   * into them, while it is lowered.
   */
  library: { readonly text: string; readonly used: string; calledFrom: Span | null };
  deadline: Deadline;
}>;

/** A loop or `switch` around what is lowered. */
export type Breaks =
  | Readonly<{ kind: 'loop'; living: number }>
  | Readonly<{ kind: 'switch'; jumps: Set<StmtId>; living: number }>;
/** The label of statement `at` of a list; how many variables with destructors live there, once it was come to. */
export type Label = { readonly at: number; living: number | null };

export type Context = {
  readonly unit: Unit;
  readonly rules: Rules;
  readonly facts: Facts;
  readonly scalars: Map<VarId, Scalar>;
  /** How many statements so far wait at a barrier of a number, for a number of threads. */
  readonly numbered: Map<bigint, number>;
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
  readonly unsequenced: Unsequenced[];
  /** By array of values that the device gives at will, what counts how often a thread has asked (at-will.ts). */
  readonly askedTimes: Map<ArrayId, VarId>;
  /** What the arguments of a call do, while they are looked at one by one. */
  watched: Map<SyntaxNode, Stmt[]> | null;
  readonly assumptions: Assumption[];
  /** Names the footprint of what may touch everything; filled with all arrays at the end. */
  readonly everything: ArrayId[];
  /** Likewise: all arrays in global memory, and those of them that are variables of the device. */
  readonly globalMemory: ArrayId[];
  readonly deviceVariables: ArrayId[];
  /**
   * Arrays whose elements have a made-up layout, with the type of the elements: only as such are their places known.
   */
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
  /** Constants that nothing declares, with the namespace where they are named; null: in several. */
  readonly undeclared: Map<string, string | null>;
  /** Arrays of each thread's own that arguments hold (given-arrays.ts). */
  readonly ofArguments: Set<ArrayId>;
  /** Array extents that are no constants, for the declaration that is being lowered. */
  readonly unknownExtents: { text: string; node: SyntaxNode }[];
  /** Asynchronous copies and split barriers, by their statement (marks.ts). */
  readonly marks: Map<StmtId, Mark>;
  /** Barriers and steps without a model of which marks beside them say exactly what they are. */
  readonly standIns: Set<StmtId>;
  /** By the names of the thread's pipelines: the numbers of their queues (ir.ts). */
  readonly queues: Map<string, number>;
  /** For how many threads barrier objects are made, by their names; null: that is no expression of the whole block. */
  readonly barrierCounts: Map<string, Expr | null>;
  typeDepth: number;
  dynamicShared: ArrayId | null;
  maxThreads: number | null;
  /**
   * Blocks of a cluster along each axis, where the kernel says so; and the shared arrays that other blocks of one reach
   * (clusters.ts).
   */
  cluster: ClusterDims | null;
  readonly ofCluster: Set<ArrayId>;
  /** Holds the token of the thread's newest arrival at the barrier of its cluster (split-barriers.ts). */
  clusterToken: VarId | null;
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
  readonly breaks: Breaks[];
  /**
   * The statement lists with labels that are being lowered, outermost first: of the function `key`, `breaks` loops deep
   * (gotos.ts).
   */
  readonly lists: Readonly<{
    labels: ReadonlyMap<string, Label>;
    key: string;
    breaks: number;
    living: { count: number };
  }>[];
  /** Jumps that stand for those to a label, or lead out of a list with labels. */
  readonly leaps: Map<
    StmtId,
    Readonly<{ kind: 'label'; label: Label }> | Readonly<{ kind: 'break' | 'continue'; left: Breaks }>
  >;
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
  /**
   * What `constexpr` functions give for constants that are neither templates nor members, by function and arguments;
   * null: no constant.
   */
  readonly constantCalls: Map<string, Value | null>;
  /** The objects whose base subobjects functions were called on, by the subobject. */
  readonly enclosing: Map<Slot, Slot>;
  /** The local objects that slots are members of. */
  readonly wholes: Map<Slot, Slot>;
  /** Depth of the expression being lowered. */
  valueDepth: number;
  /** The call whose value nobody uses. */
  discarding: SyntaxNode | null;
  nextStmt: number;
  /** How many statements the kernel may have, and whether that was too few. */
  readonly statements: number;
  isTooLarge: boolean;
  /** Variables that are pointers to functions, by their keys, that were read before any store to them was seen. */
  readonly readEarly: Set<string>;
  /** Variables that only a fact (`notConstant`) makes variables, by its keys. */
  readonly onlyVariables: Map<string, VarId>;
  failed: Note | null;
};

/** The text between two positions of a file, or of its libraries. */
export const textIn = ({ source, library }: Texts, start: number, end: number): string =>
  start < libraryStart ? source.text.slice(start, end) : library.text.slice(start - libraryStart, end - libraryStart);
type Texts = Readonly<{ source: Pick<MappedText, 'text'>; library: Readonly<{ text: string }> }>;
/** What stands behind a position of a file, or of its libraries. */
export const textAfter = (cx: Readonly<{ unit: Unit }>, at: number): string =>
  textIn(cx.unit, at, Number.POSITIVE_INFINITY);
export const textOf = (cx: Readonly<{ unit: Unit }>, node: SyntaxNode): string => textIn(cx.unit, node.start, node.end);
/** Where a node stands; what is inside a library counts as the call that leads there. */
export const spanOf = (cx: Readonly<{ unit: Unit }>, node: SyntaxNode): Span =>
  (isInLibrary(node) ? cx.unit.library.calledFrom : null) ??
  keep(cx.unit.kept.spans, node, () => cx.unit.source.spanOf(node.start, node.end));
/** Whether it belongs to a library that is known by meaning (library/source.ts). */
export const isInLibrary = (node: SyntaxNode): boolean => node.start >= libraryStart;

/** A statement before it has its id and source. */
type Bare<S> = S extends Stmt ? Omit<S, 'id' | 'source' | 'span'> : never;

/** Appends a statement that `node` stands for. */
export function emit(cx: Context, node: SyntaxNode, bare: Bare<Stmt>): void {
  if (cx.failed !== null) return;
  if (cx.nextStmt > cx.statements) {
    cx.isTooLarge = true;
    fail(cx, node, fill(messages.tooManyStatements, { statements: cx.statements }));
    return;
  }
  cx.out.push({ ...bare, id: stmtId(cx.nextStmt++), source: cx.source, span: spanOf(cx, node) });
}

/** Gives the kernel up: it is `unsupported`, with this reason. The first one counts. */
export function fail(cx: Context, node: SyntaxNode, text: string): void {
  cx.failed ??= { text, span: spanOf(cx, node) };
}

/** `undeclared`: the name that it is about, where nothing declares it. */
export function note(cx: Context, node: SyntaxNode, text: string, undeclared?: string): void {
  const span = spanOf(cx, node);
  const isKnown = cx.notes.some(
    (known) => known.text === text && known.span.start === span.start && known.span.file === span.file,
  );
  if (!isKnown) cx.notes.push({ text, span, ...(undeclared === undefined ? {} : { undeclared }) });
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
  const unsequenced = cx.unsequenced.length;
  cx.out = [];
  const made = run();
  cx.out = out;
  cx.nextStmt = nextStmt;
  cx.failed = failed;
  cx.notes.length = noted;
  cx.unsequenced.length = unsequenced;
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
