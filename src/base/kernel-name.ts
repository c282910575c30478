/** Names of kernels as reports have them: `ns::scan<32>`. */

/** Without template arguments. */
export const templateName = (name: string): string => name.replace(/<[^]*$/, '').trim();

/** Without template arguments and namespaces. */
export function baseName(name: string): string {
  const plain = templateName(name);
  return plain.slice(plain.lastIndexOf(':') + 1);
}

/** The arguments of its template at their places, as they are written: numbers, and an empty text for others (`scan<32, float>`: `32` and an empty text). */
export function templateNumbers(name: string): readonly string[] {
  const list = name.slice(templateName(name).length).trim().slice(1, -1);
  const places: string[] = [''];
  let depth = 0;
  for (const letter of list) {
    if ('<([{'.includes(letter)) depth++;
    else if ('>)]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) places.push('');
    else places.push(`${places.pop() ?? ''}${letter}`);
  }
  return list === '' ? [] : places.map((argument) => (/^\s*\d+\s*$/.test(argument) ? argument.trim() : ''));
}
