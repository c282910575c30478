/** The invariants of the IR: K1 to K4 of ir.ts and E1 to E3 of base/expr.ts. Gives one line for each violation. */
import type { ArrayId, StmtId, VarId } from '../base/brand.ts';
import type { BinaryExpr, Expr } from '../base/expr.ts';
import type { ScalarType } from '../base/ctype.ts';
import type { Kernel, Place, Stmt } from './ir.ts';
import { printType, sameType } from '../base/ctype.ts';
import { typeOf } from '../base/expr-build.ts';
import { eachNode, freeVariables } from '../base/expr-walk.ts';
import { printExpr } from '../base/expr-print.ts';
import { assertNever } from '../base/invariant.ts';
import { assignedIn, bodiesOf, eachStmt, expressionsOf, objectOf, placeOf, targetOf } from './walk.ts';

/** Violations of K1 to K4 and E1 to E3; empty for a good kernel. */
export function checkKernel(kernel: Kernel): readonly string[] {
  const problems: string[] = [];
  const report = (stmt: Stmt, text: string): void => {
    problems.push(`${kernel.name}: statement ${stmt.id} (line ${stmt.span.line}): ${text}`);
  };
  const ids = new Set<StmtId>();
  eachStmt(kernel.body, (stmt) => {
    if (ids.has(stmt.id)) report(stmt, 'K1: the id is used twice');
    ids.add(stmt.id);
    if (!kernel.sources.has(stmt.source)) report(stmt, `its source ${stmt.source} is not listed`);
    for (const text of [...namesProblems(kernel, stmt), ...typeProblems(kernel, stmt)]) report(stmt, text);
    for (const expr of expressionsOf(stmt)) for (const text of exprProblems(expr)) report(stmt, text);
  });
  for (const assumption of kernel.assumptions) {
    for (const text of exprProblems(assumption.condition)) problems.push(`${kernel.name}: assumption: ${text}`);
    if (typeOf(assumption.condition).kind !== 'bool') problems.push(`${kernel.name}: assumption is no bool`);
  }
  checkJumps(kernel.body, { loop: false, call: false }, report);
  const known = new Set<VarId>();
  for (const scalar of kernel.scalars.values()) if (scalar.role === 'parameter') known.add(scalar.id);
  checkReads(kernel.body, known, report);
  return problems;
}

type Report = (stmt: Stmt, text: string) => void;

function namesProblems(kernel: Kernel, stmt: Stmt): readonly string[] {
  const problems: string[] = [];
  const array = (id: ArrayId): void => {
    if (!kernel.arrays.has(id)) problems.push(`K1: array ${id} is not declared`);
  };
  const place = placeOf(stmt);
  if (place !== null) array(place.array);
  const object = stmt.kind === 'async' ? objectOf(stmt.op) : null;
  if (object !== null) array(object.array);
  if (stmt.kind === 'unknown') stmt.footprint.forEach(array);
  const target = targetOf(stmt);
  if (target !== null && !kernel.scalars.has(target)) problems.push(`K1: scalar ${target} is not declared`);
  for (const expr of expressionsOf(stmt)) {
    eachNode(expr, (node) => {
      if (node.kind !== 'var') return;
      const scalar = kernel.scalars.get(node.id);
      if (scalar === undefined) problems.push(`K1: scalar ${node.id} is not declared`);
      else if (!sameType(scalar.type, node.type))
        problems.push(`K2: ${node.id} is read as ${printType(node.type)}, declared ${printType(scalar.type)}`);
    });
  }
  return problems;
}

function typeProblems(kernel: Kernel, stmt: Stmt): readonly string[] {
  const problems: string[] = [];
  const same = (what: string, actual: ScalarType, wanted: ScalarType): void => {
    if (!sameType(actual, wanted)) problems.push(`K2: ${what} has type ${printType(actual)}, not ${printType(wanted)}`);
  };
  const typeOfTarget = (id: VarId | null): ScalarType | null =>
    id === null ? null : (kernel.scalars.get(id)?.type ?? null);
  const place = placeOf(stmt);
  if (place !== null) problems.push(...placeProblems(place));
  const target = typeOfTarget(targetOf(stmt));
  switch (stmt.kind) {
    case 'assign':
      if (target !== null) same('the value', typeOf(stmt.value), target);
      break;
    case 'load':
      if (target !== null) same('the target', target, stmt.place.type);
      break;
    case 'store':
      same('the value', typeOf(stmt.value), stmt.place.type);
      break;
    case 'atomic':
      if (target !== null) same('the target', target, stmt.place.type);
      for (const operand of stmt.operands) same('an operand', typeOf(operand), stmt.place.type);
      if (stmt.operands.length !== operandCount(stmt.op))
        problems.push(`atomic ${stmt.op} has ${stmt.operands.length} operands`);
      break;
    case 'loop':
    case 'assert':
      same('the condition', typeOf(stmt.condition), { kind: 'bool' });
      break;
    case 'branch':
      same('the condition', typeOf(stmt.when), { kind: 'bool' });
      break;
    case 'barrier':
    case 'fence':
    case 'async':
    case 'lanes':
    case 'call':
    case 'jump':
    case 'unknown-value':
    case 'unknown':
      break;
    default:
      assertNever(stmt);
  }
  return problems;
}

function operandCount(op: string): number {
  return op === 'cas' ? 2 : op === 'load' ? 0 : 1;
}

function placeProblems(place: Place): readonly string[] {
  return place.subscripts
    .filter((subscript) => typeOf(subscript.index).kind !== 'int')
    .map((subscript) => `the subscript ${printExpr(subscript.index)} is no integer`);
}

function exprProblems(expr: Expr): readonly string[] {
  const problems: string[] = [];
  const want = (holds: boolean, node: Expr, text: string): void => {
    if (!holds) problems.push(`${text} in ${printExpr(node)}`);
  };
  eachNode(expr, (node) => {
    switch (node.kind) {
      case 'binary':
        checkBinary(node, want);
        break;
      case 'unary':
        if (node.op === 'not') want(typeOf(node.operand).kind === 'bool', node, 'E2: `!` of no bool');
        else want(typeOf(node.operand).kind !== 'bool', node, 'E1: arithmetic on a bool');
        break;
      case 'select':
        want(typeOf(node.when).kind === 'bool', node, 'E2: condition is no bool');
        want(sameType(typeOf(node.then), typeOf(node.otherwise)), node, 'E1: arms differ in type');
        break;
      case 'int':
        want(fits(node.value, node.type.bits, node.type.signed), node, 'the constant does not fit its type');
        break;
      case 'float':
      case 'bool':
      case 'var':
      case 'builtin':
      case 'cast':
      case 'apply':
        break;
      default:
        assertNever(node);
    }
  });
  return problems;
}

function checkBinary(node: BinaryExpr, want: (holds: boolean, node: Expr, text: string) => void): void {
  const left = typeOf(node.left);
  const right = typeOf(node.right);
  switch (node.op) {
    case '&&':
    case '||':
      want(left.kind === 'bool' && right.kind === 'bool', node, 'E2: logic on no bools');
      return;
    case '<<':
    case '>>':
      want(left.kind === 'int' && sameType(right, { kind: 'int', bits: 32, signed: true }), node, 'E1: shift operands');
      return;
    case '+':
    case '-':
    case '*':
    case '/':
      want(
        sameType(left, right) && left.kind !== 'bool',
        node,
        `E1: operands ${printType(left)} and ${printType(right)}`,
      );
      return;
    case '%':
    case '&':
    case '|':
    case '^':
      want(
        sameType(left, right) && left.kind === 'int',
        node,
        `E1: operands ${printType(left)} and ${printType(right)}`,
      );
      return;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      want(sameType(left, right), node, `E1: operands ${printType(left)} and ${printType(right)}`);
      return;
    default:
      assertNever(node.op);
  }
}

function fits(value: bigint, bits: number, signed: boolean): boolean {
  return signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
}

function checkJumps(body: readonly Stmt[], inside: Readonly<{ loop: boolean; call: boolean }>, report: Report): void {
  for (const stmt of body) {
    if (stmt.kind === 'jump') {
      if ((stmt.to === 'break' || stmt.to === 'continue') && !inside.loop)
        report(stmt, `K3: ${stmt.to} outside a loop`);
      if (stmt.to === 'return' && !inside.call) report(stmt, 'K3: return outside a call');
    }
    const inner =
      stmt.kind === 'loop' ? { ...inside, loop: true } : stmt.kind === 'call' ? { loop: false, call: true } : inside;
    for (const list of bodiesOf(stmt)) checkJumps(list, inner, report);
  }
}

/** K4. `known` grows by every assignment in text order; what a loop assigns may have happened before its body. */
function checkReads(body: readonly Stmt[], known: Set<VarId>, report: Report): void {
  for (const stmt of body) {
    if (stmt.kind === 'loop') {
      for (const list of bodiesOf(stmt)) for (const id of assignedIn(list)) known.add(id);
    }
    for (const expr of expressionsOf(stmt)) {
      for (const id of freeVariables(expr)) if (!known.has(id)) report(stmt, `K4: ${id} is read before any assignment`);
    }
    for (const list of bodiesOf(stmt)) checkReads(list, known, report);
    const target = targetOf(stmt);
    if (target !== null) known.add(target);
  }
}
