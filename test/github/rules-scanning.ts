/** How GitHub answers: what was uploaded to code scanning. */
import type { Rule } from './answers.ts';
import type { Fields } from './json.ts';
import { needs, notFound, page } from './answers.ts';
import { fieldsOf, listOf, textOf } from './json.ts';
import { now } from './shapes.ts';

type Scan = Readonly<{ id: number; ref: string; commit: string; text: string }>;

const runOf = ({ text }: Scan): Fields => fieldsOf(listOf(fieldsOf(JSON.parse(text))['runs'])[0]);

/** The category is the id of the run without its last part (docs, "SARIF support for code scanning"). */
function shape({ owner, repo }: Readonly<{ owner: string; repo: string }>, scan: Scan): Fields {
  const run = runOf(scan);
  const driver = fieldsOf(fieldsOf(run['tool'])['driver']);
  return {
    ref: scan.ref,
    commit_sha: scan.commit,
    analysis_key: '.github/workflows/syncwright.yml:review',
    environment: '{}',
    category: textOf(fieldsOf(run['automationDetails'])['id']).replace(/\/[^/]*$/, ''),
    error: '',
    warning: '',
    created_at: now,
    results_count: listOf(run['results']).length,
    rules_count: listOf(driver['rules']).length,
    id: scan.id,
    url: `https://api.github.com/repos/${owner}/${repo}/code-scanning/analyses/${scan.id}`,
    sarif_id: `${scan.id}`,
    tool: { name: textOf(driver['name']), guid: null, version: textOf(driver['semanticVersion']) },
    deletable: true,
  };
}

/**
 * Newest first.
 * https://docs.github.com/en/rest/code-scanning/code-scanning#list-code-scanning-analyses-for-a-repository
 */
const list: Rule = (call) =>
  page(
    call,
    call.state.scans
      .toReversed()
      .filter(
        (scan) =>
          scan.ref === (call.query.get('ref') ?? scan.ref) &&
          textOf(fieldsOf(fieldsOf(runOf(scan)['tool'])['driver'])['name']) === (call.query.get('tool_name') ?? ''),
      )
      .map((scan) => shape(call.state.name, scan)),
  );

/** With its own type of content, the file itself. */
const get: Rule = ({ values, state, accept }) => {
  const scan = state.scans.find(({ id }) => id === Number(values['analysis_id']));
  if (scan === undefined) return notFound;
  return accept.includes('application/sarif+json')
    ? { status: 200, body: JSON.parse(scan.text), media: 'application/sarif+json' }
    : { status: 200, body: shape(state.name, scan) };
};

export const scanningRules: Readonly<Record<string, Rule>> = {
  'code-scanning/list-recent-analyses': needs('security-events', list),
  'code-scanning/get-analysis': needs('security-events', get),
};
