/**
 * Kernels of the same files in parts, so that several processes can share them. Where a kernel stands decides, so that
 * its instances stay together.
 */
import type { AnalyzeRequest } from '../engine.ts';
import type { Span } from '../base/span.ts';

export function isInPart({ file, start }: Span, part: AnalyzeRequest['part']): boolean {
  if (part === undefined) return true;
  const [own, parts] = part;
  let hash = 0;
  for (const character of `${file}:${start}`) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // multiplied so that neighbours part
  return (Math.imul(hash, 0x9e3779b1) >>> 8) % parts === own;
}
