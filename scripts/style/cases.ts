/** STYLE 31 to 35, as far as they can be seen without running a case: topics, lengths, twins. */
import { type Complaint, filesBelow, lineAt, textOf } from '../source-tree.ts';

/** `src/protocol/loops/affine.ts` → `protocol-loops-affine`; a topic is that or an end of it. */
export function isTopicOf(topic: string, sources: readonly string[]): boolean {
  return sources.some((path) =>
    `-${path
      .replace(/^src\//, '')
      .replace(/\.ts$/, '')
      .replaceAll('/', '-')}`.endsWith(`-${topic}`),
  );
}

/** Lines from each `__global__` to the end of its body. */
export function kernelLengths(text: string): readonly Readonly<{ line: number; length: number }>[] {
  return [...text.matchAll(/__global__[^;{]*\{/g)].map((match) => {
    let depth = 1;
    let at = match.index + match[0].length;
    for (; at < text.length && depth > 0; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    const line = lineAt(text, match.index);
    return { line, length: lineAt(text, at) - line + 1 };
  });
}

export function check(): readonly Complaint[] {
  const sources = filesBelow('src', (path) => path.endsWith('.ts'));
  const kernels = filesBelow('test/cases', (path) => path.endsWith('/kernel.cu'));
  const topics = new Set(kernels.map((path) => path.split('/')[2] ?? ''));
  const wrongTopics = [...topics]
    .filter((topic) => !isTopicOf(topic, sources))
    .map((topic) => ({
      path: `test/cases/${topic}`,
      line: null,
      text: 'is no name of a source file, such as loops-affine for src/protocol/loops/affine.ts (STYLE 32)',
    }));
  const tooLong = kernels.flatMap((path) =>
    kernelLengths(textOf(path))
      .filter(({ length }) => length > 30)
      .map(({ line, length }) => ({ path, line, text: `a kernel of ${length} lines, at most 30 (STYLE 34)` })),
  );
  const lost = filesBelow('test/cases', (path) => path.split('/').length === 5 && !path.endsWith('/kernel.cu'))
    .filter((path) => !kernels.includes(`${path.slice(0, path.lastIndexOf('/'))}/kernel.cu`))
    .map((path) => ({ path, line: null, text: 'lies in a folder without kernel.cu, so it tests nothing' }));
  return [...wrongTopics, ...tooLong, ...lost];
}
