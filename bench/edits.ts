/**
 * Edits of kernels, by kind: each changes one place of one kernel (or of host code), drawn by the name of the file, so
 * that every run makes the same ones.
 */
export type Edit = Readonly<{ kind: Kind; /** The kernel; null: host code. */ kernel: string | null; text: string }>;
export type Kind = (typeof kinds)[number];
export const kinds = [
  'a constant',
  'a barrier removed',
  'a barrier added',
  'a variable renamed',
  'a statement added',
  'a comment added',
  'host code',
] as const;

type KernelText = Readonly<{ name: string; start: number; open: number; close: number }>;
type Draw = <Of>(from: readonly Of[]) => Of | undefined;

/** Kernels with a body, as far as the text tells. */
export function kernelTexts(text: string): readonly KernelText[] {
  return [...text.matchAll(/__global__/g)].flatMap(({ index }) => {
    const open = text.indexOf('{', index);
    const end = text.indexOf(';', index);
    const name = /([A-Za-z_]\w*)\s*\($/.exec(text.slice(index, text.indexOf('(', afterBounds(text, index)) + 1))?.[1];
    if (open < 0 || name === undefined || (end >= 0 && end < open)) return [];
    let [depth, at] = [1, open + 1];
    for (; at < text.length && depth > 0; at += 1) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    return [{ name, start: index, open, close: at - 1 }];
  });
}

function afterBounds(text: string, start: number): number {
  const bounds = text.indexOf('__launch_bounds__', start);
  return bounds < 0 || bounds > text.indexOf('{', start) ? start : text.indexOf(')', bounds) + 1;
}

/** One of each kind that the text has a place for. */
export function editsOf(text: string, file: string): readonly Edit[] {
  const draw = drawFrom(file);
  const kernels = kernelTexts(text);
  return kinds.flatMap((kind) => editOf(kind, text, kernels, draw) ?? []);
}

function drawFrom(name: string): Draw {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7);
  return (from) => {
    state = (state * 48271) % 2147483647;
    return from[state % Math.max(1, from.length)];
  };
}

function editOf(kind: Kind, text: string, kernels: readonly KernelText[], draw: Draw): Edit | null {
  if (kind === 'host code') {
    const place = draw(hostBodies(text, kernels));
    return place === undefined
      ? null
      : { kind, kernel: null, text: spliced(text, place, 0, ' int sw_host = 0; (void)sw_host;') };
  }
  const bodyOf = ({ open, close }: KernelText): string => text.slice(open + 1, close);
  const kernel = draw(kind === 'a barrier removed' ? kernels.filter((one) => bodyOf(one).includes(barrier)) : kernels);
  const body = kernel === undefined ? null : editedBody(kind, bodyOf(kernel), draw);
  return kernel === undefined || body === null
    ? null
    : { kind, kernel: kernel.name, text: text.slice(0, kernel.open + 1) + body + text.slice(kernel.close) };
}

const barrier = '__syncthreads();';
const spliced = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length);

/** Null: the body has no place for it. */
function editedBody(kind: Exclude<Kind, 'host code'>, body: string, draw: Draw): string | null {
  switch (kind) {
    case 'a constant': {
      const found = draw(
        [...body.matchAll(/(?<![\w.#])\d+(?![\w.])/g)].filter(({ index }) => !/#|\/\//.test(lineBefore(body, index))),
      );
      return found === undefined ? null : spliced(body, found.index, found[0].length, `${Number(found[0]) + 1}`);
    }
    case 'a barrier removed': {
      const found = draw([...body.matchAll(/__syncthreads\(\);/g)]);
      return found === undefined ? null : spliced(body, found.index, found[0].length, ' ');
    }
    case 'a barrier added': {
      const place = draw(outerEnds(body));
      return place === undefined ? null : spliced(body, place, 0, ` ${barrier}`);
    }
    case 'a variable renamed': {
      const name = draw([...body.matchAll(/\b(?:int|float|double|unsigned|size_t|long)\s+(\w+)\s*=/g)])?.[1];
      return name === undefined
        ? null
        : body.replaceAll(/[A-Za-z_]\w*/g, (word) => (word === name ? `${word}_r` : word));
    }
    case 'a statement added':
      return ` int sw_unused = 0; (void)sw_unused;${body}`;
    case 'a comment added':
      return `\n  // one more word${body}`;
  }
}

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);

/** Behind statements that stand in no block. */
function outerEnds(body: string): readonly number[] {
  let depth = 0;
  return [...body].flatMap((letter, at) => {
    depth += '{('.includes(letter) ? 1 : '})'.includes(letter) ? -1 : 0;
    return letter === ';' && depth === 0 ? [at + 1] : [];
  });
}

/** Behind the braces that open functions of the host. */
function hostBodies(text: string, kernels: readonly KernelText[]): readonly number[] {
  return [...text.matchAll(/^(?:int|void|static|bool|float|double)\b[^;{}()]*\([^;{}]*\)\s*\{/gm)]
    .filter(
      ({ 0: head, index }) =>
        !head.includes('__') && !kernels.some(({ start, close }) => start < index && index < close),
    )
    .map(({ 0: head, index }) => index + head.length);
}
