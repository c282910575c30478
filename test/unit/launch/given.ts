/** Host code in memory for the tests of launches. */
import { fileURLToPath } from 'node:url';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import type { LaunchSite } from '../../../src/launch/launch.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { defaultBudget, preprocess } from '../../../src/preprocess/preprocess.ts';
import { findLaunches } from '../../../src/launch/sites.ts';

const wasm = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
export const startParser = async (): Promise<Parser> =>
  createParser({ parserWasm: wasm('web-tree-sitter/web-tree-sitter.wasm'), cudaWasm: wasm('tree-sitter-cuda/tree-sitter-cuda.wasm') });

export function launchesIn(parser: Parser, text: string): readonly LaunchSite[] {
  const result = preprocess('main.cu', (path) => (path === 'main.cu' ? text : null), { defines: new Map(), includeDirs: [], budget: defaultBudget });
  if (!result.ok) throw new Error(result.problem.text);
  return findLaunches(result.value, parser.parse(result.value.source.text));
}
