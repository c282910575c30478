/**
 * What a `setup.py` says of the sources of a PyTorch extension (`torch.utils.cpp_extension`), where it is literal:
 * `define_macros`, `include_dirs` and the flags for nvcc among `extra_compile_args`. Of several extensions those count
 * that name the source, else those whose sources are not literal (`glob`); what they do not agree on is left out.
 * Example: `CUDAExtension('a', ['a.cu'], define_macros=[('N', '8')], extra_compile_args={'nvcc': ['-DTILE=16']})` gives
 * N, 8, and TILE, 16.
 */
import type { BuildFacts } from './build-facts.ts';
import type { PythonCall, PythonText, PythonValue } from './python-literals.ts';
import type { ReadSource } from './preprocess.ts';
import type { FoundFile } from './nearest-file.ts';
import { folderOf, joinPath } from './include.ts';
import { isOpen, pythonCalls, textsIn } from './python-literals.ts';
import { nearestFile } from './nearest-file.ts';
import { physicalFile } from './physical-file.ts';
import { agreed } from './rules-of-build.ts';
import type { BuildRule } from './rules-of-build.ts';

export const setupScriptName = 'setup.py';
/** How many folders up it is looked for. */
const maxLevels = 5;
const maxBytes = 512 * 1024;
const extensions = new Set(['CUDAExtension', 'CppExtension', 'Extension', 'load']);

export function setupScriptOf(source: string, read: ReadSource): BuildFacts | null {
  const found = nearestFile(folderOf(source), [setupScriptName], read, maxLevels, maxBytes);
  return found === null ? null : factsIn(source, found);
}

function factsIn(source: string, { folder, path, text }: FoundFile): BuildFacts | null {
  const calls = pythonCalls(text, (name) => extensions.has(name));
  const sourcesOf = ({ plain, keywords }: PythonCall): PythonValue | undefined => keywords.get('sources') ?? plain[1];
  const naming = calls.filter((call) => textsIn(sourcesOf(call)).some((one) => joinPath(folder, one.text) === source));
  const chosen = naming.length > 0 ? naming : calls.filter((call) => isOpen(sourcesOf(call)));
  return agreed(
    physicalFile(path, text),
    chosen.map((call) => ruleOf(call, folder, source)),
  );
}

function ruleOf({ keywords }: PythonCall, folder: string, source: string): BuildRule {
  return {
    definitions: definitionsIn(keywords.get('define_macros')),
    flags: [...flagsFor(source, keywords.get('extra_compile_args')), ...textsIn(keywords.get('extra_cuda_cflags'))],
    includeDirs: ['include_dirs', 'extra_include_paths']
      .flatMap((name) => textsIn(keywords.get(name)))
      .map(({ text }) => joinPath(folder, text)),
    flagFolder: folder,
  };
}

/** `('A', '1')` and `('B', None)`, as `A=1` and `B`. */
function definitionsIn(value: PythonValue | undefined): readonly PythonText[] {
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item) => {
    const [name, given] = item.kind === 'list' ? item.items : [];
    if (name?.kind !== 'text') return [];
    return given?.kind === 'text'
      ? [{ ...name, text: `${name.text}=${given.text}`, end: given.end }]
      : given?.kind === 'none'
        ? [name]
        : [];
  });
}

/** The flags of nvcc; a plain list is for all compilers. */
function flagsFor(source: string, value: PythonValue | undefined): readonly PythonText[] {
  if (value?.kind !== 'pairs') return textsIn(value);
  const compiler = /\.(?:cu|cuh)$/.test(source) ? 'nvcc' : 'cxx';
  return value.pairs.flatMap(([name, flags]) => (name.kind === 'text' && name.text === compiler ? textsIn(flags) : []));
}
