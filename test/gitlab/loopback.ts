/**
 * A GitLab on 127.0.0.1 for tests: as much of its REST API as the review uses, for one merge request whose diff is
 * given. Every request and answer is held against operations.ts. Beyond that it is a violation when a text could do
 * something: a quick action or a mention.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerViolations, operations, requestViolations } from './operations.ts';
import type { Operation } from './operations.ts';

type Fields = Readonly<Record<string, unknown>>;
type User = Readonly<{ id: number; username: string }>;
/** `role`: 10 guest, 30 developer. https://docs.gitlab.com/api/access_requests/#valid-access-levels */
export type Caller = Readonly<{ user: User; scopes: readonly string[]; role: number }>;
export type Note = {
  id: number;
  body: string;
  author: User;
  system: boolean;
  position: Fields | null;
  resolvable: boolean;
  resolved: boolean;
};
export type Discussion = { id: string; notes: Note[] };
export type Logged = Readonly<{ id: string; method: string; status: number; body: Fields }>;
/** Done to the next requests of an operation. `lost`: carried out, and the connection ends without an answer. */
export type Fault = {
  operation: string;
  times: number;
  act: 'lost' | Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: unknown }>;
};

export const bot: User = { id: 41, username: 'project_7_bot_syncwright' };
export const ada: User = { id: 7, username: 'ada' };
export const token = 'glpat-loopbackTokenThatMustNeverBeLogged';

const unauthorized = { status: 401, body: { message: '401 Unauthorized' } };
const notFound = { status: 404, body: { message: '404 Not found' } };
const badLine = {
  status: 400,
  body: { message: '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}' },
};

export class Gitlab {
  readonly callers = new Map<string, Caller>([[token, { user: bot, scopes: ['api'], role: 30 }]]);
  readonly discussions: Discussion[] = [];
  readonly log: Logged[] = [];
  readonly violations: string[] = [];
  readonly faults: Fault[] = [];
  readonly request = { project: '7', number: 3, state: 'opened', draft: false, base: '', start: '', head: '' };
  /** Of its commits, oldest first; and the pipeline that they are in. */
  readonly statuses: {
    id: number;
    sha: string;
    status: string;
    name: string;
    description: string;
    target_url: string | null;
    pipeline_id: number;
  }[] = [];
  readonly pipeline = { id: 99, sha: '' };
  /** Of each path of the head, its unified diff. */
  diffs: ReadonlyMap<string, string> = new Map();
  url = '';
  private ids = 1000;
  private close_: () => Promise<void> = () => Promise.resolve();

  static async open(): Promise<Gitlab> {
    const gitlab = new Gitlab();
    const server = createServer((request, response) => {
      void gitlab.serve(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    gitlab.url = `http://127.0.0.1:${address.port}/api/v4`;
    gitlab.close_ = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return gitlab;
  }

  close(): Promise<void> {
    return this.close_();
  }

  get writes(): readonly Logged[] {
    return this.log.filter(({ method }) => method !== 'GET');
  }
  /** Comments of an account that stand at no file, and the first ones of threads. */
  summaries(by: User = bot): readonly Note[] {
    return this.firsts(by).filter(({ position }) => position === null);
  }
  threads(by: User = bot): readonly Note[] {
    return this.firsts(by).filter(({ position }) => position !== null);
  }
  private firsts(by: User): readonly Note[] {
    return this.discussions.flatMap(({ notes: [first] }) =>
      first !== undefined && first.author.id === by.id ? [first] : [],
    );
  }

  add(author: User, body: string, position: Fields | null = null, system = false): Discussion {
    this.ids += 1;
    const discussion = {
      id: createHash('sha1').update(`${this.ids}`).digest('hex'),
      notes: [{ id: this.ids, body, author, system, position, resolvable: position !== null, resolved: false }],
    };
    this.discussions.push(discussion);
    return discussion;
  }

  reply(discussion: Discussion, author: User, body: string): void {
    this.ids += 1;
    discussion.notes.push({
      id: this.ids,
      body,
      author,
      system: false,
      position: null,
      resolvable: true,
      resolved: false,
    });
  }

  /** A push: places at lines that are unchanged are carried along, as GitLab does. */
  push(head: string, diffs: ReadonlyMap<string, string>, isUnchanged: (position: Fields) => boolean): void {
    this.request.head = head;
    this.diffs = diffs;
    for (const { notes } of this.discussions)
      for (const note of notes)
        if (note.position !== null && isUnchanged(note.position)) note.position = { ...note.position, head_sha: head };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '', 'http://loopback');
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const path = address.pathname.replace(/^\/api\/v4/, '');
    const operation = operations.find((one) => one.method === request.method && one.path.test(path));
    if (operation === undefined) {
      this.violations.push(`unknown operation ${request.method ?? ''} ${path}`);
      response.writeHead(404).end('{}');
      return;
    }
    this.violations.push(...requestViolations(operation, address.searchParams, body));
    const fault = this.faults.find((one) => one.times > 0 && one.operation === operation.id);
    if (fault !== undefined) fault.times -= 1;
    const caller = this.callers.get(String(request.headers['private-token'] ?? ''));
    const sent = isFields(body) ? body : {};
    const answer: Answer =
      fault !== undefined && fault.act !== 'lost'
        ? fault.act
        : this.answer(operation, path, address.searchParams, sent, caller);
    if (answer.status === operation.status) this.violations.push(...answerViolations(operation, answer.body));
    this.log.push({ id: operation.id, method: operation.method, status: answer.status, body: sent });
    if (fault?.act === 'lost') response.destroy();
    else
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body));
  }

  private answer(
    operation: Operation,
    path: string,
    query: URLSearchParams,
    body: Fields,
    caller: Caller | undefined,
  ): Answer {
    if (caller === undefined) return unauthorized;
    if (operation.id === 'user')
      return { status: 200, body: { ...caller.user, name: 'Bot', state: 'active', web_url: '' } };
    const { project, number, discussion: id, note: noteId, sha } = operation.path.exec(path)?.groups ?? {};
    if (sha !== undefined)
      return project === this.request.project && caller.role > 0
        ? this.statusOf(operation, sha, query, body, caller)
        : notFound;
    if (project !== this.request.project || number !== `${this.request.number}` || caller.role === 0) return notFound;
    if (operation.method !== 'GET' && !caller.scopes.includes('api'))
      return {
        status: 403,
        body: {
          error: 'insufficient_scope',
          error_description: 'The request requires higher privileges than provided by the access token.',
          scope: 'api',
        },
      };
    if (operation.id === 'merge request') return { status: 200, body: this.shape() };
    if (operation.id === 'discussions') return this.page(query);
    if (typeof body['body'] === 'string') this.checkText(body['body']);
    if (operation.id === 'new note')
      return { status: 201, body: noteShape(this.add(caller.user, String(body['body'])).notes[0]) };
    if (operation.id === 'new discussion') return this.discuss(caller.user, body);
    const discussion = this.discussions.find(
      (one) => one.id === id || one.notes.some((note) => `${note.id}` === noteId),
    );
    const note = discussion?.notes.find((one) => noteId === undefined || `${one.id}` === noteId);
    if (discussion === undefined || note === undefined) return notFound;
    if (operation.id === 'resolve') {
      if (caller.role < 30) return { status: 403, body: { message: '403 Forbidden' } };
      for (const one of discussion.notes) one.resolved = body['resolved'] === true;
      return { status: 200, body: discussionShape(discussion) };
    }
    if (note.author.id !== caller.user.id) return { status: 403, body: { message: '403 Forbidden' } };
    note.body = String(body['body']);
    return { status: 200, body: noteShape(note) };
  }

  /**
   * app/services/ci/create_commit_status_service.rb: only a status that is not at its end is changed, else a new one is
   * made, and the older ones of its name are no longer the latest. The pipeline has to be of the commit.
   */
  private statusOf(operation: Operation, sha: string, query: URLSearchParams, body: Fields, caller: Caller): Answer {
    const shape = (one: (typeof this.statuses)[number]): Fields => ({
      ...one,
      ref: 'refs/merge-requests/3/head',
      created_at: '2026-11-01T12:00:00Z',
      started_at: null,
      finished_at: '2026-11-01T12:00:00Z',
      allow_failure: false,
      coverage: null,
      author: { ...caller.user, name: 'Bot', state: 'active', web_url: '' },
    });
    if (operation.id === 'statuses') {
      const latest = new Map(
        this.statuses
          .filter(
            (one) =>
              one.sha === sha &&
              one.name === (query.get('name') ?? one.name) &&
              `${one.pipeline_id}` === (query.get('pipeline_id') ?? `${one.pipeline_id}`),
          )
          .map((one) => [one.name, one]),
      );
      return { status: 200, body: [...latest.values()].map(shape) };
    }
    if (!caller.scopes.includes('api') || caller.role < 30) return { status: 403, body: { message: '403 Forbidden' } };
    if (sha !== this.pipeline.sha || (body['pipeline_id'] ?? this.pipeline.id) !== this.pipeline.id)
      return { status: 404, body: { message: '404 Pipeline Not Found' } };
    const text = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null);
    this.ids += 1;
    const made = {
      id: this.ids,
      sha,
      status: String(body['state']),
      name: text('name') ?? 'default',
      description: text('description') ?? '',
      target_url: text('target_url'),
      pipeline_id: this.pipeline.id,
    };
    this.statuses.push(made);
    return { status: 201, body: shape(made) };
  }

  private shape(): Fields {
    const { number, state, draft, base, start, head } = this.request;
    return {
      iid: number,
      state,
      draft,
      web_url: `https://gitlab.example.com/ada/kernels/-/merge_requests/${number}`,
      sha: head,
      diff_refs: { base_sha: base, start_sha: start, head_sha: head },
    };
  }

  private page(query: URLSearchParams): Answer {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)];
    const isLast = page * size >= this.discussions.length;
    return {
      status: 200,
      body: this.discussions.slice((page - 1) * size, page * size).map(discussionShape),
      headers: { 'x-next-page': isLast ? '' : `${page + 1}` },
    };
  }

  private discuss(user: User, body: Fields): Answer {
    const { position } = body;
    if (!isFields(position)) return { status: 201, body: discussionShape(this.add(user, String(body['body']))) };
    if (!this.takes(position)) return badLine;
    return { status: 201, body: discussionShape(this.add(user, String(body['body']), position)) };
  }

  /** A line that was added has no old number, any other line of the diff has its own. */
  private takes(position: Fields): boolean {
    const { base, start, head } = this.request;
    if (position['base_sha'] !== base || position['start_sha'] !== start || position['head_sha'] !== head) return false;
    const diff = this.diffs.get(String(position['new_path']));
    if (diff === undefined) return false;
    if (position['position_type'] === 'file') return true;
    const shown = linesOf(diff).find((line) => line.number === position['new_line']);
    if (
      shown === undefined ||
      (shown.isAdded ? position['old_line'] !== undefined : position['old_line'] !== shown.old)
    )
      return false;
    const range = position['line_range'];
    return (
      !isFields(range) ||
      [range['start'], range['end']].every(
        (end) =>
          isFields(end) &&
          linesOf(diff).some(
            (line) =>
              end['line_code'] === `${sha1(String(position['new_path']))}_${line.old}_${line.number}` &&
              end['type'] === (line.isAdded ? 'new' : 'old'),
          ),
      )
    );
  }

  /** GitLab finds quick actions at line starts, and mentions outside of code. */
  private checkText(text: string): void {
    const action = /^\/[a-z]\w*/im.exec(text.replaceAll('\r', ''));
    if (action !== null) this.violations.push(`quick action ${action[0]}`);
    const prose = text
      .replace(/^(`{3,}).*\n[^]*?\n\1$/gm, '')
      .replace(/(`+)[^]*?\1/g, '')
      .replace(/<!--[^]*?-->/g, '');
    const mention = /(?:^|[^\w`])@[a-z][\w.-]*/i.exec(prose);
    if (mention !== null) this.violations.push(`mention ${mention[0].trim()}`);
    if (/<(?!\/?(?:details|summary|sub)>|!-- syncwright)/.test(prose))
      this.violations.push(`HTML in ${JSON.stringify(prose.slice(0, 2000))}`);
  }
}

type Answer = Readonly<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

/**
 * The lines of the head in a unified diff, in GitLab's count: `old` goes on where a line is removed, and stays where
 * one is added.
 */
function linesOf(diff: string): readonly Readonly<{ number: number; old: number; isAdded: boolean }>[] {
  const lines: { number: number; old: number; isAdded: boolean }[] = [];
  let [old, number] = [0, 0];
  for (const line of diff.split('\n')) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (header !== null) [old, number] = [Number(header[1]), Number(header[2])];
    else if (line.startsWith('-')) old += 1;
    else if (line.startsWith('+')) lines.push({ number: number++, old, isAdded: true });
    else if (line.startsWith(' ')) lines.push({ number: number++, old: old++, isAdded: false });
  }
  return lines;
}

const noteShape = (note: Note | undefined): Fields =>
  note === undefined
    ? {}
    : {
        id: note.id,
        type: note.position === null ? null : 'DiffNote',
        body: note.body,
        author: { ...note.author, name: note.author.username, state: 'active', web_url: '' },
        system: note.system,
        resolvable: note.resolvable,
        ...(note.resolvable ? { resolved: note.resolved } : {}),
        ...(note.position === null ? {} : { position: note.position }),
      };
const discussionShape = ({ id, notes }: Discussion): Fields => ({
  id,
  individual_note: notes.length === 1 && notes[0]?.position === null,
  notes: notes.map(noteShape),
});
