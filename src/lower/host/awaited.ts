/**
 * Kernels that a file launches and only declares: another file defines them, and the program is linked with it. A
 * launch is taken to mean each declaration of the name that fits the number and, as far as they are known, the types of
 * its arguments. Over-approximating; a kernel of the file itself that fits too goes before them.
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
import type { PrintedArguments } from '../instances.ts';
import { textOf } from '../context.ts';
import { splitName, visible } from '../file-scope.ts';
import { hostOf, inScopeOf } from './host.ts';
import { askedOf } from './launched.ts';
import { environmentsAt, isCut } from './instances.ts';
import { instancesOf } from '../instances.ts';
import { templateParameters } from '../calls/templates.ts';
import { argumentTypes, fits } from './types.ts';
import { parametersOf, parameterType, takesAny } from '../calls/parameters.ts';
import { emptyScope } from '../scope.ts';
import { printCType, sameCType } from '../types/c-type.ts';
import { groupBy } from '../../base/group.ts';

/** What other files know a kernel of this one by. `given`: of an instance of a template, the arguments. */
export function signatureOf(cx: Context, decl: FunctionDecl, given: PrintedArguments): KernelSignature {
  return {
    name: [...decl.path, decl.name].join('::'),
    parameters: parameterTypes(cx, decl).map((type) => (type === null || !isKnown(type) ? null : printCType(type))),
    arguments: given,
    isShared: decl.isInternal !== true && !takesAny(decl) && given?.includes(null) !== true,
    declaredIn: [cx.unit.source.spanOf(decl.node.start, decl.node.end).file],
  };
}

/** Whether two declarations may be of one function, which types that are not known leave open. */
export const mayBeOne = (a: KernelSignature, b: KernelSignature): boolean =>
  a.name === b.name &&
  mayAgree(a.parameters, b.parameters) &&
  (a.arguments === null) === (b.arguments === null) &&
  mayAgree(a.arguments ?? [], b.arguments ?? []);

const mayAgree = (a: readonly (string | null)[], b: readonly (string | null)[]): boolean =>
  a.length === b.length && a.every((one, k) => one === null || b[k] === null || one === b[k]);

/**
 * `isElsewhere`: of kernels whose text was read with this file, although another one has it (pipeline/linked.ts).
 * `probe`: a context to make instances in.
 */
type Elsewhere = Readonly<{ isElsewhere: (decl: FunctionDecl) => boolean; probe: () => Context }>;

/** By the ids of launches. */
export function awaitedKernels(
  cx: Context,
  root: SyntaxNode,
  launches: readonly LaunchedKernel[],
  { isElsewhere, probe }: Elsewhere,
): ReadonlyMap<number, readonly KernelSignature[]> {
  const { kernels, kernelPrototypes } = cx.unit.declared;
  if (kernelPrototypes.length === 0 || launches.length === 0) return new Map();
  const signed = (decls: readonly FunctionDecl[]): ReadonlyMap<string, readonly Signed[]> =>
    groupBy(
      decls.map((decl) => ({ decl, signature: declaredSignature(cx, decl) })),
      ({ decl }) => decl.name,
    );
  const own = signed(kernels.filter((decl) => !isElsewhere(decl)));
  const declared = signed(kernelPrototypes.filter(({ specialization }) => specialization === null));
  let found: Host | null = null;
  const host = (): Host => (found ??= hostOf(cx, root));
  return new Map(
    launches.flatMap((launch) => {
      const split = splitName(launch.name, (inner) => textOf(cx, inner));
      const defined = own.get(split.name) ?? [];
      const awaited = (declared.get(split.name) ?? []).filter(
        ({ signature }) => signature.isShared && !defined.some((one) => mayBeOne(one.signature, signature)),
      );
      if (awaited.length === 0) return [];
      const meant = new Set(
        meantBy(
          host(),
          launch,
          visible(
            [...defined, ...awaited].map(({ decl }) => decl),
            split.scopes,
            [],
          ),
        ),
      );
      if (meant.size === 0 || defined.some(({ decl }) => meant.has(decl))) return [];
      const instances = awaited
        .filter(({ decl }) => meant.has(decl))
        .flatMap((one) => (one.decl.template === null ? [one.signature] : instancesAsked(host(), launch, one, probe)));
      return [[launch.id, together(instances)] as const];
    }),
  );
}

/** Of a template, that of any instance. */
const declaredSignature = (cx: Context, decl: FunctionDecl): KernelSignature => ({
  ...signatureOf(cx, decl, null),
  arguments: decl.template === null ? null : templateParameters(cx, decl.template).map(() => null),
});

/** The instances of a template that a launch asks for; any of them where not all can be told. */
function instancesAsked(
  host: Host,
  launch: LaunchedKernel,
  { decl, signature }: Signed,
  probe: () => Context,
): readonly KernelSignature[] {
  const { instances, leftOut } = instancesOf(decl, askedOf(host, launch, [decl]), new Map(), probe);
  return leftOut === null ? instances.map((one) => ({ ...signature, arguments: one.arguments })) : [signature];
}

type Signed = Readonly<{ decl: FunctionDecl; signature: KernelSignature }>;

/** Declarations of one kernel as one. */
const together = (signatures: readonly KernelSignature[]): readonly KernelSignature[] =>
  [
    ...groupBy(
      signatures,
      ({ name, parameters, arguments: given }) => `${name}<${given?.join() ?? ''}>(${parameters.join()})`,
    ).values(),
  ].map(([first, ...others]) => ({
    ...first,
    declaredIn: [...new Set([first, ...others].flatMap(({ declaredIn }) => declaredIn))],
  }));

/** Of the kernels that it names, those that take its arguments. */
function meantBy(host: Host, launch: LaunchedKernel, named: readonly FunctionDecl[]): readonly FunctionDecl[] {
  const { arguments: args } = launch;
  const fitting = args === null ? named : named.filter((decl) => fits(host, decl, args.length));
  if (args === null || fitting.length < 2) return fitting;
  const ways = environmentsAt(host, launch.call)
    .filter((env) => !isCut(env))
    .map((env) => argumentTypes(host, args, env));
  const takenBy = (decl: FunctionDecl, accepts: (given: CType | null, wanted: CType | null) => boolean): boolean => {
    const wanted = parameterTypes(host.cx, decl);
    return ways.some((types) => types.every((type, k) => accepts(type, wanted[k] ?? null)));
  };
  const exact = fitting.filter((decl) =>
    takenBy(decl, (given, wanted) => given !== null && wanted !== null && sameCType(given, wanted)),
  );
  return exact.length > 0 ? exact : ways.length === 0 ? fitting : fitting.filter((decl) => takenBy(decl, mayBecome));
}

/** Whether an argument of one type may be given where another one is wanted. */
function mayBecome(given: CType | null, wanted: CType | null): boolean {
  if (
    given === null ||
    wanted === null ||
    !isKnown(given) ||
    !isKnown(wanted) ||
    given.kind === 'struct' ||
    wanted.kind === 'struct'
  )
    return true;
  const from = given.kind === 'array' ? { kind: 'pointer' as const, to: given.of } : given;
  if (from.kind !== 'pointer' || wanted.kind !== 'pointer')
    return from.kind !== 'pointer' || wanted.kind !== 'scalar' || wanted.type.kind === 'bool';
  return (
    wanted.to.kind === 'void' ||
    sameCType(from.to, wanted.to) ||
    (from.to.kind === 'struct' && wanted.to.kind === 'struct')
  );
}

const parameterTypes = (cx: Context, decl: FunctionDecl): readonly (CType | null)[] =>
  inScopeOf({ cx }, emptyScope, decl.path, () =>
    parametersOf(cx, decl.declarator).map((parameter) => parameterType(cx, parameter)),
  );

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
