/** STYLE 9 and 11: syntax that no linter has a rule for. */
import ts from 'typescript';
import { type Complaint, filesBelow, textOf } from '../source-tree.ts';

export function check(): readonly Complaint[] {
  return ['src', 'scripts', 'bench', 'test']
    .flatMap((folder) => filesBelow(folder, (path) => path.endsWith('.ts')))
    .flatMap((path) => complaintsOf(path, textOf(path)));
}

/** What one file breaks; `path` is told, `text` is read. */
export function complaintsOf(path: string, text: string): readonly Complaint[] {
  // most files have neither, and parsing takes its time
  if (!/\benum\b|\bdefault\s*:/.test(text)) return [];
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Complaint[] = [];
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (ts.isEnumDeclaration(node))
      found.push({ path, line, text: 'unions of readonly objects or of literals instead of enums (STYLE 9)' });
    if (ts.isDefaultClause(node) && isOnKind(node.parent.parent) && !callsAssertNever(node)) {
      found.push({ path, line, text: 'a switch on `kind` has no `default`, or one that calls assertNever (STYLE 11)' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isOnKind = ({ expression }: ts.SwitchStatement): boolean =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'kind';

function callsAssertNever(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'assertNever')
    return true;
  return ts.forEachChild(node, (child) => callsAssertNever(child) || undefined) ?? false;
}
