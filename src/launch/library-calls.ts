/**
 * What is known of library functions by their names: what they do with the pointers that they are given. Each question
 * has a list of its own, since what is safe to believe depends on who asks: over-approximating where a name is missing
 * from a list. Whether a call means the library's function, and not one of the file's own, is for library-callee.ts;
 * which functions launch kernels, for api-calls.ts.
 */

import { isApiName } from './api-names.ts';

const oneOf = (...names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`);

// memory of their own

/** They return the start of fresh memory. */
const returning =
  /^(?:malloc|calloc|aligned_alloc|alloca|memalign|strn?dup|_aligned_malloc|_mm_malloc|fftw[fl]?_malloc|__builtin_alloca)$/;
/** They set the pointer that their first argument points to. */
const setting =
  /^(?:(?:cuda|hip)(?:Malloc|MallocManaged|MallocHost|HostAlloc|HostMalloc|MallocPitch|Malloc3D|MallocAsync|MallocFromPoolAsync|ExtMallocWithFlags|MallocArray|Malloc3DArray|MallocMipmappedArray)|cu(?:MemAlloc|MemAllocHost|MemHostAlloc|MemAllocManaged|MemAllocPitch|MemAllocAsync|MemAllocFromPoolAsync)(?:_v2)?|posix_memalign)$/;

export const returnsFresh = (name: string): boolean => returning.test(name);
export const setsFresh = (name: string): boolean => setting.test(name);

/** Words beside which `alloc` need not mean memory of its own at each call. */
const again =
  /^(?:get|find|lookup|once|lazy|if|or|ensure|reuse|cached?|reserved?|same|static|is|has|can|size|count|num|total|max|info|re|de|un|pre)$/;

/**
 * Functions out of sight that are trusted to allocate, for their names say so in a word of its own: `memAlloc`,
 * `xmalloc`, `pool_allocate`, not `realloc`, `getAllocated` or `allocator`. Each call gives memory of its own, which is
 * said as an assumption.
 */
export function saysAllocates(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\d]+/)
    .filter((word) => word !== '');
  return (
    words.some((word) => /^(?!re|de|un|pre)[a-z]*alloc(?:ate)?$/.test(word)) && !words.some((word) => again.test(word))
  );
}

/** Their second argument gets the pitch, of rows of as many bytes as their third says. */
export const setsPitch = (name: string): boolean => /^(?:(?:cuda|hip)MallocPitch|cuMemAllocPitch(?:_v2)?)$/.test(name);

// pointers to what another argument leads to

const mapped: ReadonlyMap<string, number> = new Map([
  ['cudaHostGetDevicePointer', 1],
  ['hipHostGetDevicePointer', 1],
  ['cudaGetSymbolAddress', 1],
  ['hipGetSymbolAddress', 1],
  ['cudaGraphicsResourceGetMappedPointer', 2],
  ['cudaExternalMemoryGetMappedBuffer', 1],
]);

/**
 * The position of the argument that leads to what the first argument's pointer is set to; null: it is set to nothing of
 * that kind.
 */
export const mappedArgument = (name: string): number | null => mapped.get(name) ?? null;
export const mapsHostMemory = (name: string): boolean => /^(?:cuda|hip)HostGetDevicePointer$/.test(name);

// copies of bytes, and with them of the pointers among these

const copying = /^(?:(?:cuda|hip)?[mM]emcpy(?:Async|Peer|PeerAsync)?|memmove)$/;
/** From the second argument to the first. */
export const copiesToFirst = (name: string): boolean => copying.test(name);
/** They may store after they have returned. */
export const copiesLater = (name: string): boolean => /^(?:cuda|hip)Memcpy\w*Async$|^cuMemcpy\w*Async$/.test(name);
/** To a variable of the device. */
export const copiesToSymbol = (name: string): boolean => /^(?:cuda|hip)MemcpyToSymbol/.test(name);

const reading = /^(?:cuda|hip)?Memcpy(?:Async|ToSymbol|ToSymbolAsync)?$|^memcpy$|^fwrite$/i;
/** Whether an argument, by its position, is only read through, if the copy is not from the device. */
export const onlyReads = (name: string, position: number): boolean =>
  reading.test(name) && (position === 1 || name === 'fwrite');

// what they leave alone

const settingNone =
  /^(?:cublas\w*|cusparse\w*|cufft\w*|curand\w*|cusolver\w*|f?printf|s?n?printf|free|memset|fwrite|assert|delete)$/;
/** They keep no pointer, and set none through another. */
export const setsNoPointer = (name: string): boolean =>
  settingNone.test(name) || (isApiName(name) && leavingPointers.test(name));
const leavingPointers =
  /^(?:cuda|hip)(?!Graph(?!ics)|\w*(?:Memcpy|GetSymbolAddress|GetMapped|DevicePointer|IpcOpen|MemPool|PointerGetAttribute|ArrayGetPlane|MipmappedArrayLevel))/;

const forgetting =
  /^(?:curand\w*|cublas\w*|f?scanf|sscanf|fread|fwrite|memcpy|memset|gettimeofday|clock_gettime|strto\w+|swap|sdk\w+|stbi_\w+|MPI_(?!I[a-z])\w+)$/;
/** They set or read what a pointer points to while they run, and forget the pointer. */
export const forgetsAddress = (name: string): boolean =>
  forgetting.test(name) || (isApiName(name) && !/^(?:cuda|hip)(?:Graph|HostRegister)/.test(name));

const harmless =
  /^(?:(?:cuda|hip)?[mM]em(?:cpy|set|cmp|move)\w*|(?:cuda|hip)Memcpy\w*|(?:cuda|hip)Launch\w+|cuLaunch\w+|pthread_\w+|gettimeofday|clock_gettime|f?scanf|sscanf|f?read|f?write|addressof|swap|(?:static|reinterpret|const|dynamic)_cast|raw_pointer_cast|push_back|emplace_back|push|insert|emplace|make_\w+)$/;
/** They set no pointer in an object that they are handed, or only copy what is followed elsewhere. */
export const leavesObjectsAlone = (name: string): boolean =>
  setsNoPointer(name) || setsFresh(name) || returnsFresh(name) || harmless.test(name);

const takingValues =
  /^(?:curand\w*|cublas\w*|f?printf|s?n?printf|min|max|f?min[f]?|f?max[f]?|ceilf?|floorf?|sqrtf?|powf?|log2?f?|abs|round|make_u?(?:char|short|int|long|longlong|float|double)[1-4]|make_(?:pair|tuple|half2|cuda\w+)|dim3|malloc|calloc|free|memset|memcpy|resize|reserve|push_back|push|insert|assign|at|size|assert|exit|rand|srand)$/;
/**
 * They take plain values, none by a reference that they write to: CUDA's API, mathematics and output, methods of
 * containers.
 */
export const takesValues = (name: string): boolean => takingValues.test(name) || isApiName(name);
/** They make objects of a class among their template arguments, or among those of their container. */
export const makesObject = (name: string): boolean =>
  /^(?:make_(?:unique|shared|optional)|allocate_shared|emplace|emplace_(?:back|front|hint)|try_emplace|push_back|push|insert|assign|resize)$/.test(
    name,
  );
/** Types and casts of the language that are written like functions. */
export const convertsValue = (name: string): boolean =>
  /^(?:static_cast|reinterpret_cast|const_cast|int|float|double|size_t|unsigned)$/.test(name);

const plain = /^(?:swap|(?:cuda|hip)(?!\w*Launch|Graph)\w+)$/;
/** No kernel is launched by a call of this name, and nothing is left or copied but as its arguments say. */
export const isPlainCall = (name: string): boolean =>
  (plain.test(name) && (name === 'swap' || isApiName(name))) || returnsFresh(name) || setsFresh(name);

const askingOnly = /^(?:cuda|hip|cu)(?!\w*Launch|Graph)[A-Z]\w*$/;
/** A kernel that they are given is not launched by them. */
export const onlyAsksAbout = (name: string): boolean => askingOnly.test(name) && isApiName(name);

// functions that give their first argument again

const casts = ['static_cast', 'reinterpret_cast', 'const_cast'] as const;
const [cast, namedCast, pointerCast] = [
  oneOf(...casts),
  oneOf(...casts, 'dynamic_cast'),
  oneOf(...casts, 'raw_pointer_cast'),
];
const samePointer = oneOf(...casts, 'raw_pointer_cast', 'move', 'ref', 'forward');
const intoSame = oneOf(
  ...casts,
  'raw_pointer_cast',
  'move',
  'ref',
  'forward',
  'dynamic_cast',
  'device_pointer_cast',
  'begin',
  'data',
  'get',
  'exchange',
);

/** The casts of the language that change no value of a pointer to an object. */
export const isCast = (name: string): boolean => cast.test(name);
/** Those that C++ writes with a name. */
export const isNamedCast = (name: string): boolean => namedCast.test(name);
export const isPointerCast = (name: string): boolean => pointerCast.test(name);
/** The argument itself, as a value of another type or kind. */
export const givesArgument = (name: string): boolean => samePointer.test(name);
/** A pointer into the argument, or the argument itself. */
export const pointsIntoArgument = (name: string): boolean => intoSame.test(name);
/** They return a reference to one of their arguments, or an object that holds some. */
export const refersToArgument = (name: string): boolean =>
  givesArgument(name) || /^(?:cref|as_const|get|tie|forward_as_tuple|min|max|minmax|clamp)$/.test(name);
/** Whether it hands its argument on unchanged, where a pack is expanded. */
export const handsOn = (name: string): boolean => name === 'forward' || name === 'move';
/** They hold a reference to their argument, whatever is done with what they return. */
export const keepsReference = (name: string): boolean => /^(?:ref|tie|forward_as_tuple|minmax)$/.test(name);
/** They call a function that they are given, with arguments of their own choice. */
export const callsArgument = (name: string): boolean =>
  /^(?:apply|invoke|for_each|for_each_n|transform|accumulate|reduce|inner_product|generate|generate_n|visit|call_once|bind|bind_front)$/.test(
    name,
  );
/** They store their second argument in the first, whose value they give. */
export const replacesFirst = (name: string): boolean => name === 'exchange';
/** The value that the argument has had up to now. */
export const takesOut = (name: string): boolean => name === 'move' || name === 'exchange';

/** They launch a kernel, or put one into a graph, and only copy its arguments. */
export const launchesKernel = (name: string): boolean =>
  isApiName(name) && /^(?:cuda|hip)(?:Launch|ExtLaunch|Graph\w*KernelNode)|^(?:cu|hipModule)Launch/.test(name);

/** Kernels by the strings of their names: `cuModuleGetFunction(&f, module, "k")`. */
export const loadsKernel = (name: string): boolean =>
  /^(?:cuModuleGetFunction|cuLibraryGetKernel|hipModuleGetFunction)$/.test(name);

/** They say something, or stop the program; what they are given they leave alone. */
export const onlyPrints = (name: string): boolean => /^(?:f?printf|f?puts|putchar|perror|fflush|assert)$/.test(name);
/** They do not come back. */
export const endsProgram = (name: string): boolean =>
  /^(?:exit|abort|_exit|_Exit|quick_exit|terminate|__builtin_unreachable|__builtin_trap)$/.test(name);
