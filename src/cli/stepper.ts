/** Shows pages of text one by one at a terminal, forwards and backwards; where no keys are, all at once. */
import type { CliIo } from './io.ts';

/** `isMarked`: one of those that a key leads to directly. */
export type StepPage = Readonly<{ text: string; isMarked: boolean }>;

type Move = 'next' | 'back' | 'marked' | 'quit';

const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ...['\r', '\n', ' ', 'n', '\u001b[C', '\u001bOC', '\u001b[B', '\u001bOB'].map((key) => [key, 'next'] as const),
  ...['b', 'p', '\u007f', '\b', '\u001b[D', '\u001bOD', '\u001b[A', '\u001bOA'].map((key) => [key, 'back'] as const),
  ['c', 'marked'],
  ...['q', 'Q', '\u001b', '\u0003', '\u0004'].map((key) => [key, 'quit'] as const),
]);

export async function stepThrough(pages: readonly StepPage[], io: CliIo): Promise<void> {
  if (io.keys === null) {
    io.out(pages.map(({ text }) => `${text}\n`).join('\n'));
    return;
  }
  let at = 0;
  const show = (): void => io.out(`${pages[at]?.text ?? ''}\n\n${prompt(at, pages)}`);
  if (pages.length === 0) return;
  show();
  for await (const key of io.keys()) {
    const move = moves.get(key);
    if (move === undefined) continue;
    const to = move === 'quit' ? null : target(move, at, pages);
    io.out('\r\u001b[K');
    if (to === null) return;
    at = to;
    show();
  }
  io.out('\n');
}

/** Null: behind the last page. */
function target(move: Exclude<Move, 'quit'>, at: number, pages: readonly StepPage[]): number | null {
  switch (move) {
    case 'next':
      return at + 1 < pages.length ? at + 1 : null;
    case 'back':
      return Math.max(0, at - 1);
    case 'marked': {
      const marked = pages.findIndex(({ isMarked }, k) => isMarked && k > at);
      return marked < 0 ? at : marked;
    }
  }
}

const prompt = (at: number, pages: readonly StepPage[]): string =>
  `${at + 1 < pages.length ? 'Enter or → next' : 'Enter ends'} · b or ← back${pages.some(({ isMarked }, k) => isMarked && k > at) ? ' · c to the collision' : ''} · q quit `;
