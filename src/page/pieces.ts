/** Pieces of data that the file holds (report/html/pieces.ts), inflated when they are first asked for. */
const known = new Map<string, Promise<unknown>>();

/** Null: the file has no such piece. */
export function piece<Value>(name: string): Promise<Value | null> {
  const found = known.get(name) ?? inflated(name);
  known.set(name, found);
  // what the engine wrote is what contract.ts says; nothing else can be in the file that its own script reads
  return found as Promise<Value | null>;
}

async function inflated(name: string): Promise<unknown> {
  const holder = document.querySelector(`script[data-piece="${CSS.escape(name)}"]`);
  if (holder === null) return null;
  const bytes = Uint8Array.from(atob(holder.textContent.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const value: unknown = JSON.parse(await new Response(stream).text());
  // the text is not needed twice
  holder.textContent = '';
  return value;
}
