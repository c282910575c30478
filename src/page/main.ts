/**
 * The script of the HTML report (docs/decisions/0014-html-report.md): shows the view that the address names, and
 * connects what can be pressed. It asks no network for anything, and puts no text together to HTML.
 */
import type { ReportIndex } from '../report/html/contract.ts';
import type { Filter, Route } from './route.ts';
import { addressOf, noFilter, routeOf } from './route.ts';
import { all, byId } from './element.ts';
import { applyTheme, connectTheme } from './theme.ts';
import { copy } from './save.ts';
import { createList } from './list.ts';
import { piece } from './pieces.ts';
import { searchable } from './choose.ts';
import { showKernel } from './kernel.ts';
import { listenForStepKeys } from './step-keys.ts';

applyTheme();
document.documentElement.classList.add('scripted');
document.addEventListener('DOMContentLoaded', () => void start());

async function start(): Promise<void> {
  const index = await piece<ReportIndex>('index');
  if (index === null) return;
  let list: ReturnType<typeof createList> | null = null;
  const search = document.querySelector<HTMLInputElement>('#search');
  const theme = document.querySelector<HTMLSelectElement>('#theme');
  if (theme !== null) connectTheme(theme);
  const base = document.title;
  const keys = listenForStepKeys();
  let shown = 0;

  /** `isFirst`: nobody has moved yet, so the focus stays where the browser puts it. */
  const show = async (isFirst: boolean, scroll: number | null): Promise<void> => {
    const route = routeOf(location.hash);
    if (route === null) return;
    shown += 1;
    const mine = shown;
    if (route.kind === 'list') {
      list ??= createList(searchable(index), go);
      list.show(route.filter);
    }
    const kernel = route.kind === 'kernel' ? index.kernels.find(({ key }) => key === route.key) : undefined;
    if (route.kind === 'kernel') await showKernel(index, route, keys, () => mine === shown);
    if (mine !== shown) return;
    for (const view of ['overview', 'list', 'kernel'] as const) byId(view).hidden = view !== route.kind;
    document.title =
      route.kind === 'overview'
        ? base
        : `${route.kind === 'list' ? 'Kernels' : (kernel?.name ?? 'No such kernel')} · ${index.title} · Syncwright`;
    for (const link of all(document, '[data-nav]'))
      link.toggleAttribute('aria-current', link.dataset['nav'] === (route.kind === 'kernel' ? 'list' : route.kind));
    if (search !== null && document.activeElement !== search)
      search.value = route.kind === 'list' ? route.filter.text : '';
    if (document.activeElement !== search) land(route, isFirst, scroll);
  };

  /** Shows another filter. In place, where the list is already seen. */
  function go(filter: Filter, isSame: boolean): void {
    const address = addressOf({ kind: 'list', filter });
    if (isSame) history.replaceState(history.state, '', address);
    else history.pushState(null, '', address);
    void show(true, window.scrollY);
  }

  const searched = (): void => {
    const route = routeOf(location.hash);
    const isList = route?.kind === 'list';
    go({ ...(isList ? route.filter : noFilter), text: search?.value ?? '', page: 1 }, isList);
  };
  search?.addEventListener('input', searched);
  search?.closest('label')?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') byId('list').querySelector<HTMLElement>('.rows a')?.focus();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLSelectElement ||
      event.target instanceof HTMLTextAreaElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search?.focus();
    search?.select();
  });
  document.addEventListener('click', (event) => void pressed(event));
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', (event) => {
    const state: unknown = event.state;
    const scroll: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'scroll') : null;
    void show(false, typeof scroll === 'number' ? scroll : null);
  });
  await show(true, null);
  document.documentElement.classList.add('ready');
}

/** Links within the page remember where it was left; buttons that copy do. */
async function pressed(event: MouseEvent): Promise<void> {
  const target =
    event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#"], button[data-copy]') : null;
  if (target === null) return;
  if (target instanceof HTMLButtonElement) return copy(target);
  const href = target.getAttribute('href') ?? '';
  if (href === '#main' || href === '#problems') {
    event.preventDefault();
    const place = byId(href.slice(1));
    place.tabIndex = -1;
    place.focus();
    place.scrollIntoView();
  } else if (href.startsWith('#/')) history.replaceState({ scroll: window.scrollY }, '');
}

/** Focus and scroll go to what was asked for. */
function land(route: Route, isFirst: boolean, scroll: number | null): void {
  const finding = route.kind === 'kernel' && route.finding !== null ? document.getElementById(route.finding) : null;
  const place =
    route.kind === 'kernel' && route.step !== null
      ? (finding?.querySelector<HTMLElement>('.stepper') ?? finding)
      : finding;
  if (scroll !== null) window.scrollTo(0, scroll);
  else if (place === null) window.scrollTo(0, 0);
  else place.scrollIntoView();
  if (finding !== null) showSourceOf(finding.id);
  if (!isFirst) (finding ?? byId(route.kind)).querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
}

/** Scrolls the source beside the finding to its first mark; nothing else moves. */
function showSourceOf(finding: string): void {
  const beside = document.querySelector('#kernel .sources');
  const row = [...(beside?.querySelectorAll('.line-note') ?? [])]
    .find(({ textContent }) => textContent.startsWith(`${finding}: `))
    ?.closest('tr');
  if (!beside || !row) return;
  beside.scrollTop += row.getBoundingClientRect().top - beside.getBoundingClientRect().top - beside.clientHeight / 3;
}
