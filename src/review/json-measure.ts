/**
 * How deep and how large a JSON text is, found in one pass before it is parsed: parsing builds an object for each
 * bracket, so a short text can ask for much memory.
 */

/** `values`: at most so many objects, lists and simple values. A text that is no JSON has a size too. */
export function measureJson(text: string): Readonly<{ depth: number; values: number }> {
  let [depth, deepest, values] = [0, 0, 1];
  for (let k = 0; k < text.length; k += 1) {
    const c = text.charCodeAt(k);
    if (c === quote) {
      k = endOfString(text, k);
    } else if (c === openList || c === openObject) {
      depth += 1;
      values += 1;
      deepest = Math.max(deepest, depth);
    } else if (c === closeList || c === closeObject) {
      depth -= 1;
    } else if (c === comma) {
      values += 1;
    }
  }
  return { depth: deepest, values };
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openList, closeList] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];

/** The index of the closing quote, or of the text's end. */
function endOfString(text: string, start: number): number {
  let k = start + 1;
  while (k < text.length && text.charCodeAt(k) !== quote) k += text.charCodeAt(k) === backslash ? 2 : 1;
  return k;
}
