/** Host code in memory for the tests of launches. */
import { fileURLToPath } from 'node:url';
import type { MappedText } from '../../../src/base/text-map.ts';
import type { SyntaxNode } from '../../../src/parse/node.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import type { LaunchSite } from '../../../src/launch/launch.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { defaultBudget, preprocess } from '../../../src/preprocess/preprocess.ts';
import { findLaunches } from '../../../src/launch/sites.ts';

const wasm = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
export const startParser = async (): Promise<Parser> =>
  createParser({
    parserWasm: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    cudaWasm: wasm('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  });

/** The text with macros expanded, and its tree. */
export function hostCode(parser: Parser, text: string): Readonly<{ source: MappedText; tree: SyntaxNode }> {
  const result = preprocess('main.cu', (path) => (path === 'main.cu' ? text : null), {
    defines: new Map(),
    includeDirs: [],
    budget: defaultBudget,
  });
  if (!result.ok) throw new Error(result.problem.text);
  return { source: result.value.source, tree: parser.parse(result.value.source.text) };
}

export function launchesIn(parser: Parser, text: string): readonly LaunchSite[] {
  const code = hostCode(parser, text);
  return findLaunches(code, code.tree);
}
