/** What a person states of the launches of kernels, by name, beside what the options of a whole run say. */
import type { Dim3, LaunchConfig } from './launch.ts';
import { fitsKernel } from '../base/name-pattern.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

export type StatedFacts = Readonly<{
  /** Of which kernels: a name in which `*` stands for any characters. */
  name: string;
  block: Dim3 | null;
  grid: Dim3 | null;
  params: ReadonlyMap<string, bigint | number>;
  /** Conditions of C. One that means nothing for a kernel is left out for it. */
  assumes: readonly string[];
  /** Where it stands: `.syncwright.yml:12`. */
  from: string;
}>;

type RunOptions = Readonly<{
  block: LaunchConfig['block'] | null;
  grid: LaunchConfig['grid'] | null;
  params: ReadonlyMap<string, bigint | number>;
  stated?: readonly StatedFacts[];
}>;

/** What holds for one kernel. `labels`: where block, grid and each parameter come from, in words. */
export type StatedLaunch = Readonly<{
  block: RunOptions['block'];
  grid: RunOptions['grid'];
  params: ReadonlyMap<string, bigint | number>;
  labels: ReadonlyMap<string, string>;
}>;

export const statedOf = (kernel: string, stated: readonly StatedFacts[] = []): readonly StatedFacts[] =>
  stated.filter(({ name }) => fitsKernel(name, kernel));

/** Options go before what is stated; of that, the later goes before the earlier. */
export function statedLaunch(kernel: string, options: RunOptions): StatedLaunch {
  const fitting = statedOf(kernel, options.stated);
  const labels = new Map<string, string>();
  const params = new Map<string, bigint | number>();
  let [block, grid] = [options.block, options.grid];
  for (const facts of fitting) {
    for (const [name, value] of facts.params) {
      params.set(name, value);
      labels.set(name, `${name} of ${facts.from}`);
    }
    if (facts.block !== null && options.block === null) {
      block = facts.block;
      labels.set('--block', fill(messages.blockFrom, { from: facts.from }));
    }
    if (facts.grid !== null && options.grid === null) {
      grid = facts.grid;
      labels.set('--grid', fill(messages.gridFrom, { from: facts.from }));
    }
  }
  for (const [name, value] of options.params) {
    params.set(name, value);
    labels.delete(name);
  }
  return { block, grid, params, labels };
}
