/**
 * The files of audits that `merge` was given, by name or in folders. In a folder they are known by how they begin,
 * whatever they are called; what is none, though its name ends like theirs, is left out and named. So is a whole audit
 * that lies beside shards: most often what `merge` wrote before.
 */
import { readdirSync, realpathSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { RecordIndex } from '../audit/record-file.ts';
import { canBeAuditFile } from '../audit/disk.ts';
import { indexOf, isAuditFile } from '../audit/record-file.ts';
import { plural } from '../report/wording.ts';
import { UsageError } from './io.ts';
import { isDirectory } from './repository.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `notes`: what was left out, a line each. */
export type MergeFiles = Readonly<{ indices: readonly RecordIndex[]; notes: readonly string[] }>;

/** Throws what the file system throws. */
export function mergeFiles(paths: readonly string[]): MergeFiles {
  const found = paths.map(filesAt);
  const all = found.flatMap(({ files, isFolder }) => files.map((path) => ({ isFolder, index: readIndex(path) })));
  const hasShards = all.some(({ index }) => index.header.shard[1] > 1);
  const isBeside = ({ isFolder, index }: (typeof all)[number]): boolean =>
    hasShards && isFolder && index.header.shard[1] === 1;
  const note = (left: readonly string[], one: string, many: string): readonly string[] =>
    left.length === 0
      ? []
      : [
          `skipped: ${left.slice(0, mostNamed).join(', ')}${left.length > mostNamed ? ` and ${plural(left.length - mostNamed, 'other')}` : ''}, which ${left.length === 1 ? one : many}`,
        ];
  return {
    indices: all.filter((one) => !isBeside(one)).map(({ index }) => index),
    notes: [
      ...note(
        found.flatMap(({ others }) => others),
        'is not a file of an audit',
        'are not files of an audit',
      ),
      ...note(
        all.filter(isBeside).map(({ index }) => index.path),
        'is a whole audit beside shards',
        'are whole audits beside shards',
      ),
    ],
  };
}

const mostNamed = 5;
const nameOfAudits = /\.jsonl$/i;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** `others`: not of an audit, though called so. */
type Found = Readonly<{ isFolder: boolean; files: readonly string[]; others: readonly string[] }>;

function filesAt(path: string): Found {
  if (!isDirectory(path)) return { isFolder: false, files: [path], others: [] };
  const files = new Map<string, string>();
  const others: string[] = [];
  const waiting = [path];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const item of entriesOf(folder, folder === path).filter(({ name }) => !skipped.has(name))) {
      const below = join(folder, item.name);
      if (item.isDirectory()) waiting.push(below);
      else if (isAuditFile(below)) files.set(realpathSync(below), files.get(realpathSync(below)) ?? below);
      else if (nameOfAudits.test(item.name)) others.push(below);
    }
  }
  return { isFolder: true, files: [...files.values()].sort(), others: others.sort() };
}

/** In the order of their names. What cannot be opened below the folder that was named holds nothing for us. */
function entriesOf(folder: string, isNamed: boolean): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isNamed) throw error;
    return [];
  }
}

function readIndex(path: string): RecordIndex {
  if (!canBeAuditFile(path)) throw new UsageError(fill(messages.irregular, { path }));
  const index = indexOf(path);
  if (!index.ok) throw new UsageError(index.problem);
  return index.value;
}
