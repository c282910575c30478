/**
 * What code for PyTorch takes from its headers, which are in no other repository: element types by their enumerators,
 * and accessors. An accessor of one dimension is taken to count elements of an array (its stride is an argument of the
 * launch, 1 for contiguous tensors). Where an element of more dimensions lies is not modelled: all that is known is
 * that it is in the tensor's memory. c10/core/ScalarType.h, ATen/core/TensorAccessor.h, ATen/cuda/Atomic.cuh.
 */
import type { LibrarySource } from './source.ts';

/** In the order of their numbers, with what they stand for; complex and quantized types are left out. */
const scalarTypes: readonly (readonly [string, string | null])[] = [
  ['Byte', 'unsigned char'],
  ['Char', 'signed char'],
  ['Short', 'short'],
  ['Int', 'int'],
  ['Long', 'long'],
  ['Half', 'Half'],
  ['Float', 'float'],
  ['Double', 'double'],
  ['ComplexHalf', null],
  ['ComplexFloat', null],
  ['ComplexDouble', null],
  ['Bool', 'bool'],
  ['QInt8', null],
  ['QUInt8', null],
  ['QInt32', null],
  ['BFloat16', 'BFloat16'],
];
const short: readonly (readonly [string, string])[] = [
  ['Float32', 'Float'],
  ['Float64', 'Double'],
  ['Float16', 'Half'],
  ['UInt8', 'Byte'],
  ['Int8', 'Char'],
  ['Int16', 'Short'],
  ['Int32', 'Int'],
  ['Int64', 'Long'],
];

const enumerators = `enum class ScalarType : signed char { ${scalarTypes.map(([name]) => name).join(', ')} };
${scalarTypes.map(([name], k) => `constexpr ScalarType k${name} = static_cast<ScalarType>(${k});`).join('\n')}
${short.map(([name, of]) => `constexpr ScalarType k${name} = k${of};`).join('\n')}`;

export const scalarTypesOfTorch: LibrarySource = {
  header: 'c10/core/ScalarType.h',
  mentioned: /\bScalarTypeToCPPTypeT?\b/,
  declared: /\b(?:struct|using)\s+ScalarTypeToCPPType/,
  text: `namespace c10 {
${enumerators}
namespace impl {
template <int N> struct ScalarTypeToCPPType {};
${scalarTypes.map(([, type], k) => (type === null ? '' : `template <> struct ScalarTypeToCPPType<${k}> { using type = ${type}; };`)).join('\n')}
template <int N> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
}
}
namespace at { ${enumerators} }
namespace torch { ${enumerators} }
`,
};

const number = (
  name: string,
  cuda: string,
  toFloat: (of: string) => string,
  fromFloat: (of: string) => string,
): string => `
namespace c10 {
struct alignas(2) ${name} {
  unsigned short x;
  ${name}() = default;
  __device__ ${name}(float value) { ${cuda} r = ${fromFloat('value')}; x = __sw_bits_of(r); }
  __device__ ${name}(const ${cuda} &value) { x = __sw_bits_of(value); }
  __device__ operator float() const { return ${toFloat(`__sw_${name}_of(x)`)}; }
  __device__ operator ${cuda}() const { return __sw_${name}_of(x); }
};
${['+', '-', '*', '/']
  .map(
    (op) => `
__device__ ${name} operator${op}(const ${name} &a, const ${name} &b) { return ${name}((float)a ${op} (float)b); }
__device__ ${name} &operator${op}=(${name} &a, const ${name} &b) { a = a ${op} b; return a; }
__device__ float &operator${op}=(float &a, const ${name} &b) { a = a ${op} (float)b; return a; }
${['float', 'double']
  .map(
    (type) => `__device__ ${type} operator${op}(const ${name} &a, ${type} b) { return (${type})(float)a ${op} b; }
__device__ ${type} operator${op}(${type} a, const ${name} &b) { return a ${op} (${type})(float)b; }`,
  )
  .join('\n')}
${['int', 'long']
  .map(
    (type) => `__device__ ${name} operator${op}(const ${name} &a, ${type} b) { return a ${op} ${name}((float)b); }
__device__ ${name} operator${op}(${type} a, const ${name} &b) { return ${name}((float)a) ${op} b; }`,
  )
  .join('\n')}`,
  )
  .join('')}
__device__ ${name} operator-(const ${name} &a) { return ${name}(-(float)a); }
}
namespace at { using c10::${name}; }
namespace torch { using c10::${name}; }
`;

/** The 16-bit numbers: classes of their own, with the bits of CUDA's. c10/util/Half.h, c10/util/BFloat16.h. */
export const halfOfTorch: LibrarySource = {
  header: 'c10/util/Half.h',
  mentioned: /\b(?:c10|at|torch)\s*::\s*Half\b|\bScalarTypeToCPPTypeT?\b|\bAT_DISPATCH_\w+/,
  declared: /\bstruct\s+(?:\w+\([^()]*\)\s*)?Half\b/,
  text: `__device__ unsigned short __sw_bits_of(__half h) { return __half_as_ushort(h); }
__device__ __half __sw_Half_of(unsigned short x) { return __ushort_as_half(x); }
${number(
  'Half',
  '__half',
  (of) => `__half2float(${of})`,
  (of) => `__float2half(${of})`,
)}`,
};
export const bfloat16OfTorch: LibrarySource = {
  header: 'c10/util/BFloat16.h',
  mentioned: /BFloat16|\bScalarTypeToCPPTypeT?\b/,
  declared: /\bstruct\s+(?:\w+\([^()]*\)\s*)?BFloat16\b/,
  text: `__device__ unsigned short __sw_bits_of(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
__device__ __nv_bfloat16 __sw_BFloat16_of(unsigned short x) { return __ushort_as_bfloat16(x); }
${number(
  'BFloat16',
  '__nv_bfloat16',
  (of) => `__bfloat162float(${of})`,
  (of) => `__float2bfloat16(${of})`,
)}`,
};

/** The dimensions that are modelled. */
const ranks = [1, 2, 3, 4, 5];

const accessorOf = (name: string, index: string, constructed: string): string =>
  ranks
    .map(
      (rank) => `
template <typename T, template <typename> class P, typename I> struct ${name}<T, ${rank}, P, I> {
  typename P<T>::PtrType data_; I sizes_[${rank}]; I strides_[${rank}];
  ${constructed}
  __device__ I size(int d) const { return sizes_[d]; }
  __device__ I stride(int d) const { return strides_[d]; }
  __device__ T *data() const { return data_; }
  ${rank === 1 ? '__device__ T &operator[](I k) const { return data_[k]; }' : `__device__ TensorAccessor<T, ${rank - 1}, P, I> operator[](I k) const { TensorAccessor<T, ${rank - 1}, P, I> r; r.data_ = data_ + __sw_any<${index}>(); return r; }`}
};`,
    )
    .join('');

const accessors = `
template <typename T> struct DefaultPtrTraits { typedef T *PtrType; };
template <typename T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };
template <typename T, unsigned long N, template <typename> class P = DefaultPtrTraits, typename I = long> struct TensorAccessor {};
template <typename T, unsigned long N, template <typename> class P = DefaultPtrTraits, typename I = long> struct PackedTensorAccessor {};
${accessorOf('TensorAccessor', 'long', '')}
${accessorOf('PackedTensorAccessor', 'long', '')}
template <typename T, unsigned long N, template <typename> class P = DefaultPtrTraits> using PackedTensorAccessor32 = PackedTensorAccessor<T, N, P, int>;
template <typename T, unsigned long N, template <typename> class P = DefaultPtrTraits> using PackedTensorAccessor64 = PackedTensorAccessor<T, N, P, long>;
template <typename T, unsigned long N, template <typename> class P = DefaultPtrTraits, typename I = long> using GenericPackedTensorAccessor = PackedTensorAccessor<T, N, P, I>;
`;

export const accessorsOfTorch: LibrarySource = {
  header: 'ATen/core/TensorAccessor.h',
  mentioned: /\b(?:Generic)?(?:Packed)?TensorAccessor(?:32|64)?\b/,
  // a class of that name in another namespace is another one
  declared: /\b(?:struct|class)\s+(?:GenericPacked)?TensorAccessorBase\b/,
  text: `namespace at { ${accessors} }
namespace torch { ${accessors} }
`,
};

/** Atomics for every element type. Those that CUDA has none for, they make of `atomicCAS`: any value is stored. */
export const atomicsOfTorch: LibrarySource = {
  header: 'ATen/cuda/Atomic.cuh',
  mentioned: /\bgpuAtomic(?:Add|AddNoReturn|Mul|Max|Min)\b/,
  declared: /\b(?!(?:return|else|do)\b)[A-Za-z_]\w*[\s*&]+gpuAtomic(?:Add|AddNoReturn|Mul|Max|Min)\s*\(/,
  text: `
template <class T, class V> __device__ T gpuAtomicAdd(T *address, V value) { return atomicAdd(address, (T)value); }
template <class T, class V> __device__ void gpuAtomicAddNoReturn(T *address, V value) { atomicAdd(address, (T)value); }
${['Mul', 'Max', 'Min'].map((name) => `template <class T, class V> __device__ T gpuAtomic${name}(T *address, V value) { return atomicExch(address, __sw_any<T>()); }`).join('\n')}
`,
};
