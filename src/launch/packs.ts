/**
 * Arguments of a launch one by one, packs expanded: `k<<<g, b>>>(std::forward<A>(args)...)` in a function template gets
 * what the call gives that leads there. Exact; a pack that is not followed, or may be changed on the way, ends them.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Expr } from '../base/expr.ts';
import type { Evaluation } from './evaluation.ts';
import type { HostArgument, LaunchSite, Shared } from './launch.ts';
import type { HostNames } from './host-names.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import {
  calleeName,
  declaredName,
  parametersOf,
  templateParameterName,
  templateParametersOf,
  withoutCasts,
} from './declarator.ts';
import { handsOn } from './library-calls.ts';

/** An argument, and where it is read. */
export type GivenArgument = Readonly<{ node: SyntaxNode; cx: Evaluation }>;

/**
 * `isWhole`: no pack is left out, and nothing behind it. `repeats`: the last one stands for any number that differ by a
 * value of the template alone; `reads`: each is read from a place of its own.
 */
type GivenArguments = Readonly<{ given: readonly GivenArgument[]; isWhole: boolean; repeats: Repeats | null }>;
type Repeats = Readonly<{ reads: boolean }>;

/** Up to the first pack that is not followed. */
export function expandedArguments(cx: Evaluation, nodes: readonly SyntaxNode[]): GivenArguments {
  const given: GivenArgument[] = [];
  for (const node of nodes) {
    const one =
      node.type === 'parameter_pack_expansion'
        ? packGiven(cx, node)
        : { given: [{ node, cx }], isWhole: true, repeats: null };
    given.push(...one.given);
    if (!one.isWhole) return { given, isWhole: false, repeats: one.repeats };
  }
  return { given, isWhole: true, repeats: null };
}

const notFollowed: GivenArguments = { given: [], isWhole: false, repeats: null };

function packGiven(cx: Evaluation, expansion: SyntaxNode): GivenArguments {
  const pattern = childIn(expansion, 'pattern');
  const values = pattern === null ? null : valuesNamed(cx.names, expansion, pattern);
  if (pattern !== null && values !== null)
    return { given: [{ node: pattern, cx }], isWhole: false, repeats: { reads: isReadAt(cx.names, pattern, values) } };
  const { caller, names } = cx;
  if (caller === null || caller.anchor.type !== 'call_expression') return notFollowed;
  let definition: SyntaxNode | undefined = expansion;
  while (definition !== undefined && definition.type !== 'function_definition')
    definition = definition.type === 'lambda_expression' ? undefined : names.parents.get(definition);
  const parameters = definition === undefined ? [] : parametersOf(definition);
  const last = parameters.at(-1);
  const declared = last?.type === 'variadic_parameter_declaration' ? declaredName(childIn(last, 'declarator')) : null;
  const type = last === undefined ? null : childIn(last, 'type');
  if (definition === undefined || declared === null || type === null) return notFollowed;
  const name = textOf(names.source, declared);
  const own = textOf(names.source, type);
  if (
    !isPackItself(cx, childIn(expansion, 'pattern') ?? expansion, name, own) ||
    isStated(cx, definition, caller.anchor, own) ||
    !isOnlyLaunchedWith(names, definition, name)
  )
    return notFollowed;
  const nodes = namedChildren(childIn(caller.anchor, 'arguments') ?? caller.anchor);
  const before = parameters.length - 1;
  return nodes.slice(0, before).some((node) => node.type === 'parameter_pack_expansion')
    ? notFollowed
    : expandedArguments(caller, nodes.slice(before));
}

/**
 * The packs that a pattern names, where all are values of the template around: `I` of `p[I]` in `template <size_t...
 * I>`.
 */
function valuesNamed(
  { source, parents }: HostNames,
  expansion: SyntaxNode,
  pattern: SyntaxNode,
): ReadonlySet<string> | null {
  const [values, others] = [new Set<string>(), new Set<string>()];
  for (let above = parents.get(expansion); above !== undefined; above = parents.get(above)) {
    if (above.type === 'lambda_expression') return null;
    if (above.type === 'template_declaration') {
      for (const parameter of templateParametersOf(above)) {
        const name = templateParameterName(parameter);
        if (name !== null && parameter.type.startsWith('variadic_'))
          (parameter.type === 'variadic_parameter_declaration' ? values : others).add(textOf(source, name));
      }
    }
    const packs =
      above.type === 'function_definition'
        ? parametersOf(above).filter(({ type }) => type === 'variadic_parameter_declaration')
        : [];
    for (const pack of packs) {
      const name = declaredName(childIn(pack, 'declarator'));
      if (name !== null) others.add(textOf(source, name));
    }
  }
  const words = wordsOf(textOf(source, pattern));
  return words.some((word) => values.has(word)) && !words.some((word) => others.has(word)) ? values : null;
}

const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/**
 * Whether the value of the pack says where the argument is read: in `rows[I]`, `t->rows[I].data`, not in `base + I`.
 */
function isReadAt({ source }: Pick<HostNames, 'source'>, pattern: SyntaxNode, values: ReadonlySet<string>): boolean {
  const bare = withoutCasts(pattern);
  if (bare.type === 'field_expression') return isReadAt({ source }, childIn(bare, 'argument') ?? bare, values);
  const indices = bare.type === 'subscript_expression' ? childIn(bare, 'indices') : null;
  return indices !== null && wordsOf(textOf(source, indices)).some((word) => values.has(word));
}

/** `args`, `std::forward<A>(args)` and `static_cast<A &&>(args)`; other casts make other values. */
function isPackItself(cx: Evaluation, pattern: SyntaxNode, name: string, type: string): boolean {
  const { source } = cx.names;
  if (pattern.type === 'identifier') return textOf(source, pattern) === name;
  const callee = pattern.type === 'call_expression' ? childIn(pattern, 'function') : null;
  const called = callee === null ? null : calleeName(callee);
  const [only, second] = namedChildren(childIn(pattern, 'arguments') ?? pattern);
  if (
    callee === null ||
    called === null ||
    only?.type !== 'identifier' ||
    second !== undefined ||
    textOf(source, only) !== name
  )
    return false;
  const spelled = textOf(source, called);
  const isForward = handsOn(spelled) && !cx.names.functions.has(spelled);
  return isForward || textOf(source, callee).replace(/\s+/g, '') === `static_cast<${type}&&>`;
}

/** Whether a call says what the pack's types are, to which the arguments are converted then. */
function isStated({ names }: Evaluation, definition: SyntaxNode, call: SyntaxNode, type: string): boolean {
  const template = names.parents.get(definition);
  const parameters = template?.type === 'template_declaration' ? templateParametersOf(template) : [];
  const place = parameters.findIndex((parameter) => {
    const name = templateParameterName(parameter);
    return name !== null && textOf(names.source, name) === type;
  });
  const called = calledTemplate(childIn(call, 'function'));
  return place < 0 || (called !== null && namedChildren(childIn(called, 'arguments') ?? called).length > place);
}

/** `f<int>` of `N::f<int>(x)`, or null. */
function calledTemplate(callee: SyntaxNode | null): SyntaxNode | null {
  if (callee === null || /^template_(?:function|method)$/.test(callee.type)) return callee;
  return calledTemplate(namedChildren(callee).at(-1) ?? null);
}

/** What is known of the file. */
type Index = Pick<HostNames, 'source' | 'parents' | 'functions'>;

/**
 * Whether all that a function template does with its pack is to launch kernels with it, which take their arguments by
 * value, to hand it on to another one of which this holds, and to count it.
 */
export function isOnlyLaunchedWith(index: Index, definition: SyntaxNode, pack: string, depth = 0): boolean {
  const walk = (at: SyntaxNode): boolean => {
    if (at.type === 'identifier' && textOf(index.source, at) === pack) return isCounted(index, at);
    return (at.type === 'parameter_pack_expansion' && isLaunchArgument(index, at, depth)) || at.children.every(walk);
  };
  return depth < 4 && walk(childIn(definition, 'body') ?? definition);
}

const launchesWithValues = /^(?:cudaLaunchKernelEx|hipLaunchKernelEx|hipLaunchKernelGGL)$/;

/** `sizeof...(args)` */
const isCounted = ({ source, parents }: Index, node: SyntaxNode): boolean =>
  /^sizeof\s*\.\.\./.test(textOf(source, parents.get(parents.get(node) ?? node) ?? node));

function isLaunchArgument(index: Index, node: SyntaxNode, depth: number): boolean {
  const list = index.parents.get(node);
  const call = list?.type === 'argument_list' ? index.parents.get(list) : undefined;
  if (list === undefined || call?.type !== 'call_expression') return false;
  const callee = calleeName(childIn(call, 'function'));
  const spelled = callee === null ? '' : textOf(index.source, callee);
  const definitions = index.functions.get(spelled) ?? [];
  if (call.children.some((child) => child.type === 'kernel_call_syntax') || launchesWithValues.test(spelled))
    return true;
  const at = namedChildren(list).indexOf(node);
  return (
    definitions.length > 0 &&
    definitions.every((each) => {
      const parameters = parametersOf(each);
      const last = parameters.at(-1);
      const own =
        last?.type === 'variadic_parameter_declaration' && at === parameters.length - 1
          ? declaredName(childIn(last, 'declarator'))
          : null;
      return own !== null && isOnlyLaunchedWith(index, each, textOf(index.source, own), depth + 1);
    })
  );
}

/** How many elements of a pack of values are told apart; of more nothing is known. */
const mostElements = 8;

/** The arguments with those that the last one stands for. They differ: no value holds for all. */
export function repeated(args: readonly HostArgument[]): readonly HostArgument[] {
  const last = args.at(-1);
  const element = last === undefined ? [] : [{ ...last, value: null, fields: new Map<string, Expr>() }];
  return [...args.slice(0, -1), ...Array.from({ length: mostElements }, () => element).flat()];
}

/**
 * What is or may be one array, with the elements that the argument at that place stands for: any two of them may be.
 */
export function sharesRepeated({ aliases, trusted, pointers }: Shares, place: number, { reads }: Repeats): Shares {
  const copies = (path: string): readonly string[] => {
    const [head, ...rest] = path.split('.');
    return head === `${place}`
      ? Array.from({ length: mostElements }, (_, k) => [`${place + k}`, ...rest].join('.'))
      : [path];
  };
  const isOne = ({ first, second }: Shared): boolean => copies(first).length === 1 && copies(second).length === 1;
  // how far one points behind another differs
  const open = (pair: Shared): Shared =>
    isOne(pair) || pair.kind === 'may' ? pair : { first: pair.first, second: pair.second, kind: 'may' };
  const all = <Pair extends Readonly<{ first: string; second: string }>>(pair: Pair): readonly Pair[] =>
    copies(pair.first).flatMap((first) => copies(pair.second).map((second) => ({ ...pair, first, second })));
  const among = pointers.filter((path) => copies(path).length > 1).flatMap(copies);
  const amongThem = among.flatMap((first, k) =>
    among.slice(k + 1).map((second): Shared => ({ first, second, kind: 'may', ...(reads ? { isUnseen: true } : {}) })),
  );
  return {
    aliases: [...aliases.map(open).flatMap(all), ...amongThem],
    trusted: trusted.flatMap(all),
    pointers: pointers.flatMap(copies),
  };
}

type Shares = Pick<LaunchSite, 'aliases' | 'trusted' | 'pointers'>;
