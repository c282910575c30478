/**
 * The two threads of a formula [D13]: which variables they share, and the names of those they do not. A variable of one
 * thread `i` becomes `i@1` and `i@2`; one of a block stays `i` for threads of one block, and is copied for threads of
 * two.
 */
import type { Copy, FormulaVariable, MemoryRead, OwnRead } from './obligation.ts';
import type { KernelProtocol, ProtocolVariable, Vote, WholeProtocol } from '../protocol/protocol.ts';
import { contentConstraints, withBound } from '../protocol/contents.ts';
import { binary, variable } from '../base/expr-build.ts';
import type { Expr } from '../base/expr.ts';
import type { ArrayId, VarId } from '../base/brand.ts';
import { freeVariables, mapExpr } from '../base/expr-walk.ts';
import { invariant } from '../base/invariant.ts';
import { addressOf } from '../protocol/index/address.ts';
import { printExpr } from '../base/expr-print.ts';
import { varId } from '../base/brand.ts';

/** `block`: two threads of one block. `grid`: two threads of different blocks. */
export type Scope = 'block' | 'grid';
export type Side = 'first' | 'second';

export type Copies = Readonly<{
  scope: Scope;
  rename: (expr: Expr, side: Side) => Expr;
  /** The formula's variables: those of the expressions, and all dimensions, indices and parameters of the launch. */
  variablesOf: (constraints: readonly Expr[]) => ReadonlyMap<VarId, FormulaVariable>;
  /** Those of the variables that are values read from memory. */
  readsOf: (variables: ReadonlyMap<VarId, FormulaVariable>) => readonly MemoryRead[];
  ownReadsOf: (variables: ReadonlyMap<VarId, FormulaVariable>) => readonly OwnRead[];
  /** The variable that one of a formula is a copy of; null: it is none. */
  originalOf: (id: VarId) => VarId | null;
  /** What lanes have voted, if the variable stands for that. */
  voteOf: (id: VarId) => Vote | null;
  /** The launch's facts for both sides, each once. */
  facts: readonly Expr[];
  /** The constraints, with what is stated of the elements of arrays that they read. */
  withContents: (constraints: readonly Expr[]) => readonly Expr[];
}>;

/** `apart`: the two may be in different turns of every loop, so they share nothing but launch and block themselves. */
export function createCopies(split: WholeProtocol, scope: Scope, turns: 'together' | 'apart' = 'together'): Copies {
  const byName = new Map<VarId, FormulaVariable>();
  const memo = { first: new Map<Expr, Expr>(), second: new Map<Expr, Expr>() };
  const nameOf = (id: VarId, side: Side): VarId => {
    const found = split.variables.get(id) ?? split.protocol.variables.get(id);
    invariant(found !== undefined, `P1: the protocol declares its variable ${id}`);
    const copy =
      turns === 'apart' && found.sharing === 'block' && found.origin.kind !== 'builtin'
        ? side
        : copyOf(found, scope, side);
    const name = copy === 'first' ? varId(`${id}@1`) : copy === 'second' ? varId(`${id}@2`) : id;
    if (!byName.has(name)) byName.set(name, { id: name, type: found.type, of: id, copy });
    return name;
  };
  const rename = (expr: Expr, side: Side): Expr => {
    const known = memo[side].get(expr);
    if (known !== undefined) return known;
    const renamed = mapExpr(expr, (node) => (node.kind === 'var' ? variable(nameOf(node.id, side), node.type) : node));
    memo[side].set(expr, renamed);
    return renamed;
  };
  const free = new Map<Expr, readonly VarId[]>();
  const freeIn = (expr: Expr): readonly VarId[] => {
    const known = free.get(expr) ?? [...freeVariables(expr)];
    free.set(expr, known);
    return known;
  };
  const always = [...split.variables.values()].filter(
    (v) => v.origin.kind === 'builtin' || v.origin.kind === 'parameter',
  );
  const standing = new Set(always.flatMap((v) => [nameOf(v.id, 'first'), nameOf(v.id, 'second')]));
  const bothSides = split.protocol.facts.flatMap(({ condition }) => [
    rename(condition, 'first'),
    rename(condition, 'second'),
  ]);
  const contents = split.protocol.contents.map((fact) => withBound(fact, (bound) => rename(bound, 'first')));
  return {
    scope,
    rename,
    withContents: (constraints) => [
      ...constraints,
      ...contentConstraints(contents, (array) => readOnlyNamed(split.protocol, array), constraints),
    ],
    originalOf: (id) => byName.get(id)?.of ?? null,
    voteOf: (id) => {
      const origin = split.variables.get(id)?.origin;
      return origin?.kind === 'unknown' ? (origin.vote ?? null) : null;
    },
    facts: [...new Map(bothSides.map((fact) => [printExpr(fact), fact] as const)).values()],
    variablesOf: (constraints) => {
      const used = new Set(standing);
      for (const constraint of constraints) for (const id of freeIn(constraint)) used.add(id);
      return new Map(
        [...used].map((id) => {
          const found = byName.get(id);
          invariant(found !== undefined, `${id} was made by rename`);
          return [id, found] as const;
        }),
      );
    },
    readsOf: (variables) => [...variables.values()].flatMap((v) => readOf(split, v, rename)),
    ownReadsOf: (variables) =>
      [...variables.values()].flatMap(({ id, of }) => {
        const origin = split.variables.get(of)?.origin;
        return origin?.kind === 'unknown' && origin.own !== undefined ? [{ variable: id, array: origin.own }] : [];
      }),
  };
}

/** The array of a name that the kernel does not change. */
export const readOnlyNamed = ({ arrays }: KernelProtocol, array: string): ArrayId | null =>
  [...arrays.values()].find(({ name, readOnly, aliases }) => name === array && readOnly && aliases.length === 0)?.id ??
  null;

function copyOf(found: ProtocolVariable, scope: Scope, side: Side): Copy {
  switch (found.sharing) {
    case 'launch':
      return 'launch';
    case 'block':
      return scope === 'block' ? 'block' : side;
    case 'thread':
      return side;
  }
}

function readOf(
  split: WholeProtocol,
  formulaVariable: FormulaVariable,
  rename: (expr: Expr, side: Side) => Expr,
): readonly MemoryRead[] {
  const found = split.variables.get(formulaVariable.of);
  if (found === undefined || found.origin.kind !== 'unknown' || found.origin.read === null) return [];
  const place = found.origin.read;
  const address = rename(addressOf(place), formulaVariable.copy === 'second' ? 'second' : 'first');
  return [{ variable: formulaVariable.id, array: place.array, address, width: place.width }];
}

/** That the two are different threads of the block, or of different blocks; null where there is only one. */
export function differ(split: WholeProtocol, copies: Copies): Expr | null {
  const prefix = copies.scope === 'block' ? 'threadIdx.' : 'blockIdx.';
  const indices = [...split.variables.values()].filter(
    (v) => v.origin.kind === 'builtin' && v.origin.name.startsWith(prefix),
  );
  const parts = indices.map((v) => {
    invariant(v.type.kind !== 'integer', 'built-in variables are C scalars');
    const own = variable(v.id, v.type);
    return binary('!=', copies.rename(own, 'first'), copies.rename(own, 'second'));
  });
  return parts.length === 0 ? null : parts.reduce((a, b) => binary('||', a, b));
}
