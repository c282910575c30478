/**
 * Why: users run `dist/` with nothing but Node, so it is checked in, and CI must be able to rebuild it byte for byte.
 * Needs: node_modules from package-lock.json. Gives: the bundles of the entries below, the files they load, and the
 * types of the library.
 *
 * z3-built stays a file of its own, which the thread of Z3 loads. Nothing in the output depends on where or when it was
 * built.
 *
 * Run: node scripts/build.ts [FOLDER]     (default dist/)
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type Metafile, build } from 'esbuild';
import { declarations } from './declarations.ts';
import { root } from './source-tree.ts';
import { withNativeInvokes } from './z3-invoke.ts';

const entries: readonly Readonly<{ source: string; output: string; executable: boolean }>[] = [
  { source: 'src/action/main.ts', output: 'index.js', executable: false },
  { source: 'src/cli/main.ts', output: 'cli.js', executable: true },
  { source: 'src/cli/worker.ts', output: 'worker.js', executable: false },
  { source: 'src/solve/z3-thread.ts', output: 'z3-thread.js', executable: false },
  { source: 'src/lib.ts', output: 'lib.js', executable: false },
];

/** Copied beside the bundles: package file → name in the output. */
const assets: Readonly<Record<string, string>> = {
  'web-tree-sitter/web-tree-sitter.wasm': 'web-tree-sitter.wasm',
  'tree-sitter-cuda/tree-sitter-cuda.wasm': 'tree-sitter-cuda.wasm',
};

/** Packages whose code is in the assets: the grammar contains those that it extends. */
const assetPackages = ['z3-solver', 'web-tree-sitter', 'tree-sitter-cuda', 'tree-sitter-cpp', 'tree-sitter-c'];

async function bundle(source: string, outfile: string, executable: boolean): Promise<Metafile> {
  const requireForCommonJs =
    "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);";
  const result = await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // A `#!` line of the entry stays the first line.
    banner: { js: requireForCommonJs },
  });
  if (executable) chmodSync(outfile, 0o755);
  return result.metafile;
}

/**
 * `node_modules/@scope/name/lib/x.js` → `@scope/name`; of a package inside of another one `other/node_modules/name`.
 */
export function packageOf(input: string): string | null {
  return /node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? null;
}

function licenceText(place: string): string {
  const folder = join(root, 'node_modules', place);
  const name = place.replace(/^.*\/node_modules\//, '');
  const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const read = (key: string): string =>
    typeof description === 'object' && description !== null && key in description
      ? String(Reflect.get(description, key))
      : '?';
  const file = readdirSync(folder)
    .sort()
    .find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text =
    file === undefined
      ? '(The package has no licence file of its own.)'
      : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${read('version')}, ${read('license')}\n\n${text}\n`;
}

/** `packages`: by their place in node_modules. */
export function licenceTexts(introduction: string, packages: ReadonlySet<string>): string {
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `${introduction}\n${rule}${[...packages].sort().map(licenceText).join(rule)}`;
}

/** Z3 and its glue, changed as scripts/z3-invoke.ts says. */
function writeZ3(folder: string): void {
  const from = join(root, 'node_modules/z3-solver/build');
  const { wasm, glue } = withNativeInvokes(
    readFileSync(join(from, 'z3-built.wasm')),
    readFileSync(join(from, 'z3-built.js'), 'utf8'),
  );
  writeFileSync(join(folder, 'z3-built.wasm'), wasm, { mode: 0o644 });
  writeFileSync(join(folder, 'z3-built.cjs'), glue, { mode: 0o644 });
}

/** Builds into the folder and returns the names of the files it now holds. */
export async function buildInto(folder: string): Promise<readonly string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = new Set(assetPackages);
  for (const { source, output, executable } of entries) {
    if (!existsSync(join(root, source))) {
      console.log(`no ${source}: ${output} is not built`);
      continue;
    }
    const { inputs } = await bundle(source, join(folder, output), executable);
    for (const input of Object.keys(inputs)) {
      const name = packageOf(input);
      if (name !== null) packages.add(name);
    }
  }
  for (const [from, to] of Object.entries(assets)) {
    copyFileSync(join(root, 'node_modules', from), join(folder, to));
    chmodSync(join(folder, to), 0o644);
  }
  writeZ3(folder);
  writeFileSync(
    join(folder, 'licenses.txt'),
    licenceTexts(
      'Syncwright contains these packages; of z3-solver, z3-built.js and z3-built.wasm with other calls of functions that throw.',
      packages,
    ),
  );
  writeFileSync(join(folder, 'lib.d.ts'), declarations());
  // The bundles are ES modules wherever the folder is copied to; z3-built.cjs is CommonJS by its name.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return readdirSync(folder).sort();
}

if (import.meta.main) {
  const folder = resolve(root, process.argv[2] ?? 'dist');
  for (const file of await buildInto(folder)) console.log(`${file} ${readFileSync(join(folder, file)).length}`);
}
