/**
 * Textures and surfaces (CUDA C++ Programming Guide, "Texture Functions", "Surface Functions"). What a texture holds
 * comes from outside: a kernel must not write what it fetches. A surface is an array of bytes of its own, addressed by
 * layer or depth, row, and byte in the row; accesses outside of it touch nothing (they trap, clamp or give zero).
 */
import type { Expr } from '../../base/expr.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { CType } from '../types/c-type.ts';
import type { Context } from '../context.ts';
import type { LibrarySource } from './source.ts';
import type { Intrinsic, IntrinsicCall } from '../calls/intrinsic.ts';
import type { MemoryPlace, Slot, Value } from '../expressions/value.ts';
import { bytes } from '../../base/brand.ts';
import type { ScalarType } from '../../base/ctype.ts';
import { f32, i64, printType } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { scalar, vectorNamed } from '../types/c-type.ts';
import { combine, convert } from '../expressions/constants.ts';
import { conditionally, emit, temporary, textOf } from '../context.ts';
import { asIndex, pointerOf, toScalar } from '../types/conversions.ts';
import { readSlot, touch, writeSlot } from '../memory/memory.ts';
import { dereference } from '../memory/pointers.ts';
import { resolveName } from '../names.ts';
import { inferredSurface } from '../types/undeclared.ts';
import { templateArguments } from '../calls/templates.ts';
import { typeOfValue, unknownOf, voidValue } from '../expressions/value.ts';

/**
 * More bytes than a row, and more rows than a layer, of any surface ("Technical Specifications per Compute
 * Capability").
 */
export const rowBytes = 2 ** 21;
const rows = 2 ** 16;

/** The type that a call names: its template argument, or that of a texture reference. */
function namedType(cx: Context, call: IntrinsicCall, reference: SyntaxNode | undefined): CType | null {
  const given = call.template === null ? undefined : templateArguments(cx, call.template)[0];
  if (given?.kind === 'type') return given.type;
  const slot = reference === undefined ? null : cx.rules.slot(cx, reference);
  const type = slot?.kind === 'memory' ? slot.type : null;
  if (type?.kind !== 'struct' || type.struct.template?.name !== 'texture') return null;
  const [element, , mode] = type.struct.template.arguments;
  const isNormalized = mode?.kind === 'value' && mode.value.kind === 'int' && mode.value.value === 1n;
  return element?.kind !== 'type' ? null : isNormalized ? asFloats(element.type) : element.type;
}

/** `cudaReadModeNormalizedFloat` gives floats for the integers that a texture holds. */
function asFloats(type: CType): CType {
  if (type.kind === 'scalar') return scalar(f32);
  const vector = type.kind === 'struct' ? vectorNamed(`float${type.struct.fields.length}`) : null;
  return vector === null ? type : { kind: 'struct', struct: vector };
}

const because = 'a texture is read';

/** `tex2D<T>(texture, x, y)`, or with a pointer first, through which the value is written. */
const fetched: Intrinsic = (cx, call) => {
  const [first, ...rest] = call.args;
  if (first === undefined) return null;
  const type = namedType(cx, call, first);
  const target = call.template === null && type === null ? cx.rules.value(cx, first) : null;
  const isReference = call.template === null && type !== null;
  const values = (target === null && !isReference ? call.args : rest).map((arg) => cx.rules.value(cx, arg));
  if (isReference && first.type !== 'identifier') return unknownOf(because, type);
  const name = isReference ? `${call.name}:${textOf(cx, first)}` : call.name;
  if (target?.kind !== 'pointer') return valueAt(cx, call, name, values, type);
  writeSlot(cx, dereference(target.pointer), valueAt(cx, call, name, values, target.pointer.to), call.node);
  return voidValue;
};

/** What the texture holds there: one value for all who fetch it with the same handle, coordinates, layer and level. */
function valueAt(cx: Context, call: IntrinsicCall, name: string, values: readonly Value[], type: CType | null): Value {
  const args = values.flatMap((value) => (value.kind === 'scalar' ? [value.expr] : []));
  if (type === null || args.length < values.length) return unknownOf(because, type);
  const partOf = (part: string, of: ScalarType): Value => {
    const { id, expr } = temporary(cx, 'texel', of);
    emit(cx, call.node, {
      kind: 'unknown-value',
      target: id,
      because,
      result: { name: `${name}${part}:${printType(of)}`, args },
    });
    return { kind: 'scalar', expr };
  };
  if (type.kind === 'scalar') return partOf('', type.type);
  if (type.kind !== 'struct') return unknownOf(because, type);
  const { struct } = type;
  const fields = struct.fields.map(
    (field) =>
      [
        field.name,
        field.type.kind === 'scalar' ? partOf(`.${field.name}`, field.type.type) : unknownOf(because, field.type),
      ] as const,
  );
  return { kind: 'struct', type: struct, fields: new Map(fields) };
}

type Shape = readonly ('x' | 'row' | 'layer')[];
const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['1D', ['x']],
  ['2D', ['x', 'row']],
  ['3D', ['x', 'row', 'layer']],
  ['1DLayered', ['x', 'layer']],
  ['2DLayered', ['x', 'row', 'layer']],
  ['Cubemap', ['x', 'row', 'layer']],
  ['CubemapLayered', ['x', 'row', 'layer']],
]);

/** The bytes of a surface: what its object points to, or the reference itself. */
function surfaceOf(cx: Context, node: SyntaxNode): Slot {
  const slot = cx.rules.slot(cx, node);
  if (node.type === 'identifier' && resolveName(cx, node) === null) return inferredSurface(cx, textOf(cx, node), node);
  if (slot?.kind === 'memory' && slot.type.kind === 'struct') return slot;
  return dereference(pointerOf(cx, slot === null ? cx.rules.value(cx, node) : readSlot(cx, slot, node)));
}

/** Does something with the cell at the coordinates, where there is one. */
function atCell(
  cx: Context,
  call: IntrinsicCall,
  surface: Slot,
  shape: Shape,
  coordinates: readonly SyntaxNode[],
  type: CType,
  act: (cell: Slot) => void,
): void {
  const at = coordinates.map((node, k) => ({
    along: shape[k] ?? 'x',
    index: convert(asIndex(cx, cx.rules.value(cx, node), node), i64),
  }));
  if (surface.kind !== 'memory') {
    if (surface.kind === 'unknown') touch(cx, surface, call.node);
    else
      emit(cx, call.node, {
        kind: 'unknown',
        because: 'which surface is meant is not resolved',
        footprint: cx.everything,
        synchronizes: false,
      });
    return;
  }
  const limits = { x: rowBytes, row: rows, layer: rows };
  const strides = { x: 1, row: rowBytes, layer: rowBytes * rows };
  const inside = at
    .map(({ along, index }) =>
      combine('&&', combine('<=', int(0, i64), index), combine('<', index, int(limits[along], i64))),
    )
    .reduce<Expr>((all, one) => combine('&&', all, one), { kind: 'bool', value: true });
  const subscripts = [...at]
    .reverse()
    .map(({ along, index }) => ({ index, stride: bytes(strides[along]), extent: limits[along] }));
  const place: MemoryPlace = { ...surface.place, subscripts: [...surface.place.subscripts, ...subscripts] };
  const then = conditionally(cx, () => {
    act({ kind: 'memory', place, type });
  });
  emit(cx, call.node, { kind: 'branch', when: inside, then, otherwise: [] });
}

const written =
  (shape: Shape): Intrinsic =>
  (cx, call) => {
    const [data, surface, ...rest] = call.args;
    if (data === undefined || surface === undefined || rest.length < shape.length) return null;
    const value = cx.rules.value(cx, data);
    const type = namedType(cx, call, undefined) ?? typeOfValue(value);
    if (type === null) return null;
    atCell(cx, call, surfaceOf(cx, surface), shape, rest.slice(0, shape.length), type, (cell) => {
      writeSlot(cx, cell, value, call.node);
    });
    return voidValue;
  };

/** `surf2Dread<T>(surface, x, y)`, or `surf2Dread(&value, surface, x, y)`. */
const read =
  (shape: Shape): Intrinsic =>
  (cx, call) => {
    const type = namedType(cx, call, undefined);
    const isReturned = call.args.length <= shape.length + 2 && type !== null;
    const [first, ...others] = call.args;
    const [surface, ...rest] = isReturned ? call.args : others;
    if (first === undefined || surface === undefined || rest.length < shape.length) return null;
    const target = isReturned ? null : dereference(pointerOf(cx, cx.rules.value(cx, first)));
    const element =
      type ??
      (target?.kind === 'unknown'
        ? target.type
        : target?.kind === 'memory'
          ? target.type
          : target?.kind === 'scalar'
            ? scalar(target.type)
            : target?.kind === 'struct'
              ? { kind: 'struct' as const, struct: target.type }
              : null);
    if (element === null) return null;
    let result: Value = unknownOf('a surface is read', element);
    const kept = element.kind === 'scalar' ? temporary(cx, 'surface.value', element.type) : null;
    if (kept !== null)
      emit(cx, call.node, { kind: 'unknown-value', target: kept.id, because: 'a surface is read outside of it' });
    atCell(cx, call, surfaceOf(cx, surface), shape, rest.slice(0, shape.length), element, (cell) => {
      const value = readSlot(cx, cell, call.node);
      if (kept !== null && element.kind === 'scalar')
        emit(cx, call.node, { kind: 'assign', target: kept.id, value: toScalar(cx, value, element.type, call.node) });
    });
    if (kept !== null) result = { kind: 'scalar', expr: kept.expr };
    if (target === null) return result;
    writeSlot(cx, target, result, call.node);
    return voidValue;
  };

const fetches = [
  'tex1D',
  'tex1Dfetch',
  'tex1DLod',
  'tex1DGrad',
  'tex1DLayered',
  'tex1DLayeredLod',
  'tex1DLayeredGrad',
  'tex2D',
  'tex2DLod',
  'tex2DGrad',
  'tex2DLayered',
  'tex2DLayeredLod',
  'tex2DLayeredGrad',
  'tex2Dgather',
  'tex3D',
  'tex3DLod',
  'tex3DGrad',
  'texCubemap',
  'texCubemapLod',
  'texCubemapLayered',
  'texCubemapLayeredLod',
];

export const textureFunctions: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...fetches.map((name): [string, Intrinsic] => [name, fetched]),
  ...[...shapes].flatMap(([name, shape]): [string, Intrinsic][] => [
    [`surf${name}write`, written(shape)],
    [`surf${name}read`, read(shape)],
  ]),
]);

/** Objects are handles: that of a surface points to its bytes. References are objects of file scope. */
export const textureTypes: LibrarySource = {
  header: 'surface_types.h',
  mentioned: /\bsurf(?:[123]D|Cubemap)|\btexture\s*<|\bsurface\s*<|SurfaceObject_t|CUsurfObject|\bcuda(?:Extent|Pos)\b/,
  declared: /\btypedef\b(?:(?!\btypedef\b)[^;])*\bcudaSurfaceObject_t\s*;/,
  text: `
typedef unsigned char *cudaSurfaceObject_t;
typedef unsigned char *CUsurfObject;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureType { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3, cudaTextureTypeCubemap = 12, cudaTextureType1DLayered = 241, cudaTextureType2DLayered = 242 };
enum cudaSurfaceType { cudaSurfaceType1D = 1, cudaSurfaceType2D = 2, cudaSurfaceType3D = 3, cudaSurfaceTypeCubemap = 12, cudaSurfaceType1DLayered = 241, cudaSurfaceType2DLayered = 242 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
struct cudaExtent { unsigned long width; unsigned long height; unsigned long depth; };
struct cudaPos { unsigned long x; unsigned long y; unsigned long z; };
template <class T, int DIM = 1, int MODE = 0> struct texture { unsigned char unused; };
template <class T, int DIM = 1> struct surface { unsigned char unused; };
`,
};
