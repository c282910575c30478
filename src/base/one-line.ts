/** Foreign words as a short part of one line: without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 400);
