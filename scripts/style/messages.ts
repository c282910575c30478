/**
 * `docs/messages.md` is printed from the tables `messages` in `src/<stage>/wording.ts`, so that a person can read
 * through all that the program reports. `node scripts/style.ts --write` renews it. Slots stay as they are: `{name}`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findingCodes, inputCodes, limitCodes } from '../../src/verdict/catalogue.ts';
import { type Complaint, filesBelow, root, textIfThere } from '../source-tree.ts';

const page = 'docs/messages.md';
const introduction = `# Messages

Every message template of Syncwright, printed from the tables in \`src/*/wording.ts\` by \`node scripts/style.ts --write\`; do not edit this page.
\`{name}\` is a slot that is filled in. Many messages are parts of a sentence: reasons start with a line number, as in "line 12: inline assembly is
not modelled", and some slots take other messages. The terms are explained in the [glossary](glossary.md).
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ↵ ').replaceAll('<', '&lt;');

/** One section for each table: the key, by which the text is found in the source, and the text. */
async function sections(): Promise<readonly string[]> {
  const tables = filesBelow('src', (path) => path.endsWith('/wording.ts'));
  return await Promise.all(
    tables.map(async (path) => {
      const exported: unknown = await import(pathToFileURL(join(root, path)).href);
      const table: unknown =
        typeof exported === 'object' && exported !== null ? Reflect.get(exported, 'messages') : undefined;
      const rows =
        typeof table === 'object' && table !== null
          ? Object.entries(table).map(([key, text]) => `| ${key} | ${cell(String(text))} |`)
          : [];
      return [
        `## ${path.slice('src/'.length, -'/wording.ts'.length)}`,
        '',
        '| key | message |',
        '| --- | --- |',
        ...rows,
      ].join('\n');
    }),
  );
}

function codes(): string {
  const rows = [
    ...findingCodes.map(({ code, title, summary }) => `| ${code} | ${cell(`${title}. ${summary}`)} |`),
    ...[...limitCodes, ...inputCodes].map(({ code, title }) => `| ${code} | ${cell(title)} |`),
  ];
  return ['## Codes', '', '| code | title |', '| --- | --- |', ...rows].join('\n');
}

export async function check(write: boolean): Promise<readonly Complaint[]> {
  const text = [introduction, codes(), ...(await sections())].join('\n\n').replace(/\n{3,}/g, '\n\n') + '\n';
  if (textIfThere(page) === text) return [];
  if (!write)
    return [{ path: page, line: null, text: 'is not what src/*/wording.ts holds: node scripts/style.ts --write' }];
  writeFileSync(join(root, page), text);
  return [];
}
