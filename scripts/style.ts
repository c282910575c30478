/**
 * Why: the sentences of STYLE that a script can check stay true only if one does. One file each in scripts/style/.
 * (Types, switches and purity: oxlint.config.ts. Imports: scripts/arrows.ts.)
 *
 * Run: node scripts/style.ts [--write] (--write renews what is generated: the tables of docs/action.md,
 * docs/messages.md)
 */
import { report } from './source-tree.ts';
import { check as architecture } from './style/architecture.ts';
import { check as cases } from './style/cases.ts';
import { check as citations } from './style/citations.ts';
import { check as codes } from './style/codes.ts';
import { check as headers } from './style/headers.ts';
import { check as inputs } from './style/inputs.ts';
import { check as length } from './style/length.ts';
import { check as messages } from './style/messages.ts';
import { check as names } from './style/names.ts';
import { check as syntax } from './style/syntax.ts';
import { check as todo } from './style/todo.ts';

const write = process.argv.includes('--write');
report(
  'style',
  [
    names(),
    length(),
    headers(),
    todo(),
    syntax(),
    citations(),
    codes(),
    cases(),
    architecture(),
    inputs(write),
    await messages(write),
  ].flat(),
);
