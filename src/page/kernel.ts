/** The page of one kernel: what the engine wrote, with its links, its source, and the steps of its findings. */
import type {
  IndexKernel,
  KernelPage,
  PagePiece,
  ReportIndex,
  SourcePiece,
  SourceView,
} from '../report/html/contract.ts';
import { addressOf } from './route.ts';
import { all, byId, el } from './element.ts';
import { codeTable, linesOf, paintCode } from './source.ts';
import { connectStepper } from './stepper.ts';
import type { Place } from './stepper.ts';
import type { StepKeys, Stepper } from './step-keys.ts';
import { folderAddress } from './list.ts';
import { piece } from './pieces.ts';
import { save } from './save.ts';

export type Asked = Readonly<{ key: string; finding: string | null; step: number | null }>;

/**
 * False: the report has no such kernel, or another page was asked for meanwhile. `isCurrent`: whether it is still asked
 * for.
 */
export async function showKernel(
  index: ReportIndex,
  asked: Asked,
  keys: StepKeys,
  isCurrent: () => boolean,
): Promise<boolean> {
  const root = byId('kernel');
  const kernel = index.kernels.find(({ key }) => key === asked.key);
  const page = kernel === undefined ? undefined : (await piece<PagePiece>(`pages-${kernel.piece}`))?.[asked.key];
  if (!isCurrent()) return false;
  if (kernel === undefined || page === undefined) {
    root.replaceChildren(
      el('h1', { tabindex: -1 }, 'No such kernel'),
      el('p', {}, 'This report has no kernel at that address. ', el('a', { href: '#/kernels' }, 'All kernels')),
    );
    return false;
  }
  root.innerHTML = page.html;
  root.setAttribute('aria-label', kernel.name);
  connectLinks(root, kernel, index);
  for (const code of all(root, 'code[data-tokens]')) paintCode(code);
  await showViews(root, page.views, kernel, index);
  keys.use(all(root, '[data-steps]').flatMap((holder) => connectSteps(holder, page, { kernel, index, asked }) ?? []));
  for (const button of all(root, 'button[data-picture]')) {
    const id = button.dataset['picture'] ?? '';
    button.addEventListener('click', () =>
      save(`${kernel.name.replace(/\W+/g, '-')}-${id}.svg`, page.pictures[id] ?? '', 'image/svg+xml'),
    );
  }
  return true;
}

function connectLinks(root: HTMLElement, { key }: IndexKernel, index: ReportIndex): void {
  for (const link of all(root, 'a[data-finding]'))
    link.setAttribute('href', addressOf({ kind: 'kernel', key, finding: link.dataset['finding'] ?? null, step: null }));
  for (const link of all(root, 'a[data-folder]'))
    link.setAttribute('href', folderAddress(link.dataset['folder'] ?? ''));
  for (const button of all(root, 'button[data-copy^="#link:"]'))
    button.dataset['copy'] =
      `${location.href.replace(/#.*$/s, '')}${addressOf({ kind: 'kernel', key, finding: (button.dataset['copy'] ?? '').slice(6), step: null })}`;
  for (const link of all(root, 'a.place[href="#"]')) {
    const file = index.files.indexOf(link.dataset['file'] ?? '');
    link.setAttribute('href', '#');
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const row = root.querySelector<HTMLElement>(
        `[data-view="${file}"] [data-number="${link.dataset['line'] ?? ''}"]`,
      );
      if (row === null) return;
      row.scrollIntoView({ block: 'center' });
      for (const one of all(root, 'tr.pointed')) one.classList.remove('pointed');
      row.classList.add('pointed');
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
    });
  }
}

/** The kernel's own source first; the whole file when it is asked for. */
async function showViews(
  root: HTMLElement,
  views: readonly SourceView[],
  kernel: IndexKernel,
  index: ReportIndex,
): Promise<void> {
  const holder = root.querySelector<HTMLElement>('[data-views]');
  if (holder === null) return;
  const shown = await Promise.all(
    views.map(async (view) => {
      const source = await piece<SourcePiece>(`source-${view.file}`);
      return source === null ? null : viewOf(view, source, index);
    }),
  );
  const found = shown.filter((one) => one !== null);
  holder.replaceChildren(
    ...(found.length > 0
      ? found
      : [
          el(
            'p',
            { class: 'note' },
            `The source of ${index.files[kernel.file] ?? 'this file'} could not be read when the report was made.`,
          ),
        ]),
  );
}

function viewOf(view: SourceView, source: SourcePiece, index: ReportIndex): HTMLElement | null {
  const lines = linesOf(source, view.from, view.to);
  if (lines === null) return null;
  const name = index.files[view.file] ?? '';
  const stretch = source.stretches.find(
    ({ first, lines: own }) => first <= view.from && view.from < first + own.length,
  );
  const box = el(
    'div',
    {
      class: 'source-box',
      tabindex: 0,
      role: 'region',
      'aria-label': `Source of ${name}, lines ${view.from} to ${view.to}`,
    },
    codeTable(lines, {
      marks: view.marks,
      inserted: view.inserted,
      before: stretch?.lines.slice(0, view.from - stretch.first) ?? [],
    }),
  );
  const isMore =
    stretch !== undefined && (stretch.first < view.from || stretch.first + stretch.lines.length - 1 > view.to);
  const more = el('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false' }, 'Show more of the file');
  more.addEventListener('click', () => {
    const isOpen = more.getAttribute('aria-expanded') === 'true';
    more.setAttribute('aria-expanded', `${!isOpen}`);
    more.textContent = isOpen ? 'Show more of the file' : 'Show less';
    box.replaceChildren(isOpen || stretch === undefined ? codeTable(lines, view) : codeTable(stretch, view));
    if (!isOpen) box.querySelector(`[data-number="${view.from}"]`)?.scrollIntoView({ block: 'nearest' });
  });
  return el(
    'div',
    { class: 'source-view', 'data-view': view.file },
    el('div', { class: 'part-head' }, el('p', { class: 'file-name' }, name), ...(isMore ? [more] : [])),
    box,
  );
}

type Around = Readonly<{ kernel: IndexKernel; index: ReportIndex; asked: Asked }>;

/** Null: nothing to step through. */
function connectSteps(holder: HTMLElement, page: KernelPage, { kernel, index, asked }: Around): Stepper | null {
  const id = holder.dataset['steps'] ?? '';
  const list = page.steps[id];
  if (list === undefined || list.steps.length === 0) {
    holder.remove();
    return null;
  }
  return connectStepper(holder, list, {
    id,
    index,
    at: asked.finding === id ? asked.step : null,
    onStep: (step, places, who) => {
      rememberStep(kernel.key, id, step);
      pointAt(places, who);
    },
  });
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** In the address, once nobody has stepped on for a moment: browsers refuse to change it often. */
function rememberStep(key: string, finding: string, step: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (location.hash.startsWith(`#/kernel/${key}`))
      history.replaceState(history.state, '', addressOf({ kind: 'kernel', key, finding, step }));
  }, 150);
}

const hasSourceBeside = matchMedia('(min-width: 80rem)');

/** The same lines in the source beside it; that of the thread that acts is brought into sight. */
function pointAt(places: readonly (Place | null)[], active: 0 | 1): void {
  const root = byId('kernel');
  for (const row of all(root, '.source-view tr.here')) row.classList.remove('here', 'here-0', 'here-1');
  places.forEach((place, who) => {
    if (place === null) return;
    const row = root.querySelector(`[data-view="${place.file}"] [data-number="${place.line}"]`);
    row?.classList.add('here', `here-${who}`);
    if (who === active && hasSourceBeside.matches) row?.scrollIntoView({ block: 'nearest' });
  });
}
