/** Stable text of protocols and of their intervals, for `--dump protocol` and `--dump intervals`. */
import type {
  Access,
  Interval,
  KernelProtocol,
  Place,
  Protocol,
  ProtocolVariable,
  SplitProtocol,
  UniformityQuestion,
} from './protocol.ts';
import { assertNever } from '../base/invariant.ts';
import { printType } from '../base/ctype.ts';
import { printExpr } from '../base/expr-print.ts';

export function printProtocol(protocol: KernelProtocol): string {
  return [
    `protocol ${protocol.kernel}`,
    ...[...protocol.variables.values()].map((variable) => `  var ${printVariable(variable)}`),
    ...[...protocol.arrays.values()].map(
      (array) =>
        `  array ${array.id} ${array.space}${array.readOnly ? ' read-only' : ''}${array.aliases.length === 0 ? '' : ` aliases ${array.aliases.join(', ')}`}`,
    ),
    ...protocol.facts.map((fact) => `  fact ${printExpr(fact.condition)}`),
    ...protocol.assumptions.map((text) => `  assuming ${text}`),
    ...protocol.approximations.map(({ text, span }) => `  approximating line ${span.line}: ${text}`),
    ...printSteps(protocol.body, 1),
    '',
  ].join('\n');
}

/** The steps alone. */
export function printBody(body: readonly Protocol[]): string {
  return printSteps(body, 0).join('\n');
}

function printVariable(variable: ProtocolVariable): string {
  const type = variable.type.kind === 'integer' ? 'integer' : printType(variable.type);
  const { origin } = variable;
  const from = origin.kind === 'unknown' ? ` (${origin.because}, line ${origin.span.line})` : '';
  return `${variable.id}: ${type} per ${variable.sharing}, ${origin.kind}${from}`;
}

function printSteps(body: readonly Protocol[], depth: number): string[] {
  return body.flatMap((step) => printStep(step, depth));
}

function printStep(step: Protocol, depth: number): string[] {
  const pad = '  '.repeat(depth);
  switch (step.kind) {
    case 'access':
      return [`${pad}${printAccess(step.access)}`];
    case 'barrier':
      return [`${pad}barrier ${step.scope} @${step.span.line}`];
    case 'meeting':
      return [
        `${pad}meeting of ${step.mask === null ? `tiles of ${step.size}` : `lanes ${printExpr(step.mask)}`} @${step.span.line}`,
      ];
    case 'part':
      return [
        `${pad}barrier of ${step.names.kind === 'mask' ? `lanes ${printExpr(step.names.mask)}` : `number ${printExpr(step.names.barrier)}`} @${step.span.line}`,
      ];
    case 'assume':
      return [`${pad}assume ${printExpr(step.condition)} (${step.text})`];
    case 'unknown':
      return [
        `${pad}unknown ${step.because} touching [${step.footprint.join(', ')}]${step.synchronizes ? ' may synchronize' : ''}`,
      ];
    case 'branch':
      return [
        `${pad}if ${printExpr(step.when)}${step.cause.kind === 'if' ? '' : ` after ${step.cause.kind} @${step.cause.span.line}`} {`,
        ...printSteps(step.then, depth + 1),
        ...(step.otherwise.length === 0 ? [] : [`${pad}} else {`, ...printSteps(step.otherwise, depth + 1)]),
        `${pad}}`,
      ];
    case 'loop':
      return [
        `${pad}loop${step.synchronized ? ' synchronized' : ''} @${step.span.line} ${step.testFirst ? 'while' : 'do while'} ${printExpr(step.guard)}`,
        ...step.carried.map(
          (c) => `${pad}  carries ${c.id} = ${printExpr(c.first)}, then ${printExpr(c.next)}, ends as ${c.final}`,
        ),
        ...step.facts.map((fact) => `${pad}  turn: ${printExpr(fact)}`),
        ...step.finalFacts.map((fact) => `${pad}  end: ${printExpr(fact)}`),
        `${pad}{`,
        ...printSteps(step.body, depth + 1),
        `${pad}}`,
      ];
    default:
      return assertNever(step);
  }
}

export function printPlace(place: Place): string {
  const parts = place.subscripts.map((subscript) => `[${printExpr(subscript.index)}]*${subscript.stride}`);
  return `${place.array}${parts.join('')}${place.offset === 0 ? '' : `+${place.offset}`}:${place.width}`;
}

function printAccess(access: Access): string {
  const value = access.value === null ? '' : ` = ${printExpr(access.value)}`;
  return `${access.mode} ${printPlace(access.place)}${value} @${access.span.line}`;
}

export function printIntervals(split: SplitProtocol): string {
  return [
    `intervals of ${split.protocol.kernel}`,
    ...printOwned('block', split.owned.block),
    ...printOwned('grid', split.owned.grid),
    ...split.intervals.flatMap((interval) => printInterval(interval, `interval ${interval.id}`, split)),
    ...(split.between === null
      ? printInterval(split.whole, 'whole kernel', split)
      : split.between.intervals.flatMap((interval) =>
          printInterval(interval, `between blocks, interval ${interval.id}`, split),
        )),
    ...(split.between?.questions ?? []).flatMap(printQuestion),
    ...split.questions.flatMap(printQuestion),
    '',
  ].join('\n');
}

const printOwned = (scope: string, arrays: ReadonlySet<string>): string[] =>
  arrays.size === 0 ? [] : [`each thread of a ${scope} has its own cells of ${[...arrays].join(', ')}`];

function printInterval(interval: Interval, title: string, split: SplitProtocol): string[] {
  const start =
    interval.start === 'entry'
      ? 'the entry'
      : `barrier ${interval.start}${lineOf(split.protocol.body, interval.start)}`;
  return [
    `${title}, from ${start}`,
    ...interval.accesses.flatMap((at) => [
      `  ${printAccess(at.access)}${printLoops(at.loops)}${at.crossed.length === 0 ? '' : ` crossing ${at.crossed.join(', ')}`}`,
      ...at.when.map((condition) => `      ${printExpr(condition)}`),
    ]),
    ...interval.unknowns.map((step) => `  unknown ${step.because}`),
  ];
}

function lineOf(body: readonly Protocol[], id: number): string {
  for (const step of body) {
    if (step.kind === 'barrier' && step.id === id) return ` @${step.span.line}`;
    const inner = step.kind === 'branch' ? [...step.then, ...step.otherwise] : step.kind === 'loop' ? step.body : [];
    const found = lineOf(inner, id);
    if (found !== '') return found;
  }
  return '';
}

function printLoops(loops: Interval['accesses'][number]['loops']): string {
  return loops.map((entry) => ` loop ${entry.loop} turn ${printExpr(entry.turn)}`).join('');
}

function printQuestion(question: UniformityQuestion): string[] {
  return [
    `question ${question.id}: ${question.cause} @${question.span.line} before barrier @${question.barrierSpan.line}: ${printExpr(question.condition)}${printLoops(question.loops)}`,
    ...question.when.map((condition) => `      ${printExpr(condition)}`),
  ];
}
