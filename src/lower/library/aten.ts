/**
 * What code for PyTorch takes from its headers, which are in no other repository: element types by their enumerators, and accessors.
 * An accessor of one dimension is taken to count elements of an array (its stride is an argument of the launch, 1 for contiguous
 * tensors). Where an element of more dimensions lies is not modelled: all that is known is that it is in the tensor's memory.
 * c10/core/ScalarType.h, ATen/core/TensorAccessor.h.
 */
import type { LibrarySource } from './source.ts';

/** In the order of their numbers, with what they stand for; complex and quantized types are left out. */
const scalarTypes: readonly (readonly [string, string | null])[] = [
  ['Byte', 'unsigned char'], ['Char', 'signed char'], ['Short', 'short'], ['Int', 'int'], ['Long', 'long'], ['Half', '__half'], ['Float', 'float'], ['Double', 'double'],
  ['ComplexHalf', null], ['ComplexFloat', null], ['ComplexDouble', null], ['Bool', 'bool'], ['QInt8', null], ['QUInt8', null], ['QInt32', null], ['BFloat16', '__nv_bfloat16'],
];
const short: readonly (readonly [string, string])[] = [['Float32', 'Float'], ['Float64', 'Double'], ['Float16', 'Half'], ['UInt8', 'Byte'], ['Int8', 'Char'], ['Int16', 'Short'], ['Int32', 'Int'], ['Int64', 'Long']];

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

/** The dimensions that are modelled. */
const ranks = [1, 2, 3, 4, 5];

const accessorOf = (name: string, index: string, constructed: string): string => ranks.map((rank) => `
template <typename T, template <typename> class P, typename I> struct ${name}<T, ${rank}, P, I> {
  typename P<T>::PtrType data_; I sizes_[${rank}]; I strides_[${rank}];
  ${constructed}
  __device__ I size(int d) const { return sizes_[d]; }
  __device__ I stride(int d) const { return strides_[d]; }
  __device__ T *data() const { return data_; }
  ${rank === 1 ? '__device__ T &operator[](I k) const { return data_[k]; }' : `__device__ TensorAccessor<T, ${rank - 1}, P, I> operator[](I k) const { TensorAccessor<T, ${rank - 1}, P, I> r; r.data_ = data_ + __sw_any<${index}>(); return r; }`}
};`).join('');

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
  declared: /\b(?:struct|class)\s+(?:Generic)?(?:Packed)?TensorAccessor/,
  text: `namespace at { ${accessors} }
namespace torch { ${accessors} }
`,
};
