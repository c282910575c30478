import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  atomicPlainRace,
  barrierInUnevenLoop,
  barrierUnderBranch,
  budgetReached,
  codeEntry,
  differentBarriers,
  earlyExit,
  findingCodes,
  inputCodes,
  interBlockRace,
  limitCodes,
  loopCarriedRace,
  plannedCodes,
  reasonText,
  redundantBarrier,
  retiredCodes,
  sameValueRace,
  selfRace,
  sharedRace,
  titleOf,
  unsupportedConstruct,
} from '../../../src/verdict/catalogue.ts';
import type { RaceFacts } from '../../../src/verdict/catalogue.ts';

const at = (x: number, mode: 'read' | 'write' | 'atomic', line: number, block = 0): RaceFacts['first'] => ({
  who: { block: [block, 0, 0], thread: [x, 0, 0] },
  mode,
  line,
});
const race = (first: RaceFacts['first'], second: RaceFacts['first']): RaceFacts => ({ element: 's[0]', first, second });

describe('sentences say who does what to which cell, and in which order it goes wrong', () => {
  test.each([
    [
      'read, then overwritten',
      sharedRace(race(at(0, 'read', 9), at(1, 'write', 11))),
      'thread (1,0,0) may overwrite `s[0]` (line 11) before thread (0,0,0) has read it (line 9)',
    ],
    [
      'written, then read',
      sharedRace(race(at(1, 'write', 9), at(0, 'read', 11))),
      'thread (0,0,0) may read `s[0]` (line 11) before thread (1,0,0) has written it (line 9)',
    ],
    [
      'two writes',
      sharedRace(race(at(0, 'write', 9), at(1, 'write', 11))),
      'thread (0,0,0) and thread (1,0,0) both write `s[0]` (lines 9 and 11), in no defined order',
    ],
    [
      'one statement',
      selfRace(race(at(0, 'write', 9), at(1, 'write', 9))),
      'thread (0,0,0) and thread (1,0,0) both write `s[0]` (line 9), in no defined order',
    ],
    [
      'two turns',
      loopCarriedRace(race(at(0, 'read', 9), at(1, 'write', 7)), 6),
      'thread (1,0,0) may overwrite `s[0]` (line 7) before thread (0,0,0) has read it (line 9), in another iteration of the loop on line 6',
    ],
    [
      'two blocks',
      interBlockRace(race(at(0, 'read', 9), at(0, 'write', 9, 1))),
      'thread (0,0,0) of block (1,0,0) may overwrite `s[0]` (line 9) before thread (0,0,0) of block (0,0,0) has read it; nothing orders accesses of two blocks',
    ],
    [
      'an atomic',
      atomicPlainRace(race(at(0, 'write', 5), at(1, 'atomic', 6))),
      'thread (1,0,0) updates `s[0]` atomically (line 6) while thread (0,0,0) writes it non-atomically (line 5)',
    ],
    [
      'equal values',
      sameValueRace(race(at(0, 'write', 5), at(1, 'write', 5))),
      'thread (0,0,0) and thread (1,0,0) both write `s[0]` (line 5), with equal values',
    ],
    [
      'no witness',
      sharedRace(race({ ...at(0, 'read', 9), who: null }, { ...at(1, 'write', 11), who: null })),
      'another thread may overwrite `s[0]` (line 11) before one thread has read it (line 9)',
    ],
  ])('%s', (_, described, message) => expect(described.message).toBe(message));

  const facts = {
    waiting: { block: [0, 0, 0], thread: [0, 0, 0] },
    barrierLine: 20,
    other: { block: [0, 0, 0], thread: [5, 0, 0] },
    otherLine: 18,
  } as const;
  test.each([
    [
      barrierUnderBranch(facts),
      'thread (0,0,0) waits at the barrier on line 20, but thread (5,0,0) takes another path (line 18) and does not reach it',
    ],
    [
      barrierInUnevenLoop(facts, 15),
      'thread (0,0,0) waits at the barrier on line 20, but thread (5,0,0) runs a different number of iterations of the loop on line 15 and does not meet it there',
    ],
    [
      earlyExit(facts, 'its'),
      'thread (0,0,0) waits at the barrier on line 20, but thread (5,0,0) has already exited (line 18)',
    ],
    [
      differentBarriers(facts),
      'thread (0,0,0) waits at the barrier on line 20, while thread (5,0,0) waits at another barrier (line 18)',
    ],
    [redundantBarrier(20), 'the barrier on line 20 orders nothing: the kernel is proved race-free without it'],
  ])('divergence $code', (described, message) => expect(described.message).toBe(message));

  test('leaving early is an error where the others would wait for ever', () => {
    expect([earlyExit(facts, 'its').severity, earlyExit(facts, 'lockstep').severity]).toEqual(['warning', 'error']);
  });
});

test('limits are reasons with their code', () => {
  expect(reasonText(unsupportedConstruct('line 41: inline assembly is not modelled'))).toBe(
    'line 41: inline assembly is not modelled [SL101]',
  );
  expect(reasonText(budgetReached('solver steps', '200000', '--timeout'))).toBe(
    'the budget of solver steps (200000) was reached; --timeout changes it [SL104]',
  );
});

test('no code stands twice, retired ones included', () => {
  const codes = [...findingCodes, ...limitCodes, ...inputCodes, ...retiredCodes].map((entry) => entry.code);
  expect(codes.filter((code, k) => codes.indexOf(code) !== k)).toEqual([]);
  expect(titleOf('SW102')).toBe('loop-carried race');
  expect(titleOf('SL103')).toBe('the solver could not decide');
  expect(codeEntry('SW301')).toMatchObject({ kind: 'redundant-barrier', severity: 'info' });
  expect(codeEntry('SL101')).toBeNull();
});

test('the codes that are not looked for yet are those that no function gives', () => {
  const source = readFileSync(new URL('../../../src/verdict/catalogue.ts', import.meta.url), 'utf8');
  expect([...plannedCodes]).toEqual(
    findingCodes.map(({ code }) => code).filter((code) => !source.includes(`entries.${code}`)),
  );
});
