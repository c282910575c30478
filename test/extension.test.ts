/**
 * The extension for VS Code as users install it: packed by the packer of VS Code, without a network, and looked into.
 * Skipped in a checkout whose dist/ is not built, as the packed package is (pack.test.ts).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleExtension, packExtension } from '../scripts/extension.ts';
import { cliProgram } from './programs.ts';

const minutes = 60_000;

/** Names of a zip file's central directory (PKWARE, APPNOTE 4.3.12). */
function namesIn(archive: Buffer): readonly string[] {
  const names: string[] = [];
  for (
    let at = archive.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = archive.indexOf('PK\u0001\u0002', at + 46, 'latin1')
  ) {
    names.push(archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)));
  }
  return names;
}

describe.skipIf(!cliProgram.endsWith('.js'))('the packed extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-extension-'));
  const [content, file] = [join(folder, 'content'), join(folder, 'syncwright.vsix')];
  let said = '';

  beforeAll(async () => {
    await bundleExtension(dirname(cliProgram), content);
    const { status, stdout, stderr } = await packExtension(content, file);
    said = `${stdout}${stderr}`;
    if (status !== 0) throw new Error(said);
  }, 5 * minutes);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds the client, the server and what the server loads, and nothing of the action or of tests', () => {
    const names = namesIn(readFileSync(file))
      .filter((name) => name.startsWith('extension/'))
      .map((name) => name.slice('extension/'.length))
      .sort();
    expect(names).toEqual([
      'LICENSE.txt',
      'out/extension.cjs',
      'out/licenses.txt',
      'package.json',
      'readme.md',
      'server/cli.js',
      'server/licenses.txt',
      'server/package.json',
      'server/tree-sitter-cuda.wasm',
      'server/web-tree-sitter.wasm',
      'server/worker.js',
      'server/z3-built.cjs',
      'server/z3-built.wasm',
      'server/z3-thread.js',
    ]);
    expect(said).not.toMatch(/warning/i);
  });

  test('starts the server that it holds', () => {
    const client = readFileSync(join(content, 'out/extension.cjs'), 'utf8');
    expect(client).toMatch(/require\("vscode"\)/);
    expect(client).toMatch(/"server"[^\n]*"cli\.js"|server\/cli\.js/);
    const { status, stdout } = spawnSync(process.execPath, [join(content, 'server/cli.js'), '--version'], {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: '' },
    });
    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect(existsSync(join(content, 'server/index.js'))).toBe(false);
  });
});
