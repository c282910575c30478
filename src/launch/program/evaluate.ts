/** Expressions of a program that is run (run.ts). */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Declaration } from '../host-names.ts';
import type { Frame, Place, Value, Variable } from './memory.ts';
import type { Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { commonType } from '../../base/arithmetic.ts';
import { i64, sameType, u64 } from '../../base/ctype.ts';
import { int, truth } from '../../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { hostTypeOf } from '../host-type.ts';
import { applyBinary, applyUnary, constantOf, hostType, literalValue } from '../host-value.ts';
import { memoized } from '../../base/memoize.ts';
import { isMember, lookup } from '../lookup.ts';
import { mayOverload } from '../own-operators.ts';
import { dependsOnOrder } from '../unordered.ts';
import { behind, callOf, isObject, operatorCall } from './calls.ts';
import { capturedBy } from './captures.ts';
import { newBlock, newPlace, noFrame, unknown } from './memory.ts';
import { castTo, elementOf, memberOf, pointedTo, truthOf } from './objects.ts';
import { spelledName } from './functions.ts';
import {
  at,
  constant,
  convertTo,
  goesOn,
  load,
  nothing,
  number,
  stop,
  store,
  valueOf,
  variableOf,
  whole,
} from './state.ts';
import { declaredType, enumerationOf, hasKnownSize, namedType, sizeOf } from './types.ts';

const child = (node: SyntaxNode, field: string): SyntaxNode => childIn(node, field) ?? node;
const nullPointer: Result = valueOf({ kind: 'pointer', to: { kind: 'void' } }, { kind: 'pointer', to: null });

export function evaluate(run: Run, frame: Frame, node: SyntaxNode): Result {
  if (!goesOn(run)) return nothing;
  const { source } = run.names;
  const of = (field: string): Result =>
    childIn(node, field) === null ? stop(run) : evaluate(run, frame, child(node, field));
  switch (node.type) {
    case 'number_literal':
    case 'char_literal': {
      const value = literalValue(textOf(source, node));
      return value === null ? valueOf({ kind: 'other' }, unknown) : number(value);
    }
    case 'true':
    case 'false':
      return number(truth(node.type === 'true'));
    case 'null':
      return nullPointer;
    case 'string_literal':
      return valueOf({ kind: 'pointer', to: { kind: 'other' } }, { kind: 'text', text: textOf(source, node) });
    case 'concatenated_string':
    case 'raw_string_literal':
      return valueOf({ kind: 'pointer', to: { kind: 'other' } }, unknown);
    case 'parenthesized_expression':
    case 'condition_clause': {
      const [inner, second] = namedChildren(node);
      return inner === undefined || second !== undefined ? stop(run) : evaluate(run, frame, inner);
    }
    case 'identifier':
    case 'type_identifier':
    case 'qualified_identifier':
      return ofName(run, frame, node);
    case 'this':
      return frameOfSelf(frame)?.self === null || frameOfSelf(frame) === null
        ? stop(run)
        : pointerTo(frameOfSelf(frame)?.self ?? null);
    case 'binary_expression':
      return ofBinary(run, frame, node);
    case 'unary_expression':
      return mayOverload(run.names, node)
        ? stop(run)
        : ofUnary(run, childIn(node, 'operator')?.type ?? '', of('argument'));
    case 'assignment_expression':
      return ofAssignment(run, frame, node);
    case 'update_expression':
      return ofUpdate(run, node, of('argument'));
    case 'pointer_expression':
      return node.children[0]?.type === '&'
        ? addressOf(run, frame, child(node, 'argument'))
        : behind(run, of('argument'), '*');
    case 'subscript_expression':
      return ofSubscript(run, frame, node);
    case 'field_expression': {
      const field = childIn(node, 'field');
      const object = of('argument');
      const isArrow = childIn(node, 'operator')?.type === '->';
      return field === null
        ? stop(run)
        : memberOf(run, isArrow ? behind(run, object, '->') : object, textOf(source, field));
    }
    case 'conditional_expression': {
      const when = truthOf(run, of('condition'));
      return when === null ? stop(run) : ofArm(run, frame, node, when);
    }
    case 'comma_expression':
      if (/\boperator\s*,/.test(source.text)) return stop(run);
      of('left');
      return of('right');
    case 'cast_expression':
      return castTo(run, namedType(run.names, frame.types, child(node, 'type')), of('value'));
    case 'sizeof_expression':
      return ofSize(run, frame, node);
    case 'call_expression':
      return callOf(run, frame, node);
    case 'lambda_expression':
      return valueOf({ kind: 'closure' }, { kind: 'closure', lambda: node, frame: capturedBy(run, frame, node) });
    case 'new_expression':
      return ofNew(run, frame, node);
    case 'delete_expression':
      return nothing;
    case 'compound_literal_expression': {
      const variable: Variable = { type: namedType(run.names, frame.types, child(node, 'type')), place: newPlace() };
      run.rules.initialize(run, frame, variable, {
        kind: 'arguments',
        nodes: namedChildren(child(node, 'value')),
        isList: true,
      });
      return at(variable);
    }
    default:
      return stop(run);
  }
}

/** One of the arms of `c ? x : y`, which have one type that the other one may decide (C++ [expr.cond]). */
function ofArm(run: Run, frame: Frame, node: SyntaxNode, when: boolean): Result {
  const [consequence, alternative] = [child(node, 'consequence'), child(node, 'alternative')];
  const arm = evaluate(run, frame, when ? consequence : alternative);
  if (arm.type.kind !== 'scalar') return arm;
  const other = hostType(hostTypeOf(run.names, when ? alternative : consequence) ?? '');
  if (other === null)
    return arm.place === null &&
      arm.type.type.kind !== 'float' &&
      /\d\.|\.\d|\d[eE]/.test(textOf(run.names.source, node))
      ? stop(run)
      : arm;
  return sameType(arm.type.type, other)
    ? arm
    : castTo(run, { kind: 'scalar', type: commonType(arm.type.type, other) }, arm);
}

function ofUnary(run: Run, operator: string, operand: Result): Result {
  return isObject(operand) ? operatorCall(run, operator, operand, []) : unary(operator, load(run, operand));
}

function unary(operator: string, operand: Value): Result {
  if (operator === '!' && operand.kind === 'pointer') return number(truth(operand.to === null));
  const value = operand.kind === 'number' ? applyUnary(operator, operand.expr) : null;
  return value === null ? valueOf({ kind: 'other' }, unknown) : number(value);
}

function ofUpdate(run: Run, node: SyntaxNode, target: Result): Result {
  // `s++` has an argument that nobody writes (C++ [over.inc])
  if (isObject(target))
    return operatorCall(
      run,
      childIn(node, 'operator')?.type ?? '',
      target,
      node.children[0]?.field === 'operator' ? [] : [number(int(0))],
    );
  const moved = sumOf(run, target, number(int(childIn(node, 'operator')?.type === '++' ? 1 : -1)), '+');
  const was = valueOf(target.type, load(run, target));
  assign(run, target, moved);
  return node.children[0]?.field === 'operator' ? target : was;
}

const pointerTo = (variable: Variable | null): Result =>
  variable === null
    ? nothing
    : valueOf({ kind: 'pointer', to: variable.type }, { kind: 'pointer', to: variable.place });

/** The nearest frame of a method. */
function frameOfSelf(frame: Frame): Frame | null {
  for (let at: Frame | null = frame; at !== null; at = at.outer) if (at.self !== null) return at;
  return null;
}

function ofName(run: Run, frame: Frame, node: SyntaxNode): Result {
  const { names } = run;
  const name = node.type === 'qualified_identifier' ? spelledName(names, node) : textOf(names.source, node);
  if (/^(?:nullptr|NULL)$/.test(name)) return nullPointer;
  if (
    /^(?:cudaSuccess|cudaStreamDefault|cudaMemcpy(?:Host|Device)To(?:Host|Device)|cudaMemcpyDefault|cudaMemAttachGlobal|EXIT_SUCCESS)$/.test(
      name,
    )
  )
    return number(int(0));
  const declaration = lookup(names, name, node);
  if (declaration === null || isDefinedElsewhere(run, declaration)) return stop(run);
  if (declaration.kind === 'enumerator') return ofEnumerator(run, declaration);
  if (isMember(declaration)) {
    const fixed = staticConstant(run, frame, declaration);
    if (fixed !== null) return fixed;
    const self = frameOfSelf(frame)?.self ?? null;
    return self === null ? stop(run) : memberOf(run, at(self), name);
  }
  const variable = variableOf(run, frame, declaration) ?? globalOf(run, declaration);
  if (variable !== null) return at(variable);
  const [definition, second] = declaration.kind === 'other' ? (names.functions.get(name) ?? []) : [];
  return definition === undefined || second !== undefined
    ? stop(run)
    : valueOf({ kind: 'function' }, { kind: 'function', definition });
}

function ofEnumerator(run: Run, declaration: Declaration): Result {
  const own = valueOfEnumerator(run, declaration);
  const type = enumerationOf(run.names, declaration.node);
  const given = type?.kind === 'scalar' ? castTo(run, type, own) : stop(run);
  // a value that takes a larger type than `int`
  return constant(run, given) === constant(run, own) ? given : stop(run);
}

function valueOfEnumerator(run: Run, { initial, previous }: Declaration): Result {
  if (initial.kind === 'expression') return evaluate(run, noFrame(), initial.node);
  return previous === null ? number(int(0)) : sumOf(run, valueOfEnumerator(run, previous), number(int(1)), '+');
}

/** `static constexpr int n = 4;` in a class that is no template. */
function staticConstant(run: Run, frame: Frame, { statement, initial, node }: Declaration): Result | null {
  const text = textOf(run.names.source, statement);
  if (!/^\s*(?:static|inline|constexpr|const)\b/.test(text) || !/\bstatic\b/.test(text)) return null;
  for (let around = run.names.parents.get(statement); around !== undefined; around = run.names.parents.get(around))
    if (around.type === 'template_declaration') return stop(run);
  const declarator =
    namedChildren(statement).find(
      (one) => one.start <= node.start && one.end >= node.end && one.field === 'declarator',
    ) ?? null;
  const type = declaredType(run.names, frame.types, statement, declarator, () => null);
  const value = initial.kind === 'expression' ? initial.node : childIn(statement, 'default_value');
  if (
    !/\bconst(?:expr)?\b/.test(text) ||
    type?.kind !== 'scalar' ||
    value === null ||
    statement.children.filter(({ field }) => field === 'declarator').length !== 1
  )
    return stop(run);
  return castTo(run, type, evaluate(run, noFrame(), value));
}

/** `extern int n;`, without a definition in the file. */
const isDefinedElsewhere = ({ names }: Run, { kind, initial, statement }: Declaration): boolean =>
  kind === 'variable' &&
  initial.kind === 'none' &&
  statement.children.some(
    ({ type, start }) => type === 'storage_class_specifier' && names.source.text.startsWith('extern', start),
  );

/** A variable of the file, with its initial value; an enumerator or constant likewise. */
export function globalOf(run: Run, declaration: Declaration): Variable | null {
  const { names } = run;
  if (
    declaration.kind !== 'variable' ||
    (declaration.scope !== names.root &&
      declaration.scope.type !== 'declaration_list' &&
      declaration.scope.type !== 'translation_unit')
  )
    return null;
  const declarator =
    namedChildren(declaration.statement).find(
      (one) => one.start <= declaration.node.start && one.end >= declaration.node.end && one.field === 'declarator',
    ) ?? null;
  const empty = noFrame();
  const given = declaration.initial;
  const declared = declaredType(names, empty.types, declaration.statement, declarator, (size) =>
    whole(run, evaluate(run, empty, size)),
  );
  const type =
    declared?.kind === 'array' && declared.count < 0 && given.kind === 'arguments'
      ? { ...declared, count: given.nodes.length }
      : declared;
  if (type === null || type.kind === 'auto' || type.kind === 'reference') return null;
  const isDevice = /^[^=({]*\b__(?:device|managed|constant)__\b/.test(textOf(names.source, declaration.statement));
  const variable: Variable = { type, place: { block: newBlock(isDevice, isDevice ? declaration.name : null), at: 0 } };
  run.variables.set(declaration.node.start, variable);
  if (isDevice) variable.place.block.bytes = sizeOf(names, type);
  if (isDevice && !/\b__constant__\b/.test(textOf(names.source, declaration.statement)))
    run.seen.push(variable.place.block);
  if (isDevice && given.kind !== 'none') initializeOnDevice(run, variable, given);
  else if (given.kind === 'none' && (type.kind === 'pointer' || type.kind === 'scalar'))
    store(run, variable, number(int(0)));
  else if (given.kind === 'expression')
    run.rules.initialize(run, empty, variable, { kind: 'arguments', nodes: [given.node], isList: false });
  else if (given.kind === 'arguments')
    run.rules.initialize(run, empty, variable, { kind: 'arguments', nodes: given.nodes, isList: true });
  else if (type.kind !== 'other') run.rules.initialize(run, empty, variable, { kind: 'none' });
  return variable;
}

/** What a variable of the device holds at first, where that is followed. */
function initializeOnDevice(run: Run, variable: Variable, given: Declaration['initial']): void {
  const element = variable.type.kind === 'array' ? variable.type.of.kind : variable.type.kind;
  if (!goesOn(run) || given.kind === 'none' || !/^(?:scalar|struct|array)$/.test(element)) return;
  const nodes = given.kind === 'expression' ? [given.node] : given.nodes;
  const before = run.launched.length;
  run.rules.initialize(run, noFrame(), variable, { kind: 'arguments', nodes, isList: given.kind === 'arguments' });
  if (run.stopped) variable.place.block.cells.clear();
  if (run.launched.length === before) run.stopped = false;
}

function addressOf(run: Run, frame: Frame, node: SyntaxNode): Result {
  const target = evaluate(run, frame, node);
  if (target.type.kind === 'struct' && /\boperator\s*&\s*\(/.test(run.names.source.text)) return stop(run);
  if (target.value.kind === 'function') return target;
  return target.place === null ? stop(run) : pointerTo({ type: target.type, place: target.place });
}

function ofSubscript(run: Run, frame: Frame, node: SyntaxNode): Result {
  const array = evaluate(run, frame, child(node, 'argument'));
  const [index, more] = namedChildren(childIn(node, 'indices') ?? node);
  if (index === undefined || more !== undefined) return stop(run);
  const key = evaluate(run, frame, index);
  if (array.type.kind === 'box') return elementOf(run, array, key);
  if (array.type.kind === 'array' && array.type.isObject === true && array.place !== null)
    return pointedTo(run, sumOf(run, firstOf(array.type, array.place), key, '+'));
  return array.type.kind === 'struct'
    ? operatorCall(run, '[]', array, [key])
    : pointedTo(run, sumOf(run, array, key, '+'));
}

/** A pointer to the first element of an array. */
export const firstOf = ({ of }: Extract<HostType, { kind: 'array' }>, place: Place): Result =>
  valueOf({ kind: 'pointer', to: of }, { kind: 'pointer', to: place });

/** Sums and differences, also of pointers. */
function sumOf(run: Run, left: Result, right: Result, operator: '+' | '-'): Result {
  const [a, b] = [load(run, left), load(run, right)];
  if (a.kind === 'pointer' || b.kind === 'pointer') {
    if (a.kind === 'pointer' && b.kind === 'pointer') {
      const size = left.type.kind === 'pointer' ? sizeOf(run.names, left.type.to) : 0;
      return operator === '-' && a.to !== null && b.to !== null && a.to.block === b.to.block && size > 0
        ? number(int(BigInt(Math.trunc((a.to.at - b.to.at) / size)), i64))
        : stop(run);
    }
    const [pointer, base, index] =
      a.kind === 'pointer' ? [a, left.type, constant(run, right)] : [b, right.type, constant(run, left)];
    const to = base.kind === 'pointer' ? base.to : base.kind === 'array' ? base.of : null;
    if (
      pointer.kind !== 'pointer' ||
      pointer.to === null ||
      to === null ||
      !(hasKnownSize(run.names, to) || index === 0n || (!pointer.to.block.device && to.kind !== 'other')) ||
      typeof index !== 'bigint'
    )
      return valueOf({ kind: 'pointer', to: to ?? { kind: 'other' } }, unknown);
    const by = Number(index) * sizeOf(run.names, to) * (operator === '-' ? -1 : 1);
    return valueOf(
      { kind: 'pointer', to },
      { kind: 'pointer', to: { block: pointer.to.block, at: pointer.to.at + by } },
    );
  }
  const value = a.kind === 'number' && b.kind === 'number' ? applyBinary(operator, a.expr, b.expr) : null;
  return value === null || constantOf(value) === null
    ? valueOf(left.type.kind === 'array' ? { kind: 'pointer', to: left.type.of } : left.type, unknown)
    : number(value);
}

/** Which of `&&` and `||` the file declares for a class. */
const ownLogical = memoized(
  ({ source }: Run['names']): ReadonlySet<string> =>
    new Set([
      ...(/\boperator\s*(?:&&|and\b)/.test(source.text) ? ['&&'] : []),
      ...(/\boperator\s*(?:\|\||or\b)/.test(source.text) ? ['||'] : []),
    ]),
);

function ofBinary(run: Run, frame: Frame, node: SyntaxNode): Result {
  const operator = childIn(node, 'operator')?.type ?? '';
  if (isPrinting(run, node)) {
    printed(run, frame, node);
    return nothing;
  }
  if (mayOverload(run.names, node) || dependsOnOrder(node, run.names)) return stop(run);
  const left = evaluate(run, frame, child(node, 'left'));
  if (operator === '&&' || operator === '||') {
    // an operator of a class evaluates both sides (C++ [expr.log.and])
    if (ownLogical(run.names).has(operator)) return stop(run);
    const first = truthOf(run, left);
    if (first === null) return mayAct(child(node, 'right')) ? stop(run) : valueOf({ kind: 'other' }, unknown);
    if (first === (operator === '||')) return number(truth(first));
    const second = truthOf(run, evaluate(run, frame, child(node, 'right')));
    return second === null ? valueOf({ kind: 'other' }, unknown) : number(truth(second));
  }
  return binary(run, operator, left, evaluate(run, frame, child(node, 'right')));
}

function binary(run: Run, operator: string, left: Result, right: Result): Result {
  if ([left, right].some(({ type }) => /^(?:struct|box|dims)$/.test(type.kind)))
    return operatorCall(run, operator, left, [right]);
  if (operator === '+' || operator === '-') return sumOf(run, left, right, operator);
  const [a, b] = [load(run, left), load(run, right)];
  if (a.kind === 'pointer' || b.kind === 'pointer') {
    const [p, q] = [
      convertTo({ kind: 'pointer', to: { kind: 'void' } }, a),
      convertTo({ kind: 'pointer', to: { kind: 'void' } }, b),
    ];
    if (!/^[=!]=$/.test(operator) || p.kind !== 'pointer' || q.kind !== 'pointer')
      return valueOf({ kind: 'other' }, unknown);
    return number(truth((p.to?.block === q.to?.block && p.to?.at === q.to?.at) === (operator === '==')));
  }
  const value = a.kind === 'number' && b.kind === 'number' ? applyBinary(operator, a.expr, b.expr) : null;
  return value === null || constantOf(value) === null ? valueOf({ kind: 'other' }, unknown) : number(value);
}

/** `std::cout << …`: what it prints is evaluated, and nothing else is done. */
function isPrinting(run: Run, node: SyntaxNode): boolean {
  let at = node;
  while (at.type === 'binary_expression' && childIn(at, 'operator')?.type === '<<') at = child(at, 'left');
  return (
    at !== node &&
    /^(?:std::)?(?:cout|cerr|clog)$/.test(textOf(run.names.source, at)) &&
    !run.names.declarations.has(spelledName(run.names, at))
  );
}

function printed(run: Run, frame: Frame, node: SyntaxNode): void {
  if (node.type !== 'binary_expression' || !isPrinting(run, node)) return;
  printed(run, frame, child(node, 'left'));
  const right = child(node, 'right');
  if (!/^(?:std::)?(?:endl|flush|fixed|hex|dec|boolalpha)$/.test(textOf(run.names.source, right)))
    evaluate(run, frame, right);
}

function ofAssignment(run: Run, frame: Frame, node: SyntaxNode): Result {
  const operator = childIn(node, 'operator')?.type ?? '';
  const right = child(node, 'right');
  if (right.type === 'initializer_list') {
    const target = evaluate(run, frame, child(node, 'left'));
    if (target.place === null || operator !== '=') return stop(run);
    run.rules.initialize(
      run,
      frame,
      { type: target.type, place: target.place },
      { kind: 'arguments', nodes: namedChildren(right), isList: true },
    );
    return target;
  }
  const given = evaluate(run, frame, right);
  const target = evaluate(run, frame, child(node, 'left'));
  if (operator !== '=' && /^(?:struct|box|dims)$/.test(target.type.kind))
    return operatorCall(run, operator, target, [given]);
  if (operator !== '=') assign(run, target, binary(run, operator.slice(0, -1), target, given));
  else if (target.type.kind === 'struct' && (given.type.kind !== 'struct' || hasOperator(run, target)))
    return operatorCall(run, '=', target, [given]);
  else assign(run, target, given);
  return target;
}

const hasOperator = (run: Run, { type }: Result): boolean =>
  type.kind === 'struct' && /\boperator\s*=[^=]/.test(textOf(run.names.source, type.struct.node));

function assign(run: Run, { type, place }: Result, given: Result): void {
  if (place === null) stop(run);
  else store(run, { type, place }, given);
}

function ofSize(run: Run, frame: Frame, node: SyntaxNode): Result {
  const type = childIn(node, 'type');
  const value = childIn(node, 'value');
  let own: HostType = { kind: 'other' };
  if (type !== null) own = namedType(run.names, frame.types, type);
  else if (value !== null) {
    const inner = value.type === 'parenthesized_expression' ? (namedChildren(value)[0] ?? value) : value;
    const name =
      /^(?:type_)?identifier$/.test(inner.type) &&
      (frame.types.has(textOf(run.names.source, inner)) ||
        lookup(run.names, textOf(run.names.source, inner), inner) === null);
    // an array of characters, and the one that ends them; escapes and joined literals are not counted
    if (inner.type === 'string_literal' && /^"[ -!#-[\]-~]*"$/.test(textOf(run.names.source, inner)))
      return number(int(BigInt(inner.end - inner.start - 1), u64));
    if (!name && (mayAct(inner) || /string/.test(inner.type))) return valueOf({ kind: 'scalar', type: u64 }, unknown);
    own = name
      ? namedType(run.names, frame.types, { ...inner, type: 'type_identifier' })
      : evaluate(run, frame, inner).type;
  }
  return !hasKnownSize(run.names, own)
    ? valueOf({ kind: 'scalar', type: u64 }, unknown)
    : number(int(BigInt(sizeOf(run.names, own)), u64));
}

/** Whether an expression may do more than give a value, if it is evaluated: as operands of `sizeof` are not. */
const mayAct = ({ type, children }: SyntaxNode): boolean =>
  /^(?:assignment|update|call|new|delete|lambda|co_await)_expression$/.test(type) || children.some(mayAct);

function ofNew(run: Run, frame: Frame, node: SyntaxNode): Result {
  const type = namedType(run.names, frame.types, child(node, 'type'));
  const declarator = childIn(node, 'declarator');
  const place = newPlace();
  if (childIn(node, 'placement') !== null || /\boperator\s*new\b/.test(run.names.source.text)) return stop(run);
  if (declarator === null)
    run.rules.initialize(
      run,
      frame,
      { type, place },
      childIn(node, 'arguments') === null
        ? { kind: 'none' }
        : {
            kind: 'arguments',
            nodes: namedChildren(child(node, 'arguments')),
            isList: child(node, 'arguments').type === 'initializer_list',
          },
    );
  else if (type.kind !== 'scalar' && type.kind !== 'pointer') return stop(run);
  return valueOf({ kind: 'pointer', to: type }, { kind: 'pointer', to: place });
}
