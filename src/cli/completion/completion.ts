/**
 * `syncwright completion SHELL`: a script that completes command lines. It is made from commander's tables and holds
 * all that it needs, so that a press of Tab does not start this program; packages that do the same (`@bomb.sh/tab`,
 * `omelette`) start it each time.
 */
import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { modelOf } from './model.ts';
import { zshScript } from './zsh.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export function completion(program: Command, shell: (typeof shells)[number]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](modelOf(program));
}
