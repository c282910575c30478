/**
 * The state of the evaluator of host expressions: where it stands, what parameters are given, what symbols stand for.
 */
import type { Expr } from '../base/expr.ts';
import type { Span } from '../base/span.ts';
import type { VarId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { HostCondition } from './host-conditions.ts';
import type { Declaration, HostNames } from './host-names.ts';

/**
 * Where evaluation stands. `uses` collects where the values were taken from; `spent` bounds the work for one launch.
 * `anchor`: the launch, or the call that leads to it: what a symbol's value is named after.
 */
export type Evaluation = Readonly<{
  names: HostNames;
  uses: Span[];
  spent: { steps: number };
  depth: number;
  anchor: SyntaxNode;
  /** Tells the variables of one call from those of another. */
  frame: string;
  bindings: ReadonlyMap<Declaration, Binding>;
  /** The evaluation at the call that leads here, where it is followed. */
  caller: Evaluation | null;
  /** Loop variables that are taken one value at a time, within the body of their loop. */
  turns: ReadonlyMap<Declaration, Readonly<{ body: SyntaxNode; value: Expr }>>;
  /** Values of nodes that are known already, for these bindings and turns. */
  memo: Map<SyntaxNode, Expr | null>;
  rules: Rules;
  /** The host variables that symbols stand for. */
  symbols: Map<VarId, Readonly<{ declaration: Declaration | null; text: string }>>;
  /** What is promised of the pitches among them (pitches.ts). */
  pitches: HostCondition[];
}>;
/** What a parameter is given: an expression of the caller; null: not known. */
export type Binding = Readonly<{ node: SyntaxNode; cx: Evaluation }> | null;
export type Dimensions = readonly [Expr | null, Expr | null, Expr | null];

/** What the files of the evaluator call each other for, so that they do not import each other. */
type Rules = Readonly<{
  evaluate: (cx: Evaluation, node: SyntaxNode) => Expr | null;
  dimensions: (cx: Evaluation, node: SyntaxNode) => Dimensions;
  variable: (cx: Evaluation, name: string, at: SyntaxNode, member: string | null) => Expr | null;
}>;

const maxSteps = 20_000;
const maxDepth = 60;

/** Counts a step of the work for one launch; false when there were too many. */
export const goesOn = (cx: Evaluation): boolean => ++cx.spent.steps <= maxSteps && cx.depth <= maxDepth;
export const deeper = (cx: Evaluation): Evaluation => ({ ...cx, depth: cx.depth + 1 });

/** The same with a memory of its own, where anything that values rest on differs. */
export const evaluationWith = (cx: Evaluation, change: Partial<Evaluation>): Evaluation => ({
  ...cx,
  memo: new Map(),
  ...change,
});
