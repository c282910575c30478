/**
 * Lowers a parsed file: every kernel in it (and every instance of kernel templates) to IR. A kernel that fails is
 * `unsupported` by itself; the others are not affected.
 */
import type { Deadline } from '../base/deadline.ts';
import type { MacroUse, MappedText } from '../base/text-map.ts';
import type { Kernel, KernelSignature, Note, Unit as LoweredUnit } from '../ir/ir.ts';
import type { Span } from '../base/span.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Context, Unit } from './context.ts';
import type { FileScope, FunctionDecl } from './file-scope.ts';
import type { Asked, LaunchedKernel } from './host/launched.ts';
import type { Library } from './library/source.ts';
import { noDeadline, partOf } from '../base/deadline.ts';
import type { WantedKernels } from '../ir/wanted.ts';
import { instanceKey } from '../ir/ir.ts';
import { mayBeWanted } from '../ir/wanted.ts';
import { lowerLimits, textIn } from './context.ts';
import { noFacts } from './facts.ts';
import { nothingKept } from './kept.ts';
import type { Before } from './kernel.ts';
import { newContext, lowerKernel, refusedKernel } from './kernel.ts';
import { collect } from './file-scope.ts';
import type { AskedInstance } from './instances.ts';
import { instancesOf } from './instances.ts';
import { maxOpenValues, nothingOpen } from './open-values.ts';
import { awaitedKernels, signatureOf } from './host/awaited.ts';
import { askedInstances } from './host/launched.ts';
import { withUsings } from './using-names.ts';
import { besideLibraries } from './library/source.ts';
import { rules } from './rules.ts';
import { messages } from './wording.ts';

export type LowerOptions = Readonly<{
  /** Only these kernels. */
  wanted: WantedKernels;
  /** Values of non-type template parameters, by name. */
  templateValues: ReadonlyMap<string, bigint>;
  /** The launches found in the text: they decide which instances of templates there are. */
  launches: readonly LaunchedKernel[];
  /**
   * Every macro that a stretch of the text rests on (`Preprocessed.macrosIn`); not given: only those whose expansion is
   * seen in it.
   */
  macrosIn?: (start: number, end: number) => readonly MacroUse[];
  /** The largest alignment that members of a class there get (`Preprocessed.packingAt`); not given: each its own. */
  packingAt?: (at: number) => number | null;
  /** Other source files whose text is read behind this one's (pipeline/linked.ts). Not given: none. */
  linked?: readonly string[];
  /** Not given: none. */
  deadline?: Deadline;
  /**
   * Whether another file instantiates what asks in this launch (by its id) for a kernel that is defined there; its
   * stand-ins are left out then. Not given: none does.
   */
  isAskedElsewhere?: (kernel: Span, launches: readonly number[]) => boolean;
  /** Whether the deadline may leave out instances of kernels (`late`), in place of ending it all. */
  isPartial?: boolean;
}>;

export const defaultOptions: LowerOptions = { wanted: null, templateValues: new Map(), launches: [] };

/**
 * Once this part of the time for the file has passed, further instances are refused: those that are lowered are not
 * lost with the others.
 */
const partForInstances = 0.9;

/**
 * How many statements an instance may have once another one of its template was given up for its size: most others
 * would be, too.
 */
const statementsBeside = 10_000;

/** All kernels of a file as IR, with notes on what could not be read outside of them. */
export function lowerUnit(
  input: Readonly<{ file: string; source: MappedText; tree: SyntaxNode; library: Library; options: LowerOptions }>,
): LoweredUnit {
  const { file, tree, library, options } = input;
  const source = besideLibraries(input.source);
  const trees = [tree, library.tree];
  const declared = withUsings(
    trees.map((root) => collect(root, (node) => textIn({ source, library }, node.start, node.end))).reduce(joined),
  );
  const unit: Unit = {
    file,
    source,
    trees,
    declared,
    templateValues: options.templateValues,
    structs: new Map(),
    openStructs: new Set(),
    macrosIn: options.macrosIn ?? null,
    packingAt: options.packingAt ?? ((): null => null),
    macroUses: new Map(),
    kept: nothingKept(),
    library: { text: library.text, used: library.used, calledFrom: null },
    deadline: options.deadline ?? noDeadline,
  };
  const probe = (): Context => newContext(unit, rules, null, noFacts());
  const launches = options.launches.filter((one) =>
    mayBeWanted(options.wanted, source.text.slice(one.name.start, one.name.end)),
  );
  const asked = askedInstances(probe(), tree, launches);
  const time = options.isPartial === true ? partOf(unit.deadline, partForInstances) : noDeadline;
  const late: { name: string; span: Span; launches: readonly number[] }[] = [];
  const standIns = new Set<string>();
  const chosen = declared.kernels
    .filter((decl) => (options.wanted === null || options.wanted.has(decl.name)) && !isReplaced(decl, asked))
    .map((decl) => ({
      decl,
      isOwn: source.spanOf(decl.node.start, decl.node.start).file === file,
      span: source.spanOf(decl.node.start, decl.node.end),
      own: instancesOf(
        decl,
        asked.filter((one) => one.decl === decl),
        options.templateValues,
        probe,
      ),
    }));
  // the file's own come before those of headers, and those for which there may be others last
  const inOrder = chosen
    .flatMap(({ decl, isOwn, span, own }) => own.instances.map((instance) => ({ decl, isOwn, span, instance })))
    .sort((a, b) => Number(a.instance.isStandIn) - Number(b.instance.isStandIn) || Number(b.isOwn) - Number(a.isOwn));
  const before = new Map<FunctionDecl, Before>();
  const lowered = new Map<
    AskedInstance,
    readonly Readonly<{ kernel: Kernel; launches: readonly number[]; signature: KernelSignature | null }>[]
  >();
  for (const { decl, span, instance } of inOrder) {
    const { name, launches: askers } = instance;
    if (instance.isStandIn && options.isAskedElsewhere?.(span, askers) === true) continue;
    const isLate = time.passed();
    const made = isLate ? [] : loweredApart(unit, decl, instance, before);
    if (isLate) late.push({ name, span, launches: askers });
    else {
      const signature = signatureOf(probe(), decl, instance.arguments);
      lowered.set(
        instance,
        made.map((one) => ({ ...one, signature })),
      );
    }
    // one with values of its open parameters has another name
    if (instance.isStandIn)
      for (const one of isLate ? [{ name, span }] : made.map(({ kernel }) => kernel)) standIns.add(instanceKey(one));
  }
  const made = chosen.flatMap(({ decl, own: { instances, leftOut } }) => [
    ...instances.flatMap((instance) => lowered.get(instance) ?? []),
    ...(leftOut === null
      ? []
      : [
          {
            kernel: refusedKernel(unit, rules, decl, leftOut.name, leftOut.because),
            launches: leftOut.launches,
            signature: null,
          },
        ]),
  ]);
  const { linked = [] } = options;
  return {
    file,
    kernels: made.map(({ kernel }) => kernel),
    names: declared.kernels.map(({ name }) => name),
    launched: new Map(made.map(({ kernel, launches: ids }) => [kernel, ids])),
    signatures: new Map(made.flatMap(({ kernel, signature }) => (signature === null ? [] : [[kernel, signature]]))),
    awaited: awaitedKernels(probe(), tree, launches, {
      isElsewhere: ({ node }) => linked.includes(source.spanOf(node.start, node.end).file),
      probe,
    }),
    late,
    standIns,
    notes: errorNotes(declared.errors, source),
  };
}

/**
 * The instance, or where it depends on values of its open parameters what is meant, one for each of these values and
 * one for all others.
 * `share`: of `maxOpenValues`.
 */
function loweredApart(
  unit: Unit,
  decl: FunctionDecl,
  instance: AskedInstance,
  before: Map<FunctionDecl, Before>,
  share = maxOpenValues,
): readonly Readonly<{ kernel: Kernel; launches: readonly number[] }>[] {
  const { kernel, asked, facts, isTooLarge } = lowerKernel(unit, rules, decl, instance, before.get(decl));
  before.set(decl, {
    facts: isTooLarge ? (before.get(decl)?.facts ?? null) : facts,
    statements: isTooLarge ? statementsBeside : (before.get(decl)?.statements ?? lowerLimits.statements),
  });
  const { others, named } = instance.open ?? nothingOpen;
  const [first] = [...asked].filter(([name]) => !others.has(name) && !named.has(name));
  if (first === undefined || instance.withValue === undefined || first[1].length > share)
    return [{ kernel, launches: instance.launches }];
  const [name, values] = first;
  const { withValue } = instance;
  const apart: readonly AskedInstance[] = [
    ...values.map((value) => ({
      ...withValue(name, value),
      open: { others, named: value.value === null ? new Map([...named, [name, value.written]]) : named },
    })),
    { ...instance, open: { others: new Map([...others, [name, values]]), named } },
  ];
  return apart.flatMap((one) => loweredApart(unit, decl, one, before, Math.floor(share / values.length)));
}

/** A template of which all launches mean explicit specializations has no instance that is seen. */
function isReplaced(decl: FunctionDecl, asked: readonly Asked[]): boolean {
  const same = asked.filter((one) => one.decl.name === decl.name && one.decl.path.join() === decl.path.join());
  return (
    decl.template !== null &&
    decl.specialization === null &&
    same.length > 0 &&
    same.every((one) => one.decl.specialization !== null)
  );
}

/** The declarations of a file, before those of its libraries. */
function joined(file: FileScope, library: FileScope): FileScope {
  return {
    ...file,
    functions: joinedEntries(file.functions, library.functions),
    types: joinedEntries(file.types, library.types),
    variables: joinedEntries(file.variables, library.variables),
    usings: [...file.usings, ...library.usings],
  };
}

function joinedEntries<Entry>(
  own: ReadonlyMap<string, readonly Entry[]>,
  others: ReadonlyMap<string, readonly Entry[]>,
): ReadonlyMap<string, readonly Entry[]> {
  const all = new Map(own);
  for (const [name, entries] of others) all.set(name, [...(all.get(name) ?? []), ...entries]);
  return all;
}

/** Parts that the parser could not read matter when a kernel may be among them. */
function errorNotes(errors: readonly SyntaxNode[], source: MappedText): readonly Note[] {
  return errors
    .filter((node) => source.text.slice(node.start, node.end).includes('__global__'))
    .map((node) => ({
      text: messages.unreadKernel,
      span: source.spanOf(node.start, Math.min(node.end, node.start + 80)),
    }));
}
