/**
 * Holds requests and answers against GitHub's OpenAPI description (openapi-fixture.json, made by
 * scripts/extract-openapi.ts). What the description does not know is a violation: an operation, a query parameter, a
 * property of a request's body, a status.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Fields } from './json.ts';
import { fieldsOf, isFields, isList, listOf, textOf } from './json.ts';

export type Operation = Readonly<{ id: string; method: string; path: string; parameters: readonly Fields[]; request: unknown; responses: Fields }>;
export type Match = Readonly<{ operation: Operation; values: Readonly<Record<string, string>> }>;

const fixture = fieldsOf(JSON.parse(readFileSync(new URL('openapi-fixture.json', import.meta.url), 'utf8')));
const operations: readonly Operation[] = listOf(fixture['operations']).map((one) => {
  const fields = fieldsOf(one);
  return { id: textOf(fields['id']), method: textOf(fields['method']), path: textOf(fields['path']), parameters: listOf(fields['parameters']).map(fieldsOf), request: fields['request'], responses: fieldsOf(fields['responses']) };
});

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
addFormats.default(ajv);
ajv.addFormat('timestamp', true);
ajv.addFormat('repo.nwo', true);
ajv.addSchema({ $id: 'github', schemas: fixture['schemas'] });
const compiled = new Map<string, ValidateFunction>();

/** Finds the operation of a request; parameters are decoded. Only a last parameter may hold slashes. */
export function operationFor(method: string, pathname: string): Match | null {
  const parts = pathname.split('/');
  for (const operation of operations) {
    const wanted = operation.path.split('/');
    if (operation.method !== method.toLowerCase() || wanted.length > parts.length) continue;
    const last = wanted.at(-1) ?? '';
    if (wanted.length < parts.length && !/^\{(path|ref)\}$/.test(last)) continue;
    const given = [...parts.slice(0, wanted.length - 1), parts.slice(wanted.length - 1).join('/')];
    if (!wanted.every((part, k) => part.startsWith('{') ? given[k] !== '' : part === given[k])) continue;
    const values = Object.fromEntries(wanted.flatMap((part, k) => part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[k] ?? '')]] : []));
    return { operation, values };
  }
  return null;
}

/** What is wrong with a request, in words. */
export function requestViolations(operation: Operation, query: URLSearchParams, body: unknown): readonly string[] {
  const known = new Map(operation.parameters.filter((one) => one['in'] === 'query').map((one) => [textOf(one['name']), one['schema']]));
  const ofQuery = [...query].flatMap(([name, value]) => {
    if (!known.has(name)) return [`${operation.id}: unknown query parameter ${name}`];
    const schema = known.get(name);
    const number = fieldsOf(schema)['type'] === 'integer' ? Number(value) : value;
    return violations(`${operation.id} query ${name}`, schema, number);
  });
  if (operation.request === null) return body === undefined ? ofQuery : [...ofQuery, `${operation.id}: takes no body`];
  return [...ofQuery, ...violations(`${operation.id} request`, closed(operation.request), body)];
}

/** What is wrong with an answer. Error statuses that the description leaves out must still be a `basic-error`. */
export function answerViolations(operation: Operation, status: number, body: unknown): readonly string[] {
  const schema = operation.responses[`${status}`];
  if (schema === undefined) return status >= 400 ? violations(`${operation.id} ${status}`, { $ref: '#/schemas/basic-error' }, body) : [`${operation.id}: ${status} is not described`];
  return schema === null ? [] : violations(`${operation.id} ${status}`, schema, body);
}

function violations(name: string, schema: unknown, value: unknown): readonly string[] {
  const key = `${name} ${JSON.stringify(schema).length}`;
  const validate = compiled.get(key) ?? ajv.compile(fieldsOf(rooted(schema)));
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map((error) => `${name}: ${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
}

/** References point into the one document of schemas. */
function rooted(schema: unknown): unknown {
  if (isList(schema)) return schema.map(rooted);
  if (!isFields(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? `github${value}` : rooted(value)]));
}

/** GitHub ignores unknown properties; we must not send any. */
function closed(schema: unknown): unknown {
  if (isList(schema)) return schema.map(closed);
  if (!isFields(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isFields(schema['properties']) && schema['additionalProperties'] === undefined && schema['oneOf'] === undefined && schema['anyOf'] === undefined ? { ...inner, additionalProperties: false } : inner;
}
