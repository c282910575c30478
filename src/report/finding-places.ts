/** Places of the source in Markdown: a link where there is an address, else the file and line. */
import { code, link } from './markdown-escape.ts';

export type Address = ((file: string, line: number) => string) | null;
export type PlaceWords = (file: string, line: number) => string;

/** In a table a bar would end the cell. */
export const placeWords =
  (address: Address, where: 'text' | 'table' = 'text'): PlaceWords =>
  (file, line) => {
    const words = `${file}:${line}`;
    if (address === null) return code(words, where);
    const linked = link(words, address(file, line));
    return where === 'table' ? linked.replaceAll('|', '\\|') : linked;
  };
