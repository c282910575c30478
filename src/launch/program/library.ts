/**
 * What functions of libraries do in a program that is run (run.ts): a table of those that are followed. Everything else
 * stops the run. Null: the name is in no table.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { Box, Frame, Place, Variable } from './memory.ts';
import type { Result, Run } from './state.ts';
import type { HostType } from './types.ts';
import { i32, u64 } from '../../base/ctype.ts';
import { int, truth } from '../../base/expr-build.ts';
import { namedChildren } from '../../parse/node.ts';
import { applyFunction } from '../host-value.ts';
import { copyBytes, erase, newBlock, newPlace, settle, unknown, write } from './memory.ts';
import { algorithmCall, maxFilled, pointer, swapped } from './algorithms.ts';
import { elementOf, keyIn, pointedTo, truthOf } from './objects.ts';
import { at, constant, copyOf, load, nothing, number, stop, store, success, valueOf, whole } from './state.ts';
import { fieldsOf, sizeOf } from './types.ts';

const voidPointer: HostType = { kind: 'pointer', to: { kind: 'void' } };

/** Functions without an effect that counts here; what they return is not known, but for success. */
const idle =
  /^cuda(?:Device(?:Synchronize|Reset|SetLimit|SetCacheConfig)|ThreadSynchronize|Stream\w+|Event\w+|GetLastError|PeekAtLastError|SetDevice|Free(?:Host|Async)?|MemPrefetchAsync|MemAdvise|Func\w+|Profiler\w+)$/;
const silent = /^(?:f?printf|puts|fputs|putchar|fflush|perror|free|srand|fclose|setbuf|usleep|sleep|static_assert)$/;

/** `isOfStd`: the name is certainly the one of the standard library. */
export function libraryCall(run: Run, name: string, args: readonly Result[], isOfStd: boolean): Result | null {
  const [first, second, third] = args;
  if (/^cuda(?:Malloc(?:Managed|Async|Host|Pitch)?|HostAlloc)$/.test(name))
    return name === 'cudaMallocPitch' || first === undefined ? stop(run) : allocated(run, first, second);
  // pinned memory is read when the copy is done, and not before (CUDA runtime API, API synchronization behavior)
  if (/^cudaMemcpy\w*Async$/.test(name)) for (const arg of args) markRead(run, arg);
  if (/^cudaMemcpy(?:Async)?$/.test(name)) return copied(run, pointer(run, first), pointer(run, second), third);
  if (/^cudaMemcpyToSymbol(?:Async)?$/.test(name))
    return copied(run, placeBehind(run, first, args[3]), pointer(run, second), third);
  if (/^cudaMemcpyFromSymbol(?:Async)?$/.test(name))
    return copied(run, pointer(run, first), placeBehind(run, second, args[3]), third);
  if (/^cuda(?:GetSymbolAddress|HostGetDevicePointer)$/.test(name))
    return addressGiven(run, first, second, name === 'cudaGetSymbolAddress');
  if (/^(?:cudaM|m)emset(?:Async)?$/.test(name)) return filled(run, first, second, third);
  // what is captured is launched later, perhaps with other contents of memory
  if (/^cudaStream\w*(?:Callback|BeginCapture)|^cudaLaunchHostFunc/.test(name)) return stop(run);
  // that something is not done yet is no failure
  if (/^cuda(?:Stream|Event)Query$/.test(name)) return valueOf({ kind: 'scalar', type: i32 }, unknown);
  if (idle.test(name)) {
    if (!/Free|Prefetch|Advise/.test(name)) for (const arg of args) forgetBehind(run, arg);
    if (/Synchronize$/.test(name)) for (const block of run.seen) block.isRead = false;
    return success(run);
  }
  if (silent.test(name)) {
    if (/printf$/.test(name)) printedTo(run, args);
    return valueOf({ kind: 'scalar', type: i32 }, unknown);
  }
  switch (name) {
    // it may end the program
    case 'assert':
      return first !== undefined && truthOf(run, first) === true ? nothing : stop(run);
    case 'malloc':
    case 'calloc':
      return valueOf(voidPointer, { kind: 'pointer', to: newPlace() });
    case 'memcpy':
    case 'memmove':
      if (pointer(run, first)?.block.isRead === true) return stop(run);
      return copied(run, pointer(run, first), pointer(run, second), third);
    case 'move':
      return first === undefined || second !== undefined ? stop(run) : moved(run, first);
    case 'forward':
    case 'as_const':
      return first ?? stop(run);
    case 'exit':
    case '_Exit':
    case 'quick_exit':
    case 'abort':
      run.isOver = true;
      return nothing;
    case 'invoke':
      return first === undefined ? stop(run) : run.rules.called(run, load(run, first), args.slice(1));
    case 'addressof':
      return first?.place === undefined || first.place === null
        ? stop(run)
        : valueOf({ kind: 'pointer', to: first.type }, { kind: 'pointer', to: first.place });
    case 'swap':
      return first === undefined || second === undefined ? stop(run) : swapped(run, first, second);
    case 'exchange': {
      if (first?.place === undefined || first.place === null || second === undefined) return stop(run);
      const was = copyOf(run, first);
      store(run, { type: first.type, place: first.place }, second);
      return was;
    }
    case 'rand':
    case 'time':
    case 'clock':
      return valueOf({ kind: 'scalar', type: i32 }, unknown);
    case 'cudaGetErrorString':
      return valueOf({ kind: 'pointer', to: { kind: 'other' } }, unknown);
    default: {
      const done = algorithmCall(run, name, args, isOfStd);
      if (done !== null) return done;
      const values = args.map((arg) => load(run, arg)).map((value) => (value.kind === 'number' ? value.expr : null));
      const known = values.filter((value) => value !== null);
      const result =
        known.length === values.length &&
        /^(?:min|max|abs|ceil|floor|ceilf|floorf|sqrt|sqrtf|pow|log2|fmin|fmax)$/.test(name)
          ? applyFunction(name, known)
          : null;
      return result === null ? null : number(result);
    }
  }
}

/** So many bytes behind a variable of the device; null: not known. */
function placeBehind(run: Run, symbol: Result | undefined, bytes: Result | undefined): Place | null {
  const offset = bytes === undefined ? 0 : whole(run, bytes);
  return symbol?.place === undefined || symbol.place === null || offset === null
    ? null
    : { ...symbol.place, at: symbol.place.at + offset };
}

/**
 * Containers and pointers that own what they point to give it away, also those in an object: what is left there is not
 * known. Anything else stays as it is.
 */
function moved(run: Run, given: Result): Result {
  if (given.place === null || !givesAway(run, given.type)) return given;
  const own = copyOf(run, given);
  leaveMoved(run, { type: given.type, place: given.place });
  return own;
}

function givesAway(run: Run, type: HostType): boolean {
  if (type.kind === 'struct') return fieldsOf(run.names, type).some((field) => givesAway(run, field.type));
  return type.kind === 'array'
    ? givesAway(run, type.of)
    : type.kind === 'box' || (type.kind === 'pointer' && type.isSmart === true);
}

function leaveMoved(run: Run, { type, place }: Variable): void {
  if (type.kind === 'struct')
    for (const field of fieldsOf(run.names, type))
      leaveMoved(run, { type: field.type, place: { ...place, at: place.at + field.at } });
  else if (type.kind === 'array')
    for (let k = 0; k < type.count; k++)
      leaveMoved(run, { type: type.of, place: { ...place, at: place.at + k * sizeOf(run.names, type.of) } });
  else if (type.kind === 'box') place.block.boxes.delete(place.at);
  else if (givesAway(run, type)) store(run, { type, place }, valueOf(type, unknown));
}

function markRead(run: Run, given: Result): void {
  const to = given.type.kind === 'pointer' ? pointer(run, given) : null;
  if (to !== null && to.block.device) to.block.isRead = true;
}

/** `%n` stores where its argument leads. */
function printedTo(run: Run, args: readonly Result[]): void {
  const texts = args.slice(0, 2).flatMap((arg) => {
    const value = load(run, arg);
    return value.kind === 'text' ? [value.text] : [];
  });
  if (texts.length === 0 || texts.some((text) => /%[-+ #0-9.*$hlLqjzt']*n/.test(text)))
    for (const arg of args) forgetBehind(run, arg);
}

/** What a function may store where a pointer leads. */
function forgetBehind(run: Run, given: Result): void {
  const value = load(run, given);
  if (value.kind === 'pointer') value.to?.block.cells.clear();
}

/** `cudaMalloc(&p, n)`. */
function allocated(run: Run, given: Result, bytes: Result | undefined): Result {
  const target = pointer(run, given);
  if (target === null) return stop(run);
  const block = newBlock(true);
  block.bytes = bytes === undefined ? null : whole(run, bytes);
  run.seen.push(block);
  store(run, { type: voidPointer, place: target }, valueOf(voidPointer, { kind: 'pointer', to: { block, at: 0 } }));
  return success(run);
}

function copied(run: Run, to: Place | null, from: Place | null, bytes: Result | undefined): Result {
  const size = bytes === undefined ? null : constant(run, bytes);
  if (to === null || from === null) return stop(run);
  // how much is not known: nothing of it is known then
  if (typeof size !== 'bigint' || size > 1n << 30n) {
    to.block.cells.clear();
    to.block.boxes.clear();
  } else copyBytes(to, from, Number(size));
  return success(run);
}

function addressGiven(run: Run, target: Result | undefined, source: Result | undefined, isSymbol: boolean): Result {
  const to = pointer(run, target);
  const from = source === undefined ? null : isSymbol ? source.place : pointer(run, source);
  if (to === null || from === null) return stop(run);
  // kernels may store through it, also in constant memory
  if (isSymbol && !run.seen.includes(from.block)) run.seen.push(from.block);
  store(run, { type: voidPointer, place: to }, valueOf(voidPointer, { kind: 'pointer', to: from }));
  return success(run);
}

function filled(run: Run, target: Result | undefined, value: Result | undefined, bytes: Result | undefined): Result {
  const to = pointer(run, target);
  const size = bytes === undefined ? null : whole(run, bytes);
  if (to === null) return stop(run);
  if (size !== null) settle(to, size);
  if (size !== 0 && (value === undefined || constant(run, value) !== 0n)) to.block.isFilled = true;
  if (size === null || size > maxFilled) to.block.cells.clear();
  else erase(to, size);
  const byte = value === undefined ? null : whole(run, value);
  // words of four bytes: numbers of other sizes are read as not known
  for (let k = 0; byte !== null && size !== null && k < Math.min(maxWords, size >> 2); k++)
    write({ block: to.block, at: to.at + 4 * k }, 4, {
      kind: 'number',
      expr: int(BigInt.asIntN(32, BigInt(byte & 255) * 0x01010101n)),
    });
  return success(run);
}

/** More are not kept. */
const maxWords = 1024;

/** What a container is made of: `v(n)`, `v(n, x)`, `v{a, b}`. */
export function makeBox(
  run: Run,
  frame: Frame,
  type: Extract<HostType, { kind: 'box' }>,
  place: Place,
  nodes: readonly SyntaxNode[],
  isList: boolean,
): void {
  place.block.boxes.delete(place.at);
  const [only, value, more] = nodes;
  const box: Box =
    type.name === 'vector' ? { kind: 'vector', elements: newBlock(), count: 0 } : { kind: 'map', entries: new Map() };
  place.block.boxes.set(place.at, box);
  const [element, mapped] = type.of;
  if (box.kind === 'map' && mapped !== undefined && isList && nodes.every((node) => node.type === 'initializer_list'))
    return fillMap(run, frame, { type, place }, mapped, nodes);
  const given = only === undefined ? null : run.rules.evaluate(run, frame, only);
  if (given?.type.kind === 'box' && value === undefined) return store(run, { type, place }, given);
  if (only === undefined || given === null) return;
  if (box.kind === 'map' || element === undefined || (!isList && more !== undefined)) return void stop(run);
  if (isList) {
    append(run, box, element, given);
    for (const node of nodes.slice(1)) append(run, box, element, run.rules.evaluate(run, frame, node));
  } else
    resize(run, box, element, whole(run, given), value === undefined ? null : run.rules.evaluate(run, frame, value));
}

/** `{{1, a}, {2, b}}`: of two entries with one key, the first stays. */
function fillMap(run: Run, frame: Frame, map: Variable, mapped: HostType, entries: readonly SyntaxNode[]): void {
  const box = map.place.block.boxes.get(map.place.at);
  for (const entry of entries) {
    const [key, value, more] = namedChildren(entry);
    if (key === undefined || value === undefined || more !== undefined || box?.kind !== 'map') return void stop(run);
    const before = box.entries.size;
    const { place } = elementOf(run, at(map), run.rules.evaluate(run, frame, key));
    const given = run.rules.evaluate(run, frame, value);
    if (place !== null && box.entries.size > before) store(run, { type: mapped, place }, given);
  }
}

function append(run: Run, box: Vector, type: HostType, given: Result): Result {
  const place = { block: box.elements, at: box.count * sizeOf(run.names, type) };
  store(run, { type, place }, given);
  box.count++;
  return at({ type, place });
}

const maxElements = 4096;

function resize(run: Run, box: Vector, type: HostType, count: number | null, value: Result | null): Result {
  if (
    count === null ||
    count < 0 ||
    count > maxElements ||
    (value === null && type.kind !== 'scalar' && type.kind !== 'pointer')
  )
    return stop(run);
  const given = value === null ? number(int(0)) : copyOf(run, value);
  while (box.count < count) append(run, box, type, given);
  box.count = count;
  return nothing;
}

type Vector = Extract<Box, { kind: 'vector' }>;

/** An object of a class that is made at the end: `v.emplace_back(p, n)`, `v.push_back({p, n})`. Null: another call. */
function emplaced(
  run: Run,
  frame: Frame,
  { of: [type] }: Extract<HostType, { kind: 'box' }>,
  box: Box,
  name: string,
  nodes: readonly SyntaxNode[],
): Result | null {
  const [only, second] = nodes;
  const isList = name === 'push_back' && second === undefined && only?.type === 'initializer_list';
  if (
    box.kind !== 'vector' ||
    type?.kind !== 'struct' ||
    !(isList || (name === 'emplace_back' && second !== undefined))
  )
    return null;
  const made: Variable = { type, place: newPlace() };
  run.rules.initialize(run, frame, made, { kind: 'arguments', nodes: isList ? namedChildren(only) : nodes, isList });
  return append(run, box, type, at(made));
}

/** `v.erase(it)`, `v.erase(begin, end)` */
function erased(run: Run, vector: Result, box: Vector, from: Result | undefined, to: Result | undefined): Result {
  const start = indexIn(run, vector, box, from);
  const end = to === undefined ? (start ?? 0) + 1 : indexIn(run, vector, box, to);
  if (start === null || end === null || end < start || end > box.count) return stop(run);
  replaced(run, vector, box, start, end - start, []);
  return from ?? nothing;
}

/** `v.insert(it, x)` */
function inserted(run: Run, vector: Result, box: Vector, before: Result, value: Result): Result {
  const start = indexIn(run, vector, box, before);
  if (start === null || start > box.count || !/^(?:scalar|pointer|struct)$/.test(value.type.kind)) return stop(run);
  replaced(run, vector, box, start, 0, [copyOf(run, value)]);
  return before;
}

/** The index of the element that an iterator is at; null: not known, or of something else. */
function indexIn(run: Run, vector: Result, box: Vector, iterator: Result | undefined): number | null {
  const to = iterator?.type.kind === 'pointer' ? pointer(run, iterator) : null;
  const [type] = vector.type.kind === 'box' ? vector.type.of : [];
  const index = to?.block !== box.elements || type === undefined ? -1 : to.at / sizeOf(run.names, type);
  return Number.isInteger(index) && index >= 0 ? index : null;
}

/** So many elements of a vector are replaced by others. */
function replaced(run: Run, { type }: Result, box: Vector, start: number, count: number, by: readonly Result[]): void {
  const [element] = type.kind === 'box' ? type.of : [];
  if (element === undefined) return void stop(run);
  const size = sizeOf(run.names, element);
  const rest = Array.from({ length: box.count - start - count }, (_, k) =>
    copyOf(run, at({ type: element, place: { block: box.elements, at: (start + count + k) * size } })),
  );
  box.count = start;
  for (const each of [...by, ...rest]) append(run, box, element, each);
}

/** A method of a container. */
export function boxCall(run: Run, frame: Frame, object: Result, name: string, nodes: readonly SyntaxNode[]): Result {
  const box = object.place?.block.boxes.get(object.place.at);
  if (object.type.kind !== 'box' || box === undefined) return stop(run);
  const madeInPlace = emplaced(run, frame, object.type, box, name, nodes);
  if (madeInPlace !== null) return madeInPlace;
  const listed = nodes.length === 1 && nodes[0]?.type === 'initializer_list' ? namedChildren(nodes[0]) : nodes;
  const args = listed.map((node) => run.rules.evaluate(run, frame, node));
  const [first, second] = args;
  const [element, mapped] = object.type.of;
  if (name === 'size')
    return number(
      int(BigInt(box.kind === 'vector' ? box.count : box.entries.size), { kind: 'int', bits: 64, signed: false }),
    );
  if (/^(?:reserve|shrink_to_fit)$/.test(name)) return nothing;
  if (box.kind === 'map') {
    if (name === 'at' && first !== undefined) return elementOf(run, object, first);
    if (name === 'empty') return number(truth(box.entries.size === 0));
    if (name === 'clear') return (box.entries.clear(), nothing);
    if (
      /^(?:count|contains|erase)$/.test(name) &&
      first !== undefined &&
      second === undefined &&
      first.type.kind !== 'pointer'
    ) {
      const key = keyIn(run, object, first);
      if (key === null) return stop(run);
      const was = name === 'erase' ? box.entries.delete(`${key}`) : box.entries.has(`${key}`);
      return number(int(was ? 1 : 0, u64));
    }
    if (
      !/^(?:emplace|insert|insert_or_assign|try_emplace)$/.test(name) ||
      first === undefined ||
      second === undefined ||
      mapped === undefined
    )
      return stop(run);
    const key = keyIn(run, object, first);
    if (key === null) return stop(run);
    if (name === 'insert_or_assign' || !box.entries.has(`${key}`)) {
      const entry = elementOf(run, object, first);
      if (entry.place !== null) store(run, { type: mapped, place: entry.place }, second);
    }
    return nothing;
  }
  if (element === undefined) return stop(run);
  const last = number(int(box.count - 1));
  switch (name) {
    case 'push_back':
    case 'emplace_back':
      return first === undefined || second !== undefined ? stop(run) : append(run, box, element, copyOf(run, first));
    case 'resize':
      return resize(run, box, element, first === undefined ? null : whole(run, first), second ?? null);
    case 'assign':
      box.count = 0;
      return first === undefined || second === undefined
        ? stop(run)
        : resize(run, box, element, whole(run, first), second);
    case 'at':
      return first === undefined ? stop(run) : elementOf(run, object, first);
    case 'front':
      return elementOf(run, object, number(int(0)));
    case 'back':
      return elementOf(run, object, last);
    case 'data':
    case 'begin':
    case 'end':
      return valueOf(
        { kind: 'pointer', to: element },
        {
          kind: 'pointer',
          to: { block: box.elements, at: name === 'end' ? box.count * sizeOf(run.names, element) : 0 },
        },
      );
    case 'erase':
      return erased(run, object, box, first, second);
    case 'insert':
      return first === undefined || second === undefined || args.length > 2
        ? stop(run)
        : inserted(run, object, box, first, second);
    case 'empty':
      return number(int(box.count === 0 ? 1 : 0));
    case 'clear':
      box.count = 0;
      return nothing;
    case 'pop_back':
      box.count = Math.max(0, box.count - 1);
      return nothing;
    default:
      return stop(run);
  }
}

/** The elements of what a `for (x : range)` runs over; null: not followed. */
export function elementsOf(run: Run, range: Result): readonly Result[] | null {
  if (range.place === null) return null;
  const { type, place } = range;
  if (type.kind === 'array' && type.count <= maxElements)
    return Array.from({ length: Math.max(0, type.count) }, (_, k) =>
      pointedTo(
        run,
        valueOf(
          { kind: 'pointer', to: type.of },
          { kind: 'pointer', to: { block: place.block, at: place.at + k * sizeOf(run.names, type.of) } },
        ),
      ),
    );
  const box = place.block.boxes.get(place.at);
  return type.kind === 'box' && box?.kind === 'vector'
    ? Array.from({ length: box.count }, (_, k) => elementOf(run, range, number(int(k))))
    : null;
}
