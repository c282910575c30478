/**
 * The binary format of WebAssembly, as far as the build needs it: numbers, names, vectors and sections
 * (https://webassembly.github.io/spec/core/binary/). Bodies of functions are neither read nor changed.
 */

/** A section with its contents, without the size that precedes them. */
export type Section = Readonly<{ id: number; body: Uint8Array }>;
/** What a module imports: of a function its type's index, of all else the bytes that describe it. */
export type Import = Readonly<{ module: string; name: string; kind: number; type: number; bytes: Uint8Array }>;
/** A function's type, as bytes of value types. */
export type FunctionType = Readonly<{ params: readonly number[]; results: readonly number[] }>;

export const sectionId = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  global: 6,
  export: 7,
  code: 10,
  tag: 13,
} as const;
export const externKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

const preamble = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Reads on from one place of the bytes. */
export type Reader = Readonly<{
  byte: () => number;
  number: () => number;
  name: () => string;
  take: (length: number) => Uint8Array;
  at: () => number;
  isAtEnd: () => boolean;
}>;

export function readerOf(bytes: Uint8Array): Reader {
  let place = 0;
  const byte = (): number => {
    const value = bytes[place];
    if (value === undefined) throw new Error(`WebAssembly ends at byte ${place}, within something`);
    place++;
    return value;
  };
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
    }
  };
  const take = (length: number): Uint8Array => {
    if (place + length > bytes.length) throw new Error(`WebAssembly ends within ${length} bytes from ${place}`);
    place += length;
    return bytes.subarray(place - length, place);
  };
  return {
    byte,
    number,
    take,
    name: () => Buffer.from(take(number())).toString('utf8'),
    at: () => place,
    isAtEnd: () => place === bytes.length,
  };
}

export function sectionsOf(module: Uint8Array): readonly Section[] {
  const reader = readerOf(module);
  if (!Buffer.from(reader.take(preamble.length)).equals(Buffer.from(preamble)))
    throw new Error('this is no WebAssembly of version 1');
  const sections: Section[] = [];
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.number()) });
  }
  return sections;
}

export function importsOf(body: Uint8Array): readonly Import[] {
  const reader = readerOf(body);
  return Array.from({ length: reader.number() }, () => {
    const [module, name, kind, from] = [reader.name(), reader.name(), reader.byte(), reader.at()];
    let type = -1;
    if (kind === externKind.function) type = reader.number();
    else if (kind === externKind.memory) skipLimits(reader);
    else throw new Error(`${module}.${name}: imports of kind ${kind} are not expected`);
    return { module, name, kind, type, bytes: body.subarray(from, reader.at()) };
  });
}

export function skipLimits(reader: Reader): void {
  const hasMaximum = (reader.byte() & 1) === 1;
  reader.number();
  if (hasMaximum) reader.number();
}

export function typesOf(body: Uint8Array): readonly FunctionType[] {
  const reader = readerOf(body);
  return Array.from({ length: reader.number() }, () => {
    if (reader.byte() !== 0x60) throw new Error('a type is no function');
    const params = [...reader.take(reader.number())];
    return { params, results: [...reader.take(reader.number())] };
  });
}

export function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [0x80 | (value % 0x80), ...unsigned(Math.floor(value / 0x80))];
}

export const vector = (items: readonly (readonly number[])[]): readonly number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
/** Bytes after their number: a name, a body. */
export const sized = (bytes: readonly number[]): readonly number[] => [...unsigned(bytes.length), ...bytes];
export const named = (text: string): readonly number[] => sized([...Buffer.from(text)]);
export const functionType = ({ params, results }: FunctionType): readonly number[] => [
  0x60,
  ...sized(params),
  ...sized(results),
];

export function moduleOf(sections: readonly Section[]): Uint8Array {
  return Buffer.concat([
    Buffer.from(preamble),
    ...sections.flatMap(({ id, body }) => [Buffer.from([id, ...unsigned(body.length)]), body]),
  ]);
}
