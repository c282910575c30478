/** STYLE 22 and 23: every code has its page, and every page its code. */
import { findingCodes, inputCodes, limitCodes, retiredCodes } from '../../src/verdict/catalogue.ts';
import { type Complaint, filesBelow, textOf } from '../source-tree.ts';

export function check(): readonly Complaint[] {
  const codes = [...findingCodes, ...limitCodes, ...inputCodes, ...retiredCodes].map(({ code }) => code);
  const pages = filesBelow('docs/codes', (path) => /\/S[WLI]\d+\.md$/.test(path));
  const missing = codes.filter((code) => !pages.includes(`docs/codes/${code}.md`))
    .map((code) => ({ path: 'src/verdict/catalogue.ts', line: null, text: `${code} has no page docs/codes/${code}.md (STYLE 23)` }));
  const stray = pages.filter((page) => !codes.some((code) => page === `docs/codes/${code}.md`))
    .map((path) => ({ path, line: null, text: 'is the page of no code in src/verdict/catalogue.ts' }));
  const incomplete = findingCodes.map(({ code }) => `docs/codes/${code}.md`).filter((page) => pages.includes(page))
    .filter((page) => (textOf(page).match(/^```/gm) ?? []).length < 4)
    .map((path) => ({ path, line: null, text: 'shows not both a kernel with the bug and a corrected one (STYLE 23)' }));
  const twice = codes.filter((code, at) => codes.indexOf(code) !== at)
    .map((code) => ({ path: 'src/verdict/catalogue.ts', line: null, text: `${code} is used twice (STYLE 22)` }));
  return [...missing, ...stray, ...incomplete, ...twice];
}
