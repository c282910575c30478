/** What can go wrong at GitHub. */
import type { PlatformProblem } from '../platform/problem.ts';

export type GithubProblem = PlatformProblem;
