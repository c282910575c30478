/** What is assumed of a kernel and its launch, in runs of the machine: a run that breaks it shows nothing. */
import type { CompiledKernel } from '../machine/compile.ts';
import type { Fact } from '../protocol/infer.ts';
import type { Kernel } from '../ir/ir.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { MachineReport } from '../machine/machine.ts';
import { compileKernel } from '../machine/compile.ts';

/** What holds of all runs under a launch. */
export const statedOf = ({ facts, checks = [] }: LaunchConfig): readonly Fact[] => [...facts, ...checks];

/** The kernel, with the facts among its assumptions. */
export function compileAssuming(kernel: Kernel, facts: readonly Fact[]): CompiledKernel {
  const stated = facts.map(({ condition, text }) => ({ condition, text, span: kernel.span }));
  return compileKernel({ ...kernel, assumptions: [...kernel.assumptions, ...stated] });
}

/** Whether the run breaks an assumption or assertion of the source, or a fact that it was compiled with. */
export const breaksAssumption = (report: MachineReport): boolean =>
  report.faults.some(({ kind }) => kind === 'assumption' || kind === 'assertion');
