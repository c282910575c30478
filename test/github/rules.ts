/**
 * How GitHub answers, operation by operation. Each rule that is more than bookkeeping names where it is known from.
 * Permissions: https://docs.github.com/en/rest/authentication/permissions-required-for-github-apps
 */
import type { Answer, Rule } from './answers.ts';
import type { Caller } from './loopback.ts';
import type { CommentRecord, PullRecord } from './shapes.ts';
import type { Fields } from './json.ts';
import type { GithubState } from './state.ts';
import type { Resolvers } from './graphql.ts';
import { GithubGraphqlError } from './graphql.ts';
import { conversationRules } from './rules-conversation.ts';
import { scanningRules } from './rules-scanning.ts';
import { issueRules } from './rules-issues.ts';
import { invalid, mostCharacters, needs, notFound, page, refused, unresolved, withPull } from './answers.ts';
import {
  checkShape,
  commentShape,
  commitShape,
  fileShape,
  gitCommitShape,
  jobShape,
  mailOf,
  pullShape,
  refShape,
  reviewShape,
  runShape,
  userShape,
} from './shapes.ts';
import { fieldsOf, listOf, numberOf, textOf } from './json.ts';
import { positionProblem, hunkOf } from './positions.ts';
import { repositoryId, threadResolvers } from './thread-rules.ts';

const listPulls: Rule = (call) => {
  const { state, query } = call;
  const wanted = state.pulls.filter(
    (pull) =>
      (query.get('state') === 'all' || pull.state === (query.get('state') ?? 'open')) &&
      (query.get('base') === null || query.get('base') === pull.baseRef) &&
      (query.get('head') === null || query.get('head') === `${pull.headRepo.owner}:${pull.headRef}`),
  );
  return page(
    call,
    [...wanted].reverse().map((pull) => pullShape(state.name, pull, state.tips(pull), false)),
  );
};

/**
 * https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request; the refusal of actions: create-pull-request's
 * README.
 */
const createPull: Rule = ({ body, state, caller }) => {
  if (caller.actor.type === 'Bot' && !state.actionsMayOpenPulls)
    return refused('GitHub Actions is not permitted to create or approve pull requests.');
  const [head, base] = [textOf(body['head']), textOf(body['base'])];
  const [headTip, baseTip] = [state.store.branchAt(head), state.store.branchAt(base)];
  if (headTip === null || baseTip === null)
    return invalid('Validation Failed', [
      { resource: 'PullRequest', field: headTip === null ? 'head' : 'base', code: 'invalid' },
    ]);
  const failed = (message: string): Answer =>
    invalid('Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }]);
  if (state.store.commitsBetween(baseTip, headTip).length === 0)
    return failed(`No commits between ${base} and ${head}`);
  if (state.pulls.some((pull) => pull.state === 'open' && pull.headRef === head && pull.baseRef === base))
    return failed(`A pull request already exists for ${state.name.owner}:${head}.`);
  if (textOf(body['body']).length > mostCharacters) return failed('body is too long (maximum is 65536 characters)');
  const pull = state.openPull(textOf(body['title']), textOf(body['body']), caller.actor, head, base);
  return { status: 201, body: fullPull(state, pull) };
};

const fullPull = (state: GithubState, pull: PullRecord): Fields => pullShape(state.name, pull, state.tips(pull), true);

const updatePull = withPull(({ body, state }, pull) => {
  if (textOf(body['body']).length > mostCharacters)
    return invalid('Validation Failed', [
      {
        resource: 'PullRequest',
        field: 'body',
        code: 'custom',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ]);
  const kept = typeof body['state'] === 'string' ? stateProblem(state, pull, body['state']) : null;
  if (kept !== null)
    return invalid('Validation Failed', [
      { resource: 'PullRequest', field: 'state', code: 'custom', message: `state cannot be changed. ${kept}` },
    ]);
  if (typeof body['base'] === 'string') pull.baseRef = body['base'];
  if (typeof body['title'] === 'string') pull.title = body['title'];
  if (typeof body['body'] === 'string') pull.body = body['body'];
  if (body['state'] === 'closed') state.closePull(pull);
  if (body['state'] === 'open') pull.state = 'open';
  return { status: 200, body: fullPull(state, pull) };
});

/**
 * Why a closed pull request stays closed: its branch must come from the commit that it had (threads: isaacs/github#361,
 * pytorch/pytorch#114423 for the words).
 */
function stateProblem(state: GithubState, pull: PullRecord, wanted: string): string | null {
  if (wanted !== 'open' || pull.state === 'open') return null;
  const tip = state.store.commitAt(state.headRefName(pull));
  if (pull.mergedAt !== null) return 'The pull request is merged.';
  if (tip === null) return `The ${pull.headRef} branch has been deleted.`;
  return pull.closedHead === null || state.store.isAncestor(pull.closedHead, tip)
    ? null
    : `The ${pull.headRef} branch was force-pushed or recreated.`;
}

/**
 * One bad position refuses the whole review (reviewdog and clang-tidy-review threads): nothing is kept.
 * https://docs.github.com/en/rest/pulls/reviews#create-a-review-for-a-pull-request
 */
const createReview = withPull(({ body, state, caller }, pull) => {
  const text = textOf(body['body']);
  const comments = listOf(body['comments']).map(fieldsOf);
  if (text === '' && comments.length === 0) return unresolved(['Body cannot be blank']);
  if ([text, ...comments.map((comment) => textOf(comment['body']))].some((one) => one.length > mostCharacters))
    return unresolved(['Body is too long (maximum is 65536 characters)']);
  const commit = textOf(body['commit_id']) || state.tips(pull).head;
  const problems = comments.flatMap((comment) => positionProblem(state, pull, commit, comment) ?? []);
  if (problems.length > 0) return unresolved(problems);
  const review = { id: state.nextId(), pull: pull.number, author: caller.actor, body: text, commit };
  state.reviews.push(review);
  for (const comment of comments) state.comments.push(commentRecord(state, pull, commit, comment, caller, review.id));
  return { status: 200, body: reviewShape(state.name, review) };
});

function commentRecord(
  state: GithubState,
  pull: PullRecord,
  commit: string,
  comment: Fields,
  caller: Caller,
  review: number,
): CommentRecord {
  const isFile = comment['subject_type'] === 'file';
  return {
    id: state.nextId(),
    review,
    pull: pull.number,
    author: caller.actor,
    body: textOf(comment['body']),
    path: textOf(comment['path']),
    commit,
    line: isFile ? null : numberOf(comment['line']),
    startLine: typeof comment['start_line'] === 'number' ? comment['start_line'] : null,
    subject: isFile ? 'file' : 'line',
    hunk: isFile ? '' : hunkOf(state, pull, comment),
  };
}

/**
 * https://docs.github.com/en/rest/pulls/comments#create-a-review-comment-for-a-pull-request: makes a review of its own.
 */
const createReviewComment = withPull(({ body, state, caller }, pull) => {
  const commit = textOf(body['commit_id']);
  const problem = positionProblem(state, pull, commit, body);
  if (problem !== null)
    return invalid('Validation Failed', [
      {
        resource: 'PullRequestReviewComment',
        code: 'custom',
        field: 'pull_request_review_thread.line',
        message: problem,
      },
    ]);
  if (textOf(body['body']).length > mostCharacters)
    return invalid('Validation Failed', [
      {
        resource: 'PullRequestReviewComment',
        code: 'custom',
        field: 'body',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ]);
  const review = { id: state.nextId(), pull: pull.number, author: caller.actor, body: '', commit };
  state.reviews.push(review);
  const comment = commentRecord(state, pull, commit, body, caller, review.id);
  state.comments.push(comment);
  return { status: 201, body: commentShape(state.name, comment) };
});

const getRef: Rule = ({ values, state }) => {
  const sha = state.store.commitAt(`refs/${values['ref'] ?? ''}`);
  return sha === null ? notFound : { status: 200, body: refShape(state.name, `refs/${values['ref'] ?? ''}`, sha) };
};

const createRef: Rule = ({ body, state }) => {
  const [ref, sha] = [textOf(body['ref']), textOf(body['sha'])];
  if (state.store.commitAt(ref) !== null) return invalid('Reference already exists');
  const rule = state.ruleFor(ref.replace('refs/heads/', ''), 'create');
  if (rule !== null) return invalid(`Repository rule violations found\n\n${rule}\n\n`);
  if (state.store.commitAt(sha) === null) return invalid('Object does not exist');
  state.store.setRef(ref, sha);
  return { status: 201, body: refShape(state.name, ref, sha) };
};

const matchingRefs: Rule = ({ values, state }) => {
  const prefix = `refs/${values['ref'] ?? ''}`;
  const refs = state.store
    .git(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'])
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.split(' '));
  return { status: 200, body: refs.map(([ref = '', sha = '']) => refShape(state.name, ref, sha)) };
};

const createTree: Rule = ({ body, state }) => {
  const files = listOf(body['tree'])
    .map(fieldsOf)
    .map((entry) => ({ path: textOf(entry['path']), text: textOf(entry['content']), mode: textOf(entry['mode']) }));
  const sha = state.store.makeTree(textOf(body['base_tree']) || null, files);
  return {
    status: 201,
    body: {
      sha,
      url: `https://api.github.com/repos/${state.name.owner}/${state.name.repo}/git/trees/${sha}`,
      truncated: false,
      tree: files.map((file) => ({
        path: file.path,
        mode: file.mode,
        type: 'blob',
        sha: state.store.file(sha, file.path)?.blob ?? '',
      })),
    },
  };
};

const createCommit: Rule = ({ body, state, caller }) => {
  const sha = state.store.makeCommit(
    textOf(body['tree']),
    listOf(body['parents']).map(textOf),
    textOf(body['message']),
    { name: caller.actor.login, email: mailOf(caller.actor) },
  );
  return { status: 201, body: gitCommitShape(state.name, state.store.commit(sha)) };
};

const compare: Rule = ({ values, query, state }) => {
  const [from = '', to = ''] = (values['basehead'] ?? '').split('...');
  const size = Number(query.get('per_page') ?? 250);
  const skipped = (Number(query.get('page') ?? 1) - 1) * size;
  const [base, head] = [
    state.store.branchAt(from) ?? state.store.commitAt(from),
    state.store.branchAt(to) ?? state.store.commitAt(to),
  ];
  const middle = base === null || head === null ? null : state.store.mergeBase(base, head);
  if (base === null || head === null || middle === null) return notFound;
  const ahead = state.store.commitsBetween(base, head);
  const behind = state.store.commitsBetween(head, base);
  const url = `https://github.com/${state.name.owner}/${state.name.repo}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`;
  return {
    status: 200,
    body: {
      url,
      html_url: url,
      permalink_url: url,
      diff_url: `${url}.diff`,
      patch_url: `${url}.patch`,
      base_commit: commitShape(state.name, state.store.commit(base)),
      merge_base_commit: commitShape(state.name, state.store.commit(middle)),
      status:
        ahead.length === 0
          ? behind.length === 0
            ? 'identical'
            : 'behind'
          : behind.length === 0
            ? 'ahead'
            : 'diverged',
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: ahead.slice(skipped, skipped + size).map((sha) => commitShape(state.name, state.store.commit(sha))),
      files: state.store.diff(middle, head).map((file) => fileShape(state.name, head, file, true)),
    },
  };
};

const getContent: Rule = ({ values, query, state }) => {
  const path = values['path'] ?? '';
  const ref = query.get('ref') ?? 'main';
  const commit = state.store.branchAt(ref) ?? state.store.commitAt(ref);
  const file = commit === null ? null : state.store.file(commit, path);
  if (file === null) return notFound;
  const url = `https://api.github.com/repos/${state.name.owner}/${state.name.repo}/contents/${encodeURIComponent(path)}?ref=${encodeURIComponent(ref)}`;
  const bytes = Buffer.from(file.text, 'utf8');
  // https://docs.github.com/en/rest/repos/contents: above 1 MB there is no content and the encoding is none
  const isLarge = bytes.length > 1024 * 1024;
  return {
    status: 200,
    body: {
      type: 'file',
      encoding: isLarge ? 'none' : 'base64',
      size: bytes.length,
      name: path.split('/').at(-1) ?? '',
      path,
      content: isLarge ? '' : bytes.toString('base64'),
      sha: file.blob,
      url,
      git_url: url,
      html_url: url,
      download_url: url,
      _links: { git: url, self: url, html: url },
    },
  };
};

/** By default the latest of each name and app (docs, checks/runs, `filter`). */
const listChecks: Rule = ({ values, query, state }) => {
  const isWanted = ({ head, name }: Readonly<{ head: string; name: string }>): boolean =>
    head === values['ref'] && (query.get('check_name') === null || query.get('check_name') === name);
  const all = state.checks.filter(isWanted);
  const runs = all
    .filter((check, k) => !all.slice(k + 1).some((later) => later.name === check.name && later.app === check.app))
    .map((check) => checkShape(state.name, check));
  const jobs = state.jobs.filter(isWanted).map((job) => jobShape(state.name, job));
  const shown = [...runs, ...jobs].filter(
    (run) => query.get('status') === null || query.get('status') === run['status'],
  );
  const [size, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
  return {
    status: 200,
    body: { total_count: shown.length, check_runs: shown.slice((page - 1) * size, page * size) },
    isFollowed: page * size < shown.length,
  };
};

/** At most 50 annotations a request; a PATCH appends (docs, checks/runs). */
const writeCheck: Rule = ({ values, body, state, caller }) => {
  const output = fieldsOf(body['output']);
  const annotations = listOf(output['annotations']).map(fieldsOf);
  if (annotations.length > 50)
    return invalid('Only 50 annotations can be passed at once', [
      { resource: 'CheckRun', field: 'annotations', code: 'invalid' },
    ]);
  if (values['check_run_id'] === undefined && state.store.commitAt(textOf(body['head_sha'])) === null)
    return invalid(`No commit found for SHA: ${textOf(body['head_sha'])}`);
  const known = state.checks.find((check) => check.id === Number(values['check_run_id']));
  const check = known ?? {
    id: state.nextId(),
    head: textOf(body['head_sha']),
    name: textOf(body['name']),
    externalId: '',
    conclusion: '',
    title: '',
    summary: '',
    annotations: [],
    app: caller.actor.login.replace(/\[bot\]$/, ''),
  };
  if (check.app !== caller.actor.login.replace(/\[bot\]$/, ''))
    return refused('Invalid app_id `1` - check run can only be modified by the GitHub App that created it.');
  if (known === undefined) state.checks.push(check);
  Object.assign(check, {
    externalId: textOf(body['external_id']),
    conclusion: textOf(body['conclusion']),
    title: textOf(output['title']),
    summary: textOf(output['summary']),
    annotations: [...check.annotations, ...annotations],
  });
  return { status: known === undefined ? 201 : 200, body: checkShape(state.name, check) };
};

const listAnnotations: Rule = (call) => {
  const id = Number(call.values['check_run_id']);
  const run = call.state.jobs.find((job) => job.id === id) ?? call.state.checks.find((check) => check.id === id);
  return run === undefined
    ? notFound
    : page(
        call,
        run.annotations.map((one) => ({
          start_column: null,
          end_column: null,
          raw_details: null,
          blob_href: '',
          ...one,
          ...(textOf(one['title']) === '' ? { title: null } : {}),
        })),
      );
};

/**
 * https://docs.github.com/en/rest/actions/workflow-runs#re-run-a-job-from-a-workflow-run; the words of a run that goes
 * on: cli/cli threads.
 */
const rerunJob: Rule = ({ values, state }) => {
  const job = state.jobs.find((one) => one.id === Number(values['job_id']));
  if (job === undefined) return notFound;
  if (job.conclusion === null) return refused('The workflow run containing this job is already running');
  Object.assign(job, { conclusion: null, annotations: [] });
  return { status: 201, body: {} };
};

/** By operation id of the description. */
export const rules: Readonly<Record<string, Rule>> = {
  ...conversationRules,
  ...scanningRules,
  ...issueRules,
  'pulls/get': withPull(({ state }, pull) => ({ status: 200, body: fullPull(state, pull) })),
  'pulls/list': listPulls,
  'pulls/create': needs('pull-requests', createPull),
  'pulls/update': needs('pull-requests', updatePull),
  'pulls/list-files': withPull((call, pull) =>
    page(
      call,
      call.state
        .filesOf(pull)
        .map((file) =>
          fileShape(call.state.name, call.state.tips(pull).head, file, !call.state.filesWithoutPatch.has(file.path)),
        ),
    ),
  ),
  'pulls/list-reviews': withPull((call, pull) =>
    page(
      call,
      call.state.reviews
        .filter((review) => review.pull === pull.number)
        .map((review) => reviewShape(call.state.name, review)),
    ),
  ),
  'pulls/create-review': needs('pull-requests', createReview),
  'pulls/list-review-comments': withPull((call, pull) =>
    page(
      call,
      call.state.comments
        .filter((comment) => comment.pull === pull.number)
        .map((comment) => commentShape(call.state.name, comment)),
    ),
  ),
  'pulls/create-review-comment': needs('pull-requests', createReviewComment),
  'git/get-ref': getRef,
  'git/create-ref': needs('contents', createRef),
  'git/list-matching-refs': matchingRefs,
  'git/get-commit': ({ values, state }) => {
    const sha = state.store.commitAt(values['commit_sha'] ?? '');
    return sha === null ? notFound : { status: 200, body: gitCommitShape(state.name, state.store.commit(sha)) };
  },
  'git/create-tree': needs('contents', createTree),
  'git/create-commit': needs('contents', createCommit),
  'repos/compare-commits-with-basehead': compare,
  'repos/get-content': getContent,
  'repos/list-branches-for-head-commit': ({ values, state }) => {
    const sha = values['commit_sha'] ?? '';
    const names = state.store
      .git(['for-each-ref', '--format=%(refname:lstrip=2)', `--points-at=${sha}`, 'refs/heads'])
      .split('\n')
      .filter((name) => name !== '');
    return {
      status: 200,
      body: names.map((name) => ({
        name,
        commit: { sha, url: `https://api.github.com/repos/ada/kernels/commits/${sha}` },
        protected: false,
      })),
    };
  },
  'checks/list-for-ref': listChecks,
  'checks/list-annotations': listAnnotations,
  'actions/get-workflow-run': ({ values, state }) => {
    const job = state.jobs.find((one) => one.run === Number(values['run_id']));
    return job === undefined ? notFound : { status: 200, body: runShape(state.name, job) };
  },
  'actions/re-run-job-for-workflow-run': needs('actions', rerunJob),
  'checks/create': needs('checks', writeCheck),
  'checks/update': needs('checks', writeCheck),
};

const noCommit = '0'.repeat(40);

/**
 * All or nothing: https://docs.github.com/en/graphql/reference/mutations#updaterefs (a commit of zeros: no such ref).
 */
function refProblem(state: GithubState, { name, beforeOid, afterOid, force }: Fields): string | null {
  const ref = textOf(name);
  const tip = state.store.commitAt(ref);
  if (!ref.startsWith('refs/heads/')) return `${ref} is no branch`;
  if (typeof beforeOid === 'string' && beforeOid !== (tip ?? noCommit))
    return `Reference update failed: ${ref} is at ${tip ?? noCommit} but expected ${beforeOid}`;
  if (afterOid === noCommit) return tip === null ? `Reference does not exist: ${ref}` : null;
  if (state.store.commitAt(textOf(afterOid)) === null) return 'Object does not exist';
  return force === true || tip === null || state.store.isAncestor(tip, textOf(afterOid))
    ? null
    : 'Update is not a fast forward';
}

function setRef(state: GithubState, ref: string, after: string): void {
  if (after === noCommit) {
    state.deleteBranch(ref.replace('refs/heads/', ''));
    return;
  }
  state.store.setRef(ref, after);
  state.closeEmptyPulls();
}

/** https://docs.github.com/en/graphql/reference/mutations#createcommitonbranch */
export function resolversFor(state: GithubState, caller: Caller): Resolvers {
  return {
    ...threadResolvers(state, caller),
    viewer: () => userShape(caller.actor),
    updateRefs: ({ input }) => {
      if (!caller.write.has('contents'))
        throw new GithubGraphqlError('FORBIDDEN', 'Resource not accessible by integration');
      if (fieldsOf(input)['repositoryId'] !== repositoryId)
        throw new GithubGraphqlError('NOT_FOUND', 'Could not resolve to a node with the global id');
      const updates = listOf(fieldsOf(input)['refUpdates']).map(fieldsOf);
      for (const update of updates) {
        const problem = refProblem(state, update);
        if (problem !== null) throw new GithubGraphqlError('UNPROCESSABLE', problem);
      }
      for (const update of updates) setRef(state, textOf(update['name']), textOf(update['afterOid']));
      return { clientMutationId: null };
    },
    createCommitOnBranch: ({ input: given }) => {
      const input = fieldsOf(given);
      if (!caller.write.has('contents'))
        throw new GithubGraphqlError('FORBIDDEN', 'Resource not accessible by integration');
      const branch = textOf(fieldsOf(input['branch'])['branchName']);
      const tip = state.store.branchAt(branch);
      if (tip === null) throw new GithubGraphqlError('NOT_FOUND', `Branch ${branch} not found`);
      if (tip !== textOf(input['expectedHeadOid']))
        throw new GithubGraphqlError(
          'STALE_DATA',
          `Expected branch to point to "${textOf(input['expectedHeadOid'])}" but it did not. Pull and try again.`,
        );
      const rule = state.ruleFor(branch, 'commit');
      if (rule !== null)
        throw new GithubGraphqlError('UNPROCESSABLE', `Repository rule violations found\n\n${rule}\n\n`);
      const additions = listOf(fieldsOf(input['fileChanges'])['additions']).map(fieldsOf);
      // Every file becomes mode 100644, whatever it was.
      const tree = state.store.makeTree(
        tip,
        additions.map((file) => ({
          path: textOf(file['path']),
          text: Buffer.from(textOf(file['contents']), 'base64').toString('utf8'),
        })),
      );
      const message = fieldsOf(input['message']);
      const commit = state.store.makeCommit(
        tree,
        [tip],
        `${textOf(message['headline'])}\n\n${textOf(message['body'])}`,
        { name: caller.actor.login, email: mailOf(caller.actor) },
      );
      state.store.setRef(`refs/heads/${branch}`, commit);
      return { commit: { oid: commit } };
    },
  };
}
