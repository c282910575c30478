/**
 * Runs one thread: the loop over instructions (opcode.ts). Needs a runnable thread; stops it before its next visible
 * step once it has performed `visible` of them, or when it waits, exits, or the run ends. Visible are memory accesses,
 * and the ends of loop turns too when warps run in lockstep (there diverged lanes wait for each other).
 *
 * The numbers after `case` are those of opcode.ts (a test compares): V8 makes a jump table only of literals. All
 * operands are read with DataView getters, whose results are numbers, and which compile to plain loads.
 */
import type { Machine, Thread } from './state.ts';
import { invariant } from '../base/invariant.ts';
import { objectStride } from '../base/object-stride.ts';
import { performAtomicAccess, performLoad, performStore } from './access.ts';
import { passFence } from './order.ts';
import { arrive, leave } from './rendezvous.ts';
import { addFault, endRun, nowhere } from './state.ts';
import { messages } from './wording.ts';

export function runThread(m: Machine, thread: Thread, visible: number): void {
  const C = m.compiled.code.words;
  const R = thread.block.frames;
  const b = thread.base;
  const { lockstep } = m;
  const { isAsync } = m.compiled;
  let left = visible;
  let pc = thread.pc;
  let steps = m.steps;
  const { maxSteps } = m;
  for (;;) {
    const word = C.getInt32(pc, true);
    switch (word & 255) {
      case 1: // jump
        pc = C.getInt32(pc + 4, true);
        break;
      case 2: // jumpZero
        pc = R.getInt32(b + C.getInt32(pc + 4, true), true) === 0 ? C.getInt32(pc + 8, true) : pc + 12;
        break;
      case 3: // jumpNonZero
        pc = R.getInt32(b + C.getInt32(pc + 4, true), true) !== 0 ? C.getInt32(pc + 8, true) : pc + 12;
        break;
      case 4: // jumpLess
        pc =
          R.getInt32(b + C.getInt32(pc + 4, true), true) < R.getInt32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 5: // jumpLessEqual
        pc =
          R.getInt32(b + C.getInt32(pc + 4, true), true) <= R.getInt32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 6: // jumpLessU
        pc =
          R.getUint32(b + C.getInt32(pc + 4, true), true) < R.getUint32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 7: // jumpLessEqualU
        pc =
          R.getUint32(b + C.getInt32(pc + 4, true), true) <= R.getUint32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 8: // jumpEqual
        pc =
          R.getInt32(b + C.getInt32(pc + 4, true), true) === R.getInt32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 9: // jumpNotEqual
        pc =
          R.getInt32(b + C.getInt32(pc + 4, true), true) !== R.getInt32(b + C.getInt32(pc + 8, true), true)
            ? C.getInt32(pc + 12, true)
            : pc + 16;
        break;
      case 10: {
        // loopBack
        if (lockstep && left-- === 0) return suspend(m, thread, pc, steps);
        if (steps >= maxSteps || m.outcome !== null) {
          endRun(m, { kind: 'budget', which: 'steps' });
          return suspend(m, thread, pc, steps);
        }
        const turn = b + C.getInt32(pc + 4, true);
        R.setInt32(turn, R.getInt32(turn, true) + 1, true);
        pc = C.getInt32(pc + 8, true);
        break;
      }
      case 11: // setInt
        R.setInt32(b + C.getInt32(pc + 4, true), C.getInt32(pc + 8, true), true);
        pc += 12;
        break;
      case 12: // moveI
        R.setInt32(b + C.getInt32(pc + 4, true), R.getInt32(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 13: // moveF
        R.setFloat64(b + C.getInt32(pc + 4, true), R.getFloat64(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 14: // moveL
        R.setBigInt64(b + C.getInt32(pc + 4, true), R.getBigInt64(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 15: // addI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          (R.getInt32(b + C.getInt32(pc + 8, true), true) + R.getInt32(b + C.getInt32(pc + 12, true), true)) | 0,
          true,
        );
        pc += 16;
        break;
      case 16: // subI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          (R.getInt32(b + C.getInt32(pc + 8, true), true) - R.getInt32(b + C.getInt32(pc + 12, true), true)) | 0,
          true,
        );
        pc += 16;
        break;
      case 17: // mulI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          Math.imul(R.getInt32(b + C.getInt32(pc + 8, true), true), R.getInt32(b + C.getInt32(pc + 12, true), true)),
          true,
        );
        pc += 16;
        break;
      case 18: // andI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) & R.getInt32(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 19: // orI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) | R.getInt32(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 20: // xorI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) ^ R.getInt32(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 21: {
        // shlI; PTX ISA shl: amounts above 31 shift everything out
        const by = R.getUint32(b + C.getInt32(pc + 12, true), true);
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          by > 31 ? 0 : R.getInt32(b + C.getInt32(pc + 8, true), true) << by,
          true,
        );
        pc += 16;
        break;
      }
      case 22: // shrI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) >>
            Math.min(R.getUint32(b + C.getInt32(pc + 12, true), true), 31),
          true,
        );
        pc += 16;
        break;
      case 23: {
        // shrU
        const by = R.getUint32(b + C.getInt32(pc + 12, true), true);
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          by > 31 ? 0 : R.getInt32(b + C.getInt32(pc + 8, true), true) >>> by,
          true,
        );
        pc += 16;
        break;
      }
      case 24: // divI
      case 25: // divU
      case 26: // remI
      case 27: {
        // remU
        const left32 = b + C.getInt32(pc + 8, true);
        const right32 = b + C.getInt32(pc + 12, true);
        if (R.getInt32(right32, true) === 0) {
          R.setInt32(b + C.getInt32(pc + 4, true), 0, true);
          reportZeroDivision(m, thread, C.getInt32(pc + 16, true));
        } else {
          const kind = word & 255;
          const value =
            kind === 24
              ? (R.getInt32(left32, true) / R.getInt32(right32, true)) | 0
              : kind === 25
                ? (R.getUint32(left32, true) / R.getUint32(right32, true)) | 0
                : kind === 26
                  ? (R.getInt32(left32, true) % R.getInt32(right32, true)) | 0
                  : (R.getUint32(left32, true) % R.getUint32(right32, true)) | 0;
          R.setInt32(b + C.getInt32(pc + 4, true), value, true);
        }
        pc += 20;
        break;
      }
      case 28: // eqI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) === R.getInt32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 29: // neI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) !== R.getInt32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 30: // ltI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) < R.getInt32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 31: // leI
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getInt32(b + C.getInt32(pc + 8, true), true) <= R.getInt32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 32: // ltU
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getUint32(b + C.getInt32(pc + 8, true), true) < R.getUint32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 33: // leU
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getUint32(b + C.getInt32(pc + 8, true), true) <= R.getUint32(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 34: // addL
        R.setBigInt64(
          b + C.getInt32(pc + 4, true),
          R.getBigInt64(b + C.getInt32(pc + 8, true), true) + R.getBigInt64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 35: // subL
        R.setBigInt64(
          b + C.getInt32(pc + 4, true),
          R.getBigInt64(b + C.getInt32(pc + 8, true), true) - R.getBigInt64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 36: // mulL
        R.setBigInt64(
          b + C.getInt32(pc + 4, true),
          R.getBigInt64(b + C.getInt32(pc + 8, true), true) * R.getBigInt64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 37: // ltL
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getBigInt64(b + C.getInt32(pc + 8, true), true) < R.getBigInt64(b + C.getInt32(pc + 12, true), true)
            ? 1
            : 0,
          true,
        );
        pc += 16;
        break;
      case 38: // ltUL
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getBigUint64(b + C.getInt32(pc + 8, true), true) < R.getBigUint64(b + C.getInt32(pc + 12, true), true)
            ? 1
            : 0,
          true,
        );
        pc += 16;
        break;
      case 39: // eqL
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getBigInt64(b + C.getInt32(pc + 8, true), true) === R.getBigInt64(b + C.getInt32(pc + 12, true), true)
            ? 1
            : 0,
          true,
        );
        pc += 16;
        break;
      case 40: // addF
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          Math.fround(
            R.getFloat64(b + C.getInt32(pc + 8, true), true) + R.getFloat64(b + C.getInt32(pc + 12, true), true),
          ),
          true,
        );
        pc += 16;
        break;
      case 41: // subF
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          Math.fround(
            R.getFloat64(b + C.getInt32(pc + 8, true), true) - R.getFloat64(b + C.getInt32(pc + 12, true), true),
          ),
          true,
        );
        pc += 16;
        break;
      case 42: // mulF
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          Math.fround(
            R.getFloat64(b + C.getInt32(pc + 8, true), true) * R.getFloat64(b + C.getInt32(pc + 12, true), true),
          ),
          true,
        );
        pc += 16;
        break;
      case 43: // divF
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          Math.fround(
            R.getFloat64(b + C.getInt32(pc + 8, true), true) / R.getFloat64(b + C.getInt32(pc + 12, true), true),
          ),
          true,
        );
        pc += 16;
        break;
      case 44: // addD
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) + R.getFloat64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 45: // subD
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) - R.getFloat64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 46: // mulD
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) * R.getFloat64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 47: // divD
        R.setFloat64(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) / R.getFloat64(b + C.getInt32(pc + 12, true), true),
          true,
        );
        pc += 16;
        break;
      case 48: // ltD
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) < R.getFloat64(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 49: // leD
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) <= R.getFloat64(b + C.getInt32(pc + 12, true), true) ? 1 : 0,
          true,
        );
        pc += 16;
        break;
      case 50: // eqD
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) === R.getFloat64(b + C.getInt32(pc + 12, true), true)
            ? 1
            : 0,
          true,
        );
        pc += 16;
        break;
      case 51: // neD
        R.setInt32(
          b + C.getInt32(pc + 4, true),
          R.getFloat64(b + C.getInt32(pc + 8, true), true) !== R.getFloat64(b + C.getInt32(pc + 12, true), true)
            ? 1
            : 0,
          true,
        );
        pc += 16;
        break;
      case 52: // intToDouble
        R.setFloat64(b + C.getInt32(pc + 4, true), R.getInt32(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 53: // unsignedToDouble
        R.setFloat64(b + C.getInt32(pc + 4, true), R.getUint32(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 54: // roundF
        R.setFloat64(b + C.getInt32(pc + 4, true), Math.fround(R.getFloat64(b + C.getInt32(pc + 8, true), true)), true);
        pc += 12;
        break;
      case 55: {
        // intToLong
        const to = b + C.getInt32(pc + 4, true);
        const value = R.getInt32(b + C.getInt32(pc + 8, true), true);
        R.setInt32(to, value, true);
        R.setInt32(to + 4, value >> 31, true);
        pc += 12;
        break;
      }
      case 56: {
        // unsignedToLong
        const to = b + C.getInt32(pc + 4, true);
        R.setInt32(to, R.getInt32(b + C.getInt32(pc + 8, true), true), true);
        R.setInt32(to + 4, 0, true);
        pc += 12;
        break;
      }
      case 57: // longToInt
        R.setInt32(b + C.getInt32(pc + 4, true), R.getInt32(b + C.getInt32(pc + 8, true), true), true);
        pc += 12;
        break;
      case 60: {
        // native
        const work = m.compiled.code.natives[C.getInt32(pc + 4, true)];
        invariant(work !== undefined, 'native instructions name natives');
        work(R, b);
        pc += 8;
        break;
      }
      case 61: // checkZeroL
        if (R.getBigInt64(b + C.getInt32(pc + 4, true), true) === 0n)
          reportZeroDivision(m, thread, C.getInt32(pc + 8, true));
        pc += 12;
        break;
      case 70: // load
      case 71: // store
      case 72: {
        // atomic
        if (left-- === 0 || m.outcome !== null) return suspend(m, thread, pc, steps);
        thread.visible++;
        const site = m.compiled.memory[C.getInt32(pc + 4, true)];
        invariant(site !== undefined, 'memory instructions name sites');
        if (site.mode !== 'read' && !site.isLocal) thread.latest = site.site.stmt;
        const slot = C.getInt32(pc + 8, true);
        const end = pc + 20 + 12 * C.getInt32(pc + 16, true);
        let address = C.getInt32(pc + 12, true);
        for (let at = pc + 20; at < end; at += 12) {
          const how = C.getInt32(at + 4, true);
          const kind = how & 7;
          const index = b + C.getInt32(at, true);
          const value =
            kind === 0
              ? R.getInt32(index, true)
              : kind === 1
                ? R.getUint32(index, true)
                : kind === 2
                  ? Number(R.getBigInt64(index, true))
                  : kind === 3
                    ? Number(R.getBigUint64(index, true))
                    : 1;
          address += value * C.getInt32(at + 8, true) * (how > 7 ? objectStride : 1);
        }
        pc = end;
        if (m.invented) m.lateReads[site.index] = 1;
        if ((word & 255) === 70) performLoad(m, thread, site, slot, address);
        else if ((word & 255) === 71) performStore(m, thread, site, slot, address);
        else performAtomicAccess(m, thread, site, address);
        break;
      }
      case 80: // rendezvous
        suspend(m, thread, pc + 8, steps + (word >>> 8));
        arrive(m, thread, C.getInt32(pc + 4, true));
        // most asynchronous steps are no meeting: the thread goes on
        if (
          !isAsync ||
          thread.status !== 'runnable' ||
          m.outcome !== null ||
          m.compiled.rendezvous[C.getInt32(pc + 4, true)]?.scope !== 'async'
        )
          return;
        pc += 8;
        steps = m.steps;
        continue;
      case 81: // exit
        suspend(m, thread, pc, steps + (word >>> 8));
        return leave(m, thread, C.getInt32(pc + 4, true));
      case 82: {
        // assertion
        const site = m.compiled.sites[C.getInt32(pc + 8, true)];
        invariant(site !== undefined, 'assertions name sites');
        if (R.getInt32(b + C.getInt32(pc + 4, true), true) === 0) {
          addFault(m, 'assertion', site, thread, () => 'assertion failed');
          endRun(m, { kind: 'aborted', span: site.span });
          return suspend(m, thread, pc, steps);
        }
        pc += 12;
        break;
      }
      case 83: {
        // assumption
        const assumption = m.compiled.kernel.assumptions[C.getInt32(pc + 8, true)];
        invariant(assumption !== undefined, 'assumption instructions name assumptions');
        if (R.getInt32(b + C.getInt32(pc + 4, true), true) === 0)
          addFault(m, 'assumption', nowhere(assumption.span), thread, () => assumption.text);
        pc += 12;
        break;
      }
      case 84: {
        // unmodelled
        const what = m.compiled.unmodelled[C.getInt32(pc + 4, true)];
        invariant(what !== undefined, 'unmodelled instructions name reasons');
        endRun(m, { kind: 'unmodelled', ...what });
        return suspend(m, thread, pc, steps);
      }
      case 85: // taintCheck
        if (R.getInt32(b + C.getInt32(pc + 4, true), true) !== 0) meetData(m, thread, C.getInt32(pc + 8, true));
        pc += 12;
        break;
      case 86: // invented
        m.invented = true;
        pc += 4;
        break;
      case 87: {
        // fence
        const fence = m.compiled.fences[C.getInt32(pc + 4, true)];
        invariant(fence !== undefined, 'fence instructions name fences');
        m.steps = steps;
        passFence(m, thread, fence);
        steps = m.steps;
        pc += 8;
        break;
      }
      default:
        invariant(false, `unknown instruction ${word & 255} at ${pc}`);
    }
    steps += word >>> 8;
  }
}

function suspend(m: Machine, thread: Thread, pc: number, steps: number): void {
  thread.pc = pc;
  m.steps = steps;
}

function meetData(m: Machine, thread: Thread, site: number): void {
  const at = m.compiled.sites[site];
  invariant(at !== undefined, 'checks name sites');
  m.dataDependent = true;
  if (at.isAddress !== true) thread.isSteered = true;
  if (m.budget.endsAtData === true) endRun(m, { kind: 'data', span: at.span });
}

function reportZeroDivision(m: Machine, thread: Thread, site: number): void {
  const at = m.compiled.sites[site];
  invariant(at !== undefined, 'divisions name sites');
  thread.isUndefined = true;
  addFault(m, 'division-by-zero', at, thread, () => messages.zeroDivision);
}
