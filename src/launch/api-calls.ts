/**
 * Launches that are calls of the runtime's, the driver's or HIP's API: which arguments of the call are the kernel, the
 * grid, the block and what the kernel is given (CUDA Runtime API 6.7, CUDA Driver API 6.22). Reports only what is
 * certain.
 */
import type { SyntaxNode } from '../parse/node.ts';
import type { Declaration, HostNames, Write } from './host-names.ts';
import type { MadeMember } from './made-configs.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, withoutCasts } from './declarator.ts';
import { contains, lookup } from './lookup.ts';
import { memberMade } from './made-configs.ts';
import { reachingWrite, writesTo } from './reaching.ts';

/** A grid or block: one expression, one within a constructor, or something for each axis. */
type GivenShape =
  | Readonly<{ kind: 'whole'; node: SyntaxNode }>
  | Readonly<{ kind: 'made'; made: MadeMember }>
  | Readonly<{ kind: 'axes'; axes: readonly [GivenAxis, GivenAxis, GivenAxis] }>;
/**
 * `value`: an expression for the axis; `part`: the axis of an expression for all of them; `one`: 1, as `dim3` begins;
 * `open`: not certain.
 */
export type GivenAxis = Readonly<{ kind: 'value' | 'part'; node: SyntaxNode }> | Readonly<{ kind: 'one' | 'open' }>;

/**
 * The parts of a launch, as expressions; null: they cannot be seen (`shared`: there is none, or it is not known).
 * `isPointed`: the arguments are what `args` points to, read at the launch.
 */
export type Parts = Readonly<{
  kernel: SyntaxNode;
  grid: GivenShape | null;
  block: GivenShape | null;
  shared: SyntaxNode | 'unknown' | null;
  args: readonly SyntaxNode[] | null;
  isPointed: boolean;
  cooperative: boolean;
}>;

export const whole = (node: SyntaxNode): GivenShape => ({ kind: 'whole', node });
const wholeOrNone = (node: SyntaxNode | null): GivenShape | null => (node === null ? null : whole(node));

/** Null: the call is no launch. */
export function throughApi(names: HostNames, call: SyntaxNode): Parts | null {
  const callee = calleeName(childIn(call, 'function'));
  const list = childIn(call, 'arguments');
  if (callee === null || list === null) return null;
  const [first, second, third, fourth, fifth, ...rest] = namedChildren(list);
  const api = textOf(names.source, callee);
  if (first !== undefined && /^(?:cuda|hip)LaunchCooperativeKernelMultiDevice$/.test(api))
    return onDevices(names, first, call);
  if (first !== undefined && second !== undefined && /^(?:cuda|hip)GraphKernelNodeSetParams$/.test(api))
    return asNode(names, second, call);
  if (first === undefined || second === undefined || third === undefined) return null;
  const pointed = {
    kernel: first,
    grid: whole(second),
    block: whole(third),
    shared: fifth ?? null,
    args: pointedArguments(names, fourth, call),
    isPointed: true,
  };
  const byConfig = {
    kernel: second,
    grid: shapeOfConfig(names, first, 'gridDim', call),
    block: shapeOfConfig(names, first, 'blockDim', call),
    shared: 'unknown',
    cooperative: false,
  } as const;
  switch (api) {
    case 'cudaLaunchKernel':
    case 'hipLaunchKernel':
      return { ...pointed, cooperative: false };
    case 'cudaLaunchCooperativeKernel':
    case 'hipLaunchCooperativeKernel':
      return { ...pointed, cooperative: true };
    case 'cudaLaunchKernelEx':
    case 'hipLaunchKernelEx':
      return { ...byConfig, args: namedChildren(list).slice(2), isPointed: false };
    case 'cudaLaunchKernelExC':
    case 'hipLaunchKernelExC':
      return { ...byConfig, args: pointedArguments(names, third, call), isPointed: true };
    case 'hipLaunchKernelGGL':
      return {
        kernel: first,
        grid: whole(second),
        block: whole(third),
        shared: fourth ?? null,
        args: rest,
        isPointed: false,
        cooperative: false,
      };
    case 'cudaGraphAddKernelNode':
    case 'hipGraphAddKernelNode':
      return fifth === undefined ? null : asNode(names, fifth, call);
    case 'cudaGraphExecKernelNodeSetParams':
    case 'hipGraphExecKernelNodeSetParams':
      return asNode(names, third, call);
    case 'cuLaunchKernel':
    case 'hipModuleLaunchKernel':
      return throughDriver(names, namedChildren(list), call, false);
    case 'cuLaunchCooperativeKernel':
    case 'hipModuleLaunchCooperativeKernel':
      return throughDriver(names, namedChildren(list), call, true);
    default:
      return null;
  }
}

/** `cuLaunchKernel(f, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, args, extra)`. */
function throughDriver(
  names: HostNames,
  nodes: readonly SyntaxNode[],
  call: SyntaxNode,
  cooperative: boolean,
): Parts | null {
  const [kernel, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, , args, extra] = nodes;
  if (
    kernel === undefined ||
    gridX === undefined ||
    gridY === undefined ||
    gridZ === undefined ||
    blockX === undefined ||
    blockY === undefined ||
    blockZ === undefined
  )
    return null;
  const isPacked = !cooperative && (extra === undefined || !isNull(names, extra));
  return {
    kernel,
    grid: eachAxis(gridX, gridY, gridZ),
    block: eachAxis(blockX, blockY, blockZ),
    shared: shared ?? null,
    args: isPacked ? null : pointedArguments(names, args, call),
    isPointed: true,
    cooperative,
  };
}

const eachAxis = (x: SyntaxNode, y: SyntaxNode, z: SyntaxNode): GivenShape => ({
  kind: 'axes',
  axes: [
    { kind: 'value', node: x },
    { kind: 'value', node: y },
    { kind: 'value', node: z },
  ],
});

const isNull = (names: HostNames, node: SyntaxNode): boolean =>
  /^(?:0|NULL|nullptr|__null|\(\s*\(\s*void\s*\*\s*\)\s*0\s*\))$/.test(textOf(names.source, withoutCasts(node)).trim());

/**
 * The kernel that a `cudaKernelNodeParams` names, passed as `&params`, where its members were assigned last one by one.
 */
function asNode(names: HostNames, params: SyntaxNode, call: SyntaxNode): Parts | null {
  const of = (member: string): SyntaxNode | null => memberOfConfig(names, params, member, call);
  const kernel = of('func');
  if (kernel === null) return null;
  const extra = of('extra');
  const args = extra === null || isNull(names, extra) ? of('kernelParams') : null;
  return {
    kernel,
    grid: shapeOfConfig(names, params, 'gridDim', call),
    block: shapeOfConfig(names, params, 'blockDim', call),
    shared: of('sharedMemBytes') ?? 'unknown',
    args: pointedArguments(names, args ?? undefined, call),
    isPointed: true,
    cooperative: false,
  };
}

/**
 * `cudaLaunchParams list[n]`, one for each device: followed where every member is set in one place, for all devices
 * alike.
 */
function onDevices(names: HostNames, list: SyntaxNode, call: SyntaxNode): Parts | null {
  const of = (member: string): SyntaxNode | null => onlyValue(names, list, member);
  const kernel = of('func');
  if (kernel === null) return null;
  return {
    kernel,
    grid: wholeOrNone(of('gridDim')),
    block: wholeOrNone(of('blockDim')),
    shared: 'unknown',
    args: pointedArguments(names, of('args') ?? undefined, call),
    isPointed: true,
    cooperative: true,
  };
}

/**
 * What a member of a variable, or of the elements of an array, is set to; null where that is done in several places, or
 * out of sight.
 */
function onlyValue(names: HostNames, node: SyntaxNode, member: string): SyntaxNode | null {
  const inner = withoutCasts(node);
  const bare = inner.type === 'pointer_expression' ? childIn(inner, 'argument') : inner;
  const declaration = bare?.type === 'identifier' ? lookup(names, textOf(names.source, bare), bare) : null;
  if (declaration === null || declaration.kind !== 'variable') return null;
  const writes = writesTo(names, declaration, null)
    .filter((each) => !isLaunch(names, each.node))
    .map((each) => ({ node: each.node, field: fieldSet(names, each.node) }));
  const [write, ...others] = writes.filter(({ field }) => field === member);
  return write === undefined || others.length > 0 || writes.some(({ field }) => field === null)
    ? null
    : childIn(write.node, 'right');
}

/**
 * The field that an assignment sets, of a variable or of an element: `func` for `list[d].func = k`, none for
 * `list[d].gridDim.y = 2`.
 */
function fieldSet(names: HostNames, node: SyntaxNode): string | null {
  const left = node.type === 'assignment_expression' && node.children[1]?.type === '=' ? childIn(node, 'left') : null;
  const field =
    left?.type === 'field_expression' && childIn(left, 'argument')?.type !== 'field_expression'
      ? childIn(left, 'field')
      : null;
  return field === null ? null : textOf(names.source, field);
}

/** What `args` points to, where it is a local `void* args[] = { &a, &n }` that nothing changes. */
function pointedArguments(
  names: HostNames,
  node: SyntaxNode | undefined,
  call: SyntaxNode,
): readonly SyntaxNode[] | null {
  const bare = node === undefined ? null : withoutCasts(node);
  const declaration = bare?.type === 'identifier' ? lookup(names, textOf(names.source, bare), bare) : null;
  if (
    declaration?.initial.kind !== 'arguments' ||
    writesTo(names, declaration, null).some((write) => !contains(call, write.node))
  )
    return null;
  const pointed = declaration.initial.nodes
    .map((each) => withoutCasts(each))
    .map((each) =>
      each.type === 'pointer_expression' && each.children[0]?.type === '&' ? childIn(each, 'argument') : null,
    );
  return pointed.every((each) => each !== null) ? pointed : null;
}

/**
 * What a `cudaLaunchConfig_t` that is passed as `&config` has in one of its members, where it was assigned last; else
 * null.
 */
function memberOfConfig(names: HostNames, node: SyntaxNode, member: string, call: SyntaxNode): SyntaxNode | null {
  const config = configNamed(names, node, member);
  const reaching = config === null ? null : reachingWrite(names, config.declaration, config.writes, call);
  const write = reaching?.kind === 'write' ? reaching.write : null;
  return write?.member === member && write.operator === '=' && partSet(names, write) === '' ? write.value : null;
}

type Config = Readonly<{ declaration: Declaration; writes: readonly Write[] }>;

/** A variable that is passed as `&config`, with what is done to a member of it; null: that cannot be seen. */
function configNamed(names: HostNames, node: SyntaxNode, member: string): Config | null {
  const bare = node.type === 'pointer_expression' && node.children[0]?.type === '&' ? childIn(node, 'argument') : null;
  const declaration = bare?.type === 'identifier' ? lookup(names, textOf(names.source, bare), bare) : null;
  if (declaration?.shape !== 'plain') return null;
  const writes = writesTo(names, declaration, member).filter((write) => !isLaunch(names, write.node));
  return writes.some((write) => write.escapes) ? null : { declaration, writes };
}

/**
 * Which part of a member a write sets: '' for `config.blockDim = …`, 'x' for `config.blockDim.x = …`; null: not
 * certain.
 */
function partSet(names: HostNames, write: Write): string | null {
  const left = write.node.type === 'assignment_expression' ? childIn(write.node, 'left') : null;
  const object = left?.type === 'field_expression' ? childIn(left, 'argument') : null;
  if (left === null || object === null) return null;
  if (object.type === 'identifier') return '';
  const field = childIn(left, 'field');
  return object.type === 'field_expression' && childIn(object, 'argument')?.type === 'identifier' && field !== null
    ? textOf(names.source, field)
    : null;
}

/** The grid or block of a `cudaLaunchConfig_t` that is passed as `&config`, or as `&object.config`. */
function shapeOfConfig(names: HostNames, node: SyntaxNode, member: string, call: SyntaxNode): GivenShape | null {
  const config = configNamed(names, node, member);
  if (config?.writes.some((write) => write.member === member && partSet(names, write) !== '') === true)
    return axesOfConfig(names, config, member, call);
  const own = memberOfConfig(names, node, member, call);
  const made = own === null ? memberMade(names, node, member, (write) => isLaunch(names, write.node)) : null;
  return made === null ? wholeOrNone(own) : { kind: 'made', made };
}

/** The grid or block of a configuration of which some axes are set one by one. */
function axesOfConfig(names: HostNames, { declaration, writes }: Config, member: string, call: SyntaxNode): GivenShape {
  const others: Readonly<Record<string, readonly string[]>> = { x: ['y', 'z'], y: ['x', 'z'], z: ['x', 'y'] };
  const axis = (own: string): GivenAxis => {
    const reaching = reachingWrite(
      names,
      declaration,
      writes.filter((write) => others[own]?.includes(partSet(names, write) ?? '') !== true),
      call,
    );
    if (reaching.kind === 'initial') return beginsEmpty(declaration) ? { kind: 'one' } : { kind: 'open' };
    const write = reaching.kind === 'write' ? reaching.write : null;
    const part = write === null || write.member !== member || write.operator !== '=' ? null : partSet(names, write);
    if (write === null || write.value === null || part === null) return { kind: 'open' };
    return part === own
      ? { kind: 'value', node: write.value }
      : part === ''
        ? { kind: 'part', node: write.value }
        : { kind: 'open' };
  };
  return { kind: 'axes', axes: [axis('x'), axis('y'), axis('z')] };
}

/** `cudaLaunchConfig_t c;`, `… c = {};`: each `dim3` in it begins with 1 in all axes. */
const beginsEmpty = ({ kind, initial, isStatic, scope }: Declaration): boolean =>
  kind === 'variable' &&
  !isStatic &&
  scope.type === 'compound_statement' &&
  (initial.kind === 'none' || (initial.kind === 'arguments' && initial.nodes.length === 0));

/** Whether a place is what a launch takes, which only reads its configuration. */
function isLaunch(names: HostNames, node: SyntaxNode): boolean {
  let call: SyntaxNode | undefined = node;
  while (call !== undefined && call.type !== 'call_expression') call = names.parents.get(call);
  const callee = call === undefined ? null : calleeName(childIn(call, 'function'));
  return (
    callee !== null &&
    /^(?:cuda|hip)(?:Launch(?:KernelExC?|CooperativeKernelMultiDevice)|Graph(?:AddKernelNode|(?:Exec)?KernelNodeSetParams))$/.test(
      textOf(names.source, callee),
    )
  );
}
