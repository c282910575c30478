/**
 * How much of a codebase the front end reads: each kernel as it was lowered, and why not exactly where it was not.
 * Needs: kernels with what was said of them while lowering. Gives: reasons of one kind counted together.
 * Smallest example: the notes "`tex2D` is not known" of three kernels and "`tex3D` is not known" of one are one reason,
 * of four kernels, shown as "`tex2D` is not known" with the names tex2D (3) and tex3D (1).
 */
import type { InputProblem } from './finding.ts';
import type { Span } from '../base/span.ts';
import { commonest } from './reason-shape.ts';

/**
 * `exact`: everything in it is modelled. `approximated`: some values are unknown, or steps on some arrays.
 * `unsupported`: a barrier or all memory may be lost.
 */
export type Lowering = 'exact' | 'approximated' | 'unsupported';

export type Approximation = Readonly<{
  text: string;
  span: Span;
  /** The name that it is about, where nothing declares it. */ undeclared?: string;
}>;

/** `elsewhere`: no launch of it in the files that were read with it. */
export type BlockKnowledge = 'known' | 'open' | 'elsewhere';

/**
 * One kernel of the source text, all its template instances together: as good as the worst of them, unsupported if all
 * are.
 */
export type KernelCoverage = Readonly<{
  name: string;
  span: Span;
  instances: readonly string[];
  lowering: Lowering;
  approximations: readonly Approximation[];
  block: BlockKnowledge;
  /** Every configuration that it would be analysed under, as text. */
  launches: readonly string[];
}>;

export type Coverage = Readonly<{
  /** Files read, without those that they include. */
  files: number;
  /** Characters after preprocessing, of all files. */
  characters: number;
  /** Milliseconds of preprocessing, parsing, finding launches and lowering, over all files. */
  stageMs: Readonly<Record<'preprocess' | 'parse' | 'launch' | 'lower', number>>;
  kernels: readonly KernelCoverage[];
  problems: readonly InputProblem[];
}>;

/** `shape`: what the texts of the reason have in common; what stands in backticks differs from place to place. */
export type CountedReason = Readonly<{
  shape: string;
  /** For a person: the commonest of them. */
  words: string;
  kernels: number;
  /** What stood in backticks, with how many kernels each, the most frequent first. */
  names: readonly Readonly<{ name: string; kernels: number }>[];
  /** One place for each kernel. */
  places: readonly Readonly<{ kernel: string; span: Span }>[];
}>;

/** The reasons of kernels lowered this way, the most frequent first. */
export function countReasons(kernels: readonly KernelCoverage[], lowering: Lowering): readonly CountedReason[] {
  const shapes = new Map<
    string,
    { texts: string[]; names: Map<string, Set<string>>; places: Map<string, Readonly<{ kernel: string; span: Span }>> }
  >();
  for (const kernel of kernels.filter((one) => one.lowering === lowering)) {
    const key = `${kernel.span.file}:${kernel.span.start}`;
    for (const { text, span } of kernel.approximations) {
      const shape = text.replace(/`[^`]*`/g, '`…`');
      const known = shapes.get(shape) ?? {
        texts: [],
        names: new Map<string, Set<string>>(),
        places: new Map<string, Readonly<{ kernel: string; span: Span }>>(),
      };
      shapes.set(shape, known);
      known.texts.push(text);
      if (!known.places.has(key)) known.places.set(key, { kernel: kernel.name, span });
      const [, name] = /`([^`]*)`/.exec(text) ?? [];
      if (name !== undefined) known.names.set(name, (known.names.get(name) ?? new Set<string>()).add(key));
    }
  }
  const counted = [...shapes].map(([shape, { texts, names, places }]): CountedReason => ({
    shape,
    words: commonest(texts)[0] ?? shape,
    kernels: places.size,
    names: [...names].map(([name, of]) => ({ name, kernels: of.size })).sort((a, b) => b.kernels - a.kernels),
    places: [...places.values()],
  }));
  return counted.sort((a, b) => b.kernels - a.kernels);
}
