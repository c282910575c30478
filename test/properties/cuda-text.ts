/**
 * The CUDA text of a kernel that was built without one (random-kernel.ts): what it prints is lowered to the same
 * statements.
 */
import type { ArrayDecl, Kernel, Place, Stmt } from '../../src/ir/ir.ts';
import type { Expr } from '../../src/base/expr.ts';
import type { ScalarType } from '../../src/base/ctype.ts';
import { invariant } from '../../src/base/invariant.ts';

/** Scalars are declared at the top, and hold 0 until they are assigned. */
export function cudaText(kernel: Kernel): string {
  const arrays = [...kernel.arrays.values()];
  const params = [
    ...arrays.filter(({ space }) => space === 'global').map((decl) => `${typeText(decl.element)} *${decl.name}`),
    ...kernel.params.flatMap((param) => (param.kind === 'scalar' ? [`${typeText(param.type)} ${param.name}`] : [])),
  ];
  const isParameter = new Set(kernel.params.map(({ name }) => name));
  const locals = [...kernel.scalars.values()].filter(({ id }) => !isParameter.has(id));
  return [
    `__global__ void ${kernel.name}(${params.join(', ')}) {`,
    ...arrays
      .filter(({ space }) => space === 'shared')
      .map((decl) => `  __shared__ ${typeText(decl.element)} ${decl.name}[${extentOf(decl)}];`),
    ...locals.map(({ id, type }) => `  ${typeText(type)} ${id} = 0;`),
    ...lines(kernel.body, '  '),
    '}',
    '',
  ].join('\n');
}

const extentOf = (decl: ArrayDecl): number => decl.extents?.[0] ?? 1;

function typeText(type: ScalarType | null): string {
  invariant(type?.kind === 'int' && type.bits === 32, 'random kernels hold ints of 32 bits');
  return type.signed ? 'int' : 'unsigned';
}

const lines = (body: readonly Stmt[], indent: string): readonly string[] =>
  body.flatMap((stmt) => linesOf(stmt, indent));

function linesOf(stmt: Stmt, indent: string): readonly string[] {
  const inner = `${indent}  `;
  switch (stmt.kind) {
    case 'assign':
      return [`${indent}${stmt.target} = ${text(stmt.value)};`];
    case 'load':
      return [`${indent}${stmt.target} = ${placeText(stmt.place)};`];
    case 'store':
      return [`${indent}${placeText(stmt.place)} = ${text(stmt.value)};`];
    case 'atomic':
      return [
        `${indent}${stmt.target === null ? '' : `${stmt.target} = `}atomicAdd(&${placeText(stmt.place)}, ${stmt.operands.map(text).join(', ')});`,
      ];
    case 'barrier':
      return [`${indent}__syncthreads();`];
    case 'jump':
      return [`${indent}${stmt.to === 'exit' ? 'return' : stmt.to};`];
    case 'branch':
      return [
        `${indent}if (${text(stmt.when)}) {`,
        ...lines(stmt.then, inner),
        ...(stmt.otherwise.length === 0 ? [] : [`${indent}} else {`, ...lines(stmt.otherwise, inner)]),
        `${indent}}`,
      ];
    case 'loop': {
      invariant(stmt.testFirst && stmt.before.length === 0, 'of loops, those of `forLoop` are printed');
      const step = stmt.step.flatMap((one) => (one.kind === 'assign' ? [`${one.target} = ${text(one.value)}`] : []));
      return [
        `${indent}for (; ${text(stmt.condition)}; ${step.join(', ')}) {`,
        ...lines(stmt.body, inner),
        `${indent}}`,
      ];
    }
    case 'fence':
    case 'async':
    case 'lanes':
    case 'call':
    case 'assert':
    case 'unknown-value':
    case 'unknown':
      throw new Error(`random kernels have no ${stmt.kind}`);
  }
}

const placeText = ({ array, subscripts }: Place): string =>
  `${array}${subscripts.map(({ index }) => `[${text(index)}]`).join('')}`;

function text(expr: Expr): string {
  switch (expr.kind) {
    case 'int':
      return `${expr.value}${expr.type.signed ? '' : 'u'}`;
    case 'bool':
      return `${expr.value}`;
    case 'var':
      return expr.id;
    case 'builtin':
      return expr.name;
    case 'unary':
      return `${{ neg: '-', bitnot: '~', not: '!' }[expr.op]}(${text(expr.operand)})`;
    case 'binary':
      return `(${text(expr.left)} ${expr.op} ${text(expr.right)})`;
    case 'cast':
      return `(${expr.to.kind === 'bool' ? 'bool' : typeText(expr.to)})${text(expr.operand)}`;
    case 'select':
      return `(${text(expr.when)} ? ${text(expr.then)} : ${text(expr.otherwise)})`;
    case 'float':
    case 'apply':
      throw new Error(`random kernels have no ${expr.kind}`);
  }
}
