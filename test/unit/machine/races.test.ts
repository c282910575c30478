/**
 * The access log against a reference that compares all pairs of accesses, on random programs: some threads of two
 * blocks of two warps access a few overlapping bytes of a shared and a global array, in phases with barriers of several
 * kinds between.
 */
import { fc } from '../../seeded.ts';
import { describe, expect, test } from 'vitest';
import type { Place, Stmt } from '../../../src/ir/ir.ts';
import type { MachineReport } from '../../../src/machine/machine.ts';
import { array, atomic, barrier, branch, kernel, load, store } from '../../../src/ir/build.ts';
import { bytes } from '../../../src/base/brand.ts';
import { binary, cast, int } from '../../../src/base/expr-build.ts';
import { i32, i8, u32 } from '../../../src/base/ctype.ts';
import { grid, launch, races, runIt, tid } from './launch.ts';

const actors = [0, 1, 2, 33, 40] as const;
/** `value` plus, where it varies, the thread's number. */
type Act = Readonly<{
  who: readonly number[];
  varies: boolean;
  array: 's' | 'g';
  mode: 'read' | 'write' | 'atomic' | 'atomic-block';
  at: number;
  size: 1 | 4;
  value: number;
}>;
type Sync = Readonly<{ kind: 'none' | 'block' | 'warp' } | { kind: 'mask'; lanes: number }>;
type Phase = Readonly<{ acts: readonly Act[]; sync: Sync }>;

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.subarray([...actors], { minLength: 1 }),
  varies: fc.boolean(),
  array: fc.constantFrom('s', 'g'),
  mode: fc.constantFrom('read', 'read', 'write', 'write', 'atomic', 'atomic-block'),
  at: fc.constantFrom(0, 1, 3, 4, 5, 8),
  size: fc.constantFrom(1, 4),
  value: fc.constantFrom(1, 1, 257),
});
const sync: fc.Arbitrary<Sync> = fc.oneof(
  fc.constantFrom<Sync>({ kind: 'none' }, { kind: 'block' }, { kind: 'warp' }),
  fc.record({ kind: fc.constant('mask' as const), lanes: fc.constantFrom(3, 5, 6, 7) }),
);
const program: fc.Arbitrary<readonly Phase[]> = fc.array(fc.record({ acts: fc.array(act, { maxLength: 6 }), sync }), {
  minLength: 1,
  maxLength: 5,
});

const arrays = { s: array('s', { space: 'shared', element: i8, extents: [16] }), g: array('g', { element: i8 }) };
/** Words stay aligned, bytes go anywhere. */
const addressOf = (a: Act): number => (a.mode.startsWith('atomic') || a.size === 4 ? a.at & ~3 : a.at);
const widthOf = (a: Act): number => (a.mode.startsWith('atomic') ? 4 : a.size);

function statementOf(a: Act): Stmt {
  const type = widthOf(a) === 4 ? i32 : i8;
  const place: Place = {
    array: arrays[a.array].id,
    subscripts: [{ index: int(addressOf(a)), stride: bytes(1), extent: null }],
    offset: bytes(0),
    type,
    volatile: false,
  };
  if (a.mode === 'read') return load(`x${type.bits}`, place);
  if (a.mode === 'write')
    return store(place, a.varies ? cast(type, binary('+', tid, int(a.value))) : int(a.value, type));
  return atomic('add', place, [int(a.value)], { scope: a.mode === 'atomic' ? 'device' : 'block' });
}

function kernelOf(phases: readonly Phase[]) {
  return kernel({
    arrays: [arrays.s, arrays.g],
    body: phases.flatMap(({ acts, sync: end }): Stmt[] => [
      ...acts.map((a) =>
        branch(
          a.who.map((t) => binary('==', tid, int(t))).reduce((x, y) => binary('||', x, y)),
          [statementOf(a)],
        ),
      ),
      ...(end.kind === 'block' ? [barrier()] : []),
      ...(end.kind === 'warp' ? [barrier({ kind: 'warp', mask: null })] : []),
      ...(end.kind === 'mask'
        ? [
            branch(binary('!=', binary('&', int(end.lanes), binary('<<', int(1), tid)), int(0)), [
              barrier({ kind: 'warp', mask: int(end.lanes, u32) }),
            ]),
          ]
        : []),
    ]),
  });
}

// Reference -----------------------------------------------------------------------------------------------------------

type Done = Readonly<{ act: Act; actor: number; phase: number; stmt: number; order: number }>;

/** Statement numbers are those that `kernel` gives: the branch, then the access in it. */
function doneIn(phases: readonly Phase[]): readonly Done[] {
  const found: Done[] = [];
  let next = 1;
  phases.forEach(({ acts, sync: end }, phase) => {
    for (const a of acts) {
      for (const actor of a.who) found.push({ act: a, actor, phase, stmt: next + 1, order: found.length });
      next += 2;
    }
    next += end.kind === 'mask' ? 2 : end.kind === 'none' ? 0 : 1;
  });
  return found;
}

/** Whether what `from` did in phase `first` is ordered before what `to` does in phase `last`, both of one block. */
function isOrdered(phases: readonly Phase[], from: number, first: number, to: number, last: number): boolean {
  let reached = new Set([from]);
  const spread = (members: readonly number[]): void => {
    if (members.some((t) => reached.has(t))) reached = new Set([...reached, ...members]);
  };
  for (const { sync: end } of phases.slice(first, last)) {
    if (end.kind === 'block') spread(actors);
    if (end.kind === 'warp') for (const warp of [0, 1]) spread(actors.filter((t) => t >> 5 === warp));
    if (end.kind === 'mask') spread(actors.filter((t) => t < 32 && (end.lanes >> t) & 1));
  }
  return reached.has(to);
}

const byteOf = ({ act: a, actor }: Done, address: number): number =>
  ((a.value + (a.varies ? actor : 0)) >> ((address - addressOf(a)) * 8)) & 0xff;

/** By `array: stmt-stmt scope`: whether all racing pairs of accesses write equal bytes. */
function referenceRaces(phases: readonly Phase[], blocks: number): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const done = doneIn(phases);
  for (const a of done)
    for (const b of done) {
      const shared = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].filter((k) =>
        [a, b].every(({ act: x }) => k >= addressOf(x) && k < addressOf(x) + widthOf(x)),
      );
      if (a.act.array !== b.act.array || shared.length === 0 || a.order > b.order) continue;
      const atomics = [a, b].filter(({ act: x }) => x.mode.startsWith('atomic')).length;
      if (a.act.mode === 'read' && b.act.mode === 'read') continue;
      const same =
        a.act.mode === 'write' && b.act.mode === 'write' && shared.every((k) => byteOf(a, k) === byteOf(b, k));
      const add = (scope: string): void => {
        const key = `${a.act.array}: ${a.stmt}-${b.stmt} ${scope}`;
        found.set(key, (found.get(key) ?? true) && same);
      };
      if (a.actor !== b.actor && atomics < 2 && !isOrdered(phases, a.actor, a.phase, b.actor, b.phase))
        add(a.actor >> 5 === b.actor >> 5 ? 'warp' : 'block');
      if (blocks > 1 && a.act.array === 'g' && (atomics < 2 || [a, b].some(({ act: x }) => x.mode === 'atomic-block')))
        add('grid');
    }
  return found;
}

const named = (report: MachineReport): readonly string[] => races(report).map((text) => text.replace(' =', ''));

/**
 * Lane 2 writes what lane 1 overwrites with something else; of the first statement a thread of another warp and one
 * lane are kept.
 */
const lanesDropped: readonly Phase[] = [
  {
    acts: [{ who: [1, 2, 33, 40], varies: false, array: 'g', mode: 'write', at: 4, size: 4, value: 1 }],
    sync: { kind: 'mask', lanes: 3 },
  },
  {
    acts: [{ who: [0, 1], varies: true, array: 'g', mode: 'write', at: 4, size: 1, value: 1 }],
    sync: { kind: 'mask', lanes: 3 },
  },
];

describe('the access log', () => {
  test('finds exactly the racing pairs of statements', () => {
    fc.assert(
      fc.property(program, fc.integer({ min: 0, max: 3 }), fc.constantFrom(1, 2, 2, 4), (phases, seed, blocks) => {
        const schedule = seed === 0 ? ({ kind: 'canonical' } as const) : ({ kind: 'random', seed } as const);
        const report = runIt(kernelOf(phases), grid(blocks, 64, { schedule }));
        expect(report.outcome.kind).toBe('completed');
        const reference = referenceRaces(phases, blocks);
        const found = named(report);
        const isWarp = (race: string): boolean => race.endsWith('warp');
        expect(found.filter((race) => !isWarp(race))).toEqual(
          [...reference.keys()].filter((race) => !isWarp(race)).sort(),
        );
        // A pair that races between warps may lack its report within a warp, but no other.
        for (const race of found.filter(isWarp)) expect([...reference.keys()]).toContain(race);
        for (const race of [...reference.keys()].filter(isWarp))
          if (!reference.has(race.replace('warp', 'block'))) expect(found).toContain(race);
        // Equal values may be missed by the log (it remembers that values were mixed, not when), never claimed wrongly.
        for (const race of races(report))
          if (race.endsWith(' =')) expect(reference.get(race.replace(' =', '')), race).toBe(true);
      }),
      { numRuns: 400, examples: [[lanesDropped, 3, 2]] },
    );
  });

  test('one statement, many threads: exactly the pairs of statements whose threads meet in a cell', () => {
    const index = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 0, max: 70 }),
    );
    const access = fc.record({
      isWrite: fc.boolean(),
      index,
      syncAfter: fc.constantFrom('none', 'none', 'block', 'warp'),
    });
    fc.assert(
      fc.property(fc.array(access, { minLength: 1, maxLength: 5 }), (accesses) => {
        const s = array('s', { space: 'shared', element: i32, extents: [1024] });
        const indexOf = ([scale, modulus, offset]: readonly [number, number, number], t: number): number =>
          ((t * scale) % modulus) + offset;
        let next = 1;
        const sites: { stmt: number; phase: number; warpPhase: number; access: (typeof accesses)[number] }[] = [];
        let phase = 0;
        let warpPhase = 0;
        const body = accesses.flatMap((a): Stmt[] => {
          const [scale, modulus, offset] = a.index;
          const place = {
            array: s.id,
            subscripts: [
              {
                index: binary('+', binary('%', binary('*', tid, int(scale)), int(modulus)), int(offset)),
                stride: bytes(4),
                extent: null,
              },
            ],
            offset: bytes(0),
            type: i32,
            volatile: false,
          };
          sites.push({ stmt: next++, phase, warpPhase, access: a });
          if (a.syncAfter !== 'none') next++;
          if (a.syncAfter === 'block') phase++;
          if (a.syncAfter === 'warp') warpPhase++;
          return [
            a.isWrite ? store(place, int(1)) : load('x', place),
            ...(a.syncAfter === 'block' ? [barrier()] : []),
            ...(a.syncAfter === 'warp' ? [barrier({ kind: 'warp', mask: null })] : []),
          ];
        });
        const report = runIt(kernel({ arrays: [s], body }), launch(96));
        const between = new Set<string>();
        const inWarp = new Set<string>();
        for (const a of sites)
          for (const b of sites) {
            if (a.stmt > b.stmt || a.phase !== b.phase || (!a.access.isWrite && !b.access.isWrite)) continue;
            for (let t = 0; t < 96; t++)
              for (let u = 0; u < 96; u++) {
                if (t === u || indexOf(a.access.index, t) !== indexOf(b.access.index, u)) continue;
                if (t >> 5 !== u >> 5) between.add(`s: ${a.stmt}-${b.stmt} block`);
                else if (a.warpPhase === b.warpPhase) inWarp.add(`s: ${a.stmt}-${b.stmt} warp`);
              }
          }
        const found = named(report);
        expect(found.filter((race) => race.endsWith('block'))).toEqual([...between].sort());
        // A pair that races between warps may lack its report within a warp, but no other.
        for (const race of found.filter((text) => text.endsWith('warp'))) expect(inWarp).toContain(race);
        for (const race of inWarp) if (!between.has(race.replace('warp', 'block'))) expect(found).toContain(race);
      }),
      { numRuns: 300 },
    );
  });
});

test('a race names both threads, values, turns, address and interval', () => {
  const s = array('s', { space: 'shared', extents: [8] });
  const subject = kernel({
    arrays: [s],
    body: [barrier(), branch(binary('<', tid, int(2)), [store({ ...placeAt(s, 3) }, binary('+', tid, int(5)))])],
  });
  expect(runIt(subject, launch(4)).races).toMatchObject([
    {
      array: 's',
      address: 12,
      scope: 'warp',
      sameValue: false,
      first: {
        who: { linearThread: 0, thread: [0, 0, 0] },
        mode: 'write',
        value: '5',
        stmt: 3,
        turns: [],
        interval: 1,
      },
      second: {
        who: { linearThread: 1, thread: [1, 0, 0] },
        mode: 'write',
        value: '6',
        stmt: 3,
        turns: [],
        interval: 1,
      },
    },
  ]);
});

const placeAt = (decl: typeof arrays.s, index: number): Place => ({
  array: decl.id,
  subscripts: [{ index: int(index), stride: bytes(4), extent: 8 }],
  offset: bytes(0),
  type: i32,
  volatile: false,
});
