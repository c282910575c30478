/**
 * Types that are references although no `&` stands in the declarator: `using R = int &; R r = x;`, `decltype((x)) r =
 * x;`, a `T` that a call gives as `int &`, an alias of one of these or one that takes it: `std::conditional_t<c, int &,
 * int>`. Over-approximating: by name, whatever is meant by it in which scope.
 */
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import { memoized } from '../base/memoize.ts';
import { childIn, textOf } from '../parse/node.ts';
import { shapeOf, isMarkedConst } from './declarator.ts';

const words = /\b(?:decltype|reference|add_(?:l|r)value_reference\w*)\b/;

/** Whether a type has an `&`, but for parameters of functions: `void (*)(int &)` is none. */
const hasAmpersand = (type: string): boolean => type.replace(/\((?!\s*&)[^()]*\)/g, '').includes('&');

const identifiers = (type: string): readonly string[] => type.match(/\b[A-Za-z_]\w*/g) ?? [];

/** What stands between `typedef` and the end of its statement, where no braces do. In linear time. */
function typedefsIn(text: string): readonly string[] {
  return text.split(/(?<=[;{}])/).flatMap((part) => {
    const at = part.endsWith(';') ? part.search(/\btypedef\b/) : -1;
    return at < 0 ? [] : [part.slice(at + 'typedef'.length, -1)];
  });
}

/**
 * The names of the file that may stand for references: aliases, aliases of those, and where a template is given one,
 * all that templates take.
 */
const named = memoized(({ text }: MappedText): ReadonlySet<string> => {
  const aliases = [
    ...[...text.matchAll(/\busing\s+(\w+)\s*=([^;{}]*);/g)].map(([, name = '', type = '']) => ({
      names: [name],
      type,
    })),
    ...typedefsIn(text).map((type) => ({
      names: [...[...type.matchAll(/&\s*(\w+)/g)].map(([, name = '']) => name), ...identifiers(type).slice(-1)],
      type,
    })),
  ];
  const isGiven = /(?<!_cast)(?<=\w)\s*<[^<>;(){}&|]*&&?\s*(?:,[^<>;(){}|]*)?>/.test(text);
  const found = new Set(
    isGiven ? [...text.matchAll(/\b(?:typename|class)\s*(?:\.\.\.\s*)?(\w+)/g)].flatMap(([, name]) => name ?? []) : [],
  );
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { names, type } of aliases)
      if (
        words.test(type) ||
        hasAmpersand(type) ||
        identifiers(type).some((name) => found.has(name) && !names.includes(name))
      )
        for (const name of names) found.add(name);
  }
  return found;
});

/** Whether a type, as written, may be a reference. */
export const hidesReference = (source: MappedText, type: string): boolean =>
  words.test(type) || hasAmpersand(type) || identifiers(type).some((name) => named(source).has(name));

/** Whether a parameter is a reference. */
export const isReference = (source: MappedText, parameter: SyntaxNode): boolean =>
  shapeOf(childIn(parameter, 'declarator')) === 'reference' ||
  hidesReference(source, textOf(source, childIn(parameter, 'type') ?? parameter));

/**
 * Whether some code takes `const` away from what it gets by reference: `const_cast`, `(int &)x`, `(int *)&x` of an x
 * that is a parameter or variable of that kind.
 */
export const takesConstAway = memoized(({ text }: MappedText): boolean => {
  if (/\bconst_cast\b|\((?!\s*const\b)[\s\w:]+(?:<[^<>()]*>\s*)?&\s*\)\s*[\w(*]/.test(text)) return true;
  const constant = new Set(
    [...text.matchAll(/\bconst\b[\s\w:]{0,200}(?:<[^<>()]{0,200}>\s{0,20})?&\s{0,20}(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...text.matchAll(/\((?!\s*const\b)[\s\w:]+(?:<[^<>()]*>\s*)?\*+\s*\)\s*&\s*(\w+)/g)].some(([, name = '']) =>
    constant.has(name),
  );
});

/**
 * Whether classes of the text have members that change although the object is constant: `mutable int n`, not the
 * `mutable` of a lambda.
 */
const hasMutableMember = memoized(({ text }: MappedText): boolean => /\bmutable\s+(?!noexcept\b)\w/.test(text));

/** Whether a constant of the type may have such members. */
export function mayBeMutable(source: MappedText, type: string): boolean {
  const isNumber = type
    .split(/\s+/)
    .every((word) => /^(?:const|unsigned|signed|int|long|short|char|bool|float|double|(?:std::)?size_t)?$/.test(word));
  return !isNumber && hasMutableMember(source);
}

/** Whether `const` before a type keeps nobody from changing objects of it. */
export const isConstInVain = (source: MappedText, type: string): boolean =>
  takesConstAway(source) || mayBeMutable(source, type);

/**
 * Whether what is handed to a parameter may be set through it: a reference, unless it is written as one to what is
 * const (`const` beside an alias says nothing).
 */
export function maySetThrough(source: MappedText, parameter: SyntaxNode): boolean {
  const declarator = childIn(parameter, 'declarator');
  const type = textOf(source, childIn(parameter, 'type') ?? parameter);
  if (hidesReference(source, type)) return true;
  const isConst =
    declarator !== null &&
    /^(?:abstract_)?reference_declarator$/.test(declarator.type) &&
    isMarkedConst(source, parameter);
  return (
    (!isConst || isConstInVain(source, type)) &&
    (shapeOf(declarator) === 'reference' || (declarator !== null && textOf(source, declarator).includes('&')))
  );
}

/** Whether a function returns a reference, const or not. */
export function returnsReference(source: MappedText, definition: SyntaxNode): boolean {
  const [type, declarator] = [childIn(definition, 'type'), childIn(definition, 'declarator')];
  const trailing = declarator?.children.find((child) => child.type === 'trailing_return_type');
  return (
    shapeOf(declarator) === 'reference' ||
    [type, trailing].some((each) => each !== null && each !== undefined && hidesReference(source, textOf(source, each)))
  );
}

/** How a variable or parameter of a type is declared. */
export const shapeOfDeclared = (
  source: MappedText,
  type: string,
  declarator: SyntaxNode | null,
): ReturnType<typeof shapeOf> => (hidesReference(source, type) ? 'reference' : shapeOf(declarator));
