/** The loopback GitLab takes nothing that GitLab does not describe. */
import { expect, test } from 'vitest';
import { described } from './described.ts';
import { operations, requestViolations } from './operations.ts';

const commit = 'a'.repeat(40);
const position = {
  base_sha: commit,
  start_sha: commit,
  head_sha: commit,
  position_type: 'text',
  old_path: 'a.cu',
  new_path: 'a.cu',
  new_line: 3,
};

/** A path as GitLab writes it, with values. */
const filled = (path: string): string => path.replace(/\{(?:sha|discussion_id)\}/, commit).replace(/\{\w+\}/g, '7');

test('each operation of the review is one that GitLab describes, with its method and path', () => {
  expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(described).sort());
  for (const { id, method, path } of operations)
    expect([id, method, path.test(filled(described[id]?.path ?? ''))]).toEqual([id, described[id]?.method, true]);
});

function violations(id: string, sent: unknown, query = ''): readonly string[] {
  const operation = operations.find((one) => one.id === id);
  return operation === undefined ? ['no operation'] : requestViolations(operation, new URLSearchParams(query), sent);
}

test('what the review sends passes', () => {
  const end = { line_code: `${commit}_1_3`, type: 'new' };
  expect(
    violations('new discussion', { body: 'x', position: { ...position, line_range: { start: end, end } } }),
  ).toEqual([]);
  expect(violations('discussions', undefined, 'per_page=100&page=2')).toEqual([]);
  expect(violations('statuses', undefined, 'name=syncwright&order_by=id&sort=desc&pipeline_id=9')).toEqual([]);
  expect(violations('new status', { state: 'failed', name: 'syncwright', description: 'x', pipeline_id: 9 })).toEqual(
    [],
  );
});

test.each([
  ['new discussion', { body: 'x', position: { ...position, head_sha: undefined } }, '', 'head_sha is missing'],
  ['new discussion', { body: 'x', position: { ...position, new_line: '3' } }, '', 'new_line is no integer'],
  [
    'new discussion',
    { body: 'x', position: { ...position, position_type: 'line' } },
    '',
    'position_type is none of text, image, file',
  ],
  [
    'new discussion',
    { body: 'x', position: { ...position, line_range: { start: { new_line: 3 } } } },
    '',
    'new_line is no string',
  ],
  [
    'new discussion',
    { body: 'x', position: { ...position, line_range: { start: { line_code: `${commit}_1_3` } } } },
    '',
    'type is missing',
  ],
  ['edit note', { confidential: true }, '', 'body is missing'],
  ['new discussion', { body: 'x', commit_id: commit }, '', 'commit_id is not described'],
  ['new note', { text: 'x' }, '', 'body is missing'],
  ['resolve', { resolved: 'true' }, '', 'resolved is no boolean'],
  ['new status', { state: 'failure' }, '', 'state is none of'],
  ['discussions', undefined, 'per_page=all', 'per_page is no integer'],
  ['discussions', undefined, 'order_by=id', 'order_by is not described'],
  ['merge request', { body: 'x' }, '', 'takes no body'],
])('%s %j %s: %s %s', (id, sent, query, expected) => {
  expect(violations(id, sent, query).join('\n')).toContain(expected);
});
