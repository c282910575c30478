/** When the server analyses, and what it does where an analysis is superseded, hangs, or ends with its process: with analyses that the test answers. */
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Analyzer, EditorAnswer, EditorEvent, EditorTask } from '../../src/lsp/analysis.ts';
import type { Editor } from './editor.ts';
import { editorOn } from './editor.ts';
import { serve } from '../../src/lsp/server.ts';

type Asked = Readonly<{ task: EditorTask; tell: (event: EditorEvent) => void; answer: (text: string, files?: readonly string[]) => void; fail: (why: string) => void; process: number }>;

const folder = process.platform === 'win32' ? 'C:\\work' : '/work-of-nobody';
const path = (name: string): string => `${folder}${process.platform === 'win32' ? '\\' : '/'}${name}`;
const uri = (name: string): string => `file://${process.platform === 'win32' ? '/c%3A/work' : folder}/${name}`;

const done = (task: EditorTask, text: string, files: readonly string[]): EditorAnswer => ({
  kind: 'done', files, asked: [], texts: new Map(),
  report: { version: 1, kernels: [], problems: [{ file: task.file, line: 1, text, code: 'SI199' }] },
  basis: { options: text, names: '', looked: [], seen: new Map(), texts: new Map(), report: { version: 1, kernels: [], problems: [] }, questions: new Map() },
});

async function started(): Promise<Readonly<{ editor: Editor; asked: Asked[]; killed: number[] }>> {
  const [asked, killed]: [Asked[], number[]] = [[], []];
  let processes = 0;
  const open = (): Analyzer => {
    const process = ++processes;
    return {
      ask: (task, tell) => new Promise((resolve, reject) => {
        asked.push({ task, tell, process, answer: (text, files = [task.file]) => resolve(done(task, text, files)), fail: (why) => reject(new Error(why)) });
      }),
      kill: () => { killed.push(process); },
    };
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  serve({ input, output, open, slots: 1, version: '0' });
  const editor = editorOn(output, input, [folder]);
  await editor.initialize();
  return { editor, asked, killed };
}

const shown = (editor: Editor, name: string): readonly string[] => (editor.diagnostics(uri(name)) ?? []).map(({ message }) => (typeof message === 'string' ? message : message.value));

test('an edit ends the analysis that is under way: what it still answers is not shown, and its process is used again', async () => {
  const { editor, asked, killed } = await started();
  editor.open(uri('a.cu'), 'one');
  await editor.until('the first task', () => asked.length === 1);
  editor.change(uri('a.cu'), 'two');
  await editor.until('the wish that it ends', () => existsSync(asked[0]?.task.cancelled ?? ''));
  asked[0]?.answer('stale');
  await editor.until('the second task', () => asked.length === 2);
  expect(asked[1]?.task.texts.get(path('a.cu'))).toBe('two');
  asked[1]?.answer('fresh');
  await editor.until('its answer', () => shown(editor, 'a.cu').length > 0);
  expect(shown(editor, 'a.cu')).toEqual(['Fresh']);
  expect([asked.map((one) => one.process), killed]).toEqual([[1, 1], []]);
  expect(existsSync(asked[0]?.task.cancelled ?? '')).toBe(false);
});

test('a process that does not hear it is ended, and another one goes on', async () => {
  const { editor, asked, killed } = await started();
  editor.open(uri('a.cu'), 'one');
  await editor.until('the first task', () => asked.length === 1);
  editor.change(uri('a.cu'), 'two');
  await editor.until('the second task', () => asked.length === 2);
  expect([asked.map((one) => one.process), killed]).toEqual([[1, 2], [1]]);
  expect(editor.messages).toEqual([]);
});

test('a process that ends costs one message; what was found before stays, and the next edit asks another process', async () => {
  const { editor, asked } = await started();
  editor.open(uri('a.cu'), 'one');
  await editor.until('the first task', () => asked.length === 1);
  asked[0]?.answer('first');
  await editor.until('its answer', () => shown(editor, 'a.cu').length > 0);
  editor.change(uri('a.cu'), 'two');
  await editor.until('the second task', () => asked.length === 2);
  asked[1]?.fail('Workerpool Worker terminated Unexpectedly\n exitCode: 1');
  await editor.until('a message', () => editor.messages.length > 0);
  expect(editor.messages).toEqual([`Syncwright: the analysis of ${path('a.cu')} stopped (Workerpool Worker terminated Unexpectedly). Of earlier results, those that still hold stay; it is tried again with the next change.`]);
  expect(shown(editor, 'a.cu')).toEqual(['First']);
  editor.change(uri('a.cu'), 'three');
  await editor.until('the third task', () => asked.length === 3);
  expect([asked[2]?.process, asked[2]?.task.before?.options]).toEqual([2, 'first']);
  asked[2]?.answer('third');
  await editor.until('its answer', () => shown(editor, 'a.cu')[0] === 'Third');
});

test('documents that belong together are analysed once; an edit of either ends that', async () => {
  const { editor, asked } = await started();
  editor.open(uri('c.h'), 'int c;', 'cpp');
  editor.open(uri('a.cu'), 'a');
  editor.open(uri('b.cuh'), 'b');
  await editor.until('the first task', () => asked.length === 1);
  const both = [path('a.cu'), path('b.cuh')];
  asked[0]?.tell({ kind: 'files', files: both });
  editor.change(uri('b.cuh'), 'b2');
  await editor.until('the wish that it ends', () => existsSync(asked[0]?.task.cancelled ?? ''));
  asked[0]?.answer('stale', both);
  await editor.until('the second task', () => asked.length === 2);
  asked[1]?.tell({ kind: 'files', files: both });
  asked[1]?.answer('both', both);
  await editor.until('its answer', () => shown(editor, 'a.cu').length + shown(editor, 'b.cuh').length > 0);
  await new Promise((resolve) => { setTimeout(resolve, 400); });
  expect(asked.length).toBe(2);
  expect([...asked[1]?.task.texts.keys() ?? []].sort()).toEqual(['a.cu', 'b.cuh', 'c.h'].map(path));
  expect([...asked[1]?.task.open ?? []].sort()).toEqual(both);
});
