/**
 * Holds requests and answers against GitHub's OpenAPI description and those of two enterprise versions
 * (openapi-fixture.json, made by scripts/extract-openapi.ts). What one of the descriptions does not know is a
 * violation: an operation, a query parameter, a property of a request's body, a status.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Fields } from './json.ts';
import { fieldsOf, isFields, isList, listOf, textOf } from './json.ts';

export type Operation = Readonly<{
  id: string;
  method: string;
  path: string;
  parameters: readonly Fields[];
  request: unknown;
  responses: Fields;
}>;
export type Match = Readonly<{ operation: Operation; values: Readonly<Record<string, string>> }>;

const fixture = fieldsOf(JSON.parse(readFileSync(new URL('openapi-fixture.json', import.meta.url), 'utf8')));
const operationsIn = (list: unknown): readonly Operation[] =>
  listOf(list).map((one) => {
    const fields = fieldsOf(one);
    return {
      id: textOf(fields['id']),
      method: textOf(fields['method']),
      path: textOf(fields['path']),
      parameters: listOf(fields['parameters']).map(fieldsOf),
      request: fields['request'],
      responses: fieldsOf(fields['responses']),
    };
  });
const operations = operationsIn(fixture['operations']);

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
addFormats.default(ajv);
ajv.addFormat('timestamp', true);
ajv.addFormat('repo.nwo', true);
ajv.addSchema({ $id: 'github', schemas: fixture['schemas'] });
const compiled = new Map<string, ValidateFunction>();

/** An enterprise version, as far as it differs: the operations that it lacks, and its own form of others. */
type Edition = Readonly<{ name: string; absent: ReadonlySet<string>; own: ReadonlyMap<string, Operation> }>;

export const editions: readonly Edition[] = listOf(fixture['editions'])
  .map(fieldsOf)
  .map((edition) => {
    const name = textOf(edition['name']);
    ajv.addSchema({ $id: name, schemas: { ...fieldsOf(fixture['schemas']), ...fieldsOf(edition['schemas']) } });
    const forms = [...operationsIn(edition['operations']), ...operations];
    const differing = new Set(listOf(edition['differing']).map(textOf));
    return {
      name,
      absent: new Set(listOf(edition['absent']).map(textOf)),
      own: new Map(
        [...differing].flatMap((id) => {
          const form = forms.find((one) => one.id === id);
          return form === undefined ? [] : [[id, form]];
        }),
      ),
    };
  });

/** Finds the operation of a request; parameters are decoded. Only a last parameter may hold slashes. */
export function operationFor(method: string, pathname: string): Match | null {
  const parts = pathname.split('/');
  for (const operation of operations) {
    const wanted = operation.path.split('/');
    if (operation.method !== method.toLowerCase() || wanted.length > parts.length) continue;
    const last = wanted.at(-1) ?? '';
    if (wanted.length < parts.length && !/^\{(path|ref)\}$/.test(last)) continue;
    const given = [...parts.slice(0, wanted.length - 1), parts.slice(wanted.length - 1).join('/')];
    if (!wanted.every((part, k) => (part.startsWith('{') ? given[k] !== '' : part === given[k]))) continue;
    const values = Object.fromEntries(
      wanted.flatMap((part, k) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[k] ?? '')]] : [],
      ),
    );
    return { operation, values };
  }
  return null;
}

/** What is wrong with a request, in words. */
export function requestViolations(
  operation: Operation,
  query: URLSearchParams,
  body: unknown,
  others: readonly Edition[] = editions,
): readonly string[] {
  return [
    ...requestViolationsBy('github', operation, query, body),
    ...others.flatMap(({ name, absent, own }) => {
      if (absent.has(operation.id)) return [`${operation.id}: ${name} does not have it`];
      const form = own.get(operation.id);
      return form === undefined ? [] : requestViolationsBy(name, form, query, body);
    }),
  ];
}

function requestViolationsBy(
  edition: string,
  operation: Operation,
  query: URLSearchParams,
  body: unknown,
): readonly string[] {
  const known = new Map(
    operation.parameters.filter((one) => one['in'] === 'query').map((one) => [textOf(one['name']), one['schema']]),
  );
  const ofQuery = [...query].flatMap(([name, value]) => {
    if (!known.has(name)) return [`${edition} ${operation.id}: unknown query parameter ${name}`];
    const schema = known.get(name);
    const number = fieldsOf(schema)['type'] === 'integer' ? Number(value) : value;
    return violations(edition, `${operation.id} query ${name}`, schema, number);
  });
  if (operation.request === null)
    return body === undefined ? ofQuery : [...ofQuery, `${edition} ${operation.id}: takes no body`];
  return [...ofQuery, ...violations(edition, `${operation.id} request`, closed(operation.request), body ?? null)];
}

/** What is wrong with an answer. Error statuses that the description leaves out must still be a `basic-error`. */
export function answerViolations(operation: Operation, status: number, body: unknown): readonly string[] {
  return [
    ...answerViolationsBy('github', operation, status, body),
    ...editions.flatMap(({ name, own }) => {
      const form = own.get(operation.id);
      return form === undefined ? [] : answerViolationsBy(name, form, status, body);
    }),
  ];
}

function answerViolationsBy(edition: string, operation: Operation, status: number, body: unknown): readonly string[] {
  const schema = operation.responses[`${status}`];
  if (schema === undefined)
    return status >= 400
      ? violations(edition, `${operation.id} ${status}`, { $ref: '#/schemas/basic-error' }, body)
      : [`${edition} ${operation.id}: ${status} is not described`];
  return schema === null ? [] : violations(edition, `${operation.id} ${status}`, schema, body);
}

function violations(edition: string, what: string, schema: unknown, value: unknown): readonly string[] {
  const name = `${edition} ${what}`;
  const key = `${name} ${JSON.stringify(schema).length}`;
  const validate = compiled.get(key) ?? ajv.compile(fieldsOf(rooted(edition, schema)));
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${name}: ${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
}

/** References point into the one document of the edition's schemas. */
function rooted(edition: string, schema: unknown): unknown {
  if (isList(schema)) return schema.map((one) => rooted(edition, one));
  if (!isFields(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' && value.startsWith('#/')
        ? `${edition}${value}`
        : rooted(edition, value),
    ]),
  );
}

/** GitHub ignores unknown properties; we must not send any. */
function closed(schema: unknown): unknown {
  if (isList(schema)) return schema.map(closed);
  if (!isFields(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isFields(schema['properties']) &&
    schema['additionalProperties'] === undefined &&
    schema['oneOf'] === undefined &&
    schema['anyOf'] === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}
