/** Elements of the page, made without HTML: text put in here is text. */
export type Child = Node | string | null;
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Attributes that are null or false are left out; true ones are empty. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : `${value}`);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An element that the file always holds. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** Elements below `root`; only those of HTML. */
export const all = (root: ParentNode, selector: string): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

/** Words for screen readers alone. */
export const unseen = (words: string): HTMLElement => el('span', { class: 'hidden-words' }, words);

/** `` `code` `` as code, the rest as text. */
export const prose = (text: string): readonly Child[] =>
  text.split(/(`[^`\n]+`)/).map((piece) => (/^`[^`]+`$/.test(piece) ? el('code', {}, piece.slice(1, -1)) : piece));
