/** From one source file to its kernels and launches: preprocess, parse, find launches, lower. */
import type { AnalyzeRequest } from '../engine.ts';
import type { InputProblem } from '../verdict/finding.ts';
import type { LaunchSite } from '../launch/launch.ts';
import type { Parser } from '../parse/tree-sitter.ts';
import type { Preprocessed } from '../preprocess/preprocess.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Unit } from '../ir/ir.ts';
import { fileCutOff } from '../verdict/catalogue.ts';
import { findLaunches } from '../launch/sites.ts';
import { groupBy } from '../base/group.ts';
import { lowerUnit } from '../lower/unit.ts';
import { parseProblems } from '../parse/errors.ts';
import { preprocess } from '../preprocess/expand.ts';
import { preprocessBudget } from '../preprocess/budget.ts';

export type ReadUnit = Readonly<{ unit: Unit; launches: readonly LaunchSite[]; source: Preprocessed; tree: SyntaxNode; problems: readonly InputProblem[] }>;
