/**
 * Why: who imports the package must find its types in one file, without the sources. Needs: the parts below, of which
 * only the last one imports anything, and from the others alone. Gives: the text of `dist/lib.d.ts`.
 */
import ts from 'typescript';
import { textOf } from './source-tree.ts';

const parts: readonly string[] = ['src/report/json-report.ts', 'src/lib/api.ts', 'src/lib.ts'];

export function declarations(): string {
  return [
    "/** The library of Syncwright: `import { analyze } from 'syncwright'`. */\n",
    ...parts.map(declarationOf),
  ].join('\n');
}

/** Without the header of the file, which is about the sources. */
function declarationOf(path: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(textOf(path), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      strict: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      stripInternal: true,
    },
  });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
  const tree = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2023, true);
  const foreign = tree.statements.filter(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      !parts.some((part) => part.endsWith(specifierOf(statement).replace(/^\.*/, ''))),
  );
  if (foreign.length > 0)
    throw new Error(
      `${path}: the types of the library rest on ${foreign.map((statement) => statement.getText()).join(' ')}`,
    );
  const kept = tree.statements.filter((statement) => !ts.isImportDeclaration(statement));
  return `${kept.map((statement) => `${commentOf(statement, outputText)}${statement.getText()}`).join('\n')}\n`;
}

const specifierOf = ({ moduleSpecifier }: ts.ImportDeclaration): string =>
  ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';

/** The comment right above. */
function commentOf(statement: ts.Statement, text: string): string {
  const last = ts.getLeadingCommentRanges(text, statement.pos)?.at(-1);
  return last === undefined || /\n\s*\n/.test(text.slice(last.end, statement.getStart()))
    ? ''
    : `${text.slice(last.pos, last.end)}\n`;
}
