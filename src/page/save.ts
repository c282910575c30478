/** What leaves the page because somebody asks for it: into a file, or to be pasted. */
import { el } from './element.ts';

export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Says on the button that it is done. */
export async function copy(button: HTMLElement): Promise<void> {
  const words = button.textContent;
  let done = 'Copied';
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
  } catch {
    done = 'The browser refused';
  }
  button.textContent = done;
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
}
