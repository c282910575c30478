/** docs/report.schema.json, compiled: what in a JSON report is not as it says. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const schema: unknown = JSON.parse(readFileSync(new URL('../docs/report.schema.json', import.meta.url), 'utf8'));
if (typeof schema !== 'object' || schema === null) throw new Error('docs/report.schema.json is no object');
const fits = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }).compile(
  schema,
);

export function schemaProblems(report: unknown): readonly string[] {
  return fits(report) ? [] : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
