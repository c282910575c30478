/**
 * Kernels that a file launches and only declares: another file defines them, and the program is linked with it. A launch is taken to mean
 * each declaration of the name that fits the number and, as far as they are known, the types of its arguments. Over-approximating; a
 * kernel of the file itself that fits too goes before them.
 *
 * Example: `__global__ void k(int *); void run(int *a) { k<<<1, 64>>>(a); }`.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { KernelSignature } from '../../ir/ir.ts';
import type { CType } from '../types/c-type.ts';
import type { Context } from '../context.ts';
import type { FunctionDecl } from '../file-scope.ts';
import type { Host } from './host.ts';
import type { LaunchedKernel } from './launched.ts';
import { textOf } from '../context.ts';
import { splitName, visible } from '../file-scope.ts';
import { hostOf, inScopeOf } from './host.ts';
import { environmentsAt, isCut } from './instances.ts';
import { argumentTypes, fits } from './types.ts';
import { parametersOf, parameterType, takesAny } from '../calls/parameters.ts';
import { emptyScope } from '../scope.ts';
import { printCType, sameCType } from '../types/c-type.ts';
import { groupBy } from '../../base/group.ts';

/** What other files know a kernel of this one by. */
export function signatureOf(cx: Context, decl: FunctionDecl): KernelSignature {
  return {
    name: [...decl.path, decl.name].join('::'),
    parameters: parameterTypes(cx, decl).map((type) => (type === null || !isKnown(type) ? null : printCType(type))),
    isShared: decl.template === null && decl.specialization === null && decl.isInternal !== true && !takesAny(decl),
    declaredIn: [cx.unit.source.spanOf(decl.node.start, decl.node.end).file],
  };
}

/** Whether two declarations may be of one function, which types that are not known leave open. */
export const mayBeOne = (a: KernelSignature, b: KernelSignature): boolean =>
  a.name === b.name && a.parameters.length === b.parameters.length && a.parameters.every((type, k) => type === null || b.parameters[k] === null || type === b.parameters[k]);

/** By the ids of launches. `isElsewhere`: of kernels whose text was read with this file, although another one has it (pipeline/linked.ts). */
export function awaitedKernels(cx: Context, root: SyntaxNode, launches: readonly LaunchedKernel[], isElsewhere: (decl: FunctionDecl) => boolean): ReadonlyMap<number, readonly KernelSignature[]> {
  const { kernels, kernelPrototypes } = cx.unit.declared;
  if (kernelPrototypes.length === 0 || launches.length === 0) return new Map();
  const signed = (decls: readonly FunctionDecl[]): ReadonlyMap<string, readonly Signed[]> => groupBy(decls.map((decl) => ({ decl, signature: signatureOf(cx, decl) })), ({ decl }) => decl.name);
  const own = signed(kernels.filter((decl) => !isElsewhere(decl)));
  const declared = signed(kernelPrototypes);
  let found: Host | null = null;
  const host = (): Host => (found ??= hostOf(cx, root));
  return new Map(launches.flatMap((launch) => {
    const split = splitName(launch.name, (inner) => textOf(cx, inner));
    const defined = own.get(split.name) ?? [];
    const awaited = (declared.get(split.name) ?? []).filter(({ signature }) => signature.isShared && !defined.some((one) => mayBeOne(one.signature, signature)));
    if (awaited.length === 0) return [];
    const meant = new Set(meantBy(host(), launch, visible([...defined, ...awaited].map(({ decl }) => decl), split.scopes, [])));
    return meant.size === 0 || defined.some(({ decl }) => meant.has(decl)) ? [] : [[launch.id, together(awaited.filter(({ decl }) => meant.has(decl)).map(({ signature }) => signature))] as const];
  }));
}

type Signed = Readonly<{ decl: FunctionDecl; signature: KernelSignature }>;

/** Declarations of one kernel as one. */
const together = (signatures: readonly KernelSignature[]): readonly KernelSignature[] =>
  [...groupBy(signatures, ({ name, parameters }) => `${name}(${parameters.join()})`).values()].map(([first, ...others]) => ({ ...first, declaredIn: [...new Set([first, ...others].flatMap(({ declaredIn }) => declaredIn))] }));

/** Of the kernels that it names, those that take its arguments. */
function meantBy(host: Host, launch: LaunchedKernel, named: readonly FunctionDecl[]): readonly FunctionDecl[] {
  const { arguments: args } = launch;
  const fitting = args === null ? named : named.filter((decl) => fits(host, decl, args.length));
  if (args === null || fitting.length < 2) return fitting;
  const ways = environmentsAt(host, launch.call).filter((env) => !isCut(env)).map((env) => argumentTypes(host, args, env));
  const takenBy = (decl: FunctionDecl, accepts: (given: CType | null, wanted: CType | null) => boolean): boolean => {
    const wanted = parameterTypes(host.cx, decl);
    return ways.some((types) => types.every((type, k) => accepts(type, wanted[k] ?? null)));
  };
  const exact = fitting.filter((decl) => takenBy(decl, (given, wanted) => given !== null && wanted !== null && sameCType(given, wanted)));
  return exact.length > 0 ? exact : ways.length === 0 ? fitting : fitting.filter((decl) => takenBy(decl, mayBecome));
}

/** Whether an argument of one type may be given where another one is wanted. */
function mayBecome(given: CType | null, wanted: CType | null): boolean {
  if (given === null || wanted === null || !isKnown(given) || !isKnown(wanted) || given.kind === 'struct' || wanted.kind === 'struct') return true;
  const from = given.kind === 'array' ? { kind: 'pointer' as const, to: given.of } : given;
  if (from.kind !== 'pointer' || wanted.kind !== 'pointer') return from.kind !== 'pointer' || wanted.kind !== 'scalar' || wanted.type.kind === 'bool';
  return wanted.to.kind === 'void' || sameCType(from.to, wanted.to) || (from.to.kind === 'struct' && wanted.to.kind === 'struct');
}

const parameterTypes = (cx: Context, decl: FunctionDecl): readonly (CType | null)[] =>
  inScopeOf({ cx }, emptyScope, decl.path, () => parametersOf(cx, decl.declarator).map((parameter) => parameterType(cx, parameter)));

/** Whether it is known down to what it points to. */
function isKnown(type: CType): boolean {
  switch (type.kind) {
    case 'opaque':
      return false;
    case 'pointer':
    case 'reference':
      return isKnown(type.to);
    case 'array':
      return isKnown(type.of);
    case 'struct':
    case 'scalar':
    case 'void':
      return true;
  }
}
