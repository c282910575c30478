/** Source text in messages. */

/** The text on one line, in backticks, of at most `most` characters: the rest is `…`. */
export function quoted(text: string, most: number): string {
  return `\`${shortened(text.trim().replace(/\s+/g, ' '), most)}\``;
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
