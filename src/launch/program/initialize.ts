/**
 * How objects begin in a program that is run (run.ts): initial values, constructors, aggregates, and what parameters
 * are bound to.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Frame, Variable } from './memory.ts';
import type { Given, Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { sameType } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf } from '../declarator.ts';
import { lookup } from '../lookup.ts';
import { makeBox } from './library.ts';
import { classNameOf, methodsOf, templateOf } from './functions.ts';
import { chosen } from './overloads.ts';
import { newPlace, noFrame, write } from './memory.ts';
import { asBase, memberOf } from './objects.ts';
import { enrol } from './virtual-calls.ts';
import { at, copyOf, load, number, stop, store } from './state.ts';
import { declaredType, fieldsOf, freesMemory, isPlainClass, mayCopy, sizeOf } from './types.ts';

export function initializedAs(run: Run, frame: Frame, type: HostType, given: Given): Variable {
  const variable: Variable = { type, place: newPlace() };
  initialize(run, frame, variable, given);
  return variable;
}

/**
 * Whether a reference to a type refers to what is given itself, and not to an object that is made of it (C++
 * [dcl.init.ref]).
 */
const isAlike = (to: HostType, given: HostType): boolean =>
  (to.kind === given.kind || !/^(?:struct|box|dims)$/.test(to.kind)) &&
  (to.kind !== 'scalar' || given.kind !== 'scalar' || (sameType(to.type, given.type) && to.name === given.name));

/** A variable of a declared type that is what an expression gives: a reference is that itself. */
export function bound(run: Run, type: HostType, given: Result): Variable {
  if (type.kind === 'reference' || (type.kind === 'auto' && given.type.kind === 'reference')) {
    const to = type.kind === 'reference' && type.to.kind !== 'auto' ? type.to : given.type;
    if (!isAlike(to, given.type)) return initializedAs(run, noFrame(), to, { kind: 'result', result: given });
    if (given.place !== null)
      return to.kind === 'struct' && given.type.kind === 'struct'
        ? asBase(run, to, { type: given.type, place: given.place })
        : { type: to, place: given.place };
    const own: Variable = { type: to, place: newPlace() };
    write(own.place, sizeOf(run.names, to), load(run, given));
    return own;
  }
  const own = copyOf(run, given);
  const variable: Variable = { type: own.type, place: own.place ?? newPlace() };
  if (own.place === null) write(variable.place, sizeOf(run.names, own.type), load(run, own));
  return variable;
}

export function bind(run: Run, frame: Frame, key: number, type: HostType, given: Result): void {
  if (
    type.kind === 'reference' ||
    type.kind === 'auto' ||
    type.kind === 'function' ||
    type.kind === 'closure' ||
    (type.kind === 'pointer' && type.to.kind === 'function')
  )
    frame.variables.set(key, bound(run, type, given));
  else frame.variables.set(key, initializedAs(run, frame, type, { kind: 'result', result: given }));
}

/** Makes an object of a type at a place. */
export function initialize(run: Run, frame: Frame, variable: Variable, given: Given): void {
  const { type, place } = variable;
  const nodes = given.kind === 'arguments' ? given.nodes : [];
  switch (type.kind) {
    case 'scalar':
    case 'pointer': {
      const [only, second] = nodes;
      if (given.kind === 'result') return store(run, variable, given.result);
      if (second !== undefined) return void stop(run);
      if (only !== undefined) store(run, variable, run.rules.evaluate(run, frame, only));
      else if (given.kind === 'arguments') store(run, variable, number(int(0)));
      return;
    }
    case 'array':
      return initializeArray(run, frame, type, variable, given);
    case 'struct':
      return initializeStruct(run, frame, type, variable, given);
    case 'box':
      if (given.kind === 'result') return store(run, variable, given.result);
      return makeBox(run, frame, type, place, nodes, given.kind === 'arguments' && given.isList);
    case 'dims': {
      const values =
        given.kind === 'result'
          ? given.result.type.kind === 'dims'
            ? null
            : [given.result]
          : nodes.map((node) => run.rules.evaluate(run, frame, node));
      if (values === null) return given.kind === 'result' ? store(run, variable, given.result) : undefined;
      if (values.length === 1 && values[0]?.type.kind === 'dims') return store(run, variable, values[0]);
      for (const [k, axis] of ['x', 'y', 'z'].entries()) {
        const own = memberOf(run, at(variable), axis);
        if (own.place !== null) store(run, { type: own.type, place: own.place }, values[k] ?? number(int(1)));
      }
      return;
    }
    case 'other':
    case 'reference':
    case 'auto':
    case 'void':
    case 'function':
    case 'closure':
      // a handle of a library: nothing is known of it; an object that is made of something may do anything
      if (
        (type.kind === 'other' && type.isOwn === true) ||
        (given.kind !== 'none' &&
          !(
            given.kind === 'result' &&
            /^(?:scalar|other|void|pointer)$/.test(given.result.type.kind) &&
            given.result.place === null
          ))
      )
        stop(run);
  }
}

function initializeArray(
  run: Run,
  frame: Frame,
  { of, count, isObject }: Extract<HostType, { kind: 'array' }>,
  { place }: Variable,
  given: Given,
): void {
  if (given.kind === 'none' && of.kind !== 'struct' && of.kind !== 'box' && of.kind !== 'dims') return;
  if (given.kind === 'result' && given.result.type.kind === 'array' && given.result.place !== null)
    return store(run, { type: given.result.type, place }, given.result);
  if (given.kind === 'result' || count > maxInitialized || count < 0) return void stop(run);
  // the braces of the array within may stand there or not
  const outer = given.kind === 'arguments' ? given.nodes : [];
  const nodes =
    isObject === true &&
    outer.length === 1 &&
    outer[0]?.type === 'initializer_list' &&
    !/^(?:array|struct)$/.test(of.kind)
      ? namedChildren(outer[0])
      : outer;
  if (
    isObject === true &&
    outer.length > 0 &&
    outer[0]?.type === 'initializer_list' &&
    /^(?:array|struct)$/.test(of.kind)
  )
    return void stop(run);
  // braces of elements that are left out
  if (of.kind === 'array' && nodes.some(({ type }) => !/^(?:initializer_list|string_literal)$/.test(type)))
    return void stop(run);
  const size = sizeOf(run.names, of);
  for (let k = 0; k < count && !run.stopped; k++) {
    const node = nodes[k];
    const element: Variable = { type: of, place: { block: place.block, at: place.at + k * size } };
    initialize(
      run,
      frame,
      element,
      node === undefined
        ? given.kind === 'none'
          ? given
          : { kind: 'arguments', nodes: [], isList: true }
        : givenBy(node),
    );
  }
}

const maxInitialized = 2048;

/** An element or member that is given by an expression or a list. */
function givenBy(node: SyntaxNode): Given {
  return node.type === 'initializer_list'
    ? { kind: 'arguments', nodes: namedChildren(node), isList: true }
    : { kind: 'arguments', nodes: [node], isList: false };
}

function initializeStruct(
  run: Run,
  frame: Frame,
  type: Extract<HostType, { kind: 'struct' }>,
  variable: Variable,
  given: Given,
): void {
  const { names } = run;
  if (!isPlainClass(names, type.struct) || hasDestructor(run, type)) return void stop(run);
  const nodes = given.kind === 'arguments' ? given.nodes : [];
  const args =
    given.kind === 'result'
      ? [given.result]
      : nodes.some(({ type: kind }) => kind === 'initializer_list' || kind === 'initializer_pair')
        ? null
        : nodes.map((node) => run.rules.evaluate(run, frame, node));
  const constructors = methodsOf(names, type.struct, classNameOf(names, type.struct)).filter(
    (definition) => childIn(definition, 'type') === null,
  );
  const [only] = args ?? [];
  if (/\binitializer_list\b/.test(textOf(names.source, type.struct.node))) return void stop(run);
  if (args?.length === 1 && only?.type.kind === 'struct' && only.type.struct === type.struct) {
    const isNamed = given.kind === 'result' ? given.isNamed === true : nodes[0] !== undefined && isName(nodes[0]);
    const copying = isNamed ? onlyCopying(run, type, constructors) : null;
    return copying === null ? store(run, variable, only) : construct(run, copying, [only], type, variable);
  }
  if (constructors.length > 0 || given.kind === 'result') {
    // `T t = x` and parameters: not by constructors that are to be called by name (C++ [over.match.copy])
    const definition =
      args === null
        ? null
        : chosen(names, given.kind === 'result' ? constructors.filter((one) => !isExplicit(one)) : constructors, args);
    if (definition === null || args === null || isDeclaredOnly(run, type, constructors.length)) return void stop(run);
    construct(run, definition, args, type, variable);
    return;
  }
  if (isDeclaredOnly(run, type, 0)) return void stop(run);
  // an aggregate: bases and members in order, which get what the list gives, else what the class says
  const isAggregate = given.kind === 'arguments' && given.nodes.length > 0;
  let next = 0;
  for (const field of fieldsOf(names, type)) {
    const own: Variable = { type: field.type, place: { ...variable.place, at: variable.place.at + field.at } };
    const node = nodes[next];
    // elements of an array may stand in the list around
    const spread =
      node === undefined || field.type.kind !== 'array' || node.type === 'initializer_list'
        ? null
        : nodes.slice(next, next + field.type.count);
    next += spread?.length ?? 1;
    if (spread !== null) {
      initialize(run, frame, own, { kind: 'arguments', nodes: spread, isList: true });
      continue;
    }
    if (node?.type === 'initializer_pair') return void stop(run);
    if (field.type.kind === 'reference') {
      const target =
        node === undefined || node.type === 'initializer_list' ? null : run.rules.evaluate(run, frame, node);
      if (target?.place === undefined || target.place === null) return void stop(run);
      write(own.place, 8, { kind: 'pointer', to: target.place });
      continue;
    }
    if (node !== undefined) initialize(run, frame, own, givenBy(node));
    else initializeField(run, own, field.initial, variable, isAggregate || given.kind === 'arguments');
  }
  enrol(run, variable);
}

/** A member that nobody gives a value: its initializer in the class, else nothing, or 0 in an aggregate. */
function initializeField(run: Run, own: Variable, initial: SyntaxNode | null, self: Variable, isZeroed: boolean): void {
  const inner: Frame = {
    variables: new Map(),
    outer: null,
    self,
    types: self.type.kind === 'struct' ? self.type.given : new Map(),
  };
  initialize(
    run,
    inner,
    own,
    initial === null
      ? isZeroed && own.type.kind !== 'struct'
        ? { kind: 'arguments', nodes: [], isList: true }
        : { kind: 'none' }
      : givenBy(initial),
  );
}

function construct(
  run: Run,
  definition: SyntaxNode,
  args: readonly Result[],
  type: Extract<HostType, { kind: 'struct' }>,
  variable: Variable,
): void {
  const { names } = run;
  if (templateOf(names, definition) !== null && type.struct.parameters.length === 0) return void stop(run);
  const inner: Frame = { variables: new Map(), outer: null, self: variable, types: type.given };
  if (!bindParameters(run, inner, definition, args)) return;
  const listed = namedChildren(
    definition.children.find((child) => child.type === 'field_initializer_list') ?? { ...definition, children: [] },
  );
  const given = new Map(
    listed.flatMap((item) => {
      const [name, list] = namedChildren(item);
      return name === undefined || list === undefined ? [] : [[textOf(names.source, name), list] as const];
    }),
  );
  const delegated = given.get(classNameOf(names, type.struct));
  // another constructor makes the object first
  if (delegated !== undefined) {
    if (listed.length > 1 || namedChildren(delegated).some(({ type: kind }) => kind === 'initializer_list'))
      return void stop(run);
    const passed = namedChildren(delegated).map((node) => run.rules.evaluate(run, inner, node));
    const other = chosen(
      names,
      methodsOf(names, type.struct, classNameOf(names, type.struct)).filter((one) => childIn(one, 'type') === null),
      passed,
    );
    if (other === null || other === definition) return void stop(run);
    construct(run, other, passed, type, variable);
  }
  for (const field of delegated === undefined ? fieldsOf(names, type) : []) {
    const own: Variable = { type: field.type, place: { ...variable.place, at: variable.place.at + field.at } };
    const list = given.get(field.name ?? (field.type.kind === 'struct' ? field.type.name : ''));
    if (field.type.kind === 'reference') {
      const [only] = list === undefined ? [] : namedChildren(list);
      const target = only === undefined ? null : run.rules.evaluate(run, inner, only);
      if (target?.place === undefined || target.place === null) return void stop(run);
      write(own.place, 8, { kind: 'pointer', to: target.place });
    } else if (list === undefined) initializeField(run, own, field.initial, variable, false);
    else
      initialize(run, inner, own, {
        kind: 'arguments',
        nodes: namedChildren(list),
        isList: list.type === 'initializer_list',
      });
  }
  run.called.add(definition);
  enrol(run, variable);
  run.depth++;
  const body = childIn(definition, 'body');
  if (body !== null && !run.stopped) run.rules.execute(run, inner, body);
  run.depth--;
}

/**
 * Whether a class declares more constructors than are defined in the file, or deletes some: what those do is not known.
 */
function isDeclaredOnly(run: Run, { struct }: Extract<HostType, { kind: 'struct' }>, defined: number): boolean {
  const name = classNameOf(run.names, struct);
  const members = namedChildren(childIn(struct.node, 'body') ?? struct.node);
  const inherits = members.some((member) => member.type === 'using_declaration');
  return (
    inherits ||
    members.filter(
      (member) =>
        member.type === 'declaration' && new RegExp(`\\b${name}\\s*\\(`).test(textOf(run.names.source, member)),
    ).length > defined
  );
}

/** Whether an expression names an object that goes on to be: it is copied. */
export const isName = ({ type }: SyntaxNode): boolean =>
  /^(?:identifier|qualified_identifier|field_expression|subscript_expression|pointer_expression)$/.test(type);

/**
 * The constructor `T(const T &)` of a class that has no other way to copy or move its objects; null: there are others,
 * or members decide.
 */
function onlyCopying(
  run: Run,
  type: Extract<HostType, { kind: 'struct' }>,
  constructors: readonly SyntaxNode[],
): SyntaxNode | null {
  const members = namedChildren(childIn(type.struct.node, 'body') ?? type.struct.node).filter((member) =>
    mayCopy(run.names, type, member),
  );
  const ways = members.filter((member) => !/\boperator\b/.test(textOf(run.names.source, member)));
  const [only] = ways;
  const definition = only === undefined || ways.length > 1 ? undefined : constructors.find((one) => one === only);
  const [parameter, second] = definition === undefined ? [] : parametersOf(definition);
  return definition !== undefined &&
    second === undefined &&
    parameter !== undefined &&
    !/&&/.test(textOf(run.names.source, parameter)) &&
    templateOf(run.names, definition) === null
    ? definition
    : null;
}

const isExplicit = ({ children }: SyntaxNode): boolean =>
  children.some(({ type }) => type === 'explicit_function_specifier');

/** Whether something happens when objects of the class end, but that memory is given back. */
function hasDestructor(run: Run, { struct }: Extract<HostType, { kind: 'struct' }>): boolean {
  const text = textOf(run.names.source, struct.node);
  const own = namedChildren(childIn(struct.node, 'body') ?? struct.node).find((member) =>
    /^(?:virtual\s+)?~/.test(
      textOf(run.names.source, member).replace(/^(?:__host__|__device__|inline|constexpr|\s)+/, ''),
    ),
  );
  if (own === undefined) return /~/.test(text) && /~\s*\w+\s*\(/.test(text);
  const body = childIn(own, 'body');
  if (body === null) return !/=\s*default/.test(textOf(run.names.source, own));
  return namedChildren(body).some((statement) => !freesMemory(textOf(run.names.source, statement)));
}

export function bindParameters(run: Run, inner: Frame, definition: SyntaxNode, args: readonly Result[]): boolean {
  for (const [k, parameter] of parametersOf(definition).entries()) {
    const declarator = childIn(parameter, 'declarator');
    const name = declaredName(declarator);
    const type = declaredType(run.names, inner.types, parameter, declarator, () => -1);
    const fallback = childIn(parameter, 'default_value');
    const given = args[k] ?? (fallback === null ? null : run.rules.evaluate(run, inner, fallback));
    if (type !== null && given !== null && name === null) {
      // its object is made all the same
      if (type.kind !== 'void')
        bind(run, inner, parameter.start, type.kind === 'array' ? { kind: 'pointer', to: type.of } : type, given);
      continue;
    }
    const declaration = name === null ? null : lookup(run.names, textOf(run.names.source, name), name);
    if (type === null || given === null || declaration === null) {
      stop(run);
      return false;
    }
    bind(run, inner, declaration.node.start, type.kind === 'array' ? { kind: 'pointer', to: type.of } : type, given);
  }
  return !run.stopped;
}
