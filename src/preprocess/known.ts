/**
 * What nvcc, the headers and the builds of CUDA code define that kernels and launches rely on, since those are not
 * read. All of it is visible from the start: a file's own definitions and `-D` replace it. (`HAVE_CUDA` and its kin
 * guard whole files of kernels, which are only ever built where they hold.)
 */
import type { Macro } from './macro.ts';
import { headerConstants } from './header-constants.ts';
import { parseMacro } from './macro.ts';
import { tokenize } from './token.ts';

/** The value of `__CUDA_ARCH__` where nothing gives one. */
export const defaultArchitecture = 800;

/** The values of `__CUDA_ARCH__` that CUDA 12 and 13 compile for. */
export const architectures: readonly number[] = [
  500, 520, 530, 600, 610, 620, 700, 720, 750, 800, 860, 870, 890, 900, 1000, 1030, 1200,
];

const compiler = `
__cplusplus 201703L
__CUDACC__ 1
__NVCC__ 1
__CUDA_ARCH__ ${defaultArchitecture}
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
__typeof__(...) std::remove_reference_t<decltype(__VA_ARGS__)>
__typeof(...) std::remove_reference_t<decltype(__VA_ARGS__)>
C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
C10_HOST __host__
C10_DEVICE __device__
C10_HOST_DEVICE __host__ __device__
C10_ALWAYS_INLINE inline __attribute__((always_inline))
C10_NOINLINE __attribute__((noinline))
C10_UNUSED __attribute__((unused))
C10_RESTRICT __restrict__
C10_LIKELY(e) (e)
C10_UNLIKELY(e) (e)
C10_WARP_SIZE 32
CUDA_KERNEL_ASSERT(...) assert((__VA_ARGS__))
CUDA_KERNEL_ASSERT_MSG(e, ...) assert((e))
CUDA_KERNEL_LOOP_TYPE(i, n, type) int64_t _i_n_d_e_x = ((int64_t)blockIdx.x) * blockDim.x + threadIdx.x; for (type i = _i_n_d_e_x; _i_n_d_e_x < (n); _i_n_d_e_x += blockDim.x * gridDim.x, i = _i_n_d_e_x)
CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
AT_DISPATCH_SWITCH(type, name, ...) [&] { __VA_ARGS__ }()
AT_DISPATCH_CASE(value, ...) { using scalar_t = c10::impl::ScalarTypeToCPPTypeT<(value)>; (__VA_ARGS__)(); }
HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
`;

const nowhere = { file: '<built-in>', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

/** A macro from the text after `#define`, outside of any file. `place` is shown as its file. */
export function macroOutside(text: string, place: string): Macro | null {
  return parseMacro(text, { ...nowhere, file: place });
}

/**
 * What crt/host_defines.h defines, which nvcc includes before the source: a definition on the command line
 * (`-D__shared__=`) is gone by then, whatever a build file says.
 */
const ofCudaHeaders = new Set([
  '__global__',
  '__device__',
  '__host__',
  '__shared__',
  '__constant__',
  '__managed__',
  '__device_builtin__',
  '__launch_bounds__',
  '__cluster_dims__',
  '__block_size__',
  '__maxnreg__',
  '__grid_constant__',
  '__forceinline__',
  '__noinline__',
  '__align__',
  '__builtin_align__',
]);
export const isOfCudaHeaders = (name: string): boolean => ofCudaHeaders.has(name);

/** A fresh table of them. */
export function knownMacros(): Map<string, Macro> {
  return new Map(known);
}

/** What `assert` is under NDEBUG. */
export const silentAssert: Macro = {
  name: 'assert',
  parameters: ['e'],
  isVariadic: false,
  body: tokenize('((void)0)', 0, 0).map((token) => ({ token, parameter: -1 })),
  dynamic: null,
  definition: { name: 'assert', parameters: ['e'], body: '((void)0)', span: nowhere },
};

/**
 * What the headers of HIP define where nvcc reads them (hip/hip_common.h); the third is what they called the second
 * before HIP 5.
 */
export const macrosOfHip: readonly Macro[] = [
  '__HIPCC__',
  '__HIP_PLATFORM_NVIDIA__',
  '__HIP_PLATFORM_NVCC__',
  '__HIP_DEVICE_COMPILE__',
].flatMap((name) => macroOutside(`${name} 1`, nowhere.file) ?? []);

const known: ReadonlyMap<string, Macro> = parseKnown();

function parseKnown(): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const line of `${compiler}${headerConstants}`.split('\n')) {
    const macro = macroOutside(line, nowhere.file);
    if (macro !== null) macros.set(macro.name, macro);
  }
  for (const [name, dynamic] of [
    ['__LINE__', 'line'],
    ['__FILE__', 'file'],
    ['__COUNTER__', 'counter'],
  ] as const) {
    const macro = macroOutside(name, nowhere.file);
    if (macro !== null) macros.set(name, { ...macro, dynamic });
  }
  return macros;
}

/**
 * Headers of CUDA's toolkit and of the libraries that come with it, without their endings. A project may have others
 * that begin alike: `cuda_utils.h`, `cuda/pair.cuh`.
 */
const toolkitHeaders = new Set([
  'cuda',
  'cudaEGL',
  'cudaGL',
  'cudaProfiler',
  'cudaTypedefs',
  'cudaVDPAU',
  'cudaD3D9',
  'cudaD3D10',
  'cudaD3D11',
  'cudalibxt',
  'cuviddec',
  'nvcuvid',
  'cudart_platform',
  'cuda_awbarrier',
  'cuda_awbarrier_helpers',
  'cuda_awbarrier_primitives',
  'cuda_bf16',
  'cuda_d3d9_interop',
  'cuda_d3d10_interop',
  'cuda_d3d11_interop',
  'cuda_device_runtime_api',
  'cuda_egl_interop',
  'cuda_fp4',
  'cuda_fp6',
  'cuda_fp8',
  'cuda_fp16',
  'cuda_gl_interop',
  'cuda_occupancy',
  'cuda_pipeline',
  'cuda_pipeline_helpers',
  'cuda_pipeline_primitives',
  'cuda_profiler_api',
  'cuda_runtime',
  'cuda_runtime_api',
  'cuda_stdint',
  'cuda_surface_types',
  'cuda_texture_types',
  'cuda_vdpau_interop',
  'cuComplex',
  'nvfunctional',
  'library_types',
  'texture_types',
  'surface_types',
  'driver_types',
  'device_types',
  'vector_types',
  'builtin_types',
  'host_config',
  'host_defines',
  'channel_descriptor',
  'common_functions',
  'cooperative_groups',
  'device_atomic_functions',
  'device_double_functions',
  'device_functions',
  'device_launch_parameters',
  'driver_functions',
  'math_constants',
  'math_functions',
  'math_functions_dbl_ptx1',
  'math_functions_dbl_ptx3',
  'vector_functions',
  'texture_fetch_functions',
  'texture_indirect_functions',
  'surface_functions',
  'surface_indirect_functions',
  'sm_20_atomic_functions',
  'sm_20_intrinsics',
  'sm_30_intrinsics',
  'sm_32_atomic_functions',
  'sm_32_intrinsics',
  'sm_35_atomic_functions',
  'sm_35_intrinsics',
  'sm_60_atomic_functions',
  'sm_61_intrinsics',
  'mma',
  'curand',
  'curand_kernel',
  'curand_discrete',
  'curand_discrete2',
  'curand_globals',
  'curand_lognormal',
  'curand_mrg32k3a',
  'curand_mtgp32',
  'curand_mtgp32_host',
  'curand_mtgp32_kernel',
  'curand_mtgp32dc_p_11213',
  'curand_normal',
  'curand_normal_static',
  'curand_philox4x32_x',
  'curand_poisson',
  'curand_precalc',
  'curand_uniform',
  'cublas',
  'cublas_api',
  'cublas_v2',
  'cublasLt',
  'cublasXt',
  'cusparse',
  'cusparse_v2',
  'cusparseLt',
  'cusolverDn',
  'cusolverMg',
  'cusolverRf',
  'cusolverSp',
  'cusolver_common',
  'cufft',
  'cufftXt',
  'cufftw',
  'cudnn',
  'cudnn_adv_infer',
  'cudnn_adv_train',
  'cudnn_backend',
  'cudnn_cnn_infer',
  'cudnn_cnn_train',
  'cudnn_frontend',
  'cudnn_graph',
  'cudnn_ops',
  'cudnn_ops_infer',
  'cudnn_ops_train',
  'cudnn_version',
  'nccl',
  'nccl_net',
  'nvml',
  'nvrtc',
  'nvToolsExt',
  'nvToolsExtCuda',
  'nvToolsExtCudaRt',
  'npp',
  'nppcore',
  'nppdefs',
]);
const standardHeader =
  /^(?:nv\/|cub\/|thrust\/|cooperative_groups\/|nvtx3\/|crt\/|hip\/|bits\/|arpa\/|netinet\/|x86intrin|\w*mmintrin|npp[is]\w*\.h$|cuda\/[\w/]+$)/;
/** Of NVIDIA's samples: a project brings them along, or does well without. */
const sampleHeader = /^(?:helper_|cutil|sdkHelper|shrUtils|exception\.h)/;
const cHeaders = new Set([
  'assert',
  'complex',
  'ctype',
  'errno',
  'fenv',
  'float',
  'inttypes',
  'limits',
  'locale',
  'malloc',
  'math',
  'memory',
  'setjmp',
  'signal',
  'stdalign',
  'stdarg',
  'stdbool',
  'stddef',
  'stdint',
  'stdio',
  'stdlib',
  'string',
  'strings',
  'time',
  'unistd',
  'wchar',
  'pthread',
  'omp',
  'mpi',
  'getopt',
  'dirent',
  'windows',
  'fcntl',
  'termios',
  'poll',
  'dlfcn',
  'sched',
  'semaphore',
  'execinfo',
  'libgen',
  'ucontext',
  'netdb',
  'syslog',
  'alloca',
  'iso646',
  'wctype',
  'uchar',
  'tgmath',
  'stdatomic',
  'winsock2',
]);

/** Whether nothing is said when a header is not found. */
export const mayBeMissing = (name: string): boolean => isStandardHeader(name) || sampleHeader.test(name);

/** Whether a header of CUDA, C or C++ has this name: it is not looked for in the project. */
export function isStandardHeader(name: string): boolean {
  return (
    standardHeader.test(name) ||
    toolkitHeaders.has(name.replace(/\.(?:h|hpp)$/, '')) ||
    /^[a-z_]+$/.test(name) ||
    /^sys\//.test(name) ||
    cHeaders.has(name.replace(/\.h$/, ''))
  );
}

/** Names that the compiler defines itself: a build's flags are no place for them. */
export const isOfCompiler = (name: string): boolean => known.has(name) && name.startsWith('__');

/** Names that only compilers and platforms define: not being defined is what they say. */
export function isReservedName(name: string): boolean {
  return /^_[_A-Z]/.test(name) || /^(?:WIN32|WIN64|_?MSC_VER|NDEBUG|DEBUG|_DEBUG|unix|BUILD_.*)$/.test(name);
}

/**
 * Words of names that say for which devices other than NVIDIA's, or in which language other than CUDA, a source is
 * built.
 */
const otherPlatforms = new Set([
  'HIP',
  'HIPCC',
  'ROCM',
  'AMD',
  'MUSA',
  'SYCL',
  'DPCPP',
  'OPENCL',
  'OPENMP',
  'METAL',
  'MACA',
  'CANN',
  'WINDOWS',
  'APPLE',
  'ANDROID',
  'MSVC',
]);
export const isOfOtherPlatform = (name: string): boolean => name.split('_').some((word) => otherPlatforms.has(word));
