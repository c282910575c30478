/**
 * JSON Schema as a type guard, for values of whom nobody can be trusted: the first problem ends the check, and
 * properties that an object only inherits do not count.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { fail, ok } from '../base/result.ts';
import type { Result } from '../base/result.ts';
import { messages } from './wording.ts';

/**
 * `schema` must describe `Value`. The problem is one line: where, and what is wrong there. Beside the keywords of JSON
 * Schema there are those for plain data (base/plain-json.ts): `mapOf`: a map whose values are as described; `numeric`:
 * a number or an integer of any size.
 */
export function schemaGuard<Value>(schema: object): (value: unknown) => Result<Value, string> {
  // compiled when it is first asked, which most runs never do
  let compiled: ValidateFunction<Value> | null = null;
  return (value) => {
    const validate = (compiled ??= validatorOf<Value>(schema));
    if (validate(value)) return ok(value);
    const [error] = validate.errors ?? [];
    return fail(
      `${error === undefined || error.instancePath === '' ? 'the whole' : error.instancePath} ${error?.message ?? messages.notAsDescribed}`,
    );
  };
}

function validatorOf<Value>(schema: object): ValidateFunction<Value> {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, ownProperties: true });
  ajv.addKeyword({
    keyword: 'numeric',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => typeof value === 'number' || typeof value === 'bigint',
  });
  ajv.addKeyword({
    keyword: 'mapOf',
    schemaType: 'object',
    compile: (values: object) => {
      const isValue = ajv.compile(values);
      return (value: unknown) => value instanceof Map && [...value.values()].every((one) => isValue(one));
    },
  });
  return ajv.compile<Value>(schema);
}
