/** Statements of a program that is run (run.ts), its declarations, and the bodies of functions. */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Declaration } from '../host-names.ts';
import type { Frame, Variable } from './memory.ts';
import type { Calling, Completion, Explicit, Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { holdsLabel } from '../../parse/labels.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import {
  declaredName,
  innerParameters,
  parametersOf,
  templateParameterName,
  templateParametersOf,
} from '../declarator.ts';
import { lookup } from '../lookup.ts';
import { elementsOf } from './library.ts';
import { templateOf } from './functions.ts';
import { bind, bindParameters, bound, initialize, initializedAs, isName } from './initialize.ts';
import { unknown } from './memory.ts';
import { castTo, truthOf } from './objects.ts';
import { at, constant, copyOf, goesOn, load, nothing, stop, valueOf, whole } from './state.ts';
import { declaredType, deducedTypes, fieldsOf, isPlainClass, isValueParameter, namedType, sizeOf } from './types.ts';

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
    case 'try_statement': {
      // what may throw is not followed
      const body = childIn(node, 'body');
      return body === null ? stopped(run) : execute(run, frame, body);
    }
    case 'return_statement': {
      const [value] = namedChildren(node);
      return {
        kind: 'returned',
        result:
          value === undefined ? nothing : value.type === 'initializer_list' ? nothing : evaluate(run, frame, value),
        list: value?.type === 'initializer_list' ? namedChildren(value) : null,
      };
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
  if (node.type === 'condition_clause') begin(run, frame, node);
  const declaration = childIn(node, 'value')?.type === 'declaration' ? childIn(node, 'value') : null;
  if (declaration !== null) {
    const [declarator, value] = [childIn(declaration, 'declarator'), childIn(declaration, 'value')];
    const name = declaredName(declarator);
    const type = declaredType(run.names, frame.types, declaration, declarator, () => null);
    if (name === null || value === null || value.type === 'initializer_list' || type === null) return null;
    bind(run, frame, name.start, type, run.rules.evaluate(run, frame, value));
    const own = frame.variables.get(name.start);
    return own === undefined ? null : truthOf(run, at(own));
  }
  return truthOf(run, run.rules.evaluate(run, frame, childIn(node, 'value') ?? node));
}

function loop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const [initializer, condition, update, body] = ['initializer', 'condition', 'update', 'body'].map((field) =>
    childIn(node, field),
  );
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

/** What is done before the rest of a statement: `for (int n = 4; int x : list)`. */
function begin(run: Run, frame: Frame, node: SyntaxNode): void {
  for (const first of namedChildren(childIn(node, 'initializer') ?? { ...node, children: [] }))
    execute(run, frame, first);
}

function rangeLoop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const [range, body, declarator] = [childIn(node, 'right'), childIn(node, 'body'), childIn(node, 'declarator')];
  const name = declaredName(declarator);
  begin(run, frame, node);
  const elements =
    range === null
      ? null
      : range.type === 'initializer_list'
        ? namedChildren(range).map((node) => run.rules.evaluate(run, frame, node))
        : elementsOf(run, run.rules.evaluate(run, frame, range));
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
  if (condition !== null) begin(run, frame, condition);
  const value =
    condition === null ? null : constant(run, run.rules.evaluate(run, frame, childIn(condition, 'value') ?? condition));
  const cases = body === null ? [] : namedChildren(body);
  if (value === null || cases.some((one) => one.type !== 'case_statement' || namedChildren(one).some(holdsLabel)))
    return stopped(run);
  const labelOf = (one: SyntaxNode): SyntaxNode | null => childIn(one, 'value');
  const found = cases.findIndex((one) => {
    const label = labelOf(one);
    return label !== null && constant(run, run.rules.evaluate(run, frame, label)) === value;
  });
  const start = found >= 0 ? found : cases.findIndex((one) => labelOf(one) === null);
  const ended =
    start < 0
      ? on
      : all(
          run,
          frame,
          cases.slice(start).flatMap((one) => namedChildren(one).filter((inner) => inner !== labelOf(one))),
        );
  return ended.kind === 'break' ? on : ended;
}

/** The variables of a declaration. */
function declare(run: Run, frame: Frame, node: SyntaxNode): void {
  const { names } = run;
  const isStatic = node.children.some(
    (child) =>
      child.type === 'storage_class_specifier' && /^(?:static|thread_local)$/.test(textOf(names.source, child)),
  );
  const declarators = node.children.filter(({ field }) => field === 'declarator');
  const declared = names.declaredBy.get(node) ?? [];
  for (const declarator of declarators) {
    const bindings = bindingsIn(declarator);
    if (bindings !== null) {
      bindParts(run, frame, declarator, bindings, isStatic);
      continue;
    }
    const declaration = declared.find((one) => declarator.start <= one.node.start && one.node.end <= declarator.end);
    if (declaration === undefined) return void stop(run);
    if (declaration.kind === 'other') return void stop(run);
    // one for each instance of a template
    if (isStatic && (frame.types.size > 0 || isOfGeneric(run, node))) return void stop(run);
    if (isStatic && run.variables.has(declaration.node.start)) continue;
    // `Q q(d, e);` reads like a prototype
    const isMisread = declaration.initial.kind === 'arguments' && behind(declarator)?.type === 'function_declarator';
    const type = declaredType(names, frame.types, node, isMisread ? null : declarator, (size) =>
      whole(run, run.rules.evaluate(run, frame, size)),
    );
    if (type === null) return void stop(run);
    const variable = initialized(run, frame, declaration, type);
    // what a static variable is before anything is said of it
    if (
      isStatic &&
      declaration.initial.kind === 'none' &&
      variable !== null &&
      /^(?:scalar|pointer|array)$/.test(type.kind)
    )
      initialize(run, frame, variable, { kind: 'arguments', nodes: [], isList: true });
    if (variable !== null) (isStatic ? run.variables : frame.variables).set(declaration.node.start, variable);
  }
}

/** Whether a function or lambda around is a template by a parameter of it: `[](auto x) { … }` (C++ [dcl.fct]). */
function isOfGeneric({ names }: Run, node: SyntaxNode): boolean {
  for (let at = names.parents.get(node); at !== undefined; at = names.parents.get(at)) {
    const template = at.type === 'function_definition' ? templateOf(names, at) : null;
    if (template !== null && templateParametersOf(template).length > 0) return true;
    const own =
      at.type === 'lambda_expression'
        ? innerParameters(childIn(at, 'declarator'))
        : at.type === 'function_definition'
          ? parametersOf(at)
          : [];
    if (
      own.some((parameter) => /\bauto\b/.test(textOf(names.source, parameter))) ||
      (at.type === 'lambda_expression' && at.children.some(({ type }) => type === 'template_parameter_list'))
    )
      return true;
  }
  return false;
}

/** The names of `auto &[x, y] = s`; null: it is another declarator. */
function bindingsIn(declarator: SyntaxNode): readonly SyntaxNode[] | null {
  const inner = declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;
  const list =
    inner?.type === 'reference_declarator'
      ? namedChildren(inner).find(({ type }) => type === 'structured_binding_declarator')
      : inner;
  return list?.type === 'structured_binding_declarator' ? namedChildren(list) : null;
}

/** Names for the members or elements of an object, or of a copy of it. */
function bindParts(
  run: Run,
  frame: Frame,
  declarator: SyntaxNode,
  bindings: readonly SyntaxNode[],
  isStatic: boolean,
): void {
  const value = childIn(declarator, 'value');
  const given =
    value === null || isStatic || value.type === 'initializer_list' ? stop(run) : run.rules.evaluate(run, frame, value);
  const isReference = childIn(declarator, 'declarator')?.type === 'reference_declarator';
  const { type, place } = isReference ? given : given.type.kind === 'array' ? stop(run) : copyOf(run, given);
  const isPlain = type.kind === 'struct' && type.struct.bases.length === 0 && isPlainClass(run.names, type.struct);
  const parts = isPlain
    ? fieldsOf(run.names, type)
    : type.kind === 'array'
      ? Array.from({ length: type.count }, (_, k) => ({ type: type.of, at: k * sizeOf(run.names, type.of) }))
      : [];
  if (place === null || parts.length !== bindings.length || parts.some((part) => part.type.kind === 'reference'))
    return void stop(run);
  for (const [k, name] of bindings.entries()) {
    const part = parts[k];
    if (part !== undefined)
      frame.variables.set(name.start, { type: part.type, place: { ...place, at: place.at + part.at } });
  }
}

const behind = (declarator: SyntaxNode): SyntaxNode | null =>
  declarator.type === 'init_declarator' ? childIn(declarator, 'declarator') : declarator;

function initialized(run: Run, frame: Frame, { initial, statement }: Declaration, type: HostType): Variable | null {
  const value = initial.kind === 'expression' ? run.rules.evaluate(run, frame, initial.node) : null;
  if (type.kind === 'auto' && value?.type.kind === 'struct' && initial.kind === 'expression' && isName(initial.node))
    return initializedAs(run, frame, value.type, { kind: 'result', result: value, isNamed: true });
  if (
    type.kind === 'reference' ||
    type.kind === 'auto' ||
    type.kind === 'function' ||
    type.kind === 'closure' ||
    (type.kind === 'pointer' && type.to.kind === 'function')
  ) {
    const [only] = initial.kind === 'arguments' ? initial.nodes : [];
    const given = value ?? (only === undefined ? null : run.rules.evaluate(run, frame, only));
    return given === null ? (stop(run), null) : bound(run, type, given);
  }
  if (type.kind === 'array' && type.count < 0 && initial.kind === 'arguments')
    return initializedAs(
      run,
      frame,
      { ...type, count: initial.nodes.length },
      { kind: 'arguments', nodes: initial.nodes, isList: true },
    );
  if (value !== null)
    return initializedAs(run, frame, type, {
      kind: 'result',
      result: value,
      isNamed: initial.kind === 'expression' && isName(initial.node),
    });
  const isList =
    initial.kind === 'arguments' &&
    /^[^;]*\{/s.test(
      run.names.source.text.slice(
        initial.nodes[0] === undefined ? statement.start : statement.start,
        initial.nodes[0]?.start ?? statement.end,
      ),
    );
  return initializedAs(
    run,
    frame,
    type,
    initial.kind === 'arguments' ? { kind: 'arguments', nodes: initial.nodes, isList } : { kind: 'none' },
  );
}

/** Runs a function or lambda. */
export function call(
  run: Run,
  definition: SyntaxNode,
  args: readonly Result[],
  { self, outer, explicit }: Calling,
): Result {
  const { names } = run;
  const body = childIn(definition, 'body');
  const template =
    definition.type === 'lambda_expression' || (self?.type.kind === 'struct' && self.type.struct.parameters.length > 0)
      ? null
      : templateOf(names, definition);
  const types = deducedTypes(
    names,
    template,
    explicit.map(({ type }) => type),
    parametersOf(definition),
    args.map(({ type }) => type),
  );
  if (body === null || types === null || !goesOn(run)) return stop(run);
  run.called.add(definition);
  const inner: Frame = {
    variables: new Map(),
    outer,
    self,
    types: new Map([...(outer?.types ?? []), ...(self?.type.kind === 'struct' ? self.type.given : []), ...types]),
  };
  run.depth++;
  bindTemplateValues(run, inner, template, explicit);
  const ended = bindParameters(run, inner, definition, args) ? execute(run, inner, body) : on;
  run.depth--;
  if (run.stopped) return nothing;
  if (ended.kind === 'break' || ended.kind === 'continue') return stop(run);
  if (ended.kind !== 'returned')
    return definition.type === 'lambda_expression' ||
      /\bvoid\b/.test(textOf(names.source, childIn(definition, 'type') ?? definition))
      ? nothing
      : valueOf({ kind: 'other' }, unknown);
  return returned(run, inner, definition, ended);
}

/** The parameters of a function's template that are values, as they are given explicitly. */
function bindTemplateValues(run: Run, inner: Frame, template: SyntaxNode | null, explicit: readonly Explicit[]): void {
  for (const [k, parameter] of (template === null ? [] : templateParametersOf(template)).entries()) {
    const [name, given] = [templateParameterName(parameter), explicit[k]];
    if (!isValueParameter(parameter)) continue;
    const declarator = childIn(parameter, 'declarator');
    const type = declaredType(run.names, inner.types, parameter, declarator, () => null);
    const declaration = name === null ? null : lookup(run.names, textOf(run.names.source, name), name);
    if (given === undefined || type === null || !/^(?:scalar|auto)$/.test(type.kind)) return void stop(run);
    const [named, other] = given.node.type === 'type_descriptor' ? namedChildren(given.node) : [given.node];
    if (named === undefined || other !== undefined) return void stop(run);
    const value = copyOf(run, run.rules.evaluate(run, given.frame, named));
    if (declaration !== null) bind(run, inner, declaration.node.start, type, value);
  }
}

/** What a function gives back: a reference as it is, else a value of the type that it declares. */
function returned(
  run: Run,
  inner: Frame,
  definition: SyntaxNode,
  { result, list }: Extract<Completion, { kind: 'returned' }>,
): Result {
  if (definition.type === 'lambda_expression') {
    const type = namedChildren(childIn(definition, 'declarator') ?? definition).find(
      (child) => child.type === 'trailing_return_type',
    );
    if (
      list !== null ||
      (type !== undefined &&
        !/&\s*$/.test(textOf(run.names.source, type)) &&
        result.type.kind !== 'scalar' &&
        result.type.kind !== 'pointer')
    )
      return stop(run);
    if (type !== undefined && /&\s*$/.test(textOf(run.names.source, type)))
      return result.place === null ? stop(run) : result;
    const [descriptor] = type === undefined ? [] : namedChildren(type);
    return descriptor === undefined
      ? copyOf(run, result)
      : castTo(run, namedType(run.names, inner.types, descriptor), result);
  }
  if (
    namedChildren(childIn(definition, 'declarator') ?? definition).some(
      (child) => child.type === 'trailing_return_type',
    )
  )
    return stop(run);
  const declaresCast =
    childIn(definition, 'declarator')?.type === 'operator_cast' ? childIn(definition, 'declarator') : null;
  if (declaresCast !== null) {
    const own = namedType(run.names, inner.types, childIn(declaresCast, 'type') ?? declaresCast);
    return list === null &&
      own.kind === 'scalar' &&
      childIn(declaresCast, 'declarator')?.type === 'abstract_function_declarator'
      ? castTo(run, own, result)
      : stop(run);
  }
  const declarator = childIn(definition, 'declarator');
  let type: HostType | null = declaredType(run.names, inner.types, definition, null, () => null);
  for (
    let node = declarator;
    node !== null && node.type !== 'function_declarator' && type !== null;
    node = childIn(node, 'declarator') ?? namedChildren(node).find((child) => /declarator$/.test(child.type)) ?? null
  ) {
    if (node.type === 'pointer_declarator') type = { kind: 'pointer', to: type };
    else if (node.type === 'reference_declarator') type = { kind: 'reference', to: type };
    else type = null;
  }
  if (type === null) return stop(run);
  if (list !== null)
    return /^(?:struct|scalar|pointer|box|dims)$/.test(type.kind)
      ? at(initializedAs(run, inner, type, { kind: 'arguments', nodes: list, isList: true }))
      : stop(run);
  if (type.kind === 'reference') return result.place === null ? stop(run) : result;
  if (type.kind === 'auto' || type.kind === 'void') return copyOf(run, result);
  // what a conversion to it makes of a number is not known
  if (type.kind === 'other')
    return type.isOwn === true || !/^(?:scalar|other)$/.test(result.type.kind)
      ? stop(run)
      : valueOf(type, result.type.kind === 'other' ? load(run, result) : unknown);
  return at(initializedAs(run, inner, type, { kind: 'result', result }));
}
