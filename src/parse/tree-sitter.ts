/**
 * The only file that knows web-tree-sitter: text in, our own immutable tree out. Bad text never throws and never
 * overflows the stack: what cannot be parsed or is nested too deeply becomes an `ERROR` node, which
 * errors.ts puts into words and which `lower/` must treat as unknown. Nothing is dropped in silence.
 */
import { Language, Parser as ForeignParser } from 'web-tree-sitter';
import type { TreeCursor } from 'web-tree-sitter';
import type { Deadline } from '../base/deadline.ts';
import type { SyntaxNode } from './node.ts';
import { noDeadline } from '../base/deadline.ts';
import { invariant } from '../base/invariant.ts';
import { parseLimits } from './limits.ts';

/** Where the WebAssembly files are: they move when the engine is bundled. */
export type ParserAssets = Readonly<{ parserWasm: string; cudaWasm: string }>;

export type Parser = Readonly<{
  /** Parses CUDA C++ text. The root is a `translation_unit`, or an `ERROR` node when nothing could be parsed. */
  parse: (text: string, deadline?: Deadline) => SyntaxNode;
  /** The same for text that comes again, such as that of libraries: its tree is kept until the parser is closed. */
  parseKept: (text: string) => SyntaxNode;
  close: () => void;
}>;

let initialized: Promise<void> | null = null;

/** Loads the parser and the grammar. The library keeps one WebAssembly module per process, so it is initialized once. */
export async function createParser(assets: ParserAssets): Promise<Parser> {
  initialized ??= ForeignParser.init({ locateFile: () => assets.parserWasm });
  await initialized;
  const language = await Language.load(assets.cudaWasm);
  const foreign = new ForeignParser();
  foreign.setLanguage(language);
  const kept = new Map<string, SyntaxNode>();
  const parseKept = (text: string): SyntaxNode => {
    const known = kept.get(text) ?? parseWith(foreign, text, noDeadline);
    kept.set(text, known);
    return known;
  };
  return { parse: (text, deadline = noDeadline) => parseWith(foreign, text, deadline), parseKept, close: () => { kept.clear(); foreign.delete(); } };
}

function parseWith(foreign: ForeignParser, text: string, deadline: Deadline): SyntaxNode {
  if (text.length > parseLimits.maxLength) return unparsed(0, text.length, null);
  let reports = 0;
  foreign.reset();
  // The declared type of the callback says `void`, but its documentation and code stop at `true`.
  const progressCallback: () => boolean = () => ++reports > parseLimits.maxProgressReports || deadline.passed();
  const tree = foreign.parse(withoutInstantiationDeclarations(text), null, { progressCallback });
  if (tree === null) {
    deadline.check();
    return unparsed(0, text.length, null);
  }
  const cursor = tree.walk();
  const root = convert(cursor);
  cursor.delete();
  tree.delete();
  return root;
}

/** `extern template class Box<float>;` declares nothing new, but the grammar takes it as the beginning of what follows. */
function withoutInstantiationDeclarations(text: string): string {
  return text.includes('template') ? text.replace(/\bextern\s+template\s+(?:class|struct|union)\b[^;{}()"']*;/g, (found) => found.replace(/[^\n]/g, ' ')) : text;
}

function unparsed(start: number, end: number, field: string | null): SyntaxNode {
  return { type: 'ERROR', start, end, named: true, missing: false, field, children: [] };
}

type Growing = Omit<SyntaxNode, 'children'> & { children: readonly SyntaxNode[] };
type Open = Readonly<{ node: Growing; children: SyntaxNode[] }>;

/** Of the many leaves; none has an array of its own. */
const noChildren: readonly SyntaxNode[] = [];

/** Converts the whole tree without recursion: a stack of nodes whose children are still being collected. */
function convert(cursor: TreeCursor): SyntaxNode {
  const open: Open[] = [];
  const names: Names = { kinds: new Map(), fields: new Map() };
  for (;;) {
    const node = current(cursor, names);
    const parent = open.at(-1);
    const isInner = cursor.gotoFirstChild();
    if (isInner && open.length >= parseLimits.maxDepth) {
      cursor.gotoParent();
      parent?.children.push(unparsed(node.start, node.end, node.field));
    } else {
      parent?.children.push(node);
      if (isInner) {
        const children: SyntaxNode[] = [];
        node.children = children;
        open.push({ node, children });
        continue;
      }
      if (parent === undefined) return node;
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      const closed = open.pop();
      invariant(closed !== undefined, 'the cursor leaves only nodes that it entered');
      if (open.length === 0) return closed.node;
    }
  }
}

type NodeKind = Readonly<{ type: string; named: boolean }>;
/** Of node types by number, and of fields, as seen so far. */
type Names = Readonly<{ kinds: Map<number, NodeKind>; fields: Map<string, string> }>;

/** The same text as a string that the engine compares by its address, as it does the strings of programs. */
const interned = (text: string): string => Object.keys({ [text]: null })[0] ?? text;

/** Every property is a call into WebAssembly: those that follow from others are not asked for. Missing tokens are empty. */
function current(cursor: TreeCursor, { kinds, fields }: Names): Growing {
  const id = cursor.nodeTypeId;
  let kind = kinds.get(id);
  if (kind === undefined) {
    kind = { type: interned(cursor.nodeType), named: cursor.nodeIsNamed };
    kinds.set(id, kind);
  }
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  return { type: kind.type, start, end, named: kind.named, missing: start === end && cursor.nodeIsMissing, field: fieldOf(cursor.currentFieldName, fields), children: noChildren };
}

function fieldOf(name: string | null, fields: Map<string, string>): string | null {
  if (name === null) return null;
  const known = fields.get(name) ?? interned(name);
  fields.set(name, known);
  return known;
}
