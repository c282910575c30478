/**
 * The order of the stages, written once. The only file that may import every stage.
 * `createEngine` is what command line, review and audit call.
 */
import type { Engine } from './engine.ts';

/** Where the foreign parts lie: the parser's grammars. (z3-solver finds its own wasm.) */
export type EngineAssets = Readonly<{ parserWasm: string; cudaWasm: string }>;

export function createEngine(_assets: EngineAssets, _clock: () => number): Promise<Engine> {
  throw new Error('not yet written: the stages come first');
}
