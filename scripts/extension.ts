/**
 * Packs the extension for VS Code: its client in one bundle, and the server as dist/ has it. Nothing of it is committed.
 * Needs: dist/, and the network once, for the packer (its tree is larger than ours, and nothing else needs it).
 *
 * Run: node scripts/extension.ts [DIST]     (default dist/; gives editor/vscode/syncwright-VERSION.vsix)
 */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { licenceTexts, packageOf } from './build.ts';
import { execute } from './steps.ts';
import { root } from './source-tree.ts';

const packer = '@vscode/vsce@4.1.0';
/** What only the action and the library need. */
const leftOut: ReadonlySet<string> = new Set(['index.js', 'lib.js', 'lib.d.ts']);

export async function bundleExtension(dist: string): Promise<string> {
  const folder = join(root, 'editor/vscode');
  for (const made of ['out', 'server', 'LICENSE']) rmSync(join(folder, made), { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root, entryPoints: ['editor/vscode/src/extension.mts'], outfile: join(folder, 'out/extension.cjs'),
    bundle: true, format: 'cjs', platform: 'node', target: 'node20', external: ['vscode'], charset: 'utf8', legalComments: 'none', metafile: true, logLevel: 'warning',
  });
  const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => packageOf(input) ?? []));
  writeFileSync(join(folder, 'out/licenses.txt'), licenceTexts('The client contains these packages.', packages));
  for (const name of readdirSync(dist)) if (!leftOut.has(name)) cpSync(join(dist, name), join(folder, 'server', name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return folder;
}

if (import.meta.main) {
  const folder = await bundleExtension(resolve(root, process.argv[2] ?? 'dist'));
  const version: unknown = Reflect.get(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), 'version');
  const { status, stdout, stderr } = await execute('npx', ['--yes', packer, 'package', '--no-dependencies'], { cwd: folder });
  console.log(`${stdout}${stderr}`.trim());
  console.log(status === 0 ? `packed: editor/vscode/syncwright-${String(version)}.vsix` : `not packed: exit status ${String(status)}`);
  process.exitCode = status === 0 ? 0 : 1;
}
