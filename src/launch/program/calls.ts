/**
 * Calls in a program that is run (run.ts): of functions of the file, of lambdas and pointers to functions, of the
 * library, and launches.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Block, Frame, Value, Variable } from './memory.ts';
import type { Explicit, Passed, Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { u64 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { childIn, namedChildren, textOf } from '../../parse/node.ts';
import { parametersOf } from '../declarator.ts';
import { hostType } from '../host-value.ts';
import { isMember, lookup } from '../lookup.ts';
import { isOfLibrary as isCalledInLibrary } from '../own-functions.ts';
import { onlyClassNamed } from '../type-index.ts';
import { dependsOnOrder } from '../unordered.ts';
import { boxCall, libraryCall } from './library.ts';
import { classOf, freeFunctions, meantBy, methodsOf, operatorsNamed, spelledName, templateOf } from './functions.ts';
import { chosen } from './overloads.ts';
import { newPlace, noFrame, unknown } from './memory.ts';
import { initializedAs } from './initialize.ts';
import { holds, leads, leave } from './left-behind.ts';
import { onlyReadsThrough } from './only-reads.ts';
import { asOwner, castTo, memberOf, pointedTo } from './objects.ts';
import { isVirtual, isVirtualIn, virtualCall } from './virtual-calls.ts';
import { at, copyOf, load, nothing, number, stop, store, success, valueOf, variableOf, whole } from './state.ts';
import { declaredType, deducedTypes, namedType, sizeOf, typeOfName } from './types.ts';

export function callOf(run: Run, frame: Frame, node: SyntaxNode): Result {
  const { names } = run;
  const brackets = node.children.find(({ type }) => type === 'kernel_call_syntax');
  const nodes = namedChildren(childIn(node, 'arguments') ?? node);
  if (dependsOnOrder(node, names)) return stop(run);
  if (brackets !== undefined) return launch(run, frame, node, namedChildren(brackets), nodes);
  let callee = childIn(node, 'function');
  while (callee?.type === 'parenthesized_expression') callee = namedChildren(callee)[0] ?? null;
  if (callee === null) return stop(run);
  const explicit = explicitArguments(run, frame, callee);
  if (callee.type === 'field_expression') return methodCall(run, frame, callee, nodes, explicit);
  const name = spelledName(names, callee);
  if (/^(?:static|reinterpret|const)_cast$/.test(name) && callee.type === 'template_function') {
    const to = explicit[0]?.type;
    const [given] = nodes.map((arg) => run.rules.evaluate(run, frame, arg));
    return to === undefined || given === undefined ? stop(run) : castTo(run, to, given);
  }
  const type = callee.type === 'primitive_type' ? namedType(names, frame.types, callee) : ofTypeName(run, frame, name);
  if (type !== null) return made(run, frame, type, nodes);
  if (callee.type !== 'identifier' && callee.type !== 'qualified_identifier' && callee.type !== 'template_function') {
    const object = run.rules.evaluate(run, frame, callee);
    return object.type.kind === 'struct'
      ? operatorCall(run, '()', object, evaluated(run, frame, nodes))
      : called(run, load(run, object), evaluated(run, frame, nodes));
  }
  const smart =
    /^(?:std\s*::\s*)?make_(?:unique|shared)\b/.test(textOf(names.source, callee)) &&
    freeFunctions(names, name).length === 0
      ? explicit[0]?.type
      : undefined;
  if (smart !== undefined) return newObject(run, frame, smart, nodes);
  const declaration = lookup(names, name, callee);
  if (
    declaration !== null &&
    (declaration.kind === 'variable' || declaration.kind === 'parameter') &&
    !isMember(declaration)
  ) {
    const variable = variableOf(run, frame, declaration);
    if (variable?.type.kind === 'struct') return operatorCall(run, '()', at(variable), evaluated(run, frame, nodes));
    return called(run, load(run, run.rules.evaluate(run, frame, callee)), evaluated(run, frame, nodes));
  }
  const self = selfOf(frame);
  if (
    self !== null &&
    callee.type !== 'qualified_identifier' &&
    (declaration === null || isMember(declaration)) &&
    isVirtualIn(run, self.type, name)
  )
    return virtualCall(run, self, name, evaluated(run, frame, nodes), explicit);
  const methods =
    self?.type.kind === 'struct' && callee.type !== 'qualified_identifier'
      ? methodsOf(names, self.type.struct, name)
      : [];
  const qualified = callee.type === 'qualified_identifier' ? staticMethods(run, callee, name) : [];
  const args = evaluated(run, frame, nodes);
  const isOfStd = /^std\s*::/.test(textOf(names.source, callee));
  const isOfLibrary = isOfStd && isCalledInLibrary(names, callee);
  if (isOfStd && !isOfLibrary) return stop(run);
  const free =
    methods.length > 0 || qualified.length > 0 || isOfLibrary ? [] : meantBy(names, name, callee, node, args);
  if (free === null) return stop(run);
  const own = [methods, qualified, free].find((found) => found.length > 0) ?? [];
  // a function of the file that hides one of the library's, or does not
  if (own.length > 0 && isOfLibrary) return ofLibrary(run, name, args, explicit, true);
  // what a function does that is only declared, or of another library, is not known
  const isDeclared = declaration !== null && declaration.kind !== 'using';
  const isOther =
    callee.type === 'qualified_identifier' && !/^(?:(?:::)?\s*std\s*::|::\s*\w+$)/.test(textOf(names.source, callee));
  const isStd = isOfLibrary || /\busing\s+namespace\s+std\s*;/.test(names.source.text);
  if (own.length === 0)
    return isDeclared || isOther
      ? stop(run)
      : name === 'cudaLaunchKernel' && explicit.length === 0
        ? launchThroughApi(run, node, args)
        : ofLibrary(run, name, args, explicit, isStd);
  const definition = chosen(names, own, args, explicit.length > 0);
  return definition === null
    ? stop(run)
    : run.rules.call(run, definition, args, {
        self: methods.length > 0 && self !== null ? asOwner(run, definition, self) : null,
        outer: null,
        explicit,
      });
}

/** A function of the library, with what its arguments become where its template's arguments are written. */
function ofLibrary(
  run: Run,
  name: string,
  args: readonly Result[],
  [first, second]: readonly Explicit[],
  isStd: boolean,
): Result {
  if (first === undefined || /^(?:move|forward|as_const)$/.test(name))
    return libraryCall(run, name, args, isStd) ?? stop(run);
  // all parameters are of the one type of the template
  if (second !== undefined || !/^(?:min|max|clamp)$/.test(name)) return stop(run);
  const given = args.map((arg) => castTo(run, first.type, arg));
  return libraryCall(run, name, given, isStd) ?? stop(run);
}

const evaluated = (run: Run, frame: Frame, nodes: readonly SyntaxNode[]): readonly Result[] =>
  nodes.map((node) => run.rules.evaluate(run, frame, node));

function explicitArguments(run: Run, frame: Frame, callee: SyntaxNode): readonly Explicit[] {
  const list =
    callee.type === 'template_function'
      ? childIn(callee, 'arguments')
      : callee.type === 'qualified_identifier'
        ? childIn(childIn(callee, 'name') ?? callee, 'arguments')
        : null;
  return list === null
    ? []
    : namedChildren(list).map((node) => ({ type: namedType(run.names, frame.types, node), node, frame }));
}

/** `std::make_unique<T>(…)` */
function newObject(run: Run, frame: Frame, type: HostType, nodes: readonly SyntaxNode[]): Result {
  if (!/^(?:scalar|pointer|struct)$/.test(type.kind)) return stop(run);
  const own = initializedAs(run, frame, type, { kind: 'arguments', nodes, isList: false });
  return valueOf({ kind: 'pointer', to: type, isSmart: true }, { kind: 'pointer', to: own.place });
}

/** A method of a pointer that owns what it points to. */
function smartCall(run: Run, object: Result, name: string, args: readonly Result[]): Result {
  if (object.type.kind !== 'pointer' || args.length > 1) return stop(run);
  const type: HostType = { kind: 'pointer', to: object.type.to };
  const value = load(run, object);
  if (name === 'get') return valueOf(type, value);
  if (object.place === null || !/^(?:release|reset)$/.test(name)) return stop(run);
  store(
    run,
    { type: object.type, place: object.place },
    name === 'release' || args[0] === undefined ? valueOf(type, { kind: 'pointer', to: null }) : args[0],
  );
  return valueOf(type, name === 'release' ? value : unknown);
}

/** A method of a `std::array`. */
function arrayCall(run: Run, { type, place }: Result, name: string, args: readonly Result[]): Result {
  if (type.kind !== 'array' || place === null) return stop(run);
  const [index] = args;
  const element = (k: number | null): Result =>
    k === null || k < 0 || k >= type.count
      ? stop(run)
      : at({ type: type.of, place: { ...place, at: place.at + k * sizeOf(run.names, type.of) } });
  switch (name) {
    case 'size':
      return number(int(BigInt(type.count), u64));
    case 'at':
      return element(index === undefined ? null : whole(run, index));
    case 'front':
      return element(0);
    case 'back':
      return element(type.count - 1);
    case 'data':
    case 'begin':
    case 'end':
      return valueOf(
        { kind: 'pointer', to: type.of },
        {
          kind: 'pointer',
          to: { ...place, at: place.at + (name === 'end' ? type.count * sizeOf(run.names, type.of) : 0) },
        },
      );
    case 'fill':
      for (let k = 0; k < type.count; k++) {
        const { place: to } = element(k);
        if (index !== undefined && to !== null) store(run, { type: type.of, place: to }, index);
      }
      return nothing;
    default:
      return stop(run);
  }
}

/** The type that a name means where it is called like a function; null: it is none. */
function ofTypeName(run: Run, frame: Frame, name: string): HostType | null {
  const { types } = run.names;
  if (
    !frame.types.has(name) &&
    !types.structs.has(name) &&
    !types.aliases.has(name) &&
    hostType(name) === null &&
    name !== 'dim3'
  )
    return null;
  return typeOfName(run.names, frame.types, name);
}

/** `T(x)`: an object of its own, or a conversion. */
function made(run: Run, frame: Frame, type: HostType, nodes: readonly SyntaxNode[]): Result {
  const [only, second] = nodes;
  if (type.kind === 'scalar' || type.kind === 'pointer')
    return only === undefined || second !== undefined
      ? stop(run)
      : castTo(run, type, run.rules.evaluate(run, frame, only));
  const variable: Variable = { type, place: newPlace() };
  run.rules.initialize(run, frame, variable, { kind: 'arguments', nodes, isList: false });
  return at(variable);
}

function selfOf(frame: Frame): Variable | null {
  for (let around: Frame | null = frame; around !== null; around = around.outer)
    if (around.self !== null) return around.self;
  return null;
}

/** `S::f(…)`, without an object. */
function staticMethods(run: Run, callee: SyntaxNode, name: string): readonly SyntaxNode[] {
  const scope = childIn(callee, 'scope');
  const struct = scope === null ? null : onlyClassNamed(run.names.types, textOf(run.names.source, scope));
  return struct === null
    ? []
    : methodsOf(run.names, struct, name).filter((definition) =>
        definition.children.some(
          ({ type, start, end }) =>
            type === 'storage_class_specifier' && run.names.source.text.slice(start, end) === 'static',
        ),
      );
}

function methodCall(
  run: Run,
  frame: Frame,
  callee: SyntaxNode,
  nodes: readonly SyntaxNode[],
  explicit: readonly Explicit[],
): Result {
  const [argument, field] = [childIn(callee, 'argument'), childIn(callee, 'field')];
  // `d.B::f()` means the function of a base
  if (argument === null || field === null || /::/.test(textOf(run.names.source, field).split('<')[0] ?? ''))
    return stop(run);
  const given = run.rules.evaluate(run, frame, argument);
  const isBehind = childIn(callee, 'operator')?.type === '->';
  const object = isBehind ? behind(run, given, '->') : given;
  const name = spelledName(run.names, callee);
  if (object.type.kind === 'box') return boxCall(run, frame, object, name, nodes);
  if (object.type.kind === 'pointer' && object.type.isSmart === true)
    return smartCall(run, object, name, evaluated(run, frame, nodes));
  if (object.type.kind === 'array' && object.type.isObject === true)
    return arrayCall(run, object, name, evaluated(run, frame, nodes));
  if (object.type.kind !== 'struct' || object.place === null) return stop(run);
  const methods = methodsOf(run.names, object.type.struct, name);
  const args = evaluated(run, frame, nodes);
  if (isVirtualIn(run, object.type, name))
    return virtualCall(run, { type: object.type, place: object.place }, name, args, explicit);
  if (methods.length === 0) return called(run, load(run, memberOf(run, object, name)), args);
  const definition = chosen(run.names, methods, args, explicit.length > 0);
  return definition === null
    ? stop(run)
    : run.rules.call(run, definition, args, {
        self: asOwner(run, definition, { type: object.type, place: object.place }),
        outer: null,
        explicit,
      });
}

/** What is called through a pointer to a function, or a lambda. */
export function called(run: Run, value: Value, args: readonly Result[]): Result {
  if (value.kind === 'closure')
    return run.rules.call(run, value.lambda, args, { self: null, outer: value.frame, explicit: [] });
  if (
    value.kind !== 'function' ||
    classOf(run.names, value.definition) !== null ||
    templateOf(run.names, value.definition) !== null
  )
    return stop(run);
  return run.rules.call(run, value.definition, args, { self: null, outer: null, explicit: [] });
}

/**
 * Whether objects of classes are of the very classes that parameters have: else conversions may lead to an operator of
 * the language.
 */
const takes = (run: Run, definition: SyntaxNode, args: readonly Result[]): boolean =>
  parametersOf(definition).every((parameter, k) => {
    const given = args[k]?.type;
    const declared = declaredType(run.names, new Map(), parameter, childIn(parameter, 'declarator'), () => null);
    const own = declared?.kind === 'reference' ? declared.to : declared;
    return (
      given === undefined ||
      own === null ||
      (own.kind === 'struct'
        ? given.kind === 'struct' && given.struct === own.struct
        : given.kind !== 'struct' || own.kind === 'other' || own.kind === 'auto')
    );
  });

/** An operator of a class, or one that takes an object of it. */
export function operatorCall(run: Run, operator: string, left: Result, others: readonly Result[]): Result {
  const struct = left.type.kind === 'struct' ? left.type.struct : null;
  const own =
    struct === null
      ? []
      : operatorsNamed(run.names, `operator${operator}`, struct).filter((definition) => takes(run, definition, others));
  const outside = operatorsNamed(run.names, `operator${operator}`, null).filter((definition) =>
    takes(run, definition, [left, ...others]),
  );
  // both are candidates (C++ [over.match.oper])
  if (own.length > 0 && outside.length > 0) return stop(run);
  const method = chosen(run.names, own, others);
  if (method !== null && isVirtual(run, method)) return stop(run);
  if (method !== null && left.place !== null)
    return run.rules.call(run, method, others, {
      self: { type: left.type, place: left.place },
      outer: null,
      explicit: [],
    });
  const free = chosen(run.names, outside, [left, ...others]);
  return free === null
    ? stop(run)
    : run.rules.call(run, free, [left, ...others], { self: null, outer: null, explicit: [] });
}

/** Whether operators of a class say what is done with it. */
export const isObject = ({ type }: Result): boolean =>
  /^(?:struct|box|dims)$/.test(type.kind) || (type.kind === 'other' && type.isOwn === true);

/** What `*x`, or `x->` before a member, refers to. */
export function behind(run: Run, operand: Result, operator: '*' | '->'): Result {
  if (!isObject(operand)) return pointedTo(run, operand);
  const given = operatorCall(run, operator, operand, []);
  return operator === '*' ? given : behind(run, given, operator);
}

/** `k<<<grid, block, shared, stream>>>(…)`. What kernels store in memory of the device is not followed. */
function launch(
  run: Run,
  frame: Frame,
  call: SyntaxNode,
  config: readonly SyntaxNode[],
  nodes: readonly SyntaxNode[],
): Result {
  const [grid, block, shared] = config.map((node) => run.rules.evaluate(run, frame, node));
  const given = evaluated(run, frame, nodes);
  const [kernel, explicit] = kernelOf(run, frame, childIn(call, 'function'));
  return launched(run, call, { kernel, explicit, grid, block, shared, given });
}

type Starting = Readonly<{
  kernel: SyntaxNode | null;
  explicit: readonly Explicit[];
  grid: Result | undefined;
  block: Result | undefined;
  shared: Result | undefined;
  given: readonly Result[];
}>;

/** `cudaLaunchKernel(kernel, grid, block, args, shared, stream)`: `args` are pointers to what the kernel gets. */
function launchThroughApi(run: Run, call: SyntaxNode, given: readonly Result[]): Result {
  const [named, grid, block, args, shared] = given;
  const value = named === undefined ? unknown : load(run, named);
  const kernel = value.kind === 'function' ? value.definition : null;
  const list = args === undefined ? unknown : load(run, args);
  if (kernel === null || templateOf(run.names, kernel) !== null || list.kind !== 'pointer' || list.to === null)
    return stop(run);
  const passed: Result[] = [];
  for (const [k, parameter] of parametersOf(kernel).entries()) {
    const place = { ...list.to, at: list.to.at + 8 * k };
    const to = load(run, at({ type: { kind: 'pointer', to: { kind: 'void' } }, place }));
    const type = declaredType(run.names, new Map(), parameter, childIn(parameter, 'declarator'), () => -1);
    if (to.kind !== 'pointer' || to.to === null || type === null) return stop(run);
    passed.push(at({ type: type.kind === 'array' ? { kind: 'pointer', to: type.of } : type, place: to.to }));
  }
  launched(run, call, { kernel, explicit: [], grid, block, shared, given: passed });
  return success(run);
}

function launched(run: Run, call: SyntaxNode, { kernel, explicit, grid, block, shared, given }: Starting): Result {
  const asKernel = kernel === null ? null : asParameters(run, kernel, explicit, given);
  const args = asKernel ?? given.map((one) => passed(run, copyOf(run, one)));
  const [gridDims, blockDims] = [dimensions(run, grid), dimensions(run, block)];
  if (asKernel === null || gridDims === null || blockDims === null) run.isPartial = true;
  const blocks = [
    ...run.seen,
    ...[...run.variables.values()].map(({ place }) => place.block).filter(({ device }) => device),
  ];
  if (!run.stopped && gridDims !== null && blockDims !== null)
    run.launched.push({
      call,
      kernel,
      grid: gridDims,
      block: blockDims,
      sharedBytes: shared === undefined ? 0 : whole(run, shared),
      args,
      memory: new Map(blocks.map((one) => [one, new Map(one.cells)])),
      left: new Map(blocks.map((one) => [one, { by: one.by, isFilled: one.isFilled }])),
    });
  const changed = run.seen.filter((each) => !staysAsItIs(run, each, kernel, args));
  for (const each of changed) leave(run, each, kernel, args);
  for (const each of changed) each.cells.clear();
  // memory of the host that a kernel gets to see
  for (const { value } of args)
    if (value.kind === 'pointer' && value.to !== null && !value.to.block.device) value.to.block.cells.clear();
  return nothing;
}

/**
 * Whether the kernel cannot store in memory: it gets pointers to it for reading only, as parameters that it only reads
 * through, and nothing else leads there.
 */
function staysAsItIs(run: Run, block: Block, kernel: SyntaxNode | null, args: readonly Passed[]): boolean {
  if (kernel === null || block.symbol !== null) return false;
  const leadsThere = args.flatMap(({ value }, k) => (leads(value, block) ? [k] : []));
  const others = [
    ...run.seen,
    ...[...run.variables.values()].map(({ place }) => place.block),
    ...args.flatMap(({ object }) => (object === null ? [] : [object.block])),
  ];
  return (
    leadsThere.length > 0 &&
    leadsThere.every((k) => onlyReadsThrough(run.names, kernel, k)) &&
    !others.some((other) => other.device && holds(other, block)) &&
    !args.some(({ value, object }) => value.kind !== 'pointer' && object !== null && holds(object.block, block))
  );
}

const passed = (run: Run, own: Result): Passed => ({ type: own.type, value: load(run, own), object: own.place });

/** The definition of the kernel that a launch names, and the types that it gives explicitly; null: not certain. */
function kernelOf(
  run: Run,
  frame: Frame,
  callee: SyntaxNode | null,
): readonly [SyntaxNode | null, readonly Explicit[]] {
  const { names } = run;
  if (callee === null) return [null, []];
  const name = /^(?:identifier|qualified_identifier|template_function)$/.test(callee.type)
    ? spelledName(names, callee)
    : '';
  const declaration = name === '' ? null : lookup(names, name, callee);
  if (name !== '' && (declaration === null || declaration.kind === 'other')) {
    const found = meantBy(names, name, callee, callee, null) ?? [];
    const [only, second] = found;
    const isCertain = only !== undefined && second === undefined;
    return [isCertain ? only : null, explicitArguments(run, frame, callee)];
  }
  if (declaration === null && name !== '') return [null, []];
  const value = load(run, run.rules.evaluate(run, frame, callee));
  return [value.kind === 'function' ? value.definition : null, []];
}

/** Arguments as the parameters of a kernel; null: their types are not certain. */
function asParameters(
  run: Run,
  kernel: SyntaxNode,
  explicit: readonly Explicit[],
  given: readonly Result[],
): readonly Passed[] | null {
  const { names } = run;
  const parameters = parametersOf(kernel);
  const types = deducedTypes(
    names,
    templateOf(names, kernel),
    explicit.map(({ type }) => type),
    parameters,
    given.map(({ type }) => type),
  );
  if (types === null || given.length > parameters.length || run.stopped) return null;
  const own = parameters.map((parameter, k): Passed | null => {
    const type = declaredType(names, types, parameter, childIn(parameter, 'declarator'), () => -1);
    const value = given[k];
    if (type === null || value === undefined || type.kind === 'reference') return null;
    if (!/^(?:scalar|pointer|struct|array)$/.test(type.kind)) return value.place === null ? passed(run, value) : null;
    return passed(
      run,
      at(
        initializedAs(run, frameOf(types), type.kind === 'array' ? { kind: 'pointer', to: type.of } : type, {
          kind: 'result',
          result: value,
        }),
      ),
    );
  });
  const known = own.filter((one) => one !== null);
  return known.length === own.length ? known : null;
}

const frameOf = (types: Frame['types']): Frame => ({ ...noFrame(), types });

function dimensions(run: Run, given: Result | undefined): readonly number[] | null {
  if (given === undefined) return null;
  if (given.type.kind !== 'dims') {
    const only = whole(run, given);
    return only === null ? null : [only, 1, 1];
  }
  const axes = ['x', 'y', 'z'].map((axis) => whole(run, memberOf(run, given, axis)));
  const known = axes.filter((axis) => axis !== null);
  return known.length === 3 ? known : null;
}
