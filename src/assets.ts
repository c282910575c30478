/**
 * Why: the parser and its grammar are WebAssembly files, which a bundle cannot hold. In a release they lie beside the
 * bundle; in the checkout they are taken from their packages. The command line, the action and the tests ask here.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { EngineAssets } from './pipeline.ts';

export function assetPaths(): EngineAssets {
  const resolve = createRequire(import.meta.url).resolve;
  const find = (name: string, dependency: string): string => {
    const beside = fileURLToPath(new URL(name, import.meta.url));
    return existsSync(beside) ? beside : resolve(`${dependency}/${name}`);
  };
  return { parserWasm: find('web-tree-sitter.wasm', 'web-tree-sitter'), cudaWasm: find('tree-sitter-cuda.wasm', 'tree-sitter-cuda') };
}
