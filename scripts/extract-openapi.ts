/**
 * Why: the loopback GitHub of the tests holds every request and answer against GitHub's own OpenAPI description, but
 * the package that has it (@octokit/openapi) is 385 MB. This takes the operations that we use out of it, with the
 * schemas they name, as JSON Schema that ajv reads; and of the descriptions of two enterprise versions what these say
 * otherwise.
 * Needs: the unpacked package (`npm pack @octokit/openapi`). Gives: test/github/openapi-fixture.json.
 *
 * Run: node scripts/extract-openapi.ts PACKAGE/generated
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-tree.ts';

/** Method and path as the description writes them. */
const used: readonly (readonly [method: string, path: string])[] = [
  ['get', '/repos/{owner}/{repo}/pulls'],
  ['post', '/repos/{owner}/{repo}/pulls'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}'],
  ['patch', '/repos/{owner}/{repo}/pulls/{pull_number}'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/files'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/reviews'],
  ['post', '/repos/{owner}/{repo}/pulls/{pull_number}/reviews'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/comments'],
  ['post', '/repos/{owner}/{repo}/pulls/{pull_number}/comments'],
  ['post', '/repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies'],
  ['patch', '/repos/{owner}/{repo}/pulls/comments/{comment_id}'],
  ['post', '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions'],
  ['get', '/repos/{owner}/{repo}/git/ref/{ref}'],
  ['post', '/repos/{owner}/{repo}/git/refs'],
  ['get', '/repos/{owner}/{repo}/git/matching-refs/{ref}'],
  ['get', '/repos/{owner}/{repo}/git/commits/{commit_sha}'],
  ['post', '/repos/{owner}/{repo}/git/commits'],
  ['post', '/repos/{owner}/{repo}/git/trees'],
  ['get', '/repos/{owner}/{repo}/compare/{basehead}'],
  ['get', '/repos/{owner}/{repo}/contents/{path}'],
  ['get', '/repos/{owner}/{repo}/issues'],
  ['post', '/repos/{owner}/{repo}/issues'],
  ['patch', '/repos/{owner}/{repo}/issues/{issue_number}'],
  ['get', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['patch', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['post', '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'],
  ['get', '/repos/{owner}/{repo}/collaborators/{username}/permission'],
  ['get', '/repos/{owner}/{repo}/actions/permissions/workflow'],
  ['get', '/repos/{owner}/{repo}/actions/runs/{run_id}'],
  ['post', '/repos/{owner}/{repo}/actions/jobs/{job_id}/rerun'],
  ['get', '/repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head'],
  ['get', '/repos/{owner}/{repo}/code-scanning/analyses'],
  ['get', '/repos/{owner}/{repo}/code-scanning/analyses/{analysis_id}'],
  ['get', '/repos/{owner}/{repo}/commits/{ref}/check-runs'],
  ['get', '/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations'],
  ['post', '/repos/{owner}/{repo}/check-runs'],
  ['patch', '/repos/{owner}/{repo}/check-runs/{check_run_id}'],
];

type Json = string | number | boolean | null | readonly Json[] | Readonly<{ [key: string]: Json }>;
type Fields = Readonly<{ [key: string]: Json }>;

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: Json | undefined): Fields => (isFields(value) ? value : {});
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** Words for people, and what only generators of client libraries read. */
const dropped = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'deprecated', 'title']);

/** OpenAPI 3.0 to JSON Schema: `nullable` becomes a union with null; references point into one document. */
function schemaOf(schema: Json, inProperties = false): Json {
  if (isList(schema)) return schema.map((part) => schemaOf(part));
  if (!isFields(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(
      ([key]) =>
        inProperties || (!dropped.has(key) && !key.startsWith('x-') && key !== 'nullable' && key !== 'discriminator'),
    )
    .map(
      ([key, value]) =>
        [
          key,
          key === '$ref' && typeof value === 'string'
            ? value.replace('#/components/', '#/')
            : key === 'enum'
              ? value
              : schemaOf(value, key === 'properties' && !inProperties),
        ] as const,
    );
  const plain = Object.fromEntries(entries);
  return schema['nullable'] === true && !inProperties ? { anyOf: [plain, { type: 'null' }] } : plain;
}

function referencesIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

function resolved(document: Fields, value: Json): Json {
  const reference = fieldsOf(value)['$ref'];
  if (typeof reference !== 'string') return value;
  return resolved(
    document,
    reference
      .split('/')
      .slice(1)
      .reduce<Json>((inner, part) => fieldsOf(inner)[part] ?? null, document),
  );
}

const jsonSchema = (content: Json | undefined): Json =>
  fieldsOf(fieldsOf(fieldsOf(content)['content'])['application/json'])['schema'] ?? null;

function operationOf(document: Fields, method: string, path: string): Fields {
  const item = fieldsOf(fieldsOf(document['paths'])[path]);
  const operation = fieldsOf(item[method]);
  if (operation['operationId'] === undefined) throw new Error(`the description has no ${method} ${path}`);
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map((one) =>
    fieldsOf(resolved(document, one)),
  );
  const responses = Object.entries(fieldsOf(operation['responses'])).map(
    ([code, response]) => [code, schemaOf(jsonSchema(resolved(document, response)))] as const,
  );
  return {
    id: operation['operationId'],
    method,
    path,
    parameters: parameters.map((one) => ({
      name: one['name'] ?? '',
      in: one['in'] ?? '',
      required: one['required'] ?? false,
      schema: schemaOf(one['schema'] ?? {}),
    })),
    request: schemaOf(jsonSchema(resolved(document, operation['requestBody'] ?? {}))),
    responses: Object.fromEntries(responses),
  };
}

type Extract = Readonly<{ operations: readonly Fields[]; schemas: ReadonlyMap<string, Json> }>;

function extract(document: Fields, wanted: readonly (readonly [method: string, path: string])[]): Extract {
  const operations = wanted.map(([method, path]) => operationOf(document, method, path));
  return { operations, schemas: schemasOf(document, operations) };
}

/** Those that are named, and those that these name. */
function schemasOf(document: Fields, operations: Json): ReadonlyMap<string, Json> {
  const schemas = new Map<string, Json>();
  const queue = [...referencesIn(operations)];
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    const name = reference.replace('#/schemas/', '');
    if (schemas.has(name)) continue;
    const schema = schemaOf(fieldsOf(fieldsOf(document['components'])['schemas'])[name] ?? {});
    schemas.set(name, schema);
    queue.push(...referencesIn(schema));
  }
  return schemas;
}

const sorted = (schemas: Iterable<readonly [string, Json]>): Fields =>
  Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What an edition says otherwise than `own`. `absent`: ids of operations that it lacks; `differing`: ids of those that
 * are not the same there, in themselves or in a schema that they come to; `operations`, `schemas`: what is not the
 * same.
 */
function differences(name: string, document: Fields, own: Extract): Fields {
  const isThere = ([method, path]: readonly [string, string]): boolean =>
    fieldsOf(fieldsOf(document['paths'])[path])[method] !== undefined;
  const theirs = extract(document, used.filter(isThere));
  const operations = theirs.operations.filter((one) => !own.operations.some((other) => same(one, other)));
  const schemas = [...theirs.schemas].filter(([schema, value]) => !same(value, own.schemas.get(schema)));
  const differing = theirs.operations.filter(
    (one) =>
      operations.includes(one) ||
      [...schemasOf(document, one).keys()].some((schema) => schemas.some(([other]) => other === schema)),
  );
  const ids = theirs.operations.map((one) => one['id']);
  return {
    name,
    absent: own.operations.map((one) => one['id'] ?? '').filter((id) => !ids.includes(id)),
    differing: differing.map((one) => one['id'] ?? ''),
    operations,
    schemas: sorted(schemas),
  };
}

/** The two newest that the package describes. */
const enterprise = ['ghes-3.18', 'ghes-3.19'];

function fixture(read: (name: string) => Fields): Fields {
  const document = read('api.github.com');
  const own = extract(document, used);
  const version = fieldsOf(document['info'])['version'];
  return {
    source: `@octokit/openapi ${typeof version === 'string' ? version : '?'}, generated/{api.github.com,${enterprise.join(',')}}.json (MIT)`,
    operations: own.operations,
    schemas: sorted(own.schemas),
    editions: enterprise.map((name) => differences(name, read(name), own)),
  };
}

function documentAt(path: string): Fields {
  const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isDocument = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
  if (!isDocument(document)) throw new Error(`${path} is no description`);
  return document;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node scripts/extract-openapi.ts PACKAGE/generated\n');
  process.exit(2);
}
writeFileSync(
  join(root, 'test/github/openapi-fixture.json'),
  `${JSON.stringify(fixture((name) => documentAt(join(folder, `${name}.json`))))}\n`,
);
