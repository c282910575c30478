/** The descriptions that every request and answer of the scenarios is held against: what they do not know is told. */
import { expect, test } from 'vitest';
import { userShape } from './shapes.ts';
import { answerViolations, editions, operationFor, requestViolations } from './description.ts';

const none = new URLSearchParams();
const operation = (method: string, path: string) =>
  operationFor(method, path)?.operation ??
  (() => {
    throw new Error(`no ${method} ${path}`);
  })();

test("GitHub's own and two enterprise versions, which have all that is used", () => {
  expect(editions.map(({ name, absent }) => [name, [...absent]])).toEqual([
    ['ghes-3.18', []],
    ['ghes-3.19', []],
  ]);
});

test('an operation, a query parameter, a property and a status that no description knows', () => {
  expect(operationFor('GET', '/repos/ada/kernels/stargazers')).toBeNull();
  const comment = operation('POST', '/repos/ada/kernels/issues/1/comments');
  expect(requestViolations(comment, new URLSearchParams('loud=1'), { body: 'x' })).toEqual([
    expect.stringContaining('unknown query parameter loud'),
  ]);
  expect(requestViolations(comment, none, { body: 'x', loud: true })).toEqual([
    expect.stringContaining('"additionalProperty":"loud"'),
  ]);
  expect(requestViolations(comment, none, { body: 'x' })).toEqual([]);
  expect(answerViolations(comment, 200, {})).toEqual([expect.stringContaining('200 is not described')]);
});

test('what the descriptions disagree in is told with their names', () => {
  const permission = operation('GET', '/repos/ada/kernels/collaborators/ada/permission');
  const says = (answer: unknown): readonly string[] => [
    ...new Set(answerViolations(permission, 200, answer).map((line) => line.split(' ')[0] ?? '')),
  ];
  expect(
    says({ permission: 'read', role_name: 'read', user: userShape({ login: 'ada', id: 7, type: 'User' }) }),
  ).toEqual(['github']);
  expect(says({ permission: 'read', user: null })).toEqual(['github', 'ghes-3.18', 'ghes-3.19']);
});

test('an operation that an enterprise version lacks', () => {
  const [edition] = editions;
  const help = operation('GET', '/repos/ada/kernels/pulls/1');
  const lacking = { name: 'ghes-0', absent: new Set([help.id]), own: edition?.own ?? new Map() };
  expect(requestViolations(help, none, undefined, [lacking])).toEqual(['pulls/get: ghes-0 does not have it']);
});
