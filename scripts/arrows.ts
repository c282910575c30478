/**
 * Why: the order of the stages is the architecture, and an import is how it would be lost. This is the one table of who
 * may import whom; anything not listed is an error. Imports of types count too.
 * Also found: cycles of value imports, and a foreign library used outside its folder.
 *
 * Run: node scripts/arrows.ts
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { type Complaint, filesBelow, report, textOf } from './source-tree.ts';

/** Folder of src/, or file at its root → the folders and root files it may import. `*`: any. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  base: [],
  preprocess: ['base'],
  parse: ['base'],
  ir: ['base'],
  lower: ['parse', 'ir', 'base'],
  launch: ['parse', 'ir', 'base'],
  protocol: ['ir', 'launch', 'base'],
  obligation: ['protocol', 'launch', 'base'],
  solve: ['obligation', 'base'],
  witness: ['solve', 'obligation', 'launch', 'base'],
  // Independence: a replayed race is evidence only while the machine knows nothing of the solver's side.
  machine: ['ir', 'launch', 'base'],
  amplify: ['machine', 'ir', 'launch', 'base'],
  handover: ['ir', 'base'],
  search: ['machine', 'launch', 'base'],
  verdict: ['launch', 'base'],
  repair: ['handover', 'parse', 'ir', 'verdict', 'launch', 'base'],
  report: ['verdict', 'launch', 'base'],
  // Runs in a browser, inside of HTML reports: it sees the types of the data in them.
  page: ['report'],
  cache: ['base'],
  schema: ['base'],
  config: ['schema', 'report', 'verdict', 'launch', 'base'],
  // What a review needs of the place where a change is discussed, and the places, each a folder. Only `action` and
  // `cli`, which choose one, know them.
  platform: ['base'],
  github: ['platform', 'base'],
  gitlab: ['platform', 'base'],
  // The uses of the engine see its contract, and with it reports (verdict), launches and `preprocess` for the type
  // ReadSource.
  review: [
    'pipeline',
    'engine',
    'config',
    'schema',
    'report',
    'platform',
    'cache',
    'verdict',
    'launch',
    'preprocess',
    'base',
  ],
  audit: [
    'pipeline',
    'engine',
    'config',
    'schema',
    'report',
    'platform',
    'cache',
    'verdict',
    'launch',
    'preprocess',
    'base',
  ],
  // The language server: what it knows of texts, reports and the protocol. The analysis itself is passed in.
  lsp: ['report', 'preprocess', 'launch', 'verdict', 'base'],
  // Processes beside this one: what they are asked is the business of those who ask.
  workers: ['base', 'review', 'audit', 'lsp', 'engine'],
  // `cli`: mode audit runs `syncwright audit`.
  action: [
    'cli',
    'workers',
    'assets',
    'watch',
    'pipeline',
    'engine',
    'config',
    'schema',
    'review',
    'audit',
    'platform',
    'github',
    'report',
    'verdict',
    'launch',
    'preprocess',
    'base',
  ],
  cli: [
    'workers',
    'lsp',
    'assets',
    'watch',
    'pipeline',
    'engine',
    'config',
    'review',
    'audit',
    'platform',
    'github',
    'gitlab',
    'report',
    'cache',
    'verdict',
    'launch',
    'preprocess',
    'base',
  ],
  // The library, `import … from 'syncwright'`.
  lib: ['assets', 'pipeline', 'engine', 'config', 'report', 'verdict', 'launch', 'preprocess', 'base'],
  // The roots: the contract of the engine (types of several stages), the order of the stages, the files beside the
  // bundle, what ends a process that hangs.
  engine: ['preprocess', 'launch', 'machine', 'verdict', 'base'],
  watch: ['engine'],
  pipeline: ['*'],
  assets: ['pipeline', 'base'],
};

/** Foreign library → the one folder that knows it. A name that ends in `/` stands for a whole scope. */
export const foreign: Readonly<Record<string, string>> = {
  'web-tree-sitter': 'parse',
  'z3-solver': 'solve',
  '@octokit/': 'github',
  '@actions/': 'action',
  chokidar: 'cli',
  commander: 'cli',
  'vscode-languageserver': 'lsp',
  'vscode-languageserver-textdocument': 'lsp',
  workerpool: 'workers',
  picocolors: 'cli',
  diff: 'report',
  'fast-xml-builder': 'report',
  sarif: 'report',
  picomatch: 'config',
  yaml: 'config',
  ajv: 'schema',
};

/** Folders that may use modules of Node, and which (`*`: any). The engine is not among them. */
export const builtins: Readonly<Record<string, readonly string[]>> = {
  assets: ['*'],
  watch: ['*'],
  cli: ['*'],
  lib: ['node:path'],
  workers: ['*'],
  lsp: ['*'],
  action: ['*'],
  review: ['*'],
  audit: ['*'],
  platform: ['node:crypto'],
  github: ['*'],
  gitlab: ['node:crypto'],
  verdict: ['node:crypto'],
  // Z3 is a thread, whose program and WebAssembly are files
  solve: ['node:fs', 'node:module', 'node:path', 'node:process', 'node:url', 'node:v8', 'node:worker_threads'],
  // The one part of the engine's side that is about files: results are kept there between runs.
  cache: ['*'],
  // functions from text to text: the names of pages, the hashes of scripts, compression
  report: ['node:crypto', 'node:zlib'],
};

export type SourceFile = Readonly<{ path: string; text: string }>;
type Import = Readonly<{ from: string; line: number; value: boolean }>;

/** `src/machine/step.ts` → `machine`; `src/pipeline.ts` → `pipeline`. */
function unitOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}

function importsOf(file: SourceFile): readonly Import[] {
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, value: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    found.push({
      from: specifier.text,
      line: tree.getLineAndCharacterOfPosition(specifier.getStart()).line + 1,
      value,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const names = node.importClause?.namedBindings;
      const typesOnly =
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (node.importClause?.name === undefined &&
          names !== undefined &&
          ts.isNamedImports(names) &&
          names.elements.length > 0 &&
          names.elements.every((name) => name.isTypeOnly));
      add(node.moduleSpecifier, !typesOnly);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, !node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], true);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function homeOf(library: string): string | undefined {
  const entry = Object.entries(foreign).find(([name]) =>
    name.endsWith('/') ? library.startsWith(name) : library === name || library.startsWith(`${name}/`),
  );
  return entry?.[1];
}

function complaintOf(file: SourceFile, unit: string, { from, line }: Import): Complaint | null {
  const say = (text: string): Complaint => ({ path: file.path, line, text: `${text} (table in scripts/arrows.ts)` });
  if (from.startsWith('.')) {
    const target = posix.join(posix.dirname(file.path), from);
    if (!target.startsWith('src/')) return say(`src/ does not import ${target}`);
    const other = unitOf(target);
    const allowed = arrows[unit] ?? [];
    return other === unit || allowed.includes(other) || allowed.includes('*')
      ? null
      : say(`${unit} may not import ${other}`);
  }
  if (from.startsWith('node:')) {
    const allowed = builtins[unit] ?? [];
    return allowed.includes('*') || allowed.includes(from)
      ? null
      : say(`${unit} may not use ${from}: the engine reads no file, clock, environment or network`);
  }
  const home = homeOf(from);
  if (home === undefined) return say(`the library ${from} has no folder yet: name the one folder that knows it`);
  return home === unit ? null : say(`${from} belongs to ${home}/ alone`);
}

/** Groups of files that import each other by value (Tarjan's strongly connected components of two files and more). */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const mine = order.size;
    order.set(node, mine);
    let lowest = mine;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? mine);
    }
    low.set(node, lowest);
    if (lowest === mine) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || (graph.get(node) ?? []).includes(node)) cycles.push(group.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** Every import of these files that the table does not allow, and every cycle. */
export function violations(files: readonly SourceFile[]): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const unit = unitOf(file.path);
    const imports = importsOf(file);
    if (!(unit in arrows))
      complaints.push({ path: file.path, line: null, text: `src/${unit} is not in the table of scripts/arrows.ts` });
    for (const one of imports) {
      const complaint = complaintOf(file, unit, one);
      if (complaint !== null) complaints.push(complaint);
    }
    graph.set(
      file.path,
      imports
        .filter((one) => one.value && one.from.startsWith('.'))
        .map((one) => posix.join(posix.dirname(file.path), one.from)),
    );
  }
  for (const cycle of cyclesOf(graph))
    complaints.push({ path: cycle[0] ?? '', line: null, text: `cycle of value imports: ${cycle.join(', ')}` });
  return complaints;
}

if (import.meta.main) {
  const sources = filesBelow(
    'src',
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'),
  );
  report('arrows', violations(sources.map((path) => ({ path, text: textOf(path) }))));
}
