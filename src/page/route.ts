/**
 * Addresses of the page: `#/` the overview, `#/kernels?verdict=racy&q=sum` a list, `#/kernel/KEY/F3?step=4` a kernel, a
 * finding of it, a step. Pure: what cannot be read is left out, so that any address leads somewhere.
 */
export const facets = ['verdict', 'severity', 'status', 'code'] as const;
export type Facet = (typeof facets)[number];
export const orders = ['worst', 'name', 'file', 'time'] as const;
export type Order = (typeof orders)[number];

/** A facet without values does not narrow. `reason`: its number; null: any. `page`: from 1. */
export type Filter = Readonly<{
  text: string;
  chosen: Readonly<Record<Facet, readonly string[]>>;
  folder: string;
  reason: number | null;
  sort: Order;
  page: number;
}>;
export type Route =
  | Readonly<{ kind: 'overview' }>
  | Readonly<{ kind: 'list'; filter: Filter }>
  | Readonly<{ kind: 'kernel'; key: string; finding: string | null; step: number | null }>;

export const noFilter: Filter = {
  text: '',
  chosen: { verdict: [], severity: [], status: [], code: [] },
  folder: '',
  reason: null,
  sort: 'worst',
  page: 1,
};

/** Null: an address of something else, such as `#problems`. */
export function routeOf(hash: string): Route | null {
  if (hash === '' || hash === '#' || hash === '#/') return { kind: 'overview' };
  if (!hash.startsWith('#/')) return null;
  const [path = '', query = ''] = hash.slice(2).split(/\?(.*)/s);
  const given = new URLSearchParams(query);
  const [name, key = '', finding = ''] = path.split('/');
  if (name === 'kernels') return { kind: 'list', filter: filterOf(given) };
  if (name === 'kernel' && /^[\w-]+$/.test(key))
    return { kind: 'kernel', key, finding: /^F\d+$/.test(finding) ? finding : null, step: numberOf(given.get('step')) };
  return { kind: 'overview' };
}

function filterOf(given: URLSearchParams): Filter {
  const list = (facet: Facet): readonly string[] => [
    ...new Set((given.get(facet) ?? '').split(',').filter((value) => /^\w+$/.test(value))),
  ];
  const reason = given.get('reason');
  const sort = orders.find((order) => order === given.get('sort')) ?? 'worst';
  return {
    text: given.get('q') ?? '',
    folder: given.get('folder') ?? '',
    sort,
    page: numberOf(given.get('page')) ?? 1,
    reason: reason !== null && /^\d{1,6}$/.test(reason) ? Number(reason) : null,
    chosen: { verdict: list('verdict'), severity: list('severity'), status: list('status'), code: list('code') },
  };
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null;

export function addressOf(route: Route): string {
  switch (route.kind) {
    case 'overview':
      return '#/';
    case 'list':
      return `#/kernels${queryOf(route.filter)}`;
    case 'kernel':
      return `#/kernel/${route.key}${route.finding === null ? '' : `/${route.finding}`}${route.step === null ? '' : `?step=${route.step}`}`;
  }
}

function queryOf({ text, chosen, folder, reason, sort, page }: Filter): string {
  const pairs = [
    ...facets.flatMap((facet) => (chosen[facet].length === 0 ? [] : [`${facet}=${chosen[facet].join(',')}`])),
    ...(folder === '' ? [] : [`folder=${encodeURIComponent(folder)}`]),
    ...(reason === null ? [] : [`reason=${reason}`]),
    ...(text === '' ? [] : [`q=${encodeURIComponent(text)}`]),
    ...(sort === 'worst' ? [] : [`sort=${sort}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ];
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
