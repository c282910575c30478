/**
 * A kernel launched from a kernel (CUDA guide, "Dynamic Parallelism"). The launched threads run beside those of this
 * grid until both end, and no barrier of this grid orders them: one step stands for all that they may do to what they
 * reach, which is the arrays of the arguments and the device's variables, or all global memory where pointers lead on.
 * Shared memory of this block is out of their reach. Over-approximating.
 */
import type { ArrayId } from '../../base/brand.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Context } from '../context.ts';
import type { CType } from '../types/c-type.ts';
import type { Value } from '../expressions/value.ts';
import { assertNever } from '../../base/invariant.ts';
import { childIn, namedChildren } from '../../parse/node.ts';
import { emit } from '../context.ts';
import { hasWord } from '../file-scope.ts';
import { collectTouched } from '../memory/give-away.ts';
import { voidValue } from '../expressions/value.ts';
import { messages } from '../wording.ts';

const because = messages.deviceLaunch;

/** Evaluates what a launch is given, and emits the step. */
export function launchFromKernel(
  cx: Context,
  configuration: SyntaxNode,
  args: readonly SyntaxNode[],
  node: SyntaxNode,
): Value {
  for (const one of namedChildren(configuration)) cx.rules.value(cx, one);
  const touched: ArrayId[] = [];
  const given = args.map((arg) => cx.rules.value(cx, arg));
  const isAll = given.map((value) => reached(cx, value, touched, node)).includes(false) || variablesHoldPointers(cx);
  if (isAll) emit(cx, node, { kind: 'unknown', because, footprint: cx.globalMemory, synchronizes: false });
  else {
    emit(cx, node, { kind: 'unknown', because, footprint: touched, synchronizes: false });
    emit(cx, node, { kind: 'unknown', because, footprint: cx.deviceVariables, synchronizes: false });
  }
  return voidValue;
}

/** Collects the arrays that an argument names; false where that may not be all that it leads to. */
function reached(cx: Context, value: Value, touched: ArrayId[], node: SyntaxNode): boolean {
  switch (value.kind) {
    case 'scalar':
    case 'void':
      return true;
    case 'pointer':
      return (
        collectTouched(cx, value.pointer, touched, messages.launchedKernel, node) && !holdsPointers(value.pointer.to)
      );
    case 'struct':
      return [...value.fields.values()].map((field) => reached(cx, field, touched, node)).every((isKnown) => isKnown);
    case 'list':
      return value.items.map((item) => reached(cx, item, touched, node)).every((isKnown) => isKnown);
    case 'unknown':
      return value.type?.kind === 'scalar';
    case 'group':
    case 'lambda':
    case 'function':
    case 'functions':
      return false;
    default:
      return assertNever(value);
  }
}

/** Whether objects of the type may lead to other memory. */
function holdsPointers(type: CType): boolean {
  switch (type.kind) {
    case 'scalar':
      return false;
    case 'array':
      return holdsPointers(type.of);
    case 'struct':
      return !type.struct.sized || type.struct.fields.some((field) => holdsPointers(field.type));
    case 'pointer':
    case 'reference':
    case 'void':
    case 'opaque':
      return true;
    default:
      return assertNever(type);
  }
}

function variablesHoldPointers(cx: Context): boolean {
  for (const all of cx.unit.declared.variables.values()) {
    for (const decl of all) {
      const type = childIn(decl.node, 'type');
      if (
        decl.enumeration !== null ||
        type === null ||
        !['__device__', '__managed__', '__constant__'].some((word) => hasWord(decl.node, word))
      )
        continue;
      if (
        holdsPointers(
          cx.rules.declared(cx, decl.declarator, cx.rules.type(cx, type), { volatile: false, isConst: false }),
        )
      )
        return true;
    }
  }
  return false;
}
