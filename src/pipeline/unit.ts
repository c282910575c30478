/** From one source file to its kernels and launches: preprocess, parse, find launches, lower. */
import type { AnalyzeRequest } from '../engine.ts';
import type { Deadline } from '../base/deadline.ts';
import type { Dump } from './dump.ts';
import type { InputProblem, KernelAnswer } from '../verdict/finding.ts';
import type { MappedText } from '../base/text-map.ts';
import type { LaunchSite } from '../launch/launch.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Choice, Preprocessed, PreprocessProblem } from '../preprocess/preprocess.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Result } from '../base/result.ts';
import type { Kernel, Unit } from '../ir/ir.ts';
import type { Span, Use } from '../base/span.ts';
import { fail, ok } from '../base/result.ts';
import { assertNever } from '../base/invariant.ts';
import { noDeadline } from '../base/deadline.ts';
import {
  buildFileUnusable,
  expansionBudget,
  fileBinary,
  fileCutOff,
  fileMissing,
  includeMissing,
  includeTooDeep,
  passedOver,
  textUnclosed,
} from '../verdict/catalogue.ts';
import { dividesPasses, launchesOfHost } from './host-text.ts';
import { findLaunches, namedLaunches } from '../launch/sites.ts';
import { libraryOf } from '../lower/library/source.ts';
import type { StandIns } from './stand-ins.ts';
import { noStandIns } from './stand-ins.ts';
import { linkedChoices, linkedFiles, readingLinked } from './linked.ts';
import { lowerUnit } from '../lower/unit.ts';
import { meansTheSame } from './separate-texts.ts';
import { earlyEnds, hasExcessBrace } from '../parse/early-ends.ts';
import { parseProblems } from '../parse/errors.ts';
import type { Timed } from './stopwatch.ts';
import type { WantedKernels } from '../ir/wanted.ts';
import type { Damaged } from './damage.ts';
import type { OnlyBuild } from './left-out.ts';
import { unreadKernel } from './unread.ts';
import { undamaged } from './damage.ts';
import { untimed } from './stopwatch.ts';
import { defaultBudget, preprocess } from '../preprocess/preprocess.ts';
import { printTree } from '../parse/print.ts';
import { templateName } from '../base/kernel-name.ts';

/**
 * `otherLaunches`: of the kernel that is looked at, in other files that include it (variants.ts) or declare it
 * (linked-launches.ts), and those that only the host's text has (host-text.ts).
 */
/**
 * `lost`: kernels of the file that its damage hides. `configuration`: the way of building the file in which it was
 * read. `joined`: the sources that were read as one (joined-sources.ts); absent: the file alone.
 */
/** `only`: the build in which its kernels are there, which the one that is read leaves out (left-out.ts). */
export type ReadUnit = Readonly<{
  only?: OnlyBuild;
  joined?: readonly string[];
  unit: Unit;
  lost: readonly KernelAnswer[];
  launches: readonly LaunchSite[];
  otherLaunches: readonly LaunchSite[];
  configuration: number;
  source: Preprocessed;
  problems: readonly InputProblem[];
}>;
/**
 * `timed`: counts the time of each stage. `wanted`: takes the place of the option `kernel`. `configuration`: the way of
 * building the file; not given: the first. `isPartial`: the limit on time may leave out instances of kernels, which are
 * in `lost`.
 */
export type UnitRequest = Pick<AnalyzeRequest, 'read' | 'locate' | 'options'> &
  Readonly<{ timed?: Timed; wanted?: WantedKernels; configuration?: number; isPartial?: boolean; standIns?: StandIns }>;

/**
 * Problems inside the file (it is cut off) come with the unit; those that leave nothing to analyse come instead of it.
 * Throws `TimeLimit`.
 */
export function readUnit(
  file: string,
  request: UnitRequest,
  parser: Parser,
  dump: Dump,
  deadline: Deadline = noDeadline,
): Result<ReadUnit, InputProblem> {
  if (request.read(file) === null) return fail(fileMissing(file));
  const { defines, build, includeDirs, compileCommands, maxBytes = defaultBudget.maxBytes } = request.options;
  const { timed = untimed, configuration = 0 } = request;
  const from = (read: UnitRequest['read'], path = file, pass?: 'host'): ReturnType<typeof preprocess> =>
    timed('preprocess', () =>
      preprocess(path, read, {
        ...(pass === undefined ? {} : { pass }),
        ...(build === undefined ? {} : { build }),
        defines,
        includeDirs,
        configuration: path === file ? configuration : 0,
        ...(compileCommands === undefined ? {} : { compileCommands }),
        ...(request.locate === undefined ? {} : { locate: request.locate }),
        budget: { ...defaultBudget, maxBytes },
        deadline,
      }),
    );
  const alone = from(request.read);
  if (!alone.ok) return fail(inputProblem(alone.problem));
  const { linked, whole: preprocessed } = withLinked(file, alone.value, request.read, from);
  const { source } = preprocessed;
  const isDivided = preprocessed.files.some((path) => dividesPasses(request.read(path) ?? ''));
  const forHost =
    isDivided && source.text.includes('__global__')
      ? from(linked.length === 0 ? request.read : readingLinked(file, linked, request.read), file, 'host')
      : null;
  const hosted = forHost?.ok === true && forHost.value.source.text !== source.text ? forHost.value : null;
  dump('preprocess', file, () => source.text);
  dump('parse', file, () => printTree(parser.parse(source.text, deadline), source.text));
  // without a kernel there is nothing to analyse
  const { open, early, ...parsed } = source.text.includes('__global__')
    ? withKernels(file, linked, preprocessed, hosted, request, parser, deadline)
    : noKernels(file);
  const damaged = undamaged({
    file,
    text: request.read(file) ?? '',
    unit: parsed.unit,
    preprocessed,
    open,
    early,
    problems: parsed.problems,
    kernel: request.options.kernel,
  });
  const late = parsed.unit.late.map((one) => unreadKernel(one, deadline.text));
  const all = { ...parsed, ...damaged, lost: [...damaged.lost, ...late] };
  // those of files that are linked are shown with these
  const read =
    linked.length === 0
      ? all
      : { ...all, unit: { ...all.unit, kernels: all.unit.kernels.filter(({ span }) => !linked.includes(span.file)) } };
  return ok({
    ...read,
    configuration,
    source: preprocessed,
    problems: [...preprocessed.notes.flatMap(noteProblem), ...read.problems],
  });
}

type Preprocessing = ReturnType<typeof preprocess>;
const maxLinked = 8;

/**
 * The source with the files behind it that it is linked with, and theirs, up to the first that would not mean the same
 * there.
 */
function withLinked(
  file: string,
  alone: Preprocessed,
  read: UnitRequest['read'],
  from: (read: UnitRequest['read'], path?: string) => Preprocessing,
): Readonly<{ linked: readonly string[]; whole: Preprocessed }> {
  let linked: readonly string[] = [];
  let whole = alone;
  for (
    let next = linkedFiles(file, whole, read)[0];
    next !== undefined && linked.length < maxLinked;
    next = linkedFiles(file, whole, read)[0]
  ) {
    const own = from(read, next);
    const after = from(readingLinked(file, [...linked, next], read));
    if (!own.ok || !after.ok || !meansTheSame(own.value, whole, after.value)) break;
    linked = [...linked, next];
    whole = after.value;
  }
  return { linked, whole: { ...whole, choices: [...whole.choices, ...linkedChoices(linked, read)] } };
}

/** `problems`: of its syntax. `open`: braces that nothing closes. `early`: of functions that may end too early. */
type Parsed = Pick<ReadUnit, 'unit' | 'launches' | 'otherLaunches' | 'problems'> & Pick<Damaged, 'open' | 'early'>;
const noKernels = (file: string): Parsed => ({
  unit: {
    file,
    kernels: [],
    names: [],
    launched: new Map(),
    signatures: new Map(),
    awaited: new Map(),
    late: [],
    standIns: new Set(),
    notes: [],
  },
  launches: [],
  otherLaunches: [],
  problems: [],
  open: [],
  early: [],
});

function withKernels(
  file: string,
  linked: readonly string[],
  preprocessed: Preprocessed,
  hosted: Preprocessed | null,
  request: UnitRequest,
  parser: Parser,
  deadline: Deadline,
): Parsed {
  const { source, macrosIn, packingAt } = preprocessed;
  const {
    options: { kernel, params },
    timed = untimed,
    isPartial = false,
    standIns = noStandIns,
    wanted = kernel === null ? null : new Set([kernel]),
  } = request;
  const tree = timed('parse', () => parser.parse(source.text, deadline));
  const ofDevice = (): readonly LaunchSite[] => findLaunches(preprocessed, tree, deadline, wanted);
  const { own: launches, others } = timed('launch', () =>
    hosted === null
      ? { own: ofDevice(), others: [] }
      : launchesOfHost(
          namedLaunches(preprocessed, tree, deadline, wanted),
          findLaunches(hosted, parser.parse(hosted.source.text, deadline), deadline, wanted),
          ofDevice,
        ),
  );
  const unit = timed('lower', () =>
    lowerUnit({
      file,
      source,
      tree,
      library: libraryOf(source.text, parser.parseKept),
      options: {
        wanted,
        templateValues: new Map(
          [...params].flatMap(([name, value]) => (typeof value === 'bigint' ? [[name, value] as const] : [])),
        ),
        launches: launches.map((site, id) => ({ id, ...site.nodes })),
        macrosIn,
        packingAt,
        linked,
        deadline,
        isPartial,
        isAskedElsewhere: (definition, ids) =>
          standIns.isAsked(
            definition,
            ids.map((id) => launches[id]),
          ),
      },
    }),
  );
  return { unit, launches, otherLaunches: others, ...syntaxProblems(file, source, tree) };
}

/** What of the file itself could not be read; the first few say enough. */
function syntaxProblems(
  file: string,
  source: MappedText,
  tree: SyntaxNode,
): Pick<Parsed, 'problems' | 'open' | 'early'> {
  const hasExcess = hasExcessBrace(source.text);
  const here = parseProblems(tree, hasExcess)
    .map(({ start, end, text, brace }) => ({
      span: brace === null ? source.spanOf(start, end) : source.spanOf(brace.at, brace.at + 1),
      text,
      brace,
    }))
    .filter(({ span }) => span.file === file);
  return {
    problems: here
      .slice(0, 3)
      .map(({ span, text, brace }) => (brace === null ? fileCutOff : textUnclosed)(span.file, span.line, text)),
    open: here.flatMap(({ span, brace }) => (brace?.kind === 'open' ? [span] : [])),
    early: earlyEnds(tree, hasExcess).map(({ end, stray, what }) => ({
      brace: source.spanOf(end, end + 1),
      stray: source.spanOf(stray, stray + 1),
      what,
    })),
  };
}

/** What of the preprocessor's notes is a problem of the input. The others are assumptions of kernels (kernel.ts). */
function noteProblem({ kind, text, span }: Preprocessed['notes'][number]): readonly InputProblem[] {
  switch (kind) {
    case 'missing':
      return [includeMissing(span.file, span.line, text)];
    case 'guess':
      return [passedOver(span.file, span.line, text)];
    case 'build':
      return [buildFileUnusable(span.file, span.line, text)];
    case 'unclosed':
      return [textUnclosed(span.file, span.line, text)];
    case 'elsewhere':
    case 'undefined':
      return [];
    default:
      return assertNever(kind);
  }
}

function inputProblem({ code, file, line, text }: PreprocessProblem): InputProblem {
  switch (code) {
    case 'no-file':
      return fileMissing(file);
    case 'not-text':
      return fileBinary(file, line);
    case 'too-deep':
      return includeTooDeep(file, line, defaultBudget.maxIncludeDepth);
    case 'budget':
    case 'bad-define':
      return expansionBudget(file, line, text);
    default:
      return assertNever(code);
  }
}

/** The launches of this file that ask for this instance of a kernel. */
export function ownLaunchesOf(kernel: Kernel, from: ReadUnit): readonly LaunchSite[] {
  const own = new Set(from.unit.launched.get(kernel) ?? []);
  return from.launches.filter((_, id) => own.has(id));
}

/** The launches that ask for this instance of a kernel, in this file and in others. */
export const launchesOf = (kernel: Kernel, from: ReadUnit): readonly LaunchSite[] => [
  ...ownLaunchesOf(kernel, from),
  ...from.otherLaunches,
];

/** What the answer for a kernel rests on: what it was lowered from, and how it is launched. */
export function usesOf(kernel: Kernel, from: ReadUnit): readonly Use[] {
  const base = templateName(kernel.name);
  return [
    ...kernel.uses,
    ...launchesOf(kernel, from).flatMap((site) =>
      [site.span, ...site.uses].map((span): Use => ({ what: 'launch', name: base, span })),
    ),
  ];
}

/** What a kernel takes for granted of how its source is built (preprocess/choices.ts). */
export function choicesOf(uses: readonly Use[], from: ReadUnit): readonly string[] {
  return [
    ...new Set(
      choicesBehind(
        uses.map(({ span }) => span),
        from,
      ).map(({ text }) => text),
    ),
  ];
}

/** Those of them that the build does not settle. */
export function openChoicesOf(uses: readonly Use[], from: ReadUnit): readonly string[] {
  return [
    ...new Set(
      choicesBehind(
        uses.map(({ span }) => span),
        from,
      )
        .filter(({ isBuilt }) => isBuilt !== true)
        .map(({ text }) => text),
    ),
  ];
}

const choicesBehind = (spans: readonly Span[], { source }: ReadUnit): readonly Choice[] =>
  source.choices.filter(({ span }) =>
    spans.some((one) => one.file === span.file && one.start < span.end && span.start < one.end),
  );

/** A launch of another file, with what it takes for granted of how that file is built. */
export type GivenLaunch = Readonly<{ site: LaunchSite; choices: readonly Choice[] }>;
export const givenLaunch = (site: LaunchSite, from: ReadUnit): GivenLaunch => ({
  site,
  choices: choicesBehind([site.span, ...site.uses], from).map(({ text, abroad = text, ...rest }) => ({
    ...rest,
    text: abroad,
  })),
});

/** With the launches of other files that are not known yet. */
export function withLaunches(from: ReadUnit, given: readonly GivenLaunch[]): ReadUnit {
  const text = (site: LaunchSite): string =>
    JSON.stringify({ ...site, nodes: null }, (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
  const known = new Set([...from.launches, ...from.otherLaunches].map(text));
  const more = given.filter(({ site }) => !known.has(text(site)) && known.add(text(site)));
  return {
    ...from,
    otherLaunches: [...from.otherLaunches, ...more.map(({ site }) => site)],
    source: { ...from.source, choices: [...from.source.choices, ...more.flatMap(({ choices }) => choices)] },
  };
}
