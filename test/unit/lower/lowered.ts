/** Lowers source text for the tests of lower/: the real preprocessor and parser, then the IR as printed lines. */
import { fileURLToPath } from 'node:url';
import type { Kernel } from '../../../src/ir/ir.ts';
import type { LowerOptions } from '../../../src/lower/unit.ts';
import type { Parser } from '../../../src/parse/tree-sitter.ts';
import { checkKernel } from '../../../src/ir/check.ts';
import { printStmts } from '../../../src/ir/print.ts';
import { libraryOf } from '../../../src/lower/library/source.ts';
import { findLaunches } from '../../../src/launch/sites.ts';
import { defaultOptions, lowerUnit } from '../../../src/lower/unit.ts';
import { createParser } from '../../../src/parse/tree-sitter.ts';
import { defaultBudget, preprocess } from '../../../src/preprocess/preprocess.ts';

const wasm = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
let parser: Promise<Parser> | null = null;
export const theParser = (): Promise<Parser> =>
  (parser ??= createParser({
    parserWasm: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    cudaWasm: wasm('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  }));

/** All kernels of a source text. */
export async function lowerText(text: string, options: Partial<LowerOptions> = {}): Promise<readonly Kernel[]> {
  const read = (path: string): string | null => (path === 't.cu' ? text : null);
  const pre = preprocess('t.cu', read, { defines: new Map(), includeDirs: [], budget: defaultBudget });
  if (!pre.ok) throw new Error(pre.problem.text);
  const tree = (await theParser()).parse(pre.value.source.text);
  const library = libraryOf(pre.value.source.text, (await theParser()).parseKept);
  const launches = findLaunches(pre.value, tree).map((site, id) => ({ id, ...site.nodes }));
  return lowerUnit({
    file: 't.cu',
    source: pre.value.source,
    tree,
    library,
    options: { ...defaultOptions, launches, ...options },
  }).kernels;
}

/** The one kernel of a text; it must keep the IR's invariants. */
export async function lowerOne(text: string, options: Partial<LowerOptions> = {}): Promise<Kernel> {
  const [kernel, ...others] = await lowerText(text, options);
  if (kernel === undefined || others.length > 0) throw new Error('the text must have one kernel');
  const problems = checkKernel(kernel);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return kernel;
}

/** Its statements as text, without ids and lines, indented by one space a level. */
export async function bodyOf(text: string, options: Partial<LowerOptions> = {}): Promise<readonly string[]> {
  const kernel = await lowerOne(text, options);
  if (kernel.unsupported !== null) throw new Error(kernel.unsupported.text);
  return printStmts(kernel.body, 0).map((line) => {
    const rest = line.slice(10);
    const text = rest.trimStart();
    return `${' '.repeat((rest.length - text.length) / 2)}${text}`;
  });
}

/** The statements of a kernel `k(int *a, float *f, int n, unsigned u)` with that body. */
export const statements = (body: string, prefix = ''): Promise<readonly string[]> =>
  bodyOf(`${prefix}\n__global__ void k(int *a, float *f, int n, unsigned u) { ${body} }`);
