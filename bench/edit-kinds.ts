/**
 * How long the verdict on an edited kernel takes in an editor, by the kind of edit: the language server on files of
 * real projects, one edit after the other, each undone again. Counted by the processor time of the server with all its
 * processes (Linux), and by the clock; `npx node bench/edit-kinds.ts FILE…`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Editor } from '../test/lsp/editor.ts';
import { type Edit, editsOf, kernelTexts, kinds } from './edits.ts';
import { type Table, printTable, root } from './table.ts';
import { attempt } from '../src/base/attempt.ts';
import { editorOn } from '../test/lsp/editor.ts';

const mostMs = 1000;
/** An edit that takes longer counts as missed by any measure. */
const patienceMs = 12_000;
const openingMs = 120_000;

/**
 * Milliseconds; null: not within the patience. `answerMs`: until something that holds of the new text was shown;
 * `verdict`: what stands above the kernel then.
 */
type Waited = Readonly<{
  kind: Edit['kind'];
  verdict: string;
  answerMs: number | null;
  verdictMs: number | null;
  processorMs: number | null;
}>;

export async function measure(program: string, files: readonly string[]): Promise<Table> {
  const all: Waited[] = [];
  for (const file of files) all.push(...(await onFile(program, resolve(file))));
  const row = (what: string, some: readonly Waited[]): Table['rows'][number] => {
    const share = (of: (one: Waited) => number | null): string =>
      `${Math.round((100 * some.filter((one) => (of(one) ?? Infinity) <= mostMs).length) / Math.max(1, some.length))} %`;
    const measured = `verdict ${share(({ processorMs }) => processorMs)} by processor time, ${share(({ verdictMs }) => verdictMs)} by the clock; any answer ${share(({ answerMs }) => answerMs)}`;
    return { what: `${what} (${some.length})`, measured, limit: '', holds: null };
  };
  const rows = kinds
    .map((kind) =>
      row(
        kind,
        all.filter((one) => one.kind === kind),
      ),
    )
    .filter(({ what }) => !what.endsWith('(0)'));
  return {
    title: `Edits by kind: shares within ${mostMs} ms (${files.length} files)`,
    command: 'npx node bench/edit-kinds.ts FILE…',
    rows: [...rows, row('all edits', all)],
  };
}

async function onFile(program: string, file: string): Promise<readonly Waited[]> {
  const server = spawn(process.execPath, [program, 'lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const editor = editorOn(server.stdout, server.stdin, [dirname(file)]);
    await editor.initialize();
    const [uri, text] = [pathToFileURL(file).href, readFileSync(file, 'utf8')];
    editor.open(uri, text);
    if (!(await isThere(() => editor.logs.some((log) => log.includes(finished)), openingMs))) return [];
    const found: Waited[] = [];
    for (const [k, edit] of editsOf(text, file).entries()) {
      // the first is of the document that is opened, and each edit is undone
      const one = await waited(editor, uri, edit, { version: 2 + 2 * k, pid: server.pid ?? 0 });
      found.push(one);
      if ((one.processorMs ?? Infinity) > mostMs)
        console.error(
          `${file}: ${edit.kind}, ${edit.kernel ?? 'host code'}: ${one.processorMs ?? `more than ${patienceMs}`} ms; ${one.verdict}`,
        );
      editor.change(uri, text);
      const { length } = editor.logs;
      await isThere(() => editor.logs.slice(length).some((log) => log.includes(finished)), patienceMs);
    }
    return found;
  } finally {
    server.kill();
  }
}

const finished = '; decided anew: ';

async function waited(
  editor: Editor,
  uri: string,
  { kind, kernel, text }: Edit,
  { version, pid }: Readonly<{ version: number; pid: number }>,
): Promise<Waited> {
  const [start, before] = [performance.now(), processorMs(pid)];
  editor.change(uri, text);
  const isShown = await isThere(() => editor.version(uri) === version, patienceMs);
  const answerMs = isShown ? performance.now() - start : null;
  let verdict = '';
  const isDecided =
    isShown &&
    (await isThere(
      async () => {
        const lenses = (await editor.lenses(uri)).filter((lens) => isOf(lens, kernel, text));
        verdict = kernel === null ? '' : lenses.join(', ');
        return !lenses.some((lens) => lens.includes('being checked'));
      },
      patienceMs - (performance.now() - start),
    ));
  return {
    kind,
    verdict,
    answerMs,
    verdictMs: isDecided ? performance.now() - start : null,
    processorMs: isDecided ? processorMs(pid) - before : null,
  };
}

/** Whether a line above a kernel is of this one; null: any. */
function isOf(lens: string, kernel: string | null, text: string): boolean {
  const line = Number(lens.split(':')[0]);
  return (
    kernel === null ||
    kernelTexts(text).some(
      ({ name, start, open }) =>
        name === kernel &&
        text.slice(0, start).split('\n').length - 3 <= line &&
        line <= text.slice(0, open).split('\n').length,
    )
  );
}

async function isThere(test: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await test()) return true;
    await new Promise((settle) => {
      setTimeout(settle, 25);
    });
  }
  return false;
}

/** Of the process and all below it. */
function processorMs(pid: number): number {
  const ticks = 100;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = attempt(() => readFileSync(`/proc/${name}/stat`, 'utf8'));
      const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
      return text === null
        ? []
        : [
            {
              own: Number(name),
              parent: Number(fields[1]),
              ms: (1000 * (Number(fields[11]) + Number(fields[12]))) / ticks,
            },
          ];
    });
  const below = (own: number): number =>
    (all.find((one) => one.own === own)?.ms ?? 0) +
    all.filter(({ parent }) => parent === own).reduce((sum, one) => sum + below(one.own), 0);
  return below(pid);
}

if (import.meta.main) console.log(printTable(await measure(resolve(root, 'dist/cli.js'), process.argv.slice(2))));
