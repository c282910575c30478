/**
 * The regular expressions of a source file, as texts: literals, and those that are built by `new RegExp`. What is put
 * into one of these is a name of the source that is analysed, or several of them, as far as the file does not say it: a
 * word stands for it.
 *
 * Example: new RegExp(String.raw`\b${name}\s*\(`, 'g') is read as /\bname\s*\(/g.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../scripts/source-tree.ts';

export type Expression = Readonly<{ place: string; source: string; flags: string }>;

/** `unreadable`: calls of `RegExp` of which the text cannot be told. */
export type Expressions = Readonly<{ found: readonly Expression[]; unreadable: readonly string[] }>;

export function expressionsIn(path: string, text: string = readFileSync(join(root, path), 'utf8')): Expressions {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const known = constantsOf(tree);
  const found: Expression[] = [];
  const unreadable: string[] = [];
  const visit = (node: ts.Node): void => {
    const place = `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    ) {
      const [pattern, flags] = node.arguments ?? [];
      const [source, asked] = [pattern, flags].map((one) => (one === undefined ? '' : textOf(one, known)));
      if (typeof source === 'string' && typeof asked === 'string' && pattern !== undefined)
        found.push({ place, source, flags: asked });
      else unreadable.push(place);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { found, unreadable };
}

type Constants = ReadonlyMap<string, ts.Expression>;

/** Texts that the file names once. */
function constantsOf(tree: ts.SourceFile): Constants {
  const all = new Map<string, ts.Expression | null>();
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      all.set(
        node.name.text,
        all.has(node.name.text) || !ts.isVariableDeclaration(node) ? null : (node.initializer ?? null),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return new Map([...all].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Null: not the text of an expression. */
function textOf(node: ts.Expression, known: Constants): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return filled(node, known, false);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    return ts.isTemplateExpression(node.template)
      ? filled(node.template, known, true)
      : (node.template.rawText ?? node.template.text);
  }
  if (ts.isIdentifier(node)) {
    const value = known.get(node.text);
    return value === undefined ? null : textOf(value, known);
  }
  return null;
}

function filled(node: ts.TemplateExpression, known: Constants, isRaw: boolean): string {
  const part = (piece: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): string =>
    isRaw ? (piece.rawText ?? piece.text) : piece.text;
  return (
    part(node.head) +
    node.templateSpans
      .map(({ expression, literal }) => (textOf(expression, known) ?? wordFor(expression)) + part(literal))
      .join('')
  );
}

/** Of `names.join('|')` two words. */
const wordFor = (node: ts.Expression): string => (/\.join\('\|'\)/.test(node.getText()) ? 'name|other' : 'name');
