/**
 * When the server analyses, and what it does where an analysis is superseded, hangs, or ends with its process: with
 * analyses that the test answers.
 */
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Analyzer, EditorAnswer, EditorEvent, EditorTask } from '../../src/lsp/analysis.ts';
import type { Editor } from './editor.ts';
import type { KernelAnswer, Report } from '../../src/verdict/finding.ts';
import { editorOn } from './editor.ts';
import { partsOf } from '../../src/lsp/analysis.ts';
import { physicalFile } from '../../src/preprocess/physical-file.ts';
import { serve } from '../../src/lsp/server.ts';

type Asked = Readonly<{
  task: EditorTask;
  tell: (event: EditorEvent) => void;
  answer: (text: string, files?: readonly string[]) => void;
  give: (answer: EditorAnswer) => void;
  fail: (why: string) => void;
  process: number;
}>;

const folder = process.platform === 'win32' ? 'C:\\work' : '/work-of-nobody';
const path = (name: string): string => `${folder}${process.platform === 'win32' ? '\\' : '/'}${name}`;
const uri = (name: string): string => `file://${process.platform === 'win32' ? '/c%3A/work' : folder}/${name}`;

const done = (task: EditorTask, text: string, files: readonly string[]): Extract<EditorAnswer, { kind: 'done' }> => ({
  kind: 'done',
  files,
  asked: [],
  texts: new Map(),
  report: { version: 1, kernels: [], problems: [{ file: task.file, line: 1, text, code: 'SI199' }] },
  basis: {
    options: text,
    names: '',
    looked: [],
    seen: new Map(),
    texts: new Map(),
    report: { version: 1, kernels: [], problems: [] },
    questions: new Map(),
  },
});

async function started(options?: unknown): Promise<Readonly<{ editor: Editor; asked: Asked[]; killed: number[] }>> {
  const [asked, killed]: [Asked[], number[]] = [[], []];
  let processes = 0;
  const open = (): Analyzer => {
    const process = ++processes;
    return {
      ask: (task, tell) =>
        new Promise((resolve, reject) => {
          asked.push({
            task,
            tell,
            process,
            answer: (text, files = [task.file]) => resolve(done(task, text, files)),
            give: resolve,
            fail: (why) => reject(new Error(why)),
          });
        }),
      kill: () => {
        killed.push(process);
      },
    };
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  serve({ input, output, open, slots: 1, version: '0' });
  const editor = editorOn(output, input, [folder]);
  await editor.initialize(options);
  return { editor, asked, killed };
}

const shown = (editor: Editor, name: string): readonly string[] =>
  (editor.diagnostics(uri(name)) ?? []).map(({ message }) => (typeof message === 'string' ? message : message.value));

test('with `onSave`, what is typed is not analysed until it is saved', async () => {
  const { editor, asked } = await started({ run: 'onSave' });
  editor.open(uri('a.cu'), 'one');
  await editor.until('the task of the opening', () => asked.length === 1);
  asked[0]?.answer('opened');
  await editor.until('its answer', () => shown(editor, 'a.cu').length > 0);
  editor.change(uri('a.cu'), 'two');
  await editor.lenses(uri('a.cu'));
  // it has read the change, and would begin after 250 ms of this process's clock
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  expect(asked).toHaveLength(1);
  editor.save(uri('a.cu'));
  await editor.until('the task of the saving', () => asked.length === 2);
  expect(asked[1]?.task.texts.get(path('a.cu'))).toBe('two');
  asked[1]?.answer('saved');
  await editor.until('its answer', () => shown(editor, 'a.cu').includes('Saved'));
});

test.each([
  [false, 'b.cu'],
  [true, 'a.cu'],
])('with `onType`, a save ends the wait for more to be typed (saved: %s)', async (isSaved, first) => {
  const { editor, asked } = await started();
  editor.open(uri('a.cu'), 'one');
  await editor.until('the task of the opening', () => asked.length === 1);
  asked[0]?.answer('opened');
  await editor.until('its answer', () => shown(editor, 'a.cu').length > 0);
  editor.change(uri('a.cu'), 'two');
  if (isSaved) editor.save(uri('a.cu'));
  // which waits less long than what is being typed
  editor.open(uri('b.cu'), 'other');
  await editor.until('the second task', () => asked.length === 2);
  expect(asked[1]?.task.file).toBe(path(first));
  asked[1]?.answer('second');
  await editor.until('the third task', () => asked.length === 3);
});

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
  expect(editor.messages).toEqual([
    `Syncwright: the analysis of ${path('a.cu')} stopped (Workerpool Worker terminated Unexpectedly). Of earlier results, those that still hold stay; it is tried again with the next change.`,
  ]);
  expect(shown(editor, 'a.cu')).toEqual(['First']);
  editor.change(uri('a.cu'), 'three');
  await editor.until('the third task', () => asked.length === 3);
  expect([asked[2]?.process, asked[2]?.task.before?.options]).toEqual([2, 'first']);
  asked[2]?.answer('third');
  await editor.until('its answer', () => shown(editor, 'a.cu')[0] === 'Third');
});

test('of an edit that takes longer, the former verdict is withdrawn, the kernel is being checked, and then the new verdict is there before the whole answer', async () => {
  const { editor, asked } = await started();
  const text = '__global__ void a(int *p) { p[0] = 1; }\n__global__ void b(int *p) { p[1] = 1; }\n';
  const { span } = physicalFile('a.cu', text);
  const own = (name: string): KernelAnswer => {
    const place = span(text.indexOf(`__global__ void ${name}`), text.indexOf('}', text.indexOf(`void ${name}`)) + 1);
    return {
      name,
      span: place,
      verdict: 'drf',
      reasons: [],
      assumptions: [],
      launches: [],
      findings: [],
      uses: [{ what: 'kernel', name, span: place }],
      timeMs: 0,
    };
  };
  const part = partsOf();
  const report = (kernels: readonly KernelAnswer[], note: string): Report => ({
    version: 1,
    kernels,
    problems: [{ file: 'a.cu', line: 1, text: note, code: 'SI199' }],
  });
  const whole = (note: string, task: EditorTask): EditorAnswer => ({
    ...done(task, note, [task.file]),
    report: report([own('a'), own('b')], note),
    basis: {
      options: note,
      names: '',
      looked: [],
      seen: new Map(),
      texts: new Map([['a.cu', task.texts.get(path('a.cu')) ?? '']]),
      report: report([own('a'), own('b')], note),
      questions: new Map(),
    },
  });
  editor.open(uri('a.cu'), text);
  await editor.until('the first task', () => asked.length === 1);
  asked[0]?.give(whole('first', asked[0].task));
  await editor.until('its answer', () => shown(editor, 'a.cu').length > 0);
  expect(await editor.lenses(uri('a.cu'))).toEqual(['1: race-free for every launch', '2: race-free for every launch']);
  editor.change(uri('a.cu'), text.replace('p[0] = 1', 'p[0] = 2'));
  await editor.until('the second task', () => asked.length === 2);
  await editor.until('word of the text that is there', () => editor.version(uri('a.cu')) === 2);
  expect(await editor.lenses(uri('a.cu'))).toEqual(['2: race-free for every launch', '1: being checked …']);
  asked[1]?.tell(part(report([own('b'), { ...own('a'), verdict: 'racy' }], 'a race'), [own('a')]));
  await editor.until('what is known so far', () => shown(editor, 'a.cu')[0] === 'A race');
  expect(await editor.lenses(uri('a.cu'))).toContain('1: racy: 0 errors, so far');
  asked[1]?.tell(part(report([own('b'), own('a')], 'an instance'), [own('a')]));
  await editor.until('one of its instances', () => shown(editor, 'a.cu')[0] === 'An instance');
  expect(await editor.lenses(uri('a.cu'))).toContain('1: race-free for every launch; the rest is being checked …');
  asked[1]?.tell(part(report([own('b'), { ...own('a'), verdict: 'racy' }], 'a part'), []));
  await editor.until('the verdict', () => shown(editor, 'a.cu')[0] === 'A part');
  expect(await editor.lenses(uri('a.cu'))).toContain('1: racy: 0 errors');
  // undone: what was found of that text is there again at once
  editor.change(uri('a.cu'), text);
  await editor.until('the former answer', () => editor.version(uri('a.cu')) === 3);
  expect(shown(editor, 'a.cu')).toEqual(['First']);
});

test('an analysis that ends without an answer leaves no kernel to be checked for ever', async () => {
  const { editor, asked } = await started();
  const text = '__global__ void a(int *p) { p[0] = 1; }\n';
  const place = physicalFile('a.cu', text).span(0, text.length - 1);
  const kernel: KernelAnswer = {
    name: 'a',
    span: place,
    verdict: 'drf',
    reasons: [],
    assumptions: [],
    launches: [],
    findings: [],
    uses: [{ what: 'kernel', name: 'a', span: place }],
    timeMs: 0,
  };
  const report: Report = { version: 1, kernels: [kernel], problems: [] };
  editor.open(uri('a.cu'), text);
  await editor.until('the first task', () => asked.length === 1);
  asked[0]?.give({
    ...done(asked[0].task, '', [path('a.cu')]),
    report,
    basis: {
      options: '',
      names: '',
      looked: [],
      seen: new Map(),
      texts: new Map([['a.cu', text]]),
      report,
      questions: new Map(),
    },
  });
  await editor.until('its answer', () => editor.version(uri('a.cu')) === 1);
  editor.change(uri('a.cu'), text.replace('1;', '2;'));
  await editor.until('the second task', () => asked.length === 2);
  asked[1]?.fail('it ended');
  await editor.until('a message', () => editor.messages.length > 0);
  expect(await editor.lenses(uri('a.cu'))).toEqual([]);
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
  await new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
  expect(asked.length).toBe(2);
  expect([...(asked[1]?.task.texts.keys() ?? [])].sort()).toEqual(['a.cu', 'b.cuh', 'c.h'].map(path));
  expect([...(asked[1]?.task.open ?? [])].sort()).toEqual(both);
});
