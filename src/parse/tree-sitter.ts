/**
 * The only file that knows web-tree-sitter: text in, our own immutable tree out. Bad text never throws and never
 * overflows the stack: what cannot be parsed or is nested too deeply becomes an `ERROR` node, which
 * errors.ts puts into words and which `lower/` must treat as unknown. Nothing is dropped in silence.
 */
import { Language, Parser as ForeignParser } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { Cursor } from './cursor.ts';
import type { Deadline } from '../base/deadline.ts';
import type { SyntaxNode } from './node.ts';
import { moved } from './node.ts';
import { noDeadline } from '../base/deadline.ts';
import { invariant } from '../base/invariant.ts';
import { isAtLeast, tolerated } from './tolerated.ts';
import { addressOf, cursorOf } from './cursor.ts';
import { reread } from './reread.ts';
import { parseLimits } from './limits.ts';

/**
 * Where the WebAssembly files are: they move when the engine is bundled. `loadGrammar`: runs the loading of the
 * grammar, with settings of the platform's own.
 */
export type ParserAssets = Readonly<{
  parserWasm: string;
  cudaWasm: string;
  loadGrammar?: <Made>(load: () => Promise<Made>) => Promise<Made>;
}>;

export type Parser = Readonly<{
  /** Parses CUDA C++ text. The root is a `translation_unit`, or an `ERROR` node when nothing could be parsed. */
  parse: (text: string, deadline?: Deadline) => SyntaxNode;
  /**
   * As `parse`, for text that comes again, such as that of libraries: its tree is kept until the parser is closed. Its
   * positions count from `start`.
   */
  parseKept: (part: Readonly<{ text: string; start: number }>) => SyntaxNode;
  close: () => void;
}>;

let started: Promise<Cursor> | null = null;
let loaded: Promise<Language> | null = null;

async function start(assets: ParserAssets): Promise<Cursor> {
  const module = { locateFile: () => assets.parserWasm };
  await ForeignParser.init(module);
  return cursorOf(module);
}

/** What a grammar takes of the module's memory and of its table of functions is never given back. */
async function grammarOf({ cudaWasm, loadGrammar }: ParserAssets): Promise<Language> {
  const load = (): Promise<Language> => Language.load(cudaWasm);
  loaded ??= loadGrammar === undefined ? load() : loadGrammar(load);
  try {
    return await loaded;
  } catch (error) {
    loaded = null;
    throw error;
  }
}

/** Loads the parser and the grammar. The library keeps one WebAssembly module per process, so both are loaded once. */
export async function createParser(assets: ParserAssets): Promise<Parser> {
  started ??= start(assets);
  const cursor = await started;
  const language = await grammarOf(assets);
  const foreign = new ForeignParser();
  foreign.setLanguage(language);
  const grammar: Grammar = {
    cursor,
    types: language.types,
    fields: language.fields.map((name) => (name === null ? null : interned(name))),
    kinds: new Map(),
  };
  const kept = new Map<string, SyntaxNode>();
  const read = (text: string, deadline: Deadline): Readonly<{ root: SyntaxNode; hasError: boolean }> =>
    treeOf(text, foreignTree(foreign, text, deadline), grammar);
  const parse = (text: string, deadline = noDeadline): SyntaxNode => {
    const { root, hasError } = read(text, deadline);
    return hasError ? reread(root, text, (operand) => read(operand, deadline).root) : root;
  };
  const parseKept = ({ text, start: at }: Readonly<{ text: string; start: number }>): SyntaxNode => {
    const key = `${at} ${text}`;
    const known = kept.get(key) ?? moved(parse(text), at);
    kept.set(key, known);
    return known;
  };
  return {
    parse,
    parseKept,
    close: () => {
      kept.clear();
      foreign.delete();
    },
  };
}

/** Null: too long, or given up. Throws `TimeLimit`. */
function foreignTree(foreign: ForeignParser, text: string, deadline: Deadline): Tree | null {
  if (text.length > parseLimits.maxLength) return null;
  let reports = 0;
  foreign.reset();
  // The declared type of the callback says `void`, but its documentation and code stop at `true`.
  const progressCallback: () => boolean = () => ++reports > parseLimits.maxProgressReports || deadline.passed();
  const tree = foreign.parse(tolerated(text), null, { progressCallback });
  if (tree === null) deadline.check();
  return tree;
}

function treeOf(text: string, tree: Tree | null, grammar: Grammar): Readonly<{ root: SyntaxNode; hasError: boolean }> {
  if (tree === null) return { root: unparsed(0, text.length, null), hasError: false };
  const { hasError } = tree.rootNode;
  const root = convert(grammar, addressOf(tree), text);
  tree.delete();
  return { root, hasError };
}

function unparsed(start: number, end: number, field: string | null): SyntaxNode {
  return { type: 'ERROR', start, end, named: true, missing: false, field, children: [] };
}

type NodeKind = Readonly<{ type: string; named: boolean }>;
/** `types`, `fields`: names by id, as the language has them. `kinds`: those seen. */
type Grammar = Readonly<{
  cursor: Cursor;
  types: readonly string[];
  fields: readonly (string | null)[];
  kinds: Map<number, NodeKind>;
}>;

type Growing = Omit<SyntaxNode, 'children' | 'type'> & { type: string; children: readonly SyntaxNode[] };
/** A node whose children are still being collected: they lie on the stack from `from` on. */
type Open = Readonly<{ node: Growing; from: number }>;

/** Of the many leaves; none has an array of its own. */
const noChildren: readonly SyntaxNode[] = [];

/**
 * `s.*m` and `p->*m`, which the grammar reads as `s.m` and, with a part left over, as `p->m`: what m says is the
 * member, and not m.
 */
function isMemberPointed({ type, children: [, operator, third] }: Growing): boolean {
  return (
    type === 'field_expression' &&
    (operator?.type === '.*' ||
      operator?.type === '->*' ||
      (third?.type === 'ERROR' && third.children[0]?.type === '*'))
  );
}

/** Converts the whole tree without recursion. */
function convert(grammar: Grammar, tree: number, text: string): SyntaxNode {
  const { cursor } = grammar;
  cursor.rootNode(tree);
  cursor.open(tree);
  const open: Open[] = [];
  const found: SyntaxNode[] = [];
  let height = 0;
  do {
    const node = current(grammar, tree, text);
    const isInner = cursor.toFirstChild(tree) === 1;
    if (isInner && open.length < parseLimits.maxDepth) {
      open.push({ node, from: height });
      continue;
    }
    if (isInner) cursor.toParent(tree);
    found[height++] = isInner ? unparsed(node.start, node.end, node.field) : node;
    while (open.length > 0 && cursor.toNextSibling(tree) !== 1) {
      cursor.toParent(tree);
      const closed = open.pop();
      invariant(closed !== undefined, 'the cursor leaves only nodes that it entered');
      closed.node.children = found.slice(closed.from, height);
      if (isMemberPointed(closed.node)) closed.node.type = 'member_pointer_expression';
      height = closed.from;
      found[height++] = closed.node;
    }
  } while (open.length > 0);
  cursor.close(tree);
  const [root] = found;
  invariant(root !== undefined, 'a tree has a root');
  return root;
}

/** The same text as a string that the engine compares by its address, as it does the strings of programs. */
const interned = (text: string): string => Object.keys({ [text]: null })[0] ?? text;

/**
 * Every property is a call into WebAssembly: those that follow from others are not asked for. Missing tokens are empty.
 */
function current({ cursor, types, fields, kinds }: Grammar, tree: number, text: string): Growing {
  const id = cursor.typeId(tree);
  let kind = kinds.get(id);
  if (kind === undefined) {
    kind = { type: interned(types[id] ?? 'ERROR'), named: cursor.isNamed(tree) === 1 };
    kinds.set(id, kind);
  }
  const start = cursor.start(tree);
  const end = cursor.end(tree);
  const type = kind.type === '<=' && isAtLeast(text, start) ? '>=' : kind.type;
  return {
    type,
    start,
    end,
    named: kind.named,
    missing: start === end && cursor.isMissing(tree) === 1,
    field: fields[cursor.fieldId(tree)] ?? null,
    children: noChildren,
  };
}
