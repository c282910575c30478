/**
 * Types of libraries whose objects only copy what they are made of: none of them keeps a reference, or changes what it
 * is given.
 */
import type { HostNames } from './host-names.ts';
import { splitArguments } from './host-type.ts';
import { hostType } from './host-value.ts';

/** Types of CUDA's headers and of C's library. */
const plain =
  /^(?:dim3|u?(?:char|short|int|long|longlong|float|double)[1-4]|float|double|(?:cuda|hip|cublas|cufft|curand|cusparse|cusolver)[A-Z_]?\w*|CU\w+|(?:__)?(?:half2?|nv_bfloat162?)|cu(?:Float|Double)?Complex|FILE|u?int(?:_fast|_least)?\d+_t|u?intptr_t|(?:time|clock|ssize|off|wchar|ptrdiff)_t|timeval|timespec|va_list|long double|signed|unsigned)$/;
/**
 * Classes of the standard library and of Thrust, with or without their namespace: `vector` after `using namespace std`.
 */
const classes =
  /^(?:vector|array|deque|list|forward_list|map|set|unordered_map|unordered_set|multimap|multiset|pair|tuple|optional|variant|basic_string|string|string_view|bitset|valarray|complex|unique_ptr|shared_ptr|weak_ptr|queue|stack|priority_queue|initializer_list|allocator|atomic|plus|less|greater|identity|multiplies|maximum|minimum|device_vector|host_vector|universal_vector|device_ptr|counting_iterator|constant_iterator|device_allocator|byte|filesystem|thread|jthread|mutex|(?:lock|scoped_lock|unique)_(?:guard|lock)|chrono|(?:io|o|i|f)?(?:string)?stream|ofstream|ifstream|fstream|ostringstream|istringstream|random_device|mt19937(?:_64)?|default_random_engine|(?:uniform_(?:int|real)|normal|bernoulli)_distribution|runtime_error|logic_error|exception|invalid_argument|numeric_limits|nothrow_t)$/;

/**
 * Whether a type, as it is spelled, is one of these, with nothing else among its template arguments. A name that the
 * text declares is none.
 */
export function isLibraryType(spelled: string, names: Pick<HostNames, 'types'>): boolean {
  const text = spelled.replace(/\b(?:const|volatile|struct|class|typename|enum)\b/g, ' ').trim();
  if (text.endsWith('*')) return true;
  if (text.includes('&') || text === '') return false;
  if (hostType(text) !== null || text === 'void') return true;
  const [, name = '', args] = /^(?:::)?([\w:]+)\s*(?:<(.*)>)?(?:::\w+)?$/s.exec(text) ?? [];
  const base = name.replace(/^.*::/s, '');
  const isQualified = /^(?:std|thrust|cuda|cub)::/.test(name);
  if (!isQualified && (name.includes('::') || names.types.structs.has(base))) return false;
  if (!(isQualified && /^std::chrono::|^std::filesystem::/.test(name)) && !classes.test(base) && !plain.test(base))
    return false;
  return (
    args === undefined ||
    splitArguments(args).every(
      (arg) =>
        /^(?:\d+|true|false)$/.test(arg) ||
        (/^[A-Z_0-9]+$/.test(arg) && !isTypeOfText(arg, names)) ||
        isLibraryType(arg, names),
    )
  );
}

/** Whether a name that is spelled like a constant is that of a type. */
const isTypeOfText = (name: string, { types }: Pick<HostNames, 'types'>): boolean =>
  types.structs.has(name) || types.aliases.has(name) || types.specialized.has(name);
