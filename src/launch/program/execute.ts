/** Statements of a program that is run (run.ts), its declarations, and the bodies of functions. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Declaration } from '../host-names.ts';
import type { Frame, Variable } from './memory.ts';
import type { Calling, Completion, Given, Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf } from '../declarator.ts';
import { lookup } from '../lookup.ts';
import { elementsOf, makeBox } from './library.ts';
import { chosen, classNameOf, methodsOf, templateOf } from './functions.ts';
import { newPlace, unknown, write } from './memory.ts';
import { memberOf, truthOf } from './objects.ts';
import { at, constant, copyOf, goesOn, load, nothing, number, stop, store, valueOf, whole } from './state.ts';
import { declaredType, deducedTypes, fieldsOf, isPlainClass, sizeOf } from './types.ts';

const on: Completion = { kind: 'on' };

export function execute(run: Run, frame: Frame, node: SyntaxNode): Completion {
  if (!goesOn(run)) return on;
  const { evaluate } = run.rules;
  switch (node.type) {
    case 'compound_statement':
      return all(run, frame, namedChildren(node));
    case 'expression_statement':
      for (const inner of namedChildren(node)) evaluate(run, frame, inner);
      return on;
    case 'declaration':
      declare(run, frame, node);
      return on;
    case 'return_statement': {
      const [value] = namedChildren(node);
      return { kind: 'returned', result: value === undefined ? nothing : value.type === 'initializer_list' ? stop(run) : evaluate(run, frame, value) };
    }
    case 'if_statement': {
      const condition = childIn(node, 'condition');
      const when = condition === null ? null : conditionOf(run, frame, condition);
      if (when === null) return stopped(run);
      const arm = childIn(node, when ? 'consequence' : 'alternative');
      const inner = arm?.type === 'else_clause' ? (namedChildren(arm)[0] ?? null) : arm;
      return inner === null ? on : execute(run, frame, inner);
    }
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      return loop(run, frame, node);
    case 'for_range_loop':
      return rangeLoop(run, frame, node);
    case 'switch_statement':
      return choose(run, frame, node);
    case 'break_statement':
      return { kind: 'break' };
    case 'continue_statement':
      return { kind: 'continue' };
    // declarations that do nothing
    case 'alias_declaration':
    case 'type_definition':
    case 'using_declaration':
    case 'struct_specifier':
    case 'class_specifier':
    case 'enum_specifier':
    case 'static_assert_declaration':
    case 'comment':
    case ';':
      return on;
    default:
      return stopped(run);
  }
}

function stopped(run: Run): Completion {
  stop(run);
  return on;
}

function all(run: Run, frame: Frame, nodes: readonly SyntaxNode[]): Completion {
  for (const node of nodes) {
    const ended = execute(run, frame, node);
    if (ended.kind !== 'on' || run.stopped) return ended;
  }
  return on;
}

/** Null: not known, or not followed. */
function conditionOf(run: Run, frame: Frame, node: SyntaxNode): boolean | null {
  return childIn(node, 'initializer') !== null || childIn(node, 'value')?.type === 'declaration' ? null : truthOf(run, run.rules.evaluate(run, frame, childIn(node, 'value') ?? node));
}

function loop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const [initializer, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map((field) => childIn(node, field));
  if (initializer !== null && initializer !== undefined) {
    if (initializer.type === 'declaration') declare(run, frame, initializer);
    else run.rules.evaluate(run, frame, initializer);
  }
  for (let isFirst = node.type === 'do_statement'; goesOn(run); isFirst = false) {
    const goes = isFirst || condition === null || condition === undefined ? true : conditionOf(run, frame, condition);
    if (goes === null) return stopped(run);
    if (!goes) return on;
    const ended = body === null || body === undefined ? on : execute(run, frame, body);
    if (ended.kind === 'break') return on;
    if (ended.kind === 'returned') return ended;
    if (update !== null && update !== undefined) run.rules.evaluate(run, frame, update);
  }
  return on;
}

function rangeLoop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const [range, body, declarator] = [childIn(node, 'right'), childIn(node, 'body'), childIn(node, 'declarator')];
  const name = declaredName(declarator);
  const elements = range === null || range.type === 'initializer_list' ? null : elementsOf(run, run.rules.evaluate(run, frame, range));
  if (elements === null || body === null || name === null) return stopped(run);
  for (const element of elements) {
    const type = declaredType(run.names, frame.types, node, declarator, () => null);
    if (type === null || run.stopped) return stopped(run);
    bind(run, frame, name.start, type, element);
    const ended = execute(run, frame, body);
    if (ended.kind === 'break') return on;
    if (ended.kind === 'returned') return ended;
  }
  return on;
}

function choose(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const [condition, body] = [childIn(node, 'condition'), childIn(node, 'body')];
  const value = condition === null ? null : constant(run, run.rules.evaluate(run, frame, childIn(condition, 'value') ?? condition));
  const cases = body === null ? [] : namedChildren(body);
  if (value === null || cases.some(({ type }) => type !== 'case_statement')) return stopped(run);
  const labelOf = (one: SyntaxNode): SyntaxNode | null => childIn(one, 'value');
  const found = cases.findIndex((one) => {
    const label = labelOf(one);
    return label !== null && constant(run, run.rules.evaluate(run, frame, label)) === value;
  });
  const start = found >= 0 ? found : cases.findIndex((one) => labelOf(one) === null);
  const ended = start < 0 ? on : all(run, frame, cases.slice(start).flatMap((one) => namedChildren(one).filter((inner) => inner !== labelOf(one))));
  return ended.kind === 'break' ? on : ended;
}

/** The variables of a declaration. */
function declare(run: Run, frame: Frame, node: SyntaxNode): void {
  const { names } = run;
  const isStatic = node.children.some((child) => child.type === 'storage_class_specifier' && textOf(names.source, child) === 'static');
  const declarators = node.children.filter(({ field }) => field === 'declarator');
  const declared = names.declaredBy.get(node) ?? [];
  for (const declarator of declarators) {
    const declaration = declared.find((one) => declarator.start <= one.node.start && one.node.end <= declarator.end);
    if (declaration === undefined) return void stop(run);
    if (declaration.kind === 'other') continue;
    if (isStatic && run.variables.has(declaration.node.start)) continue;
    // `Q q(d, e);` reads like a prototype
    const isMisread = declaration.initial.kind === 'arguments' && behind(declarator)?.type === 'function_declarator';
    const type = declaredType(names, frame.types, node, isMisread ? null : declarator, (size) => whole(run, run.rules.evaluate(run, frame, size)));
    if (type === null) return void stop(run);
    const variable = initialized(run, frame, declaration, type);
    // what a static variable is before anything is said of it
    if (isStatic && declaration.initial.kind === 'none' && variable !== null && /^(?:scalar|pointer|array)$/.test(type.kind)) initialize(run, frame, variable, { kind: 'arguments', nodes: [], isList: true });
    if (variable !== null) (isStatic ? run.variables : frame.variables).set(declaration.node.start, variable);
  }
}

const behind = (declarator: SyntaxNode): SyntaxNode | null => (declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator);

function initialized(run: Run, frame: Frame, { initial, statement }: Declaration, type: HostType): Variable | null {
  const value = initial.kind === 'expression' ? run.rules.evaluate(run, frame, initial.node) : null;
  if (type.kind === 'reference' || type.kind === 'auto' || type.kind === 'function' || (type.kind === 'pointer' && type.to.kind === 'function')) {
    const [only] = initial.kind === 'arguments' ? initial.nodes : [];
    const given = value ?? (only === undefined ? null : run.rules.evaluate(run, frame, only));
    return given === null ? (stop(run), null) : bound(run, type, given);
  }
  if (type.kind === 'array' && type.count < 0 && initial.kind === 'arguments') return initializedAs(run, frame, { ...type, count: initial.nodes.length }, { kind: 'arguments', nodes: initial.nodes, isList: true });
  if (value !== null) return initializedAs(run, frame, type, { kind: 'result', result: value });
  const isList = initial.kind === 'arguments' && /^[^;]*\{/s.test(run.names.source.text.slice(initial.nodes[0] === undefined ? statement.start : statement.start, initial.nodes[0]?.start ?? statement.end));
  return initializedAs(run, frame, type, initial.kind === 'arguments' ? { kind: 'arguments', nodes: initial.nodes, isList } : { kind: 'none' });
}

function initializedAs(run: Run, frame: Frame, type: HostType, given: Given): Variable {
  const variable: Variable = { type, place: newPlace() };
  initialize(run, frame, variable, given);
  return variable;
}

/** A variable of a declared type that is what an expression gives: a reference is that itself. */
function bound(run: Run, type: HostType, given: Result): Variable {
  if (type.kind === 'reference' || (type.kind === 'auto' && given.type.kind === 'reference')) {
    const to = type.kind === 'reference' && type.to.kind !== 'auto' ? type.to : given.type;
    if (given.place !== null) return { type: to.kind === 'struct' && given.type.kind === 'struct' ? given.type : to, place: given.place };
    const own: Variable = { type: to, place: newPlace() };
    write(own.place, sizeOf(run.names, to), load(run, given));
    return own;
  }
  const own = copyOf(run, given);
  const variable: Variable = { type: own.type, place: own.place ?? newPlace() };
  if (own.place === null) write(variable.place, sizeOf(run.names, own.type), load(run, own));
  return variable;
}

function bind(run: Run, frame: Frame, key: number, type: HostType, given: Result): void {
  if (type.kind === 'reference' || type.kind === 'auto' || type.kind === 'function' || (type.kind === 'pointer' && type.to.kind === 'function')) frame.variables.set(key, bound(run, type, given));
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
      const values = given.kind === 'result' ? (given.result.type.kind === 'dims' ? null : [given.result]) : nodes.map((node) => run.rules.evaluate(run, frame, node));
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
      if (given.kind !== 'none' && !(given.kind === 'result' && /^(?:scalar|other|void|pointer)$/.test(given.result.type.kind) && given.result.place === null)) stop(run);
  }
}

function initializeArray(run: Run, frame: Frame, { of, count }: Extract<HostType, { kind: 'array' }>, { place }: Variable, given: Given): void {
  if (given.kind === 'none' && of.kind !== 'struct' && of.kind !== 'box' && of.kind !== 'dims') return;
  if (given.kind === 'result' || count > maxInitialized || count < 0) return void stop(run);
  const nodes = given.kind === 'arguments' ? given.nodes : [];
  const size = sizeOf(run.names, of);
  for (let k = 0; k < count && !run.stopped; k++) {
    const node = nodes[k];
    const element: Variable = { type: of, place: { block: place.block, at: place.at + k * size } };
    initialize(run, frame, element, node === undefined ? (given.kind === 'none' ? given : { kind: 'arguments', nodes: [], isList: true }) : givenBy(node));
  }
}

const maxInitialized = 2048;

/** An element or member that is given by an expression or a list. */
function givenBy(node: SyntaxNode): Given {
  return node.type === 'initializer_list' ? { kind: 'arguments', nodes: namedChildren(node), isList: true } : { kind: 'arguments', nodes: [node], isList: false };
}

function initializeStruct(run: Run, frame: Frame, type: Extract<HostType, { kind: 'struct' }>, variable: Variable, given: Given): void {
  const { names } = run;
  if (!isPlainClass(names, type.struct) || hasDestructor(run, type)) return void stop(run);
  const nodes = given.kind === 'arguments' ? given.nodes : [];
  const args = given.kind === 'result' ? [given.result] : nodes.some(({ type: kind }) => kind === 'initializer_list' || kind === 'initializer_pair') ? null : nodes.map((node) => run.rules.evaluate(run, frame, node));
  const constructors = methodsOf(names, type.struct, classNameOf(names, type.struct)).filter((definition) => childIn(definition, 'type') === null);
  const [only] = args ?? [];
  if (args?.length === 1 && only?.type.kind === 'struct' && only.type.struct === type.struct) return constructors.some((one) => isCopying(run, one)) ? void stop(run) : store(run, variable, only);
  if (constructors.length > 0 || given.kind === 'result') {
    const definition = args === null ? null : chosen(names, constructors, args);
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
    const spread = node === undefined || field.type.kind !== 'array' || node.type === 'initializer_list' ? null : nodes.slice(next, next + field.type.count);
    next += spread?.length ?? 1;
    if (spread !== null) {
      initialize(run, frame, own, { kind: 'arguments', nodes: spread, isList: true });
      continue;
    }
    if (node?.type === 'initializer_pair') return void stop(run);
    if (field.type.kind === 'reference') return void stop(run);
    if (node !== undefined) initialize(run, frame, own, givenBy(node));
    else initializeField(run, own, field.initial, variable, isAggregate || given.kind === 'arguments');
  }
}

/** A member that nobody gives a value: its initializer in the class, else nothing, or 0 in an aggregate. */
function initializeField(run: Run, own: Variable, initial: SyntaxNode | null, self: Variable, isZeroed: boolean): void {
  const inner: Frame = { variables: new Map(), outer: null, self, types: self.type.kind === 'struct' ? self.type.given : new Map() };
  initialize(run, inner, own, initial === null ? (isZeroed && own.type.kind !== 'struct' ? { kind: 'arguments', nodes: [], isList: true } : { kind: 'none' }) : givenBy(initial));
}

function construct(run: Run, definition: SyntaxNode, args: readonly Result[], type: Extract<HostType, { kind: 'struct' }>, variable: Variable): void {
  const { names } = run;
  if (templateOf(names, definition) !== null && type.struct.parameters.length === 0) return void stop(run);
  const inner: Frame = { variables: new Map(), outer: null, self: variable, types: type.given };
  if (!bindParameters(run, inner, definition, args)) return;
  const listed = namedChildren(definition.children.find((child) => child.type === 'field_initializer_list') ?? { ...definition, children: [] });
  const given = new Map(listed.flatMap((item) => {
    const [name, list] = namedChildren(item);
    return name === undefined || list === undefined ? [] : [[textOf(names.source, name), list] as const];
  }));
  for (const field of fieldsOf(names, type)) {
    const own: Variable = { type: field.type, place: { ...variable.place, at: variable.place.at + field.at } };
    const list = given.get(field.name ?? (field.type.kind === 'struct' ? field.type.name : ''));
    if (field.type.kind === 'reference') {
      const [only] = list === undefined ? [] : namedChildren(list);
      const target = only === undefined ? null : run.rules.evaluate(run, inner, only);
      if (target?.place === undefined || target.place === null) return void stop(run);
      write(own.place, 8, { kind: 'pointer', to: target.place });
    } else if (list === undefined) initializeField(run, own, field.initial, variable, false);
    else initialize(run, inner, own, { kind: 'arguments', nodes: namedChildren(list), isList: list.type === 'initializer_list' });
  }
  run.depth++;
  const body = childIn(definition, 'body');
  if (body !== null && !run.stopped) execute(run, inner, body);
  run.depth--;
}

/** Whether a class declares more constructors than are defined in the file, or deletes some: what those do is not known. */
function isDeclaredOnly(run: Run, { struct }: Extract<HostType, { kind: 'struct' }>, defined: number): boolean {
  const name = classNameOf(run.names, struct);
  const members = namedChildren(childIn(struct.node, 'body') ?? struct.node);
  const inherits = members.some((member) => member.type === 'using_declaration');
  return inherits || members.filter((member) => member.type === 'declaration' && new RegExp(`\\b${name}\\s*\\(`).test(textOf(run.names.source, member))).length > defined;
}

const isCopying = (run: Run, definition: SyntaxNode): boolean => {
  const [only, second] = parametersOf(definition);
  return only !== undefined && second === undefined && /&/.test(textOf(run.names.source, only));
};

/** Whether something happens when objects of the class end, but that memory is given back. */
function hasDestructor(run: Run, { struct }: Extract<HostType, { kind: 'struct' }>): boolean {
  const text = textOf(run.names.source, struct.node);
  const own = namedChildren(childIn(struct.node, 'body') ?? struct.node).find((member) => /^(?:virtual\s+)?~/.test(textOf(run.names.source, member).replace(/^(?:__host__|__device__|inline|constexpr|\s)+/, '')));
  if (own === undefined) return /~/.test(text) && /~\s*\w+\s*\(/.test(text);
  const body = childIn(own, 'body');
  if (body === null) return !/=\s*default/.test(textOf(run.names.source, own));
  return namedChildren(body).some((statement) => !/^(?:if\s*\(\s*\w+\s*(?:!=\s*nullptr\s*)?\)\s*)?(?:cudaFree\w*|free)\s*\(\s*\w+\s*\);$|^delete\s*(?:\[\s*\])?\s*\w+;$/.test(textOf(run.names.source, statement)));
}

function bindParameters(run: Run, inner: Frame, definition: SyntaxNode, args: readonly Result[]): boolean {
  for (const [k, parameter] of parametersOf(definition).entries()) {
    const declarator = childIn(parameter, 'declarator');
    const name = declaredName(declarator);
    const type = declaredType(run.names, inner.types, parameter, declarator, () => -1);
    const fallback = childIn(parameter, 'default_value');
    const given = args[k] ?? (fallback === null ? null : run.rules.evaluate(run, inner, fallback));
    if (type !== null && given !== null && name === null) continue;
    const declaration = name === null ? null : lookup(run.names, textOf(run.names.source, name), name);
    if (type === null || given === null || declaration === null) {
      stop(run);
      return false;
    }
    bind(run, inner, declaration.node.start, type.kind === 'array' ? { kind: 'pointer', to: type.of } : type, given);
  }
  return !run.stopped;
}

/** Runs a function or lambda. */
export function call(run: Run, definition: SyntaxNode, args: readonly Result[], { self, outer, explicit }: Calling): Result {
  const { names } = run;
  const body = childIn(definition, 'body');
  const template = definition.type === 'lambda_expression' || self?.type.kind === 'struct' && self.type.struct.parameters.length > 0 ? null : templateOf(names, definition);
  const types = deducedTypes(names, template, explicit, parametersOf(definition), args.map(({ type }) => type));
  if (body === null || types === null || !goesOn(run)) return stop(run);
  const inner: Frame = { variables: new Map(), outer, self, types: new Map([...(outer?.types ?? []), ...(self?.type.kind === 'struct' ? self.type.given : []), ...types]) };
  run.depth++;
  const ended = bindParameters(run, inner, definition, args) ? execute(run, inner, body) : on;
  run.depth--;
  if (run.stopped) return nothing;
  if (ended.kind === 'break' || ended.kind === 'continue') return stop(run);
  if (ended.kind !== 'returned') return definition.type === 'lambda_expression' || /\bvoid\b/.test(textOf(names.source, childIn(definition, 'type') ?? definition)) ? nothing : valueOf({ kind: 'other' }, unknown);
  return returned(run, inner, definition, ended.result);
}

/** What a function gives back: a reference as it is, else a value of the type that it declares. */
function returned(run: Run, inner: Frame, definition: SyntaxNode, result: Result): Result {
  if (definition.type === 'lambda_expression') return copyOf(run, result);
  const declarator = childIn(definition, 'declarator');
  let type: HostType | null = declaredType(run.names, inner.types, definition, null, () => null);
  for (let node = declarator; node !== null && node.type !== 'function_declarator' && type !== null; node = childIn(node, 'declarator') ?? namedChildren(node).find((child) => /declarator$/.test(child.type)) ?? null) {
    if (node.type === 'pointer_declarator') type = { kind: 'pointer', to: type };
    else if (node.type === 'reference_declarator') type = { kind: 'reference', to: type };
    else type = null;
  }
  if (type === null) return stop(run);
  if (type.kind === 'reference') return result.place === null ? stop(run) : result;
  if (type.kind === 'auto' || type.kind === 'void') return copyOf(run, result);
  if (type.kind === 'other') return result.type.kind === 'scalar' || result.type.kind === 'other' ? copyOf(run, result) : stop(run);
  return at(initializedAs(run, inner, type, { kind: 'result', result }));
}
