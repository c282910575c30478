/** `syncwright lsp` as editors start it: a process, and the protocol. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Editor } from './editor.ts';
import { editorOn } from './editor.ts';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const start = (): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [program, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
const exitOf = (child: ChildProcessWithoutNullStreams): Promise<number | null> =>
  new Promise((resolve) => {
    child.on('exit', resolve);
  });

/** What vitest compares with, as a value. */
const some = (matcher: unknown): unknown => matcher;

const racy = `__global__ void shift(int *out) {
  __shared__ int box[64];
  box[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = box[(threadIdx.x + 1) % 64];
}
__global__ void mark(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void go(int *p) { shift<<<1, 64>>>(p); mark<<<2, 32>>>(p); mark<<<4, 32>>>(p); }
`;

describe('a language server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncwright-editor-'));
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const a = uriOf('a.cu');
  const child = start();
  const ended = exitOf(child);
  const errors: string[] = [];
  let editor: Editor;

  beforeAll(async () => {
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    mkdirSync(join(folder, 'old'));
    writeFileSync(join(folder, '.syncwright.yml'), 'exclude: ["old/**"]\nbudgets: { max-bytes: 4000 }\n');
    editor = editorOn(child.stdout, child.stdin, [folder]);
    expect(await editor.initialize()).toMatchObject({
      serverInfo: { name: 'syncwright' },
      capabilities: { codeActionProvider: { codeActionKinds: ['quickfix'] }, hoverProvider: true },
    });
  });
  afterAll(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a document that is opened, and not on the disk, has its race as a diagnostic, with both accesses', async () => {
    editor.open(a, racy);
    expect(await editor.analysed(a)).toMatchObject([
      {
        severity: 1,
        code: 'SW101',
        source: 'syncwright',
        range: { start: { line: 2, character: 2 }, end: { line: 2, character: 18 } },
        relatedInformation: [
          {
            location: { uri: a, range: { start: { line: 2 } } },
            message: some(expect.stringMatching(/^thread \(\d+,0,0\) writes box\[\d+\]/)),
          },
          {
            location: { uri: a, range: { start: { line: 3 } } },
            message: some(expect.stringMatching(/^thread \(\d+,0,0\) reads box\[\d+\]/)),
          },
        ],
      },
    ]);
    expect(await editor.lenses(a)).toEqual(['1: racy: 1 error', '6: race-free for 2 launches']);
    expect(await editor.hover(a, 6)).toMatchObject({
      contents: { value: some(expect.stringContaining('`mark`: **drf (race-free)**')) },
    });
  });

  test('the quick fix is the proved patch; with it the kernel is race-free, and no other kernel was decided again', async () => {
    const [action, ...others] = await editor.actions(a, 3);
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      title: 'Insert __syncthreads() at line 4 of shift (proved)',
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'SW101' }],
    });
    editor.apply(action);
    expect(editor.text(a)).toContain('__syncthreads();');
    expect(await editor.analysed(a)).toEqual([]);
    expect(await editor.lenses(a)).toEqual(['1: race-free for 1 launch', '7: race-free for 2 launches']);
    expect(editor.logs.at(-1)).toMatch(/2 drf \(race-free\); decided anew: shift; \d+ ms$/);
  });

  test('of an edit in a kernel, only that kernel is decided anew; of one in a comment, none', async () => {
    editor.change(a, editor.text(a).replace('blockIdx.x * blockDim.x + threadIdx.x] = 1', 'threadIdx.x] = blockIdx.x'));
    expect(await editor.analysed(a)).toMatchObject([{ severity: 1, range: { start: { line: 7 } } }]);
    expect(editor.logs.at(-1)).toMatch(/decided anew: mark; /);
    editor.change(a, `// two kernels\n${editor.text(a)}`);
    expect(await editor.analysed(a)).toMatchObject([{ range: { start: { line: 8 } } }]);
    editor.change(a, editor.text(a).replace('two kernels', '2 kernels'));
    expect(await editor.analysed(a)).toMatchObject([{ range: { start: { line: 8 } } }]);
    expect(editor.logs.at(-1)).toMatch(/decided anew: nothing; /);
  });

  test('a comment with a reason takes a diagnostic away; only the kernel whose patch it may move is decided anew', async () => {
    editor.change(
      a,
      editor
        .text(a)
        .replace(
          '= blockIdx.x;',
          `= blockIdx.x; // syncwright: allow(${String(editor.diagnostics(a)?.[0]?.code)}) any block will do`,
        ),
    );
    expect(await editor.analysed(a)).toEqual([]);
    expect(editor.logs.at(-1)).toMatch(/decided anew: mark; /);
    expect((await editor.lenses(a))[1]).toBe('8: racy: 0 errors (1 suppressed or in the baseline)');
  });

  test('of five kernels, those that an edit of other code does not reach keep their answers', async () => {
    const five = uriOf('five.cu');
    const kernel = (k: number, call: string): string =>
      `__global__ void k${k}(int *out) {\n  out[blockIdx.x * blockDim.x + threadIdx.x] = ${call};\n}\n`;
    const source = `__device__ int twice(int x) { return 2 * x; }\n${[0, 1, 2].map((k) => kernel(k, `${k}`)).join('')}${[3, 4].map((k) => kernel(k, `twice(${k})`)).join('')}void go(int *p, int n) {
  int blocks = n / 64;
  printf("%d blocks", blocks);
${[0, 1, 2, 3, 4].map((k) => `  k${k}<<<blocks, 64>>>(p);`).join('\n')}
}
`;
    const edited = async (from: string, to: string): Promise<string> => {
      expect(editor.text(five)).toContain(from);
      editor.change(five, editor.text(five).replace(from, to));
      expect(await editor.analysed(five)).toEqual([]);
      return /decided anew: (.*); /.exec(editor.logs.at(-1) ?? '')?.[1] ?? '';
    };
    editor.open(five, source);
    expect(await editor.analysed(five)).toEqual([]);
    expect(
      await edited('out[blockIdx.x * blockDim.x + threadIdx.x] = 1', 'out[threadIdx.x + blockDim.x * blockIdx.x] = 1'),
    ).toBe('k1');
    expect(await edited('"%d blocks"', '"%d blocks of 64"')).toBe('nothing');
    expect(await edited('  printf', '  puts("starting");\n  printf')).toBe('nothing');
    expect(await edited('k2<<<blocks, 64>>>', 'k2<<<blocks, 128>>>')).toBe('k2');
    expect(await edited('2 * x', 'x + x')).toBe('k3, k4');
    expect(await edited('void go', '// All of them.\nvoid go')).toBe('nothing');
    expect(await edited('puts("starting");', 'puts("going");')).toBe('nothing');
    expect(await edited('k2<<<blocks, 128>>>(p);', 'k2<<<blocks, 128>>>(p + 0);\n  k2<<<1, 32>>>(p);')).toBe('k2');
    expect(await edited('k2<<<blocks, 128>>>(p + 0);\n  k2<<<1, 32>>>(p);', 'k2<<<blocks, 128>>>(p);')).toBe('nothing');
    expect(await edited('k2<<<blocks, 128>>>(p);', 'k2<<<blocks, 128>>>(p + 0);\n  k2<<<1, 32>>>(p);')).toBe('nothing');
    expect((await editor.lenses(five))[2]).toMatch(/^8: race-free for 2 launches$/);
    editor.close(five);
  });

  test('where lines move, kernels that ask for the number of a line are decided anew, and the others are not', async () => {
    const lined = uriOf('lined.cu');
    const body = (value: string): string =>
      `(int *out) {\n  out[blockIdx.x * blockDim.x + threadIdx.x] = ${value};\n}\n`;
    editor.open(
      lined,
      `__global__ void numbered${body('__LINE__')}__global__ void plain${body('7')}void go(int *p) {\n  numbered<<<2, 32>>>(p);\n  plain<<<2, 32>>>(p);\n  printf("%d", __LINE__);\n}\n`,
    );
    expect(await editor.analysed(lined)).toEqual([]);
    editor.change(lined, `// above\n${editor.text(lined)}`);
    expect(await editor.analysed(lined)).toEqual([]);
    expect(editor.logs.at(-1)).toMatch(/decided anew: numbered; /);
    editor.close(lined);
  });

  test('one that was never saved is analysed; what is excluded, too large, or no CUDA is left alone', async () => {
    editor.open('untitled:Untitled-1', racy.replace('% 64', '% 32'));
    expect(await editor.analysed('untitled:Untitled-1')).toMatchObject([
      { code: 'SW101', relatedInformation: [{ location: { uri: 'untitled:Untitled-1' } }, {}] },
    ]);
    editor.open(uriOf('old/b.cu'), racy);
    await editor.until('word of the excluded file', () =>
      editor.logs.some((text) => /b\.cu is left out by the configuration$/.test(text)),
    );
    editor.open(uriOf('c.cu'), `${racy}${'// much\n'.repeat(1000)}`);
    expect(await editor.analysed(uriOf('c.cu'))).toMatchObject([
      { severity: 2, message: some(expect.stringContaining('4000')) },
    ]);
    editor.open(uriOf('d.py'), 'print(1)', 'python');
    await editor.until('word of the other file', () =>
      editor.logs.some((text) => /d\.py is not analysed: it is not CUDA/.test(text)),
    );
    expect(editor.diagnostics(uriOf('old/b.cu'))).toBeNull();
    expect(editor.messages).toEqual([]);
  });

  test('a wrong configuration is one message, and takes nothing away', async () => {
    writeFileSync(join(folder, '.syncwright.yml'), 'exclud: []\n');
    editor.change(a, racy);
    await editor.until('a message', () => editor.messages.length > 0);
    expect(editor.messages).toEqual([expect.stringMatching(/^Syncwright: \.syncwright\.yml:1: /)]);
    editor.close(a);
    await editor.until('the end of its diagnostics', () => editor.diagnostics(a)?.length === 0);
  });

  test('shutdown and exit end it with 0', async () => {
    await editor.shutdown();
    editor.exit();
    expect(await ended).toBe(0);
    expect(errors.join('')).toBe('');
  });
});

test('what is no message of the protocol ends nothing; an editor that goes without shutdown ends it with 1', async () => {
  const child = start();
  const ended = exitOf(child);
  child.stdin.write('Content-Length: 9\r\n\r\n{"jsonrpc');
  const editor = editorOn(child.stdout, child.stdin, []);
  expect(await editor.initialize({ run: 'sometimes' })).toMatchObject({ serverInfo: { name: 'syncwright' } });
  await editor.until('a word on the settings', () =>
    editor.messages.includes('Syncwright: settings: run must be "onType" or "onSave", not "sometimes"'),
  );
  editor.exit();
  expect(await ended).toBe(1);
});
