/**
 * Each write of a scenario failing once, in each way that GitHub fails: needs a scenario as a play on a {@link Stage},
 * gives what there is on GitHub after each of its acts, to be compared with the play in which nothing fails.
 */
import type { Fault, Logged } from './loopback.ts';
import type { GithubState } from './state.ts';
import type { Status } from '../../src/action/step.ts';
import { Stage } from './stage.ts';
import { fieldsOf, textOf } from './json.ts';
import { isMutation } from './graphql.ts';

type Act = Fault['act'];
/** `isAnswerToReads`: whether GitHub says it of what only reads, too. */
type Way = Readonly<{ name: string; act: Act; isAnswerToReads: boolean }>;
export const ways: readonly Way[] = [
  { name: '502', act: { kind: 'answer', status: 502, body: { message: 'Server Error' } }, isAnswerToReads: true },
  {
    name: '429',
    act: { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } },
    isAnswerToReads: false,
  },
  {
    name: 'secondary rate limit',
    act: {
      kind: 'answer',
      status: 403,
      headers: { 'retry-after': '1' },
      body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
    },
    isAnswerToReads: true,
  },
  {
    name: '422 of a rate limit',
    act: {
      kind: 'answer',
      status: 422,
      headers: { 'retry-after': '1' },
      body: {
        message: 'Validation Failed',
        errors: [{ resource: 'PullRequest', code: 'custom', message: 'was submitted too quickly' }],
      },
    },
    isAnswerToReads: false,
  },
  { name: 'lost answer', act: { kind: 'lost' }, isAnswerToReads: true },
];

/** What fails when it is first sent in an act. */
export type Failing = Readonly<{ act: Act; which: 'each write' | 'each request' }>;
/** Acts follow each other; each gives the status of the run. */
export type Play = (stage: Stage, act: (status: Promise<Status>) => Promise<void>) => Promise<void>;
export type Played = Readonly<{
  acts: readonly Readonly<{ status: Status; github: unknown }>[];
  /** As GitHub names them, in their order. */ writes: readonly string[];
  violations: readonly string[];
}>;

export async function played(play: Play, failing: Failing | null): Promise<Played> {
  const stage = await Stage.open();
  const { github } = stage.world;
  try {
    const seen = new Set<string>();
    if (failing !== null)
      github.faults.push({ matches: failsOnce(failing, seen), times: Number.POSITIVE_INFINITY, act: failing.act });
    const acts: Played['acts'][number][] = [];
    await play(stage, async (status) => {
      acts.push({ status: await status, github: whatThereIs(stage.world.state) });
      seen.clear();
    });
    return { acts, writes: github.log.filter((one) => one.isWrite).map(nameOf), violations: [...github.violations] };
  } finally {
    await stage.world.close();
  }
}

/** `seen`: what was sent; what is not in it fails. */
function failsOnce({ act, which }: Failing, seen: Set<string>): Fault['matches'] {
  return (method, path, body) => {
    // GitHub's secondary rate limits are of its API; to git, 403 means that the token may not read
    if (act.kind === 'answer' && act.status === 403 && /\.git\/(?:info\/refs|git-upload-pack)$/.test(path))
      return false;
    // a fetch by git posts, and reads only
    const isWrite =
      path === '/graphql' ? isMutation(fieldsOf(body)) : method !== 'GET' && !path.endsWith('/git-upload-pack');
    if (which === 'each write' && !isWrite) return false;
    const request = `${method} ${path} ${JSON.stringify(body)}`;
    const isFirst = !seen.has(request);
    seen.add(request);
    return isFirst;
  };
}

/** The mutation, the reaction, else GitHub's name of the operation. */
function nameOf({ id, body }: Logged): string {
  const fields = fieldsOf(body);
  return id === 'graphql'
    ? (/\{ (\w+)\(/.exec(textOf(fields['query']))?.[1] ?? '')
    : id.startsWith('reactions/')
      ? textOf(fields['content'])
      : id;
}

/** All that people see, and the branches; ids are left out. */
export function whatThereIs(state: GithubState): unknown {
  return {
    branches: state.store.git(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads']),
    pulls: state.pulls.map((pull) => ({ ...pull })),
    reviews: state.reviews.map(({ id: _id, ...rest }) => rest),
    comments: state.comments.map(({ id: _id, review: _review, replyTo, ...rest }) => ({
      ...rest,
      isReply: replyTo !== undefined,
    })),
    conversation: state.conversation.map(({ id: _id, ...rest }) => rest),
    reactions: state.reactions.map(({ content, author }) => `${content} by ${author.login}`),
    checks: state.checks.map(({ id: _id, ...rest }) => rest),
  };
}
