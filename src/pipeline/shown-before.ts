/**
 * What runs have shown of a kernel before its text was edited, tried first of what it is now: where one of them still
 * shows its race or divergence, at the same places of the source, that is told before anything is asked, as a run of
 * another instance is (briefly-shown.ts). It changes no answer: all of the kernel is decided as always.
 * Needs: findings of the earlier text, at their places in this one. Gives: what is shown again, or null.
 */
import type { Finding } from '../verdict/finding.ts';
import type { Draft } from './draft.ts';
import type { Kernel } from '../ir/ir.ts';
import type { KernelInput } from './kernel-input.ts';
import type { LaunchConfig } from '../launch/launch.ts';
import type { Fact } from '../protocol/infer.ts';
import { brieflyShown } from './briefly-shown.ts';
import { createSiblings } from './siblings.ts';
import { mergeDrafts } from './answer.ts';
import { noPatches } from './patches.ts';
import { numbered } from './numbered.ts';
import { textIn } from './kernel-input.ts';

type Under = Readonly<{ kernel: Kernel; launches: readonly LaunchConfig[]; facts: readonly Fact[] }>;

/** Null: nothing was shown before, or is any more. */
export function shownBefore(input: KernelInput, under: Under): readonly Finding[] | null {
  const {
    kernel,
    request: { earlier },
    deadline,
  } = input;
  const findings = earlier?.(kernel) ?? [];
  if (findings.length === 0) return null;
  const siblings = createSiblings();
  siblings.keep(findings.map(draftOf));
  const drafts = brieflyShown(siblings, { ...under, textAt: textIn(input), isTimeUp: deadline.passed, seen: 'before' });
  return drafts.length === 0 ? null : numbered(mergeDrafts(drafts), noPatches, []);
}

/** As it was before the report numbered it. Its fingerprint is of no use on the way. */
function draftOf({
  id: _,
  fix: __,
  alternatives: ___,
  advice: ____,
  fingerprint,
  apart: _____,
  ...finding
}: Finding): Draft {
  return {
    ...finding,
    parts: { kernel: finding.kernel, array: finding.array, code: finding.code, statements: [fingerprint, fingerprint] },
  };
}
