/**
 * STYLE 40: action.yml is the one source of the tables of inputs and outputs in docs/action.md. `node scripts/style.ts
 * --write` renews them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Complaint, root, textIfThere } from '../source-tree.ts';

const page = 'docs/action.md';

type Entry = Readonly<{ name: string; fields: ReadonlyMap<string, string> }>;

const unquoted = (value: string): string =>
  /^(['"]).*\1$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;

/**
 * The entries of one section of action.yml, which we keep to a subset of YAML: two blanks before a name, four before
 * `description:`, `default:` and `required:`, each value on its line.
 */
export function entriesOf(yaml: string, section: string): readonly Entry[] {
  const lines = yaml.split('\n');
  const start = lines.indexOf(`${section}:`);
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && /^\S/.test(line));
  const entries: { name: string; fields: Map<string, string> }[] = [];
  for (const line of lines.slice(start + 1, end < 0 ? undefined : end)) {
    const name = /^ {2}([\w-]+):\s*$/.exec(line)?.[1];
    const [, field, value] = /^ {4}([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) entries.push({ name, fields: new Map() });
    else if (field !== undefined && value !== undefined) entries.at(-1)?.fields.set(field, unquoted(value));
  }
  return entries;
}

export function tables(yaml: string): string {
  const inputs = entriesOf(yaml, 'inputs').map(({ name, fields }) => {
    const initial = fields.get('default') ?? '';
    return `| \`${name}\` | ${initial === '' ? '' : `\`${initial}\``} | ${fields.get('description') ?? ''} |`;
  });
  const outputs = entriesOf(yaml, 'outputs').map(
    ({ name, fields }) => `| \`${name}\` | ${fields.get('description') ?? ''} |`,
  );
  return [
    '| input | default | meaning |',
    '| --- | --- | --- |',
    ...inputs,
    '',
    '| output | meaning |',
    '| --- | --- |',
    ...outputs,
  ].join('\n');
}

const begin = '<!-- made from action.yml by: node scripts/style.ts --write -->';
const finish = '<!-- end of what is made from action.yml -->';

export function withTables(readme: string, yaml: string): string | null {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(finish);
  return from < 0 || to < from ? null : `${readme.slice(0, from)}${begin}\n${tables(yaml)}\n${readme.slice(to)}`;
}

export function check(write: boolean): readonly Complaint[] {
  const yaml = textIfThere('action.yml');
  const readme = textIfThere(page);
  if (yaml === null || readme === null)
    return [{ path: yaml === null ? 'action.yml' : page, line: null, text: 'is missing' }];
  const renewed = withTables(readme, yaml);
  if (renewed === null)
    return [{ path: page, line: null, text: `has no place for the tables of action.yml: ${begin}` }];
  if (renewed === readme) return [];
  if (!write)
    return [
      {
        path: page,
        line: null,
        text: 'its tables of inputs and outputs are not those of action.yml: node scripts/style.ts --write',
      },
    ];
  writeFileSync(join(root, page), renewed);
  return [];
}
