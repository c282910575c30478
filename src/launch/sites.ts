/**
 * Finds where host code launches kernels: `k<<<grid, block, shared, stream>>>(…)`, `cudaLaunchKernel` and its kin,
 * `hipLaunchKernelGGL`. Reports only what is certain; a dimension that is not is null. Exact.
 */
import type { MappedText } from '../base/text-map.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './host-evaluate.ts';
import type { HostNames } from './host-names.ts';
import type { HostValue } from './host-value.ts';
import type { LaunchSite } from './launch.ts';
import { childIn, namedChildren } from '../parse/node.ts';
import { dimensions, evaluate, startEvaluation } from './host-evaluate.ts';
import { calleeName } from './declarator.ts';
import { hostTypeOf } from './host-type.ts';
import { indexHostNames, textOf } from './host-names.ts';
import { deviceLimits } from './launch.ts';
import { contains, lookup } from './reaching.ts';

/** All launches of the text, in its order. `tree` is the tree of `pre.source`. */
export function findLaunches(pre: Readonly<{ source: MappedText }>, tree: SyntaxNode): readonly LaunchSite[] {
  if (!/<\s*<\s*<|Launch\w*Kernel|LaunchKernel/.test(pre.source.text)) return [];
  const names = indexHostNames(pre.source, tree);
  return names.calls.flatMap((call) => launchesOf(names, call));
}

/** The parts of a launch, as expressions. `args` null: they cannot be seen. */
type Parts = Readonly<{ kernel: SyntaxNode; grid: SyntaxNode; block: SyntaxNode; shared: SyntaxNode | null; args: readonly SyntaxNode[] | null; cooperative: boolean }>;

function launchesOf(names: HostNames, call: SyntaxNode): readonly LaunchSite[] {
  const parts = bracketed(call) ?? throughApi(names, call);
  if (parts === null) return [];
  const cx = startEvaluation(names);
  const limits = { grid: deviceLimits.grid, block: deviceLimits.block };
  const grid = within(dimensions(cx, parts.grid), limits.grid);
  const block = within(dimensions(cx, parts.block), limits.block);
  const shared = parts.shared === null ? 0n : evaluate(cx, parts.shared);
  const span = names.source.spanOf(call.start, call.end);
  const config = { origin: `${span.file}:${span.line}`, span, block, grid, sharedBytes: bytesOf(shared), cooperative: parts.cooperative };
  const args = (parts.args ?? []).map((arg) => argumentOf(cx, arg));
  const argumentTypes = (parts.args ?? []).map((arg) => hostTypeOf(names, arg));
  return kernelsNamed(cx, parts.kernel, 0).map(({ name, templateArguments, node }) => ({ kernel: name, templateArguments, nodes: { call, name: node, arguments: parts.args }, config, arguments: args, argumentTypes, span, uses: uniqueSpans(cx) }));
}

/** `k<<<grid, block, shared, stream>>>(…)`. */
function bracketed(call: SyntaxNode): Parts | null {
  const brackets = call.children.find((child) => child.type === 'kernel_call_syntax');
  const kernel = childIn(call, 'function');
  const [grid, block, shared] = brackets === undefined ? [] : namedChildren(brackets);
  if (kernel === null || grid === undefined || block === undefined) return null;
  return { kernel, grid, block, shared: shared ?? null, args: namedChildren(childIn(call, 'arguments') ?? call), cooperative: false };
}

function throughApi(names: HostNames, call: SyntaxNode): Parts | null {
  const callee = calleeName(childIn(call, 'function'));
  const list = childIn(call, 'arguments');
  if (callee === null || list === null) return null;
  const [kernel, grid, block, fourth, fifth, ...rest] = namedChildren(list);
  if (kernel === undefined || grid === undefined || block === undefined) return null;
  switch (textOf(names.source, callee)) {
    case 'cudaLaunchKernel':
    case 'hipLaunchKernel':
      return { kernel, grid, block, shared: fifth ?? null, args: pointedArguments(names, fourth), cooperative: false };
    case 'cudaLaunchCooperativeKernel':
    case 'hipLaunchCooperativeKernel':
      return { kernel, grid, block, shared: fifth ?? null, args: pointedArguments(names, fourth), cooperative: true };
    case 'hipLaunchKernelGGL':
      return { kernel, grid, block, shared: fourth ?? null, args: rest, cooperative: false };
    default:
      return null;
  }
}

/** What `args` points to, where it is a local `void* args[] = { &a, &n }` that nothing changes. */
function pointedArguments(names: HostNames, node: SyntaxNode | undefined): readonly SyntaxNode[] | null {
  const bare = node === undefined ? null : withoutCasts(node);
  const declaration = bare?.type === 'identifier' ? lookup(names, textOf(names.source, bare), bare) : null;
  if (declaration?.initial.kind !== 'arguments') return null;
  const pointed = declaration.initial.nodes.map((each) => withoutCasts(each)).map((each) => (each.type === 'pointer_expression' ? childIn(each, 'argument') : null));
  return pointed.every((each) => each !== null) ? pointed : null;
}

function withoutCasts(node: SyntaxNode): SyntaxNode {
  for (let at = node; ;) {
    const inner = at.type === 'cast_expression' ? childIn(at, 'value') : at.type === 'parenthesized_expression' ? (namedChildren(at)[0] ?? null) : null;
    if (inner === null) return at;
    at = inner;
  }
}

function within(values: readonly [HostValue | null, HostValue | null, HostValue | null], limits: readonly number[]): LaunchSite['config']['block'] {
  const axis = (k: 0 | 1 | 2): number | null => {
    const value = values[k];
    const whole = typeof value === 'number' ? Math.trunc(value) : value === null ? null : Number(value);
    return whole !== null && whole >= 1 && whole <= (limits[k] ?? 0) ? whole : null;
  };
  return [axis(0), axis(1), axis(2)];
}

function bytesOf(value: HostValue | null): number | null {
  return typeof value === 'bigint' && value >= 0n && value < 2n ** 31n ? Number(value) : null;
}

type KernelName = Readonly<{ name: string; templateArguments: readonly string[]; node: SyntaxNode }>;

/** The kernels that an expression may name: through casts, `&`, namespaces, and variables that hold a kernel. */
function kernelsNamed(cx: Evaluation, node: SyntaxNode, depth: number): readonly KernelName[] {
  const { names } = cx;
  if (depth > 8) return [];
  const through = (child: SyntaxNode | null | undefined): readonly KernelName[] => (child === null || child === undefined ? [] : kernelsNamed(cx, child, depth + 1));
  switch (node.type) {
    case 'identifier':
      return heldKernels(cx, node, depth) ?? [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'template_function':
    case 'template_method': {
      const list = childIn(node, 'arguments');
      const name = calleeName(node);
      const args = list === null ? [] : namedChildren(list).map((arg) => templateArgument(cx, arg));
      return name === null ? [] : [{ name: textOf(names.source, name), templateArguments: args, node }];
    }
    case 'qualified_identifier':
      return through(childIn(node, 'name')).map((one) => (contains(node, one.node) ? { ...one, node } : one));
    case 'field_expression':
      return through(childIn(node, 'field'));
    case 'field_identifier':
      return [{ name: textOf(names.source, node), templateArguments: [], node }];
    case 'conditional_expression':
      return [...through(childIn(node, 'consequence')), ...through(childIn(node, 'alternative'))];
    case 'pointer_expression':
      return through(childIn(node, 'argument'));
    case 'cast_expression':
      return through(childIn(node, 'value'));
    case 'parenthesized_expression':
      return through(namedChildren(node)[0]);
    case 'call_expression': {
      const callee = textOf(names.source, childIn(node, 'function') ?? node);
      const wraps = /^(?:reinterpret_cast|static_cast|HIP_KERNEL_NAME)\b/.test(callee);
      return wraps ? through(namedChildren(childIn(node, 'arguments') ?? node)[0]) : [];
    }
    default:
      return [];
  }
}

/** The kernels that a local variable may hold: its initial value and all it is set to. Null: it is no variable. */
function heldKernels(cx: Evaluation, node: SyntaxNode, depth: number): readonly KernelName[] | null {
  const { names } = cx;
  const name = textOf(names.source, node);
  const declaration = lookup(names, name, node);
  if (declaration?.kind !== 'variable') return null;
  const writes = (names.writes.get(name) ?? []).filter((write) => lookup(names, name, write.node) === declaration);
  const values = [declaration.initial.kind === 'expression' ? declaration.initial.node : null, ...writes.map((write) => write.value)];
  return values.flatMap((value) => (value === null ? [] : kernelsNamed(cx, value, depth + 1)));
}

/** A template argument as written, but constants by their value: `16` for `TILE`. */
function templateArgument(cx: Evaluation, node: SyntaxNode): string {
  const value = evaluate(cx, node);
  return typeof value === 'bigint' && !/^(?:true|false)$/.test(textOf(cx.names.source, node)) ? `${value}` : textOf(cx.names.source, node).replace(/\s+/g, ' ').trim();
}

function argumentOf(cx: Evaluation, node: SyntaxNode): LaunchSite['arguments'][number] {
  const value = evaluate(cx, node);
  if (value !== null) return { kind: 'constant', value };
  const bare = withoutCasts(node);
  const base = baseOfSum(cx, bare);
  const name = isPath(cx, base) ? textOf(cx.names.source, base).replace(/\s+/g, '') : null;
  return name === null ? null : { kind: 'pointer', name, isInside: base !== bare };
}

/** `a + 8`, `a - n`, `&a[8]`: somewhere in what `a` points to, and so an alias of `a` as far as a proof may say. */
function baseOfSum(cx: Evaluation, node: SyntaxNode): SyntaxNode {
  if (node.type === 'parenthesized_expression') return baseOfSum(cx, withoutCasts(namedChildren(node)[0] ?? node));
  if (node.type === 'binary_expression') {
    const left = childIn(node, 'left');
    const operator = textOf(cx.names.source, childIn(node, 'operator') ?? node);
    return left === null || !/^[+-]$/.test(operator) ? node : baseOfSum(cx, withoutCasts(left));
  }
  if (node.type !== 'pointer_expression' || !textOf(cx.names.source, node).startsWith('&')) return node;
  const element = childIn(node, 'argument');
  const array = element?.type === 'subscript_expression' ? childIn(element, 'argument') : null;
  return array === null ? node : baseOfSum(cx, withoutCasts(array));
}

/** Expressions that give the same pointer whenever they are written the same within one launch: `a`, `v.ptr`, `v.data()`. */
function isPath(cx: Evaluation, node: SyntaxNode): boolean {
  const { source } = cx.names;
  switch (node.type) {
    case 'identifier':
      return true;
    case 'field_expression': {
      const object = childIn(node, 'argument');
      return object !== null && (object.type === 'this' || isPath(cx, object));
    }
    case 'subscript_expression': {
      const array = childIn(node, 'argument');
      const indices = namedChildren(childIn(node, 'indices') ?? node);
      return array !== null && isPath(cx, array) && indices.every((index) => index.type === 'number_literal' || index.type === 'identifier');
    }
    case 'pointer_expression': {
      const object = childIn(node, 'argument');
      return object !== null && isPath(cx, object);
    }
    case 'call_expression': {
      const callee = childIn(node, 'function');
      const args = namedChildren(childIn(node, 'arguments') ?? node);
      const name = callee === null ? null : calleeName(callee);
      const spelled = name === null ? '' : textOf(source, name);
      if (callee?.type === 'field_expression') return args.length === 0 && /^(?:data|Data|get|ptr|begin|raw|device_data|gpu_data|dev_ptr)$/.test(spelled) && isPath(cx, callee);
      const [only, second] = args;
      return /^(?:raw_pointer_cast|reinterpret_cast|static_cast|const_cast)$/.test(spelled) && only !== undefined && second === undefined && isPath(cx, only);
    }
    default:
      return false;
  }
}

function uniqueSpans(cx: Evaluation): LaunchSite['uses'] {
  return [...new Map(cx.uses.map((span) => [`${span.file}:${span.start}:${span.end}`, span])).values()];
}
