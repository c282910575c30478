/**
 * Lowers a parsed file: every kernel in it (and every instance of kernel templates) to IR. A kernel that fails is
 * `unsupported` by itself; the others are not affected.
 */
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type { Kernel, Note, Unit as LoweredUnit } from '../ir/ir.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context, Unit } from './context.ts';
import type { FileScope } from './file-scope.ts';
import { noFacts } from './context.ts';
import { newContext, lowerKernel } from './kernel.ts';
import { collect } from './file-scope.ts';
import { instancesOf } from './instances.ts';
import { movedTree, withLibraryText } from './library/source.ts';
import { rules } from './rules.ts';

export type LowerOptions = Readonly<{
  /** Only kernels of this name; null: all. */
  kernel: string | null;
  /** Values of non-type template parameters, by name. */
  templateValues: ReadonlyMap<string, bigint>;
  /** Template arguments as written at launches, by kernel name. */
  instances: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The file's macros: launches may name constants by them. */
  macros: ReadonlyMap<string, Readonly<{ parameters: readonly string[] | null; body: string }>>;
  /** Every macro that a stretch of the text rests on (`Preprocessed.macrosIn`); not given: only those whose expansion is seen in it. */
  macrosIn?: (start: number, end: number) => readonly MacroUse[];
}>;

export const defaultOptions: LowerOptions = { kernel: null, templateValues: new Map(), instances: new Map(), macros: new Map() };

/** What the libraries that the file uses declare (library/source.ts, `libraryText`), parsed. */
export type Library = Readonly<{ text: string; tree: SyntaxNode }>;

/** All kernels of a file as IR, with notes on what could not be read outside of them. */
export function lowerUnit(input: Readonly<{ file: string; source: MappedText; tree: SyntaxNode; library?: Library; options: LowerOptions }>): LoweredUnit {
  const { file, source: own, tree, options } = input;
  const start = own.text.length;
  const source = input.library === undefined ? own : withLibraryText(own, input.library.text);
  const collected = (root: SyntaxNode): FileScope => collect(root, (node) => source.text.slice(node.start, node.end));
  const declared = input.library === undefined ? collected(tree) : joined(collected(tree), collected(movedTree(input.library.tree, start)));
  const unit: Unit = {
    file, source, declared, templateValues: options.templateValues, structs: new Map(), macrosIn: options.macrosIn ?? null, macroUses: new Map(),
    library: { start, calledFrom: null },
  };
  const probe = (): Context => newContext(unit, rules, null, noFacts());
  const kernels = declared.kernels
    .filter((decl) => options.kernel === null || decl.name === options.kernel)
    .flatMap((decl) => instancesOf(decl, options, probe).map((instance): Kernel => lowerKernel(unit, rules, decl, instance)));
  return { file, kernels, notes: [...errorNotes(declared.errors, source)] };
}

/** The declarations of a file, before those of its libraries. */
function joined(file: FileScope, library: FileScope): FileScope {
  return {
    ...file,
    functions: joinedEntries(file.functions, library.functions),
    types: joinedEntries(file.types, library.types),
    variables: joinedEntries(file.variables, library.variables),
  };
}

function joinedEntries<Entry>(own: ReadonlyMap<string, readonly Entry[]>, others: ReadonlyMap<string, readonly Entry[]>): ReadonlyMap<string, readonly Entry[]> {
  const all = new Map(own);
  for (const [name, entries] of others) all.set(name, [...(all.get(name) ?? []), ...entries]);
  return all;
}

/** Parts that the parser could not read matter when a kernel may be among them. */
function errorNotes(errors: readonly SyntaxNode[], source: MappedText): readonly Note[] {
  return errors
    .filter((node) => source.text.slice(node.start, node.end).includes('__global__'))
    .map((node) => ({ text: 'a part of the file with `__global__` in it is not understood', span: source.spanOf(node.start, Math.min(node.end, node.start + 80)) }));
}
