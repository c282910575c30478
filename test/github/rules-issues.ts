/** How GitHub answers: issues. */
import type { Rule } from './answers.ts';
import { invalid, mostCharacters, needs, notFound, page } from './answers.ts';
import { issueShape, pullAsIssue } from './shapes.ts';
import { textOf } from './json.ts';

/** Every pull request is an issue (docs, issues/issues, "List repository issues"). */
const listIssues: Rule = (call) => {
  const { state, query } = call;
  const all = [
    ...state.issues.map((issue) => ({ issue, shape: issueShape(state.name, issue) })),
    ...state.pulls.map((issue) => ({ issue, shape: pullAsIssue(state.name, issue) })),
  ].sort((a, b) => b.issue.number - a.issue.number);
  const wanted = all.filter(
    ({ issue }) =>
      (query.get('state') === 'all' || issue.state === (query.get('state') ?? 'open')) &&
      (query.get('creator') === null || query.get('creator') === issue.author.login),
  );
  return page(
    call,
    wanted.map(({ shape }) => shape),
  );
};

const tooLong = invalid('Validation Failed', [
  { resource: 'Issue', code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' },
]);
const gone = {
  status: 410,
  body: {
    message: 'Issues are disabled for this repo',
    documentation_url: 'https://docs.github.com/v3/issues/',
    status: '410',
  },
};

const untitled = invalid('Validation Failed', [{ resource: 'Issue', code: 'missing_field', field: 'title' }]);

/** 410 where issues are switched off (docs, issues/issues, "Create an issue"). */
const createIssue: Rule = ({ body, state, caller }) => {
  if (!state.hasIssues) return gone;
  if (textOf(body['body']).length > mostCharacters) return tooLong;
  if (textOf(body['title']).trim() === '') return untitled;
  return {
    status: 201,
    body: issueShape(state.name, state.openIssue(textOf(body['title']), textOf(body['body']), caller.actor)),
  };
};

const updateIssue: Rule = ({ values, body, state }) => {
  const issue = state.issues.find((one) => one.number === Number(values['issue_number']));
  if (issue === undefined) return notFound;
  if (textOf(body['body']).length > mostCharacters) return tooLong;
  if (typeof body['title'] === 'string') issue.title = body['title'];
  if (typeof body['body'] === 'string') issue.body = body['body'];
  if (body['state'] === 'open' || body['state'] === 'closed') {
    issue.state = body['state'];
    issue.reason = textOf(body['state_reason']) || (issue.state === 'closed' ? 'completed' : 'reopened');
  }
  return { status: 200, body: issueShape(state.name, issue) };
};

export const issueRules: Readonly<Record<string, Rule>> = {
  'issues/list-for-repo': listIssues,
  'issues/create': needs('issues', createIssue),
  'issues/update': needs('issues', updateIssue),
};
