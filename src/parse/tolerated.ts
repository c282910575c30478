/**
 * Text that compilers take and the grammar does not, spelled in a way that it does, every character in its place.
 * Exact. All expressions are linear in the text: none looks behind over white space, and what may begin anew at every
 * word is bounded.
 */

export function tolerated(text: string): string {
  return [
    withoutInstantiationDeclarations,
    withOperandCommas,
    withoutLambdaSpaces,
    withNamedDefaults,
    withFriendFirst,
    withoutConstantConversions,
    withOperatorNames,
    withoutAtLeast,
    withNamespaceNames,
  ].reduce((done, spell) => spell(done), text);
}

/**
 * `extern template class Box<float>;` declares nothing new, but the grammar takes it as the beginning of what follows.
 */
function withoutInstantiationDeclarations(text: string): string {
  return text.includes('template')
    ? text.replace(/\bextern\s+template\s+(?:class|struct|union)\b[^;{}()"']{0,2000};/g, (found) =>
        found.replace(/[^\n]/g, ' '),
      )
    : text;
}

/**
 * nvcc asks for no comma between operands: `asm("…" :: "r"(x) "l"(p))`. One takes the place of the white space after
 * `)`. A string without end is all the rest.
 */
function withOperandCommas(text: string): string {
  if (!text.includes('asm')) return text;
  return text.replace(
    /\b(?:asm|__asm__|__asm)\b(?:\s+(?:volatile|__volatile__))?\s*\((?:"(?:[^"\\]|\\[^])*(?:"|$)|[^";{}])*/g,
    (found) =>
      found.replace(/"(?:[^"\\]|\\[^])*(?:"|$)|\)[ \t]+(?=")/g, (part) =>
        part.startsWith(')') ? `),${part.slice(2)}` : part,
      ),
  );
}

/**
 * `[=] __host__ __device__ (int i) { … }`, also out of a macro: the grammar knows no execution space on a lambda.
 * (`[[nodiscard]] __device__` is none.)
 */
function withoutLambdaSpaces(text: string): string {
  return text.replace(
    /([^\]]\]\s*)((?:__host__|__device__)(?:\s+(?:__host__|__device__))*)/g,
    (_, before: string, spaces: string) => before + spaces.replace(/[^\n]/g, ' '),
  );
}

/**
 * `template <class T, std::enable_if_t<…> * = nullptr>`, `void f(int * = nullptr)`: the grammar gives no default to a
 * pointer without a name. A space stands for one.
 */
function withNamedDefaults(text: string): string {
  return text.replace(/\*\s(?=\s*=(?!=))/g, '*_');
}

/**
 * `__device__ constexpr friend bool operator==(…)`: specifiers come in any order [dcl.spec], the grammar wants `friend`
 * first.
 */
function withFriendFirst(text: string): string {
  return text.includes('friend')
    ? text.replace(
        /\b(__host__|__device__|constexpr|inline)\b((?:\s+(?:__host__|__device__|constexpr|inline)){0,8})(\s+)friend\b/g,
        'friend$3$1$2',
      )
    : text;
}

/**
 * `__device__ constexpr operator bool() const`: the grammar takes `operator` for the type of a function `bool`. Nothing
 * asks whether a conversion is constant.
 */
function withoutConstantConversions(text: string): string {
  if (!text.includes('operator')) return text;
  return text.replace(
    /\bconstexpr\b(?=(?:\s+(?:__host__|__device__|inline|explicit)){0,8}\s+operator\b)/g,
    ' '.repeat('constexpr'.length),
  );
}

/**
 * `this->operator[](k)`: the grammar knows no operator as the name of a member that is called. The tree takes its text
 * from what was written.
 */
function withOperatorNames(text: string): string {
  return text.replace(
    /((?:\.|->)\s*operator)(\[\]|\(\)|[-+*/%^&|~!=<>]+)(?=\s*\()/g,
    (_, before: string, sign: string) => before + '_'.repeat(sign.length),
  );
}

/**
 * `i < w && j >= 0`: the grammar may take `>` for the end of template arguments, though `>=` is one token
 * [lex.pptoken]. `<=` binds as strongly and ends nothing; {@link isAtLeast} tells it from one that was written.
 */
function withoutAtLeast(text: string): string {
  return text.replace(/(?<!>)>=/g, '<=');
}

/** Whether the token `<=` that was read at `start` stands for `>=`. */
export const isAtLeast = (text: string, start: number): boolean => text.charCodeAt(start) === 62;

/**
 * `namespace PRIVATE_NAME(bench) { … }` of a macro that is not known: the grammar wants a name, and takes the brace
 * that ends it for one that closes nothing. The arguments become part of the name, so that two of them stay two.
 */
function withNamespaceNames(text: string): string {
  if (!text.includes('namespace')) return text;
  return text.replace(
    /(\bnamespace\s+[\w:]{1,200})(\([\w \t,:]{0,200}\))(?=\s*\{)/g,
    (_, name: string, of: string) => name + of.replace(/\W/g, '_'),
  );
}
