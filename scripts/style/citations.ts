/** STYLE 27: a definition or theorem that the code cites, `[D12]`, stands in docs/theory.md, once. */
import { type Complaint, filesBelow, lineAt, textIfThere, textOf } from '../source-tree.ts';

const theory = 'docs/theory.md';

/**
 * Numbers defined: at the start of a line, behind heading, list or bold marks: `### D3 Protocol`, `**D3** (protocol)`.
 */
export function definitionsIn(text: string): readonly Readonly<{ number: string; offset: number }>[] {
  return [...text.matchAll(/^[#*\-| ]*\[?([DTL]\d+)\b/gm)].map((match) => ({
    number: match[1] ?? '',
    offset: match.index,
  }));
}

/**
 * Citations in comments: `[D12]`, and lists of them `[D3, D5]`. An index like `a[D1]` is none: no letter stands before.
 */
export function citationsIn(text: string): readonly Readonly<{ number: string; offset: number }>[] {
  return [...text.matchAll(/(?<![\w\])])\[((?:[DTL]\d+)(?:, ?[DTL]\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '').split(/, ?/).map((number) => ({ number, offset: match.index })),
  );
}

export function check(): readonly Complaint[] {
  const text = textIfThere(theory) ?? '';
  const defined = new Map<string, number>();
  const complaints: Complaint[] = [];
  for (const { number, offset } of definitionsIn(text)) {
    const before = defined.get(number);
    if (before === undefined) defined.set(number, lineAt(text, offset));
    else
      complaints.push({
        path: theory,
        line: lineAt(text, offset),
        text: `${number} is already defined on line ${before}`,
      });
  }
  // The tests of the checks themselves cite made-up numbers.
  for (const path of ['src', 'test', 'docs'].flatMap((folder) =>
    filesBelow(folder, (name) => /\.(?:ts|md)$/.test(name) && !name.startsWith('test/unit/scripts/')),
  )) {
    const source = textOf(path);
    for (const { number, offset } of citationsIn(source)) {
      if (!defined.has(number))
        complaints.push({
          path,
          line: lineAt(source, offset),
          text: `cites [${number}], which ${theory} does not define (STYLE 27)`,
        });
    }
  }
  return complaints;
}
