/**
 * `integral_constant` of `<type_traits>` and its kin: types that stand for a value, as do all objects of them. Exact.
 */
import type { LibrarySource } from './source.ts';

export const constantTypes: LibrarySource = {
  header: 'type_traits',
  mentioned: /\b(?:integral_constant|bool_constant|true_type|false_type)\b/,
  declared: /\b(?:struct|class)\s+integral_constant\b/,
  text: `
namespace cuda::std {
template <class T, T V> struct integral_constant {
  static constexpr T value = V;
  using value_type = T;
  using type = integral_constant;
  __device__ operator T() const { return V; }
  __device__ T operator()() const { return V; }
};
template <bool V> using bool_constant = integral_constant<bool, V>;
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
}
`,
};
