/** Starts a block: frames from the template, threads, warps of 32 linear ids, its shared and local memory. */
import type { Dim3 } from '../launch/launch.ts';
import type { ConcreteRun, InitialArray } from '../launch/run.ts';
import type { ArrayInfo } from './compiled.ts';
import type { Block, Cluster, Machine, Thread } from './state.ts';
import { stmtId } from '../base/brand.ts';
import { coordinatesOf } from '../launch/dimensions.ts';
import { columnsFor, createAgents } from './agents.ts';
import { warpClock } from './clocks.ts';
import { createStore } from './memory.ts';
import { newThreadOrder } from './order.ts';
import { countBytes } from './state.ts';

export function startBlock(m: Machine, ordinal: number): Block {
  const id = m.run.blocks[ordinal] ?? 0;
  const index = coordinatesOf(id, m.run.grid);
  const count = m.threadsPerBlock;
  const { frameBytes } = m.compiled.code;
  const bytes = new Uint8Array(count * frameBytes);
  const frames = new DataView(bytes.buffer);
  for (let t = 0; t < count; t++) {
    bytes.set(m.template, t * frameBytes);
    fillIndices(m, frames, t, t * frameBytes, index);
  }
  const threads: Thread[] = [];
  const warps: (readonly Thread[])[] = Array.from({ length: Math.ceil(count / 32) }, () => []);
  const clockWidth = m.compiled.isNumbered ? Math.max(columnsFor(count, m.compiled), warpClock + 1) : warpClock;
  const block: Block = {
    ordinal,
    id,
    index,
    frames,
    threads,
    warps,
    stores: m.compiled.arrays.map(
      (info) => m.globals[info.index] ?? createStore(info, initialOf(m.run, info), info.space === 'local' ? count : 1),
    ),
    arrived: 0,
    exited: 0,
    cluster: clusterOf(m, id),
    ended: [],
    interval: 0,
    passed: -1,
    since: 0,
    clocks: new Int32Array(m.compiled.warpBarriers === 'none' ? 0 : count * clockWidth),
    clockWidth,
    numbered: new Map(),
    agents: createAgents(count, m.compiled.queues),
    passedNumbers: new Map(),
  };
  for (let t = 0; t < count; t++) {
    threads.push({
      index: ordinal * count + t,
      linear: t,
      lane: t & 31,
      block,
      base: t * frameBytes,
      pc: 0,
      status: 'runnable',
      meeting: -1,
      mask: 0,
      exit: -1,
      epoch: 1,
      visible: 0,
      delays: delaysOf(m.run, id, t),
      heldAs: 0,
      hasSpun: false,
      isUndefined: false,
      isSteered: false,
      latest: stmtId(-1),
      met: new Set(),
      agent: null,
      order: newThreadOrder(),
    });
  }
  for (let w = 0; w < warps.length; w++) warps[w] = threads.slice(w * 32, w * 32 + 32);
  m.blocks[ordinal] = block;
  countBytes(m, bytes.length + block.clocks.byteLength + count * 200);
  return block;
}

/** The cluster of a block, by number; null where clusters have no barriers. */
function clusterOf(m: Machine, block: number): Cluster | null {
  const { cluster: dims } = m.compiled;
  if (dims === null) return null;
  const number = (one: number): number => {
    const [x, y, z] = coordinatesOf(one, m.run.grid).map((index, k) => Math.floor(index / (dims[k] ?? 1)));
    return (x ?? 0) + m.run.grid[0] * ((y ?? 0) + m.run.grid[1] * (z ?? 0));
  };
  const id = number(block);
  const known = m.clusters.get(id) ?? {
    id,
    blocks: m.run.blocks.filter((one) => number(one) === id).length,
    arrived: 0,
    epoch: 0,
  };
  m.clusters.set(id, known);
  return known;
}

function fillIndices(m: Machine, frames: DataView, linear: number, base: number, index: Dim3): void {
  const values = [...coordinatesOf(linear, m.run.block), ...index];
  indexNames.forEach((name, k) => {
    frames.setUint32(base + (m.compiled.builtins.get(name) ?? 0), values[k] ?? 0, true);
  });
}
const indexNames = ['threadIdx.x', 'threadIdx.y', 'threadIdx.z', 'blockIdx.x', 'blockIdx.y', 'blockIdx.z'] as const;

function delaysOf(run: ConcreteRun, block: number, thread: number): number[] {
  if (run.schedule.kind !== 'delayed') return [];
  return run.schedule.delays
    .filter((delay) => delay.block === block && delay.thread === thread)
    .map((delay) => delay.step)
    .sort((a, b) => a - b);
}

/** Initial contents are given by the array's name, or by its parameter's. */
export function initialOf(run: ConcreteRun, info: Pick<ArrayInfo, 'name' | 'parameter'>): InitialArray | null {
  return run.arrays.get(info.name) ?? (info.parameter === null ? null : (run.arrays.get(info.parameter) ?? null));
}
