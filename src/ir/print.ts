/**
 * Stable text of kernels (`--dump ir`): one statement a line, with its id and source line.
 * Example: `  12 @7     store s[threadIdx.x /4] : f32 = v#3`.
 */
import type { ArrayDecl, AsyncObject, AsyncOp, BarrierScope, CopyAccess, Kernel, Param, Place, Stmt } from './ir.ts';
import type { Expr } from '../base/expr.ts';
import { printExpr } from '../base/expr-print.ts';
import { printType } from '../base/ctype.ts';
import { assertNever } from '../base/invariant.ts';

/** Prints a kernel: header, parameters, arrays, scalars, assumptions, notes, statements. */
export function printKernel(kernel: Kernel): string {
  const lines = [
    `kernel ${kernel.name} @${kernel.span.line}${kernel.maxThreads === null ? '' : ` maxThreads ${kernel.maxThreads}`}`,
    ...kernel.params.map((param) => `  param ${printParam(param)}`),
    ...[...kernel.arrays.values()].map((array) => `  array ${printArray(array)}`),
    ...[...kernel.scalars.values()].map((scalar) => `  scalar ${scalar.id}: ${printType(scalar.type)} ${scalar.role}`),
    ...kernel.assumptions.map((assumption) => `  assume ${printExpr(assumption.condition)}  // ${assumption.text}`),
    ...kernel.notes.map((note) => `  note @${note.span.line} ${note.text}`),
  ];
  if (kernel.unsupported !== null)
    lines.push(`  unsupported @${kernel.unsupported.span.line} ${kernel.unsupported.text}`);
  else lines.push('body', ...printStmts(kernel.body, 1));
  return `${lines.join('\n')}\n`;
}

function printParam(param: Param): string {
  switch (param.kind) {
    case 'scalar':
      return `${param.name}: ${printType(param.type)}`;
    case 'array':
      return `${param.name}: ${param.isConst ? 'const ' : ''}${param.isRestrict ? 'restrict ' : ''}array of ${param.elementBytes} bytes = ${param.id}`;
    case 'opaque':
      return `${param.name}: opaque ${param.typeText}`;
    default:
      return assertNever(param);
  }
}

function printArray(array: ArrayDecl): string {
  const element = array.element === null ? `${array.elementBytes} bytes` : printType(array.element);
  const extents = array.extents === null ? '[?]' : array.extents.map((extent) => `[${extent ?? '?'}]`).join('');
  return `${array.space} ${array.id}: ${element}${extents}`;
}

/** Prints statements, one a line, indented by depth. */
export function printStmts(body: readonly Stmt[], depth: number): readonly string[] {
  return body.flatMap((stmt) => printLines(stmt, depth));
}

function printLines(stmt: Stmt, depth: number): readonly string[] {
  const pad = '  '.repeat(depth);
  const head = (text: string): string =>
    `${String(stmt.id).padStart(4)} ${`@${stmt.span.line}`.padEnd(5)}${pad}${text}`;
  const label = (text: string): string => `${' '.repeat(10)}${pad}${text}`;
  switch (stmt.kind) {
    case 'loop':
      return [
        head(`loop ${stmt.testFirst ? 'while' : 'do-while'} ${printExpr(stmt.condition)}`),
        ...(stmt.before.length > 0 ? [label('before'), ...printStmts(stmt.before, depth + 1)] : []),
        label('body'),
        ...printStmts(stmt.body, depth + 1),
        ...(stmt.step.length > 0 ? [label('step'), ...printStmts(stmt.step, depth + 1)] : []),
      ];
    case 'branch':
      return [
        head(`if ${printExpr(stmt.when)}`),
        ...printStmts(stmt.then, depth + 1),
        ...(stmt.otherwise.length > 0 ? [label('else'), ...printStmts(stmt.otherwise, depth + 1)] : []),
      ];
    case 'call':
      return [head(`call ${stmt.callee}`), ...printStmts(stmt.body, depth + 1)];
    case 'assign':
    case 'load':
    case 'store':
    case 'atomic':
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'jump':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      return [head(printSimple(stmt))];
    default:
      return assertNever(stmt);
  }
}

const standIn = ({ isStandIn }: Readonly<{ isStandIn?: true }>): string => (isStandIn === true ? ' stand-in' : '');
const copied = ({ copy }: Readonly<{ copy?: CopyAccess }>): string =>
  copy === undefined
    ? ''
    : ` copied by ${copy.by === 'thread' ? 'the thread' : copy.by === 'block' ? 'the block' : `${copy.by} threads`}`;
const guessed = ({ isGuessed }: Readonly<{ isGuessed?: true }>): string => (isGuessed === true ? ' guessed' : '');

function printSimple(stmt: Exclude<Stmt, { kind: 'loop' | 'branch' | 'call' }>): string {
  switch (stmt.kind) {
    case 'assign':
      return `${stmt.target} = ${printExpr(stmt.value)}`;
    case 'load':
      return `${stmt.target} = load ${printPlace(stmt.place)}${stmt.isNonCoherent === true ? ' non-coherent' : ''}${copied(stmt)}`;
    case 'store':
      return `store ${printPlace(stmt.place)} = ${printExpr(stmt.value)}${copied(stmt)}`;
    case 'atomic': {
      const operands = stmt.operands.map(printExpr).join(', ');
      const target = stmt.target === null ? '' : `${stmt.target} = `;
      return `${target}atomic ${stmt.op} ${printPlace(stmt.place)}${operands === '' ? '' : ` (${operands})`} ${stmt.scope} ${stmt.order}${guessed(stmt)}${stmt.leastScope === undefined ? '' : ` at least ${stmt.leastScope}`}${copied(stmt)}`;
    }
    case 'barrier': {
      const reduction = stmt.reduction;
      const tail = reduction === null ? '' : ` ${reduction.target} = ${reduction.op} ${printExpr(reduction.predicate)}`;
      return `barrier ${printScope(stmt.scope)}${tail}${standIn(stmt)}`;
    }
    case 'async':
      return `async ${printAsync(stmt.op)}`;
    case 'fence':
      return `fence ${stmt.scope}${stmt.order === 'seq_cst' ? '' : ` ${stmt.order}`}${guessed(stmt)}`;
    case 'lanes': {
      const mask = stmt.mask === null ? '' : ` mask ${printExpr(stmt.mask)}`;
      return `${stmt.target} = lanes ${stmt.op}(${stmt.operands.map(printExpr).join(', ')}) width ${stmt.width}${mask}`;
    }
    case 'jump':
      return stmt.to;
    case 'assert':
      return `assert ${printExpr(stmt.condition)}`;
    case 'unknown-value':
      return `${stmt.target} = unknown${stmt.result === undefined ? '' : ` ${stmt.result.name}(${stmt.result.args.map(printExpr).join(', ')})`} // ${stmt.because}`;
    case 'unknown':
      return `unknown [${stmt.footprint.join(', ')}]${stmt.synchronizes ? ' may synchronize' : ''}${standIn(stmt)} // ${stmt.because}`;
    default:
      return assertNever(stmt);
  }
}

function printAsync(op: AsyncOp): string {
  const on = (object: AsyncObject): string => (object.kind === 'block' ? 'the block' : printPlace(object.place));
  const bytes = (one: Expr | null): string => (one === null ? '' : ` bytes ${printExpr(one)}`);
  switch (op.kind) {
    case 'issue':
      return `issue ${typeof op.on === 'number' ? `queue ${op.on}` : on(op.on)}${bytes(op.bytes)}${op.isBulk ? ' bulk' : ''}`;
    case 'issued':
    case 'proxy-fence':
      return op.kind;
    case 'commit':
      return `commit queue ${op.queue}`;
    case 'await-batches':
      return `await queue ${op.queue} but ${op.keep}`;
    case 'init':
      return `init ${on(op.on)} count ${printExpr(op.count)}`;
    case 'arrive':
      return `${op.target === null ? '' : `${op.target} = `}arrive ${on(op.on)} count ${printExpr(op.count)}${bytes(op.bytes)}${op.drops ? ' drops' : ''}`;
    case 'arrive-copies':
      return `arrive ${on(op.on)} with copies${op.isExtra ? ' extra' : ''}`;
    case 'await-phase':
      return `await ${on(op.on)} ${op.isParity ? 'parity' : 'phase'} ${printExpr(op.phase)}`;
    case 'look':
      return `${op.target} = ${op.isAwaited ? 'await' : 'look at'} ${on(op.on)} ${op.isParity ? 'parity' : 'phase'} ${printExpr(op.phase)}`;
    default:
      return assertNever(op);
  }
}

/** Prints `s[ty /68][tx /4] : f32`; the numbers after `/` are strides in bytes. */
function printPlace(place: Place): string {
  const subscripts = place.subscripts
    .map((subscript) => `[${printExpr(subscript.index)} /${subscript.stride}]`)
    .join('');
  const offset = Number(place.offset) === 0 ? '' : ` +${place.offset}`;
  return `${place.array}${subscripts}${offset} : ${printType(place.type)}${place.volatile ? ' volatile' : ''}`;
}

function printScope(scope: BarrierScope): string {
  switch (scope.kind) {
    case 'block':
    case 'grid':
      return scope.kind;
    case 'warp':
      return `warp${scope.mask === null ? '' : ` mask ${printExpr(scope.mask)}`}`;
    case 'tile':
      return `tile ${scope.size}`;
    case 'cluster':
      return `cluster ${scope.dims.join('x')}`;
    case 'collective':
      return `collective on ${scope.storage}`;
    case 'named':
      return `named ${printExpr(scope.barrier)}${scope.threads === null ? '' : ` threads ${printExpr(scope.threads)}`}${scope.arrive ? ' arrive' : ''}`;
    default:
      return assertNever(scope);
  }
}
