/** How GitHub answers: conversations, reactions, what people may do, settings. */
import type { Answer, Rule } from './answers.ts';
import type { Fields } from './json.ts';
import { invalid, mostCharacters, needs, notFound, page, refused, withPull } from './answers.ts';
import { commentShape, issueCommentShape, now, userShape } from './shapes.ts';
import { textOf } from './json.ts';

/** All was written at one time here, so `since` keeps everything that is not from the future. */
const listComments = withPull((call, pull) =>
  page(
    call,
    (call.query.get('since') ?? '') > now
      ? []
      : call.state.conversation
          .filter((one) => one.pull === pull.number)
          .map((one) => issueCommentShape(call.state.name, one)),
  ),
);

/**
 * https://docs.github.com/en/rest/issues/comments#create-an-issue-comment: on a pull request, either of two
 * permissions.
 */
const createComment = withPull(({ body, state, caller }, pull) => {
  const text = textOf(body['body']);
  if (text.trim() === '')
    return invalid('Validation Failed', [{ resource: 'IssueComment', code: 'missing_field', field: 'body' }]);
  if (text.length > mostCharacters)
    return invalid('Validation Failed', [
      {
        resource: 'IssueComment',
        code: 'custom',
        field: 'body',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ]);
  const comment = { id: state.nextId(), pull: pull.number, author: caller.actor, body: text };
  state.conversation.push(comment);
  return { status: 201, body: issueCommentShape(state.name, comment) };
});

/**
 * https://docs.github.com/en/rest/pulls/comments#create-a-reply-for-a-review-comment: only to the first of a thread.
 */
const createReply = withPull(({ values, body, state, caller }, pull) => {
  const root = state.comments.find(
    (one) => one.id === Number(values['comment_id']) && one.pull === pull.number && one.replyTo === undefined,
  );
  if (root === undefined) return notFound;
  if (textOf(body['body']).trim() === '' || textOf(body['body']).length > mostCharacters)
    return invalid('Validation Failed', [
      { resource: 'PullRequestReviewComment', code: 'custom', field: 'body', message: 'body is blank or too long' },
    ]);
  return { status: 201, body: commentShape(state.name, state.reply(root, caller.actor, textOf(body['body']))) };
});

/** 200 where the reaction is there already (docs, reactions). */
const createReaction =
  (of: 'conversation' | 'comments'): Rule =>
  ({ values, body, state, caller }) => {
    const comment = state[of].find((one) => one.id === Number(values['comment_id']));
    if (comment === undefined) return notFound;
    const content = textOf(body['content']);
    const shape = (id: number): Fields => ({
      id,
      node_id: `REA_${id}`,
      user: userShape(caller.actor),
      content,
      created_at: now,
    });
    const known = state.reactions.find(
      (one) => one.comment === comment.id && one.author.login === caller.actor.login && one.content === content,
    );
    if (known !== undefined) return { status: 200, body: shape(known.id) };
    const reaction = { id: state.nextId(), comment: comment.id, author: caller.actor, content };
    state.reactions.push(reaction);
    return { status: 201, body: shape(reaction.id) };
  };

/** Anybody may read a public repository; what is no account is not found (docs, collaborators). */
const permissionLevel: Rule = ({ values, state }) => {
  const login = values['username'] ?? '';
  const permission = state.permissions.get(login) ?? 'read';
  if (permission === 'unknown')
    return {
      status: 404,
      body: { message: `${login} is not a user`, documentation_url: 'https://docs.github.com/rest', status: '404' },
    };
  const user = {
    ...userShape({ login, id: 77, type: 'User' }),
    role_name: permission,
    permissions: { pull: true, push: permission !== 'read', admin: permission === 'admin' },
  };
  return { status: 200, body: { permission, role_name: permission, user } };
};

/** Read with "Administration" only, which GITHUB_TOKEN never has (docs, actions/permissions). */
const workflowPermissions: Rule = ({ state, caller }): Answer =>
  caller.write.has('administration')
    ? {
        status: 200,
        body: { default_workflow_permissions: 'read', can_approve_pull_request_reviews: state.actionsMayOpenPulls },
      }
    : refused('Resource not accessible by integration');

const editComment: Rule = ({ values, body, state }) => {
  const comment = state.conversation.find((one) => one.id === Number(values['comment_id']));
  if (comment === undefined) return notFound;
  comment.body = textOf(body['body']);
  return { status: 200, body: issueCommentShape(state.name, comment) };
};

const editReviewComment: Rule = ({ values, body, state }) => {
  const comment = state.comments.find((one) => one.id === Number(values['comment_id']));
  if (comment === undefined) return notFound;
  comment.body = textOf(body['body']);
  return { status: 200, body: commentShape(state.name, comment) };
};

export const conversationRules: Readonly<Record<string, Rule>> = {
  'issues/list-comments': listComments,
  'issues/create-comment': needs('pull-requests', createComment),
  'issues/update-comment': needs('pull-requests', editComment),
  'pulls/update-review-comment': needs('pull-requests', editReviewComment),
  'reactions/create-for-issue-comment': needs('pull-requests', createReaction('conversation')),
  'reactions/create-for-pull-request-review-comment': needs('pull-requests', createReaction('comments')),
  'pulls/create-reply-for-review-comment': needs('pull-requests', createReply),
  'repos/get-collaborator-permission-level': permissionLevel,
  'actions/get-github-actions-default-workflow-permissions-repository': workflowPermissions,
};
