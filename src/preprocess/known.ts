/**
 * What nvcc, the headers and the builds of CUDA code define that kernels and launches rely on, since those are not
 * read. All of it is visible from the start: a file's own definitions and `-D` replace it. (`HAVE_CUDA` and its kin
 * guard whole files of kernels, which are only ever built where they hold.)
 */
import type { Macro } from './macro.ts';
import { parseMacro } from './macro.ts';

const compiler = `
__cplusplus 201703L
__CUDACC__ 1
__NVCC__ 1
__CUDA_ARCH__ 800
__CUDACC_VER_MAJOR__ 12
__CUDACC_VER_MINOR__ 0
__CUDACC_VER_BUILD__ 0
__CUDACC_EXTENDED_LAMBDA__ 1
HAVE_CUDA 1
USE_CUDA 1
WITH_CUDA 1
ENABLE_CUDA 1
GOOGLE_CUDA 1
CUDA_VERSION 12000
CUDART_VERSION 12000
__STDC__ 1
__STDC_HOSTED__ 1
__GNUC__ 11
__GNUC_MINOR__ 0
__GNUC_PATCHLEVEL__ 0
__linux__ 1
__linux 1
linux 1
__unix__ 1
__gnu_linux__ 1
__x86_64__ 1
__x86_64 1
__amd64__ 1
__LP64__ 1
_LP64 1
__CHAR_BIT__ 8
__SIZEOF_INT__ 4
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__BYTE_ORDER__ 1234
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__INT_MAX__ 2147483647
__DATE__ "Jan  1 2000"
__TIME__ "00:00:00"
_Pragma(text)
__pragma(text)
__int64 long long
`;

const headers = `
CHAR_BIT 8
SCHAR_MAX 127
SCHAR_MIN (-128)
UCHAR_MAX 255
CHAR_MAX 127
CHAR_MIN (-128)
SHRT_MAX 32767
SHRT_MIN (-32768)
USHRT_MAX 65535
INT_MAX 2147483647
INT_MIN (-2147483647-1)
UINT_MAX 4294967295U
LONG_MAX 9223372036854775807L
LONG_MIN (-9223372036854775807L-1L)
ULONG_MAX 18446744073709551615UL
LLONG_MAX 9223372036854775807LL
LLONG_MIN (-9223372036854775807LL-1LL)
ULLONG_MAX 18446744073709551615ULL
INT8_MAX 127
INT8_MIN (-128)
UINT8_MAX 255
INT16_MAX 32767
INT16_MIN (-32768)
UINT16_MAX 65535
INT32_MAX 2147483647
INT32_MIN (-2147483647-1)
UINT32_MAX 4294967295U
INT64_MAX 9223372036854775807L
INT64_MIN (-9223372036854775807L-1L)
UINT64_MAX 18446744073709551615UL
SIZE_MAX 18446744073709551615UL
RAND_MAX 2147483647
EXIT_SUCCESS 0
EXIT_FAILURE 1
FLT_MAX 3.402823466e+38f
FLT_MIN 1.175494351e-38f
FLT_EPSILON 1.192092896e-07f
DBL_MAX 1.7976931348623158e+308
DBL_MIN 2.2250738585072014e-308
DBL_EPSILON 2.2204460492503131e-16
FLT_DIG 6
DBL_DIG 15
M_E 2.71828182845904523536
M_LOG2E 1.44269504088896340736
M_LOG10E 0.43429448190325182765
M_LN2 0.69314718055994530942
M_LN10 2.30258509299404568402
M_PI 3.14159265358979323846
M_PI_2 1.57079632679489661923
M_PI_4 0.78539816339744830962
M_1_PI 0.31830988618379067154
M_2_PI 0.63661977236758134308
M_2_SQRTPI 1.12837916709551257390
M_SQRT2 1.41421356237309504880
M_SQRT1_2 0.70710678118654752440
HUGE_VALF __int_as_float(0x7f800000)
HUGE_VAL __longlong_as_double(0x7ff0000000000000ULL)
INFINITY __int_as_float(0x7f800000)
NAN __int_as_float(0x7fffffff)
CUDART_INF_F __int_as_float(0x7f800000)
CUDART_NAN_F __int_as_float(0x7fffffff)
CUDART_INF __longlong_as_double(0x7ff0000000000000ULL)
CUDART_NAN __longlong_as_double(0xfff8000000000000ULL)
CUDART_PI_F 3.141592654f
CUDART_PI 3.1415926535897931e+0
CUDART_PIO2_F 1.570796327f
CUDART_PIO4_F 0.785398163f
CUDART_SQRT_TWO_F 1.414213562f
CUDART_SQRT_HALF_F 0.707106781f
CUDART_MAX_NORMAL_F 3.402823466e+38f
`;

const nowhere = { file: '<built-in>', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

/** A macro from the text after `#define`, outside of any file. `place` is shown as its file. */
export function macroOutside(text: string, place: string): Macro | null {
  return parseMacro(text, { ...nowhere, file: place });
}

/** A fresh table of them. */
export function knownMacros(): Map<string, Macro> {
  return new Map(known);
}

const known: ReadonlyMap<string, Macro> = parseKnown();

function parseKnown(): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const line of `${compiler}${headers}`.split('\n')) {
    const macro = macroOutside(line, nowhere.file);
    if (macro !== null) macros.set(macro.name, macro);
  }
  for (const [name, dynamic] of [['__LINE__', 'line'], ['__FILE__', 'file'], ['__COUNTER__', 'counter']] as const) {
    const macro = macroOutside(name, nowhere.file);
    if (macro !== null) macros.set(name, { ...macro, dynamic });
  }
  return macros;
}

const standardHeader = /^(?:cuda|cuComplex|nv\/|nvfunctional|library_types|texture_types|cub\/|thrust\/|cooperative_groups|curand|cublas|cusparse|cusolver|cufft|cudnn|nccl|nvtx|nvToolsExt|nvml|nvrtc|npp|mma\.h|device_|vector_|math_|sm_\d\d|surface_|texture_|driver_|host_|channel_descriptor|builtin_types|common_functions|crt\/|hip\/|bits\/|arpa\/|netinet\/|x86intrin|\w*mmintrin)/;
/** Of NVIDIA's samples: a project brings them along, or does well without. */
const sampleHeader = /^(?:helper_|cutil|sdkHelper|shrUtils|exception\.h)/;
const cHeaders = new Set(['assert', 'complex', 'ctype', 'errno', 'fenv', 'float', 'inttypes', 'limits', 'locale', 'malloc', 'math', 'memory', 'setjmp', 'signal', 'stdalign', 'stdarg', 'stdbool', 'stddef', 'stdint', 'stdio', 'stdlib', 'string', 'strings', 'time', 'unistd', 'wchar', 'pthread', 'omp', 'mpi', 'getopt', 'dirent', 'windows', 'fcntl', 'termios', 'poll', 'dlfcn', 'sched', 'semaphore', 'execinfo', 'libgen', 'ucontext', 'netdb', 'syslog', 'alloca', 'iso646', 'wctype', 'uchar', 'tgmath', 'stdatomic', 'winsock2']);

/** Whether nothing is said when a header is not found. */
export const mayBeMissing = (name: string): boolean => isStandardHeader(name) || sampleHeader.test(name);

/** Whether a header of CUDA, C or C++ has this name: it is not looked for in the project. */
export function isStandardHeader(name: string): boolean {
  return standardHeader.test(name) || /^[a-z_]+$/.test(name) || /^sys\//.test(name) || cHeaders.has(name.replace(/\.h$/, ''));
}

/** Names that only compilers and platforms define: not being defined is what they say. */
export function isReservedName(name: string): boolean {
  return /^_[_A-Z]/.test(name) || /^(?:WIN32|WIN64|_?MSC_VER|NDEBUG|DEBUG|_DEBUG|unix|BUILD_.*)$/.test(name);
}
