/** A finding on its way: what it is made from, and what it is before the report numbers it and repair adds patches. */
import type { Conditions } from './conditions.ts';
import type { Kernel } from '../ir/ir.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LaunchConfig, WarpModel } from '../launch/launch.ts';
import type { FingerprintParts } from '../verdict/fingerprint.ts';
import type { MacroUse } from '../base/text-map.ts';
import type { Span } from '../base/span.ts';
import type { Coding } from './race-codes.ts';
import type { Outcomes } from './outcomes.ts';
import type { RestsOnLaunch } from './usual-launch.ts';
import type { Unusual } from './usual-arguments.ts';

/** What findings of one launch are made from, beside its decision. */
export type FindingInput = Readonly<{
  kernel: Kernel;
  config: LaunchConfig;
  warpModel: WarpModel;
  textAt: (span: Span) => string;
  macroAround: (span: Span) => MacroUse | null;
  conditions: Conditions;
  coding: Coding;
  unusual: Unusual;
  unusualContents: Unusual;
  restsOnLaunch: RestsOnLaunch;
  outcomes: Outcomes;
}>;

/** A finding before the report numbers it and repair adds patches. */
export type Draft = Omit<Finding, 'id' | 'fix' | 'alternatives' | 'advice' | 'fingerprint' | 'apart'> &
  Readonly<{ parts: Omit<FingerprintParts, 'occurrence'>; apart?: readonly Draft[] }>;
