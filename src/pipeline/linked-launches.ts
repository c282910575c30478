/**
 * Launches of kernels that a file only declares and another one defines: the program is linked from both. A kernel is
 * analysed under them as under those of its own file.
 *
 * Which definition a launch means: the nearest that was read with the header that declares the kernel there. Where no
 * such header is seen, the only one of its name and parameters in the folder of the launching file, else the only one
 * of all that were read; the answer then says so. Several are left alone: a launch that is taken for another kernel's
 * would narrow what is proved of that one. Several under one header, equally near, are the kernel of several programs,
 * and each is launched; this is said too.
 *
 * Example: `kernel.h` declares `k`, `kernel.cu` includes it and defines `k`, `main.cu` includes it and launches `k`.
 */
import type { Choice, Preprocessed } from '../preprocess/preprocess.ts';
import type { GivenLaunch, ReadUnit } from './unit.ts';
import type { Kernel, KernelSignature } from '../ir/ir.ts';
import type { LaunchSite } from '../launch/launch.ts';
import { folderOf, sharedFolders } from '../preprocess/include.ts';
import { givenLaunch, withLaunches } from './unit.ts';
import { groupBy } from '../base/group.ts';
import { mayBeOne } from '../lower/host/awaited.ts';
import { memoized } from '../base/memoize.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** `key`: where it stands; `files`: what was read with it. */
type Definition = Readonly<{ key: string; signature: KernelSignature; file: string; files: ReadonlySet<string> }>;
/** A launch of what its file only declares. */
type Awaiting = Readonly<{ given: GivenLaunch; signatures: readonly KernelSignature[]; file: string }>;
/** What is to be known of all files before any launch is given to another file's kernel. */
export type Linking = Readonly<{ definitions: readonly Definition[]; awaiting: readonly Awaiting[] }>;

export function linkingOf(from: ReadUnit): Linking {
  const { unit, launches, source } = from;
  const files = new Set(source.files);
  return {
    definitions: [...unit.signatures].flatMap(([kernel, signature]) =>
      signature.isShared ? [{ key: keyOf(kernel), signature, file: kernel.span.file, files }] : [],
    ),
    awaiting: launches.flatMap((site, id) => {
      const signatures = unit.awaited.get(id);
      return signatures === undefined ? [] : [{ given: givenLaunch(site, from), signatures, file: unit.file }];
    }),
  };
}

export const allOf = (parts: readonly Linking[]): Linking => ({
  definitions: parts.flatMap(({ definitions }) => definitions),
  awaiting: parts.flatMap(({ awaiting }) => awaiting),
});

const keyOf = ({ span }: Kernel): string => `${span.file}:${span.start}`;

/**
 * `link`: the file of a kernel with the launches of it in others. `givers`: the files whose launches some kernel has by
 * that.
 */
export function linker({
  definitions,
  awaiting,
}: Linking): Readonly<{ link: (kernel: Kernel, from: ReadUnit) => ReadUnit; givers: ReadonlySet<string> }> {
  const byName = groupBy(definitions, ({ signature }) => signature.name);
  const launches = new Map<string, Readonly<{ given: GivenLaunch; signature: KernelSignature }>[]>();
  const givers = new Set<string>();
  for (const { given, signatures, file } of awaiting) {
    for (const signature of signatures) {
      for (const { key, says } of meant(
        signature,
        file,
        byName.get(signature.name) ?? [],
        given.site,
        declarationsOf(signatures) > 1,
      )) {
        const choice: Choice[] = says === null ? [] : [{ text: says, span: given.site.span }];
        givers.add(file);
        launches.set(key, [
          ...(launches.get(key) ?? []),
          { given: { ...given, choices: [...given.choices, ...choice] }, signature },
        ]);
      }
    }
  }
  const link = (kernel: Kernel, from: ReadUnit): ReadUnit => {
    const own = from.unit.signatures.get(kernel);
    // of a template, those that ask for this instance
    const asking = (launches.get(keyOf(kernel)) ?? []).filter(
      ({ signature }) => own === undefined || mayBeOne(own, signature),
    );
    return asking.length === 0
      ? from
      : withLaunches(
          from,
          asking.map(({ given: { site, choices } }) => ({ site: reaching(site, kernel, from), choices })),
        );
  };
  return { link, givers };
}

/** How many they are of, whose instances may be several. */
const declarationsOf = (signatures: readonly KernelSignature[]): number =>
  new Set(signatures.map(({ name, parameters }) => `${name}(${parameters.join()})`)).size;

/** The places of the definitions that a declaration in a file means, with what is taken for granted then. */
function meant(
  signature: KernelSignature,
  file: string,
  named: readonly Definition[],
  { span }: LaunchSite,
  isOpen: boolean,
): readonly Readonly<{ key: string; says: string | null }>[] {
  const fitting = named.filter((one) => mayBeOne(one.signature, signature));
  const keys = (some: readonly Definition[]): readonly string[] => [...new Set(some.map(({ key }) => key))];
  const kernel = `the \`${signature.name}\` that ${span.file} launches`;
  const declared = keys(
    nearest(
      file,
      fitting.filter(({ files }) => signature.declaredIn.some((header) => header !== file && files.has(header))),
    ),
  );
  if (declared.length > 0)
    return declared.map((key) => ({
      key,
      says: declared.length > 1 || isOpen ? fill(messages.sameKernel, { kernel }) : null,
    }));
  const beside = keys(fitting.filter((one) => folderOf(one.file) === folderOf(file)));
  if (beside.length > 0)
    return beside.length > 1 ? [] : beside.map((key) => ({ key, says: fill(messages.sameKernelInFolder, { kernel }) }));
  const all = keys(fitting);
  return all.length > 1 ? [] : all.map((key) => ({ key, says: fill(messages.sameKernelOfAll, { kernel }) }));
}

/**
 * Those that share the most folders with a file: a header that many programs of a repository include is declared for
 * each of them.
 */
function nearest(file: string, definitions: readonly Definition[]): readonly Definition[] {
  const most = Math.max(...definitions.map((one) => sharedFolders(file, one.file)));
  return definitions.filter((one) => sharedFolders(file, one.file) === most);
}

const takesSymbolAddresses = memoized(({ source }: Preprocessed): boolean =>
  /GetSymbolAddress|\b__managed__\b/.test(source.text),
);

/**
 * A pointer that the launching file has from elsewhere may be the address of a device variable that only the kernel's
 * file shows, where that takes one.
 */
function reaching(site: LaunchSite, kernel: Kernel, { source }: ReadUnit): LaunchSite {
  if (!takesSymbolAddresses(source)) return site;
  const variables = [...kernel.arrays.values()]
    .filter(({ parameter, space }) => parameter === null && (space === 'global' || space === 'constant'))
    .map(({ name }) => name);
  const isKnown = (first: string, second: string): boolean =>
    site.aliases.some((one) => one.first === first && one.second === second);
  const more = site.pointers.flatMap((first) =>
    variables.map((name) => ({ first, second: `::${name}`, kind: 'may' as const })),
  );
  return { ...site, aliases: [...site.aliases, ...more.filter(({ first, second }) => !isKnown(first, second))] };
}
