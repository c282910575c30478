/** Names of kernels as reports have them: `ns::scan<32>`. */

/** Without template arguments. */
export const templateName = (name: string): string => name.replace(/<[^]*$/, '').trim();

/** Without template arguments and namespaces. */
export function baseName(name: string): string {
  const plain = templateName(name);
  return plain.slice(plain.lastIndexOf(':') + 1);
}
