/**
 * Updates of a cell that take more than one statement of the text, and the one atomic call that does the same: a cell
 * that is claimed by the thread that finds it free, and a number that is drawn from a counter.
 *
 *     if (owner[v] == -1) owner[v] = i;       ⟶   atomicCAS(&owner[v], -1, i);
 *     if (level[w] == INF) { level[w] = d; …   ⟶   if (atomicCAS(&level[w], INF, d) == INF) { …
 *     int slot = *count; *count = slot + 1;    ⟶   int slot = atomicAdd(count, 1);
 *     items[*count] = v; *count += 1;          ⟶   items[atomicAdd(count, 1)] = v;
 *     int old = *cell; if (old == 0) *cell = k; ⟶   int old = atomicCAS(cell, 0, k);
 *     if (owner[v] == -1) owner[v] = mark[i]; ⟶   if (atomicAdd(&owner[v], 0) == -1) atomicCAS(&owner[v], -1, mark[i]);
 *     int old = *least; if (v < old) *least = v; ⟶   int old = atomicMin(least, v);
 *
 * Needs: the accesses of a kernel as they are written. Gives: only calls that leave in memory, and in variables, what
 * the statements leave when nobody comes in between. What an unconditional call is given reads no memory, so that it
 * may be evaluated where the cell is not free.
 */
import type { RepairInput } from './repair.ts';
import type { StmtId } from '../base/brand.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { SourceText } from './source-text.ts';
import type { Update } from './updates.ts';
import type { Written } from './written.ts';
import {
  accessesIn,
  assignmentOf,
  bare,
  conditionOf,
  functionAround,
  hasType,
  isSameSideBySide,
  isSameText,
} from './written.ts';
import { statementUpdatesIn } from './updates.ts';
import { effects } from './update-shapes.ts';
import { addressOf, hasAtomic } from './atomic-calls.ts';
import { conjunctsOf, guardOf } from './conjuncts.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { nodesOf } from './restructure/expressions.ts';
import { raisedIn } from './raised.ts';
import { memoized } from '../base/memoize.ts';
import { sameType } from '../base/ctype.ts';

/** All updates that one atomic call does, by the loads and stores of the cell. */
export const updatesIn = memoized((input: Pick<RepairInput, 'kernel' | 'sourceOf'>): ReadonlyMap<StmtId, Update> => {
  const all = [...accessesIn(input).values()];
  const found = new Map([...statementUpdatesIn(input), ...raisedIn(input)]);
  for (const store of all) {
    if (store.stmt.kind !== 'store' || store.place.type.kind !== 'int') continue;
    const claim =
      usedBefore(store) ??
      (found.has(store.stmt.id) ? null : (claimOf(store) ?? drawnBefore(store) ?? askedBefore(store)));
    if (claim === null || !hasAtomic(claim.target, store)) continue;
    const isOfCell = (one: Written): boolean =>
      one.array.id === store.array.id &&
      one.text === store.text &&
      (one.node === claim.reader || one.node === store.node);
    const own = all.filter(isOfCell);
    const reads = own.filter(({ stmt }) => stmt.kind === 'load');
    // other cells of the array stay as they are read
    const isWhole = own.every(
      ({ stmt, place }) =>
        (stmt.kind === 'load' || stmt.id === store.stmt.id) &&
        isSameSideBySide(place, store.place, input.kernel) &&
        sameType(place.type, store.place.type),
    );
    if (reads.some(({ node }) => node === claim.reader) && isWhole)
      for (const { stmt } of own) found.set(stmt.id, claim.update);
  }
  return found;
});

/** `reader`: the statement that reads the cell before it is stored. */
type Claim = Readonly<{ update: Update; target: SyntaxNode; reader: SyntaxNode }>;

const memory = [...effects, 'subscript_expression', 'pointer_expression', 'field_expression', 'comma_expression'];

/** The first statement of an `if` that asks whether the cell is free, last of all that it asks. */
function claimOf(at: Written): Claim | null {
  const {
    node,
    text,
    around: [outer, next],
  } = at;
  const assigned = assignmentOf(node, text);
  const list = outer?.type === 'compound_statement' ? outer : null;
  const branch = list === null ? outer : next;
  const condition = branch === undefined ? null : conditionOf(branch);
  if (branch === undefined || condition === null || assigned === null || assigned.value === null || assigned.op !== '')
    return null;
  const body = childIn(branch, 'consequence');
  const statements = list === null ? [node] : namedChildren(list);
  if (
    body !== (list ?? node) ||
    statements[0] !== node ||
    hasType(assigned.target, effects) ||
    hasType(assigned.value, effects)
  )
    return null;
  const conjuncts = conjunctsOf(condition);
  const asked = conjuncts.at(-1);
  const free = asked === undefined ? null : freeValueOf(bare(asked), assigned.target, text);
  if (asked === undefined || free === null) return null;
  const { written: expected, operand } = free;
  const call = `atomicCAS(${addressOf(assigned.target, text)}, ${expected}, ${textOf(text, assigned.value)})`;
  const made = (update: Omit<Update, 'at' | 'name'>): Claim => ({
    update: { ...update, at, name: 'atomicCAS' },
    target: assigned.target,
    reader: branch,
  });
  const test = bare(asked);
  if (hasType(assigned.value, memory)) {
    // memory is read only where the cell was seen free
    const seen = `atomicAdd(${addressOf(assigned.target, text)}, 0) == ${operand}`;
    const between = text.text.slice(test.end, node.start);
    const isAlone = statements.length === 1 && childIn(branch, 'alternative') === null;
    return made({
      replaced: { start: test.start, end: node.end },
      call: isAlone ? `${seen}${between}${call};` : `${seen} && ${call} == ${operand}${between.trimEnd()}`,
    });
  }
  if (statements.length === 1) {
    const guard = guardOf(conjuncts, text);
    const isAll = childIn(branch, 'alternative') === null && !hasType(branch, ['comment']);
    return isAll
      ? made({
          replaced: { start: branch.start, end: branch.end },
          call: `${guard === null ? '' : `if (${guard}) `}${call};`,
        })
      : null;
  }
  return made({
    replaced: { start: test.start, end: node.end },
    call: `${call} == ${operand}${text.text.slice(test.end, node.start).trimEnd()}`,
  });
}

/** What the cell is compared with, as it is written; `0` of `!cell`. */
function freeValueOf(test: SyntaxNode, target: SyntaxNode, text: SourceText): Free | null {
  const negated = test.type === 'unary_expression' && text.text[test.start] === '!' ? childIn(test, 'argument') : null;
  if (negated !== null && isSameText(text, bare(negated), bare(target))) return { written: '0', operand: '0' };
  const [left, right] = [childIn(test, 'left'), childIn(test, 'right')];
  if (
    test.type !== 'binary_expression' ||
    left === null ||
    right === null ||
    !test.children.some(({ type }) => type === '==')
  )
    return null;
  const isCell = (one: SyntaxNode): boolean => isSameText(text, bare(one), bare(target));
  const free = isCell(left) ? right : isCell(right) ? left : null;
  if (free === null || hasType(free, memory) || isWide(free, text)) return null;
  const written = textOf(text, free);
  return {
    written,
    operand: ['binary_expression', 'conditional_expression', 'assignment_expression'].includes(free.type)
      ? `(${written})`
      : written,
  };
}

/** `operand`: in parentheses where it is compared. */
type Free = Readonly<{ written: string; operand: string }>;

/** A number of 64 bits, which no smaller cell would equal. */
const isWide = (node: SyntaxNode, text: SourceText): boolean =>
  node.type === 'number_literal' &&
  (/ll/i.test(textOf(text, node)) || Math.abs(Number(textOf(text, node).replace(/[uUlL]+$/, ''))) >= 2 ** 32);

/**
 * A variable that gets the value of the cell, and the next statement, which stores only where that value is the one for
 * a free cell, is greater or is less.
 */
function askedBefore(at: Written): Claim | null {
  const {
    node,
    text,
    around,
    place: { type },
    stmt,
  } = at;
  const assigned = assignmentOf(node, text);
  const branchAt = around[0]?.type === 'compound_statement' ? 1 : 0;
  const [branch, list] = [around[branchAt], around[branchAt + 1]];
  const condition = branch === undefined ? null : conditionOf(branch);
  const statements = list?.type === 'compound_statement' ? namedChildren(list) : [];
  const before = branch === undefined ? undefined : statements[statements.indexOf(branch) - 1];
  const drawn = before === undefined ? null : drawnIn(before, text);
  if (
    branch === undefined ||
    condition === null ||
    before === undefined ||
    drawn === null ||
    assigned === null ||
    assigned.value === null ||
    assigned.op !== ''
  )
    return null;
  const body = childIn(branch, 'consequence');
  const inside = branchAt === 1 && body !== null ? namedChildren(body) : [node];
  const isOfCell =
    isSameText(text, bare(drawn.value), bare(assigned.target)) && type.kind === 'int' && type.bits === 32;
  if (
    inside[0] !== node ||
    (branchAt === 1 ? around[0] : node) !== body ||
    !isOfCell ||
    hasType(assigned.target, effects) ||
    hasType(assigned.value, memory)
  )
    return null;
  const value = textOf(text, assigned.value);
  const isPlain = !new RegExp(String.raw`\b${drawn.name}\b`).test(value);
  const asked = isPlain ? askedOf(bare(condition), drawn, value, text) : null;
  if (
    asked === null ||
    (asked.name !== 'atomicCAS' &&
      (drawn.isSigned !== type.signed || stmt.kind !== 'store' || stmt.value.kind === 'cast'))
  )
    return null;
  const call = `${asked.name}(${addressOf(assigned.target, text)}, ${asked.operands});`;
  const isAll = inside.length === 1 && childIn(branch, 'alternative') === null;
  if (isAll && hasType(branch, ['comment'])) return null;
  // a variable that nothing else reads goes
  const isOnly = isAll && !isMentioned(drawn.name, around, { start: before.start, end: branch.end }, text);
  const replaced = { start: isOnly ? before.start : drawn.value.start, end: isAll ? branch.end : node.end };
  const rest = text.text.slice(before.end, node.start).trimEnd();
  return {
    update: { at, replaced, name: asked.name, call: isAll ? call : `${call}${rest}` },
    target: assigned.target,
    reader: before,
  };
}

/** Whether the function has the name outside of this stretch. */
function isMentioned(
  name: string,
  around: readonly SyntaxNode[],
  { start, end }: Update['replaced'],
  text: SourceText,
): boolean {
  const scope = functionAround(around) ?? text.tree;
  return new RegExp(String.raw`\b${name}\b`).test(
    `${text.text.slice(scope.start, start)} ${text.text.slice(end, scope.end)}`,
  );
}

type Asked = Readonly<{ name: string; operands: string }>;

/** What the condition asks of the variable, and the call that asks it of the cell. */
function askedOf(test: SyntaxNode, { name }: Drawn, value: string, text: SourceText): Asked | null {
  const [left, operator, right] = [childIn(test, 'left'), childIn(test, 'operator'), childIn(test, 'right')];
  if (test.type !== 'binary_expression' || left === null || operator === null || right === null) return null;
  const isFirst = textOf(text, bare(left)) === name;
  const other = isFirst ? right : textOf(text, bare(right)) === name ? left : null;
  if (other === null || hasType(other, memory) || new RegExp(String.raw`\b${name}\b`).test(textOf(text, other)))
    return null;
  if (operator.type === '==')
    return isWide(other, text) ? null : { name: 'atomicCAS', operands: `${textOf(text, other)}, ${value}` };
  if (textOf(text, bare(other)) !== value || !['<', '<=', '>', '>='].includes(operator.type)) return null;
  return { name: operator.type.startsWith('<') === isFirst ? 'atomicMax' : 'atomicMin', operands: value };
}

const whole = ['int', 'unsigned', 'unsigned int', 'int32_t', 'uint32_t', 'uint'];

/** A variable that gets the value of a counter, and the next statement, which steps the counter. */
function drawnBefore(at: Written): Claim | null {
  const {
    node,
    text,
    around: [list],
    place: { type },
  } = at;
  const assigned = assignmentOf(node, text);
  const statements = list?.type === 'compound_statement' ? namedChildren(list) : [];
  const before = statements[statements.indexOf(node) - 1];
  const drawn = before === undefined ? null : drawnIn(before, text);
  if (
    assigned === null ||
    before === undefined ||
    drawn === null ||
    type.kind !== 'int' ||
    type.bits !== 32 ||
    !isSameText(text, bare(drawn.value), bare(assigned.target)) ||
    hasType(assigned.target, effects)
  )
    return null;
  const step = stepOf(assigned, drawn.name, text);
  if (step === null || step.includes(drawn.name)) return null;
  const name = step.startsWith('-') ? 'atomicSub' : 'atomicAdd';
  const update = {
    at,
    replaced: { start: drawn.value.start, end: node.end },
    name,
    call: `${name}(${addressOf(assigned.target, text)}, ${step.replace(/^-/, '')});`,
  };
  return { update, target: assigned.target, reader: before };
}

/** A statement that uses the number of a counter, once and come what may, and the next one, which steps the counter. */
function usedBefore(at: Written): Claim | null {
  const {
    node,
    text,
    around: [list],
    place: { type },
  } = at;
  const assigned = assignmentOf(node, text);
  const statements = list?.type === 'compound_statement' ? namedChildren(list) : [];
  const before = statements[statements.indexOf(node) - 1];
  if (
    assigned === null ||
    before === undefined ||
    !['expression_statement', 'declaration'].includes(before.type) ||
    type.kind !== 'int' ||
    type.bits !== 32 ||
    hasType(assigned.target, effects)
  )
    return null;
  const cell = textOf(text, assigned.target);
  const step = stepOf(assigned, cell, text);
  const uses = usesIn(before, bare(assigned.target), text);
  const [use] = uses;
  const isBlank = text.text.slice(before.end, node.start).trim() === '';
  const isFixed = step !== null && /^-?\d+$/.test(step);
  const set = nodesOf(before, 'assignment_expression', 'update_expression').flatMap(
    (one) => childIn(one, 'left') ?? childIn(one, 'argument') ?? [],
  );
  const isSet = use !== undefined && set.some((one) => bare(one).start === use.start && bare(one).end === use.end);
  // a variable that leads to the cell is set before the counter is stepped: `int a = count[i], b = i++; count[i] += 1;`
  const isMoved = nodesOf(assigned.target, 'identifier').some((name) =>
    set.some((one) => isSameText(text, bare(one), name)),
  );
  // what is called may look at the counter, too
  if (hasType(before, ['call_expression', 'lambda_expression'])) return null;
  if (use === undefined || isSet || isMoved || uses.length > 1 || !isBlank || !isFixed || !isCertain(use, before))
    return null;
  const name = step.startsWith('-') ? 'atomicSub' : 'atomicAdd';
  const call = `${name}(${addressOf(assigned.target, text)}, ${step.replace(/^-/, '')})${text.text.slice(use.end, before.end)}`;
  return {
    update: { at, replaced: { start: use.start, end: node.end }, name, call },
    target: assigned.target,
    reader: before,
  };
}

/** Where the statement names the cell. */
const usesIn = (node: SyntaxNode, target: SyntaxNode, text: SourceText): readonly SyntaxNode[] =>
  node.type === target.type && isSameText(text, node, target)
    ? [node]
    : node.children.flatMap((child) => usesIn(child, target, text));

/** Whether the statement evaluates this part of it in any case, and once. */
function isCertain(part: SyntaxNode, node: SyntaxNode): boolean {
  if (part === node) return true;
  const inner = node.children.find((child) => child.start <= part.start && part.end <= child.end);
  const isShort =
    node.children.some(({ type }) => type === '&&' || type === '||') ||
    ['conditional_expression', 'lambda_expression'].includes(node.type);
  return inner !== undefined && !isShort && isCertain(part, inner);
}

type Drawn = Readonly<{ name: string; value: SyntaxNode; isSigned: boolean }>;

/** `int slot = *count;` */
function drawnIn(statement: SyntaxNode, text: SourceText): Drawn | null {
  const [declarator, ...more] =
    statement.type === 'declaration' ? statement.children.filter(({ type }) => type.endsWith('declarator')) : [];
  const [name, value, type] =
    declarator === undefined
      ? [null, null, null]
      : [childIn(declarator, 'declarator'), childIn(declarator, 'value'), childIn(statement, 'type')];
  if (
    more.length > 0 ||
    name?.type !== 'identifier' ||
    value === null ||
    type === null ||
    !whole.includes(textOf(text, type))
  )
    return null;
  return { name: textOf(text, name), value, isSigned: textOf(text, type).startsWith('int') };
}

/** `1` of `x = slot + 1`, `x++` and `x += 1`, `-1` of the reverse; it reads no memory. */
function stepOf(
  { op, value }: NonNullable<ReturnType<typeof assignmentOf>>,
  name: string,
  text: SourceText,
): string | null {
  const sign = op === '-' ? '-' : '';
  if (value === null) return op === '+' || op === '-' ? `${sign}1` : null;
  const simple = (node: SyntaxNode, by: string): string | null =>
    /^[\w.]+$/.test(textOf(text, node)) && !hasType(node, memory) ? `${by}${textOf(text, node)}` : null;
  if (op !== '') return op === '+' || op === '-' ? simple(bare(value), sign) : null;
  const sum = bare(value);
  const [left, right] = [childIn(sum, 'left'), childIn(sum, 'right')];
  const by = sum.children.some(({ type }) => type === '+')
    ? ''
    : sum.children.some(({ type }) => type === '-')
      ? '-'
      : null;
  if (
    sum.type !== 'binary_expression' ||
    left === null ||
    right === null ||
    by === null ||
    textOf(text, bare(left)) !== name
  )
    return null;
  return simple(bare(right), by);
}
