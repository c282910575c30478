/**
 * STYLE 22 and 23: every code of a finding has its page, and every page its code. Limits and problems of the input,
 * which no kernel can show, share docs/limits.md, a row each.
 */
import { findingCodes, inputCodes, limitCodes, retiredCodes } from '../../src/verdict/catalogue.ts';
import { type Complaint, filesBelow, textIfThere, textOf } from '../source-tree.ts';

export function check(): readonly Complaint[] {
  const others = [...limitCodes, ...inputCodes].map(({ code }) => code);
  const codes = [...findingCodes, ...retiredCodes].map(({ code }) => code).filter((code) => code.startsWith('SW'));
  const pages = filesBelow('docs/codes', (path) => /\.md$/.test(path));
  const missing = codes
    .filter((code) => !pages.includes(`docs/codes/${code}.md`))
    .map((code) => ({
      path: 'src/verdict/catalogue.ts',
      line: null,
      text: `${code} has no page docs/codes/${code}.md (STYLE 23)`,
    }));
  const stray = pages
    .filter((page) => !codes.some((code) => page === `docs/codes/${code}.md`))
    .map((path) => ({ path, line: null, text: 'is the page of no code in src/verdict/catalogue.ts' }));
  const incomplete = findingCodes
    .map(({ code }) => `docs/codes/${code}.md`)
    .filter((page) => pages.includes(page))
    .filter((page) => (textOf(page).match(/^```/gm) ?? []).length < 4)
    .map((path) => ({ path, line: null, text: 'shows not both a kernel with the bug and a corrected one (STYLE 23)' }));
  const rows = [...(textIfThere('docs/limits.md') ?? '').matchAll(/^\| (S[LI]\d+) \|/gm)].map(
    (match) => match[1] ?? '',
  );
  const unexplained = others
    .filter((code) => !rows.includes(code))
    .map((code) => ({ path: 'docs/limits.md', line: null, text: `has no row for ${code} (STYLE 23)` }));
  const unknown = rows
    .filter((code) => !others.includes(code))
    .map((code) => ({ path: 'docs/limits.md', line: null, text: `${code} is no code of src/verdict/catalogue.ts` }));
  const every = [...findingCodes, ...limitCodes, ...inputCodes, ...retiredCodes].map(({ code }) => code);
  const twice = every
    .filter((code, at) => every.indexOf(code) !== at)
    .map((code) => ({ path: 'src/verdict/catalogue.ts', line: null, text: `${code} is used twice (STYLE 22)` }));
  return [...missing, ...stray, ...incomplete, ...unexplained, ...unknown, ...twice];
}
