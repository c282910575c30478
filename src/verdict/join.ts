/** Answers for one kernel that was analysed more than once: under other includers, or in other files. */
import type { CostStage, KernelAnswer, KernelCosts, Verdict } from './finding.ts';
import { verdicts } from './finding.ts';

/** Of two verdicts on one kernel, the worse counts. */
export const isWorse = (a: Verdict, b: Verdict): boolean => verdicts.indexOf(a) < verdicts.indexOf(b);

/** One answer of two: the worse verdict, and what either found. */
export function joinAnswers(a: KernelAnswer, b: KernelAnswer): KernelAnswer {
  const known = new Set(a.findings.map((finding) => finding.fingerprint));
  return {
    ...(isWorse(b.verdict, a.verdict) ? b : a),
    reasons: [...new Set([...a.reasons, ...b.reasons])],
    assumptions: [...new Set([...a.assumptions, ...b.assumptions])],
    launches: [...a.launches, ...b.launches],
    findings: [...a.findings, ...b.findings.filter((finding) => !known.has(finding.fingerprint))],
    timeMs: a.timeMs + b.timeMs,
    ...(a.isCut === true || b.isCut === true ? { isCut: true } : {}),
    ...(a.costs === undefined && b.costs === undefined
      ? {}
      : { costs: joinCosts(a.costs ?? noCosts, b.costs ?? noCosts) }),
    ...(a.repairMs === undefined && b.repairMs === undefined
      ? {}
      : { repairMs: (a.repairMs ?? 0) + (b.repairMs ?? 0) }),
  };
}

const noCosts: KernelCosts = { stages: [], questions: [] };

function joinCosts(a: KernelCosts, b: KernelCosts): KernelCosts {
  const ms = new Map<CostStage, number>();
  for (const one of [...a.stages, ...b.stages]) ms.set(one.stage, (ms.get(one.stage) ?? 0) + one.ms);
  const slowestFirst = <One extends Readonly<{ ms: number }>>(all: readonly One[]): readonly One[] =>
    [...all].sort((x, y) => y.ms - x.ms);
  return {
    stages: slowestFirst([...ms].map(([stage, sum]) => ({ stage, ms: sum }))),
    questions: slowestFirst([...a.questions, ...b.questions]),
  };
}

/** Numbers findings over the whole report. */
export function numbered(answers: readonly KernelAnswer[]): readonly KernelAnswer[] {
  let next = 1;
  return answers.map((answer) => ({
    ...answer,
    findings: answer.findings.map((finding) => ({ ...finding, id: `F${next++}` })),
  }));
}
