/**
 * How source text spells that a function is a kernel: `__global__`, or the attribute that CUDA's headers define it as.
 * Over-approximating.
 */

/** `__attribute__((global))`, `__attribute__((noinline, global))`, `__location__(global)`. */
const attribute = String.raw`\b__(?:attribute|attribute__|annotate__|location__)\s*\([^;{}]{0,200}?\bglobal\b`;

/** Each place in a text, as {@link String.matchAll} finds them. */
export const kernelMarks = (): RegExp => new RegExp(`__global__|${attribute}`, 'g');

export const hasKernelMark = (text: string): boolean =>
  text.includes('__global__') || (text.includes('global') && kernelMarks().test(text));

export const countKernelMarks = (text: string): number => [...text.matchAll(kernelMarks())].length;

/** The same for `git grep -E`, which reads lines. */
export const kernelMarkOfLine =
  '__global__|__(attribute|attribute__|annotate__|location__)[[:space:]]*\\((.*[^[:alnum:]_])?global[^[:alnum:]_]';
