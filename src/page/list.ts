/** The list of kernels: filters with counts, a page of rows at a time, worst first. */
import type { IndexFinding, IndexKernel, ReportIndex } from '../report/html/contract.ts';
import type { Searched } from './choose.ts';
import type { Facet, Filter } from './route.ts';
import { chosenBy, countsOf } from './choose.ts';
import { addressOf, facets, noFilter, orders } from './route.ts';
import { byId, el, prose, unseen } from './element.ts';

const pageLength = 100;
/** Lines of findings that a row shows. */
const shownFindings = 4;

const names: Readonly<Record<string, string>> = {
  verdict: 'Verdict',
  severity: 'Severity',
  status: 'Status',
  code: 'Code',
  worst: 'Worst first',
  name: 'Name',
  file: 'File',
  time: 'Slowest first',
  drf: 'race-free',
};
const marks: Readonly<Record<string, string>> = {
  racy: '✗',
  conditional: '~',
  drf: '✓',
  unknown: '?',
  unsupported: '–',
  error: '●',
  warning: '▲',
  info: 'ℹ',
};
const known: Readonly<Record<Facet, readonly string[]>> = {
  verdict: ['racy', 'unknown', 'unsupported', 'conditional', 'drf'],
  severity: ['error', 'warning', 'info'],
  status: ['confirmed', 'possible'],
  code: [],
};

export type ListView = Readonly<{ show: (filter: Filter) => void }>;

/** `go`: to another filter; `isSame`: the address changes in place, so that back leaves the list. */
export function createList(searched: Searched, go: (filter: Filter, isSame: boolean) => void): ListView {
  const { index } = searched;
  const root = byId('list');
  let filter = noFilter;
  const title = el('h1', { id: 'list-title', tabindex: -1 }, 'Kernels');
  const status = el('p', { class: 'count-line', role: 'status' });
  const chosen = el('div', { class: 'chosen' });
  const sort = el(
    'select',
    { id: 'sort' },
    ...orders.map((order) => el('option', { value: order }, names[order] ?? order)),
  );
  sort.addEventListener('change', () =>
    go({ ...filter, sort: orders.find((order) => order === sort.value) ?? 'worst', page: 1 }, true),
  );
  const groups = facets.map((facet) =>
    createFacet(facet, index, (values) =>
      go({ ...filter, chosen: { ...filter.chosen, [facet]: values }, page: 1 }, true),
    ),
  );
  const folder = createFolder(index, (value) => go({ ...filter, folder: value, page: 1 }, true));
  const form = el(
    'form',
    { class: 'filters', role: 'search', 'aria-label': 'Filters' },
    ...groups.map(({ element }) => element),
    folder.element,
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  const filters = el('details', { class: 'filter-box' }, el('summary', {}, 'Filters'), form);
  const rows = el('ol', { class: 'rows' });
  const pages = el('nav', { class: 'pages', 'aria-label': 'Pages' });
  const wide = matchMedia('(min-width: 62rem)');
  const fold = (): void => {
    filters.open = wide.matches;
  };
  wide.addEventListener('change', fold);
  fold();
  root.replaceChildren(
    el('header', { class: 'page-head list-head' }, title, el('label', { class: 'sort' }, 'Sort by ', sort)),
    el('div', { class: 'list-body' }, filters, el('div', { class: 'list-main' }, status, chosen, rows, pages)),
  );
  return {
    show: (next) => {
      filter = next;
      const numbers = chosenBy(searched, filter);
      const last = Math.max(1, Math.ceil(numbers.length / pageLength));
      const page = Math.min(filter.page, last);
      const from = (page - 1) * pageLength;
      sort.value = filter.sort;
      for (const { facet, update } of groups) update(countsOf(searched, filter, facet), filter.chosen[facet]);
      folder.update(filter.folder);
      const shownHere = numbers.slice(from, from + pageLength);
      status.textContent =
        numbers.length === 0
          ? 'No kernel is like that.'
          : `${numbers.length === index.kernels.length ? 'All' : `${numbers.length} of`} ${index.kernels.length} kernels${last > 1 ? `, ${from + 1} to ${from + shownHere.length} shown` : ''}`;
      chosen.replaceChildren(...chips(filter, index));
      rows.start = from + 1;
      rows.replaceChildren(
        ...shownHere.flatMap((k) => {
          const kernel = index.kernels[k];
          return kernel === undefined ? [] : [rowOf(kernel, index, filter)];
        }),
      );
      pages.replaceChildren(...pageLinks(filter, page, last));
    },
  };
}

// Filters -------------------------------------------------------------------------------------------------------------

type FacetView = Readonly<{
  facet: Facet;
  element: HTMLElement;
  update: (counts: ReadonlyMap<string, number>, chosen: readonly string[]) => void;
}>;

function createFacet(facet: Facet, index: ReportIndex, choose: (values: readonly string[]) => void): FacetView {
  const values = facet === 'code' ? Object.keys(index.codes) : known[facet];
  const boxes = values.map((value) => {
    const input = el('input', { type: 'checkbox', name: facet, value });
    const count = el('span', { class: 'facet-count' });
    const label = el(
      'label',
      { class: `choice ${value}` },
      input,
      el('span', { class: 'mark', 'aria-hidden': 'true' }, marks[value] ?? ''),
      el('span', { class: 'choice-name', title: index.codes[value] ?? null }, names[value] ?? value),
      count,
    );
    return { value, input, count, label };
  });
  const element = el(
    'fieldset',
    { hidden: values.length === 0 },
    el('legend', {}, names[facet] ?? facet),
    ...boxes.map(({ label }) => label),
  );
  element.addEventListener('change', () =>
    choose(boxes.filter(({ input }) => input.checked).map(({ value }) => value)),
  );
  return {
    facet,
    element,
    update: (counts, chosen) => {
      for (const { value, input, count, label } of boxes) {
        const n = counts.get(value) ?? 0;
        input.checked = chosen.includes(value);
        count.textContent = `${n}`;
        label.classList.toggle('zero', n === 0 && !input.checked);
      }
    },
  };
}

type FolderView = Readonly<{ element: HTMLElement; update: (folder: string) => void }>;

/** A field that knows the folders. */
function createFolder(index: ReportIndex, choose: (folder: string) => void): FolderView {
  const folders = new Set(
    index.files
      .flatMap((file) => file.split('/').flatMap((_, k, parts) => (k === 0 ? [] : [parts.slice(0, k).join('/')])))
      .filter((folder) => folder !== ''),
  );
  const input = el('input', {
    type: 'text',
    list: 'folders',
    id: 'folder',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'any',
  });
  input.addEventListener('change', () => choose(input.value.trim().replace(/(.)\/+$/, '$1')));
  const element = el(
    'fieldset',
    {},
    el('legend', {}, el('label', { for: 'folder' }, 'Folder or file')),
    input,
    el(
      'datalist',
      { id: 'folders' },
      ...[...folders]
        .sort()
        .slice(0, 2000)
        .map((value) => el('option', { value })),
    ),
  );
  return {
    element,
    update: (folder) => {
      input.value = folder;
    },
  };
}

/** What is chosen, each with a way to let go of it. */
function chips(filter: Filter, index: ReportIndex): readonly Node[] {
  const chip = (words: string, without: Filter): HTMLElement =>
    el(
      'a',
      { class: 'chip-link', href: addressOf({ kind: 'list', filter: { ...without, page: 1 } }) },
      words,
      unseen(', take this filter off'),
      el('span', { 'aria-hidden': 'true' }, '×'),
    );
  const out = [
    ...facets.flatMap((facet) =>
      filter.chosen[facet].map((value) =>
        chip(names[value] ?? value, {
          ...filter,
          chosen: { ...filter.chosen, [facet]: filter.chosen[facet].filter((one) => one !== value) },
        }),
      ),
    ),
    ...(filter.folder === '' ? [] : [chip(`in ${filter.folder}`, { ...filter, folder: '' })]),
    ...(filter.reason === null
      ? []
      : [chip(`reason: ${index.reasons[filter.reason] ?? '?'}`, { ...filter, reason: null })]),
    ...(filter.text === '' ? [] : [chip(`“${filter.text}”`, { ...filter, text: '' })]),
  ];
  return out.length < 2 ? out : [...out, el('a', { class: 'clear', href: '#/kernels' }, 'Clear all')];
}

// Rows ----------------------------------------------------------------------------------------------------------------

function rowOf(kernel: IndexKernel, index: ReportIndex, { chosen }: Filter): HTMLElement {
  const file = index.files[kernel.file] ?? '';
  const address = addressOf({ kind: 'kernel', key: kernel.key, finding: null, step: null });
  const fits = (finding: IndexFinding): boolean =>
    (['severity', 'status', 'code'] as const).every(
      (facet) => chosen[facet].length === 0 || chosen[facet].includes(finding[facet]),
    );
  const wanted = kernel.findings.filter(fits);
  const findings = [...wanted, ...kernel.findings.filter((finding) => !wanted.includes(finding))];
  return el(
    'li',
    { class: 'row' },
    el(
      'div',
      { class: 'row-head' },
      el(
        'span',
        { class: `badge ${kernel.verdict}` },
        el('span', { class: 'mark', 'aria-hidden': 'true' }, marks[kernel.verdict] ?? ''),
        names[kernel.verdict] ?? kernel.verdict,
      ),
      el('a', { class: 'name', href: address }, el('code', {}, kernel.name)),
      el('span', { class: 'quiet-words path' }, `${file}:${kernel.line}`),
    ),
    ...(findings.length > 0
      ? [
          el(
            'ul',
            { class: 'row-findings' },
            ...findings.slice(0, shownFindings).map((finding) => findingItem(finding, kernel)),
            ...(findings.length > shownFindings
              ? [el('li', {}, el('a', { href: address }, `and ${findings.length - shownFindings} more`))]
              : []),
          ),
        ]
      : []),
    ...(findings.length === 0 && kernel.verdict !== 'drf' ? [el('p', { class: 'row-why' }, ...prose(kernel.why))] : []),
  );
}

const findingItem = ({ id, code, severity, status, message, aside }: IndexFinding, kernel: IndexKernel): HTMLElement =>
  el(
    'li',
    {},
    el(
      'a',
      { href: addressOf({ kind: 'kernel', key: kernel.key, finding: id, step: null }) },
      el(
        'span',
        { class: `severity ${severity}` },
        el('span', { class: 'mark', 'aria-hidden': 'true' }, marks[severity] ?? ''),
        unseen(severity),
      ),
      ' ',
      el('span', { class: 'chip' }, code),
      ' ',
      ...(status === 'possible' ? [el('span', { class: 'chip possible' }, status), ' '] : []),
      ...(aside === '' ? [] : [el('span', { class: 'chip aside' }, aside), ' ']),
      el('span', { class: 'message' }, ...prose(message)),
    ),
  );

function pageLinks(filter: Filter, page: number, last: number): readonly Node[] {
  if (last === 1) return [];
  const link = (to: number, words: string): HTMLElement =>
    to < 1 || to > last || to === page
      ? el('span', { class: 'page off', 'aria-current': to === page ? 'page' : null }, words)
      : el('a', { class: 'page', href: addressOf({ kind: 'list', filter: { ...filter, page: to } }) }, words);
  const near = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((one) => one >= 1 && one <= last)
    .sort((a, b) => a - b);
  return [
    link(page - 1, 'Previous'),
    ...near.flatMap((one, k) => [
      ...(k > 0 && one - (near[k - 1] ?? 0) > 1 ? [el('span', { class: 'dots' }, '…')] : []),
      link(one, `${one}`),
    ]),
    link(page + 1, 'Next'),
  ];
}

/** The kernels of a folder, for the way up from a kernel's page. */
export const folderAddress = (folder: string): string => addressOf({ kind: 'list', filter: { ...noFilter, folder } });
