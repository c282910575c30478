/**
 * JSON Schema (2020-12) for values that come from outside: configuration, artifacts. With guard.ts the only user of
 * `ajv`.
 * Needs: a schema that is our own, and a value of plain data. Gives: what is wrong, each with its place and in words.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { nearestFirst } from '../base/nearest.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `path`: the keys and indices that lead to the value (to the key itself where that is unknown). */
export type SchemaProblem = Readonly<{ path: readonly string[]; text: string }>;
export type SchemaCheck = (value: unknown) => readonly SchemaProblem[];

/** `most` problems are told at most. Texts name the value by the `title` of its part of the schema. */
export function schemaCheck(schema: object, most = 20): SchemaCheck {
  // compiled when it is first asked: most runs have nothing to check, and compiling takes 0.2 s
  let compiled: ValidateFunction | null = null;
  return (value) => {
    const validate = (compiled ??= new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: false,
      messages: true,
    }).compile(schema));
    if (validate(value)) return [];
    const problems = new Map(
      (validate.errors ?? []).flatMap((error) => problemOf(error)).map((one) => [JSON.stringify(one), one]),
    );
    return [...problems.values()].slice(0, most);
  };
}

/** What a keyword that only joins others says is left out: they have said it. */
function problemOf(error: ErrorObject): readonly SchemaProblem[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown = String(parameter(error, 'additionalProperty'));
      return [
        {
          path: [...path, unknown],
          text: fill(messages.unknownKey, { key: quoted(unknown), known: suggestion(unknown, knownKeys(error)) }),
        },
      ];
    }
    case 'propertyNames':
      return [
        {
          path: [...path, String(parameter(error, 'propertyName'))],
          text: fill(messages.isNot, {
            place: quoted(String(parameter(error, 'propertyName'))),
            expected: titleOf(partOf(error.parentSchema, 'propertyNames')) ?? messages.allowedName,
          }),
        },
      ];
    case 'required':
      return [{ path, text: fill(messages.isMissing, { place: quoted(String(parameter(error, 'missingProperty'))) }) }];
    case 'enum':
    case 'const':
      return [
        {
          path,
          text: fill(messages.mustBeOneOf, {
            place: subject(path),
            actual: shown(error.data),
            allowed: allowed(error).map(String).join(', '),
          }),
        },
      ];
    case 'if':
    case 'anyOf':
    case 'oneOf':
      return [];
    default:
      return error.propertyName === undefined
        ? [
            {
              path,
              text: fill(messages.mustBe, {
                place: subject(path),
                actual: shown(error.data),
                expected: titleOf(error.parentSchema) ?? (error.message ?? 'otherwise').replace(/^must (be )?/, ''),
              }),
            },
          ]
        : [];
  }
}

/** `"level"`, or an entry of a list by the list's name. */
function subject(path: readonly string[]): string {
  const key = path.at(-1) ?? 'the file';
  return /^\d+$/.test(key) ? fill(messages.anEntry, { list: quoted(path.at(-2) ?? 'the list') }) : quoted(key);
}

const quoted = (text: string): string => `"${text.slice(0, 60)}${text.length > 60 ? '…' : ''}"`;

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? messages.aSetOfKeys
    : typeof value === 'string'
      ? quoted(value)
      : JSON.stringify(value);
}

const parameter = (error: ErrorObject, name: string): unknown => partOf(error.params, name);

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function titleOf(schema: unknown): string | null {
  const title = partOf(schema, 'title');
  return typeof title === 'string' ? title : null;
}

function allowed(error: ErrorObject): readonly unknown[] {
  const values = parameter(error, 'allowedValues');
  return Array.isArray(values) ? values : [parameter(error, 'allowedValue')];
}

function knownKeys(error: ErrorObject): readonly string[] {
  const properties = partOf(error.parentSchema, 'properties');
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function suggestion(unknown: string, known: readonly string[]): string {
  return known.length === 0 ? '' : fill(messages.known, { keys: nearestFirst(unknown.slice(0, 60), known).join(', ') });
}
