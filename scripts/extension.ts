/**
 * Packs the extension for VS Code: its client in one bundle, and the server as dist/ has it. Nothing of it is
 * committed.
 * Needs: dist/.
 *
 * Run: node scripts/extension.ts [DIST]     (default dist/; gives editor/vscode/syncwright-VERSION.vsix)
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licenceTexts, packageOf } from './build.ts';
import { execute } from './steps.ts';
import { root } from './source-tree.ts';

const packer = join(root, 'node_modules/@vscode/vsce/vsce');
const source = join(root, 'editor/vscode');
/** What is packed as it is. */
const written = ['package.json', 'README.md', '.vscodeignore'];
/** What only the action and the library need. */
const leftOut: ReadonlySet<string> = new Set(['index.js', 'lib.js', 'lib.d.ts']);

/** Lays out what is packed, in a folder. */
export async function bundleExtension(dist: string, folder = source): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const made of ['out', 'server', 'LICENSE']) rmSync(join(folder, made), { recursive: true, force: true });
  if (folder !== source) for (const name of written) cpSync(join(source, name), join(folder, name));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['editor/vscode/src/extension.mts'],
    outfile: join(folder, 'out/extension.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => packageOf(input) ?? []));
  writeFileSync(join(folder, 'out/licenses.txt'), licenceTexts('The client contains these packages.', packages));
  for (const name of readdirSync(dist)) if (!leftOut.has(name)) cpSync(join(dist, name), join(folder, 'server', name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Packs a folder into a file. Gives what the packer said, and its exit status. */
export const packExtension = (folder: string, file: string): ReturnType<typeof execute> =>
  execute(process.execPath, [packer, 'package', '--no-dependencies', '--out', file], { cwd: folder });

if (import.meta.main) {
  await bundleExtension(resolve(root, process.argv[2] ?? 'dist'));
  const version: unknown = Reflect.get(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')), 'version');
  const file = `syncwright-${String(version)}.vsix`;
  const { status, stdout, stderr } = await packExtension(source, file);
  console.log(`${stdout}${stderr}`.trim());
  console.log(status === 0 ? `packed: editor/vscode/${file}` : `not packed: exit status ${String(status)}`);
  process.exitCode = status === 0 ? 0 : 1;
}
