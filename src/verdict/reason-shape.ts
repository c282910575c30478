/** What reasons of different kernels have in common, to be counted by it. */

/**
 * A reason without its particulars: names, numbers and lines. Smallest example: ``line 41: `tex2D` is not modelled [SL101]`` and the same of line 7 and
 * `tex3D` are one.
 */
export const shapeOf = (reason: string): string => reason.replace(/^[\w<>[\]., ]{1,60}, (?=line \d)/, '').replace(/`[^`]*`/g, '`…`').replace(/"[^"]*"/g, '"…"').replace(/\S+\.(?:cuh?|h|hpp|inl|cc|cpp|c):\d+/g, '…').replace(/\blines? \d+(?:(?:, | and | to )\d+)*/g, 'line …').replace(/(?<![\w[])\d[\d.,]*/g, '…');
