/**
 * Textures of memory that the kernel writes (CUDA guide, "Read/Write Coherency": within one kernel call, a fetch from
 * an address that is written gives undefined data). What a texture holds is taken not to change [D8] (f): where the
 * host code gives it, at a launch, the memory of an array that the kernel writes, its fetches become loads of that
 * array past the coherent caches, so that a run shows who overwrites what they read, and nothing is proved; where it is
 * not known which element one reads, the array is not modelled. Under-approximating: bindings are followed in the order
 * of the text, by name.
 * Example: `cudaBindTexture(0, tr, a, bytes); k<<<4, 128>>>(a);` of a kernel that fetches from `tr` and stores to its
 * parameter.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { ScalarType } from '../../base/ctype.ts';
import type { Place, Stmt, StmtOf } from '../../ir/ir.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { bytes } from '../../base/brand.ts';
import { typeOf } from '../../base/expr-build.ts';
import { eachStmt, mapStmts } from '../../ir/walk.ts';
import { capture, emit, note, textOf } from '../context.ts';
import { rowBytes as surfaceRowBytes } from './textures.ts';
import { fill } from '../../base/message.ts';
import { messages } from '../wording.ts';

/**
 * By a variable of the host (a handle, a texture reference, a description of a resource): the memory that it stands
 * for.
 */
type Held = Map<string, string>;

/**
 * Which argument of the call is the handle, and which is the memory (`described`: a description of it). CUDA Runtime
 * API, Texture and Surface Object Management.
 */
const bindings: ReadonlyMap<string, Readonly<{ handle: number; memory: number; described: boolean }>> = new Map([
  ['cudaBindTexture', { handle: 1, memory: 2, described: false }],
  ['cudaBindTexture2D', { handle: 1, memory: 2, described: false }],
  ['cudaBindTextureToArray', { handle: 0, memory: 1, described: false }],
  ['cudaBindSurfaceToArray', { handle: 0, memory: 1, described: false }],
  ['cudaCreateTextureObject', { handle: 0, memory: 1, described: true }],
  ['cudaCreateSurfaceObject', { handle: 0, memory: 1, described: true }],
]);

/**
 * Reads the arrays that the kernel writes where it fetches from textures of their memory, or adds a step that is not
 * modelled.
 */
export function readWrittenTextures(cx: Context, kernel: string, node: SyntaxNode): void {
  const { textures, written } = usesIn(cx);
  if (textures.size === 0 || written.size === 0) return;
  const found = new Map<ArrayId, string>();
  const held: Held = new Map();
  const visit = (one: SyntaxNode): void => {
    for (const child of one.children) visit(child);
    if (one.type === 'assignment_expression') describe(cx, held, one);
    if (one.type !== 'call_expression') return;
    const args = namedChildren(childIn(one, 'arguments') ?? one).map((arg) => nameOf(textOf(cx, arg)));
    bind(cx, held, one, args);
    if (!isLaunchOf(cx, one, kernel)) return;
    const given = (name: string): string => args[cx.formals.indexOf(name)] ?? name;
    for (const texture of textures) {
      const memory = held.get(given(texture));
      if (memory === undefined) continue;
      for (const [array, name] of written)
        if (memory === given(name) || memory === held.get(given(name))) found.set(array, texture);
    }
  };
  for (const tree of cx.unit.trees) visit(tree);
  for (const [array, texture] of found) {
    const loads = loadsOf(cx, texture, array);
    if (loads !== null) {
      cx.out.splice(0, cx.out.length, ...mapStmts(cx.out, (stmt) => [loads.get(stmt) ?? stmt]));
      continue;
    }
    const because = fill(messages.writtenTexture, { texture, name: cx.arrays.get(array)?.name ?? array });
    cx.out.unshift(
      ...capture(cx, () => {
        emit(cx, node, { kind: 'unknown', because, footprint: [array], synchronizes: false });
      }),
    );
    note(cx, node, because);
  }
}

/**
 * The texture references and parameters that are fetched from, and the arrays that are written, by their parameters or
 * names.
 */
function usesIn(cx: Context): Readonly<{ textures: ReadonlySet<string>; written: ReadonlyMap<ArrayId, string> }> {
  const textures = new Set<string>();
  const written = new Map<ArrayId, string>();
  eachStmt(cx.out, (stmt) => {
    if (stmt.kind === 'unknown-value' && stmt.result !== undefined) {
      const texture = textureIn(cx, stmt.result);
      if (texture !== null) textures.add(texture);
    }
    if (stmt.kind !== 'store' && stmt.kind !== 'atomic') return;
    const decl = cx.arrays.get(stmt.place.array);
    if (decl?.space === 'global') written.set(decl.id, decl.parameter ?? decl.name);
  });
  return { textures, written };
}

/** What the fetches from a texture read of its array; null where that is not known of one. */
function loadsOf(cx: Context, texture: string, array: ArrayId): ReadonlyMap<Stmt, Stmt> | null {
  const found = new Map<Stmt, Stmt>();
  const open: Stmt[] = [];
  eachStmt(cx.out, (stmt) => {
    if (stmt.kind !== 'unknown-value' || stmt.result === undefined || textureIn(cx, stmt.result) !== texture) return;
    const place = placeOf(cx, stmt.result, array, cx.scalars.get(stmt.target)?.type);
    if (place === null) open.push(stmt);
    else
      found.set(stmt, {
        kind: 'load',
        id: stmt.id,
        span: stmt.span,
        source: stmt.source,
        target: stmt.target,
        place,
        isNonCoherent: true,
      });
  });
  return open.length === 0 ? found : null;
}

/** The element at whole coordinates; of two dimensions, only in the layout of surfaces (textures.ts). */
function placeOf(cx: Context, { name, args }: Fetch, array: ArrayId, type: ScalarType | undefined): Place | null {
  const [fetch = ''] = name.split(/[.:]/);
  const along = fetch === 'tex1D' || fetch === 'tex1Dfetch' ? 1 : fetch === 'tex2D' ? 2 : 0;
  const [x, y] = args.slice(args.length - along);
  const isSurface = cx.arrays.get(array)?.elementBytes === 1;
  if (
    type === undefined ||
    x === undefined ||
    along === 0 ||
    name.includes('.') ||
    [x, y].some((one) => one !== undefined && typeOf(one).kind !== 'int') ||
    (along === 2 && !isSurface)
  )
    return null;
  const size = type.kind === 'bool' ? 1 : type.bits / 8;
  const rows = y === undefined || along < 2 ? [] : [{ index: y, stride: bytes(surfaceRowBytes), extent: null }];
  return {
    array,
    subscripts: [...rows, { index: x, stride: bytes(size), extent: null }],
    offset: bytes(0),
    type,
    volatile: false,
  };
}

type Fetch = NonNullable<StmtOf<'unknown-value'>['result']>;

/** The reference or parameter that is fetched from. */
function textureIn(cx: Context, { name, args: [handle] }: Fetch): string | null {
  const [, reference] = name.split(':');
  const parameter =
    handle?.kind === 'var' ? cx.params.find((param) => param.kind === 'scalar' && param.id === handle.id) : undefined;
  return parameter?.name ?? (reference !== undefined && name.startsWith('tex') ? reference : null);
}

/** `d.res.array.array = a`, `d.res.linear.devPtr = p`. */
function describe(cx: Context, held: Held, node: SyntaxNode): void {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const described = left === null ? null : /^(\w+)\b.*\b(?:array|mipmap|devPtr)$/.exec(textOf(cx, left))?.[1];
  if (described !== null && described !== undefined && right !== null) held.set(described, nameOf(textOf(cx, right)));
}

function bind(cx: Context, held: Held, node: SyntaxNode, args: readonly string[]): void {
  const callee = childIn(node, 'function');
  const binding = callee === null ? undefined : bindings.get(textOf(cx, callee));
  const [handle, memory] = [args[binding?.handle ?? -1], args[binding?.memory ?? -1]];
  if (binding === undefined || handle === undefined || memory === undefined) return;
  const known = binding.described ? held.get(memory) : memory;
  if (known === undefined) held.delete(handle);
  else held.set(handle, known);
}

function isLaunchOf(cx: Context, node: SyntaxNode, kernel: string): boolean {
  const callee = childIn(node, 'function');
  if (callee === null || !node.children.some((child) => child.type === 'kernel_call_syntax')) return false;
  return /^(?:\w+::)*(\w+)/.exec(textOf(cx, callee))?.[1] === kernel;
}

/** `a` of `&a`, `(void *)a` and `a`. */
const nameOf = (text: string): string => text.replace(/^(?:\([^()]*\)|[&*\s])+/, '').trim();
