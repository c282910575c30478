/** Text that compilers take and the grammar does not, spelled in a way that it does, every character in its place. Exact. */

export function tolerated(text: string): string {
  return withOperandCommas(withoutInstantiationDeclarations(text));
}

/** `extern template class Box<float>;` declares nothing new, but the grammar takes it as the beginning of what follows. */
function withoutInstantiationDeclarations(text: string): string {
  return text.includes('template') ? text.replace(/\bextern\s+template\s+(?:class|struct|union)\b[^;{}()"']*;/g, (found) => found.replace(/[^\n]/g, ' ')) : text;
}

/** nvcc asks for no comma between operands: `asm("…" :: "r"(x) "l"(p))`. One takes the place of the white space after `)`. */
function withOperandCommas(text: string): string {
  if (!text.includes('asm')) return text;
  return text.replace(/\b(?:asm|__asm__|__asm)\b(?:\s+(?:volatile|__volatile__))?\s*\((?:"(?:[^"\\]|\\[^])*"|[^";{}])*/g, (found) =>
    found.replace(/"(?:[^"\\]|\\[^])*"|\)[ \t]+(?=")/g, (part) => (part.startsWith(')') ? `),${part.slice(2)}` : part)));
}
