/** Which statements a value that is not modelled may lead to. */
import { describe, expect, it } from 'vitest';
import {
  array,
  assign,
  at,
  barrier,
  branch,
  jump,
  kernel,
  load,
  store,
  unknownValue,
  v,
  whileLoop,
} from '../../../src/ir/build.ts';
import { binary, builtin, cast, int } from '../../../src/base/expr-build.ts';
import type { StmtId } from '../../../src/base/brand.ts';
import type { Stmt } from '../../../src/ir/ir.ts';
import { eachStmt } from '../../../src/ir/walk.ts';
import { i32 } from '../../../src/base/ctype.ts';
import { unknownFlow, unknownFlowIn } from '../../../src/ir/unknown-flow.ts';

const tid = cast(i32, builtin('threadIdx.x'));
const [s, flags] = [array('s', { space: 'shared', extents: [64] }), array('flags')];
const isSet = binary('>', v('x'), int(0));
/** The only store to `flags`. */
const asked = store(at(flags, tid), int(1));

function leadsThere(...body: readonly Stmt[]): boolean {
  const built = kernel({ arrays: [s, flags], body: [unknownValue('x'), ...body] });
  const found: Stmt[] = [];
  eachStmt(built.body, (stmt) => {
    if (stmt.kind === 'store' && stmt.place.array === flags.id) found.push(stmt);
  });
  return found.some(({ id }) => unknownFlow(built).leadsTo(id));
}

describe('a value that is not modelled', () => {
  it('leads nowhere as data', () => {
    expect(leadsThere(store(at(s, tid), v('x')), asked)).toBe(false);
    expect(leadsThere(branch(isSet, [store(at(s, tid), int(1))]), asked)).toBe(false);
  });
  it('leads to what it is a condition or an address of', () => {
    expect(leadsThere(branch(isSet, [asked]))).toBe(true);
    expect(leadsThere(store(at(flags, v('x')), int(1)))).toBe(true);
    expect(
      leadsThere(branch(isSet, [assign('i', int(1))], [assign('i', int(2))]), store(at(flags, v('i')), int(1))),
    ).toBe(true);
  });
  it('leads to what follows from memory that it was written to', () => {
    expect(leadsThere(store(at(s, tid), v('x')), load('i', at(s, int(0))), store(at(flags, v('i')), int(1)))).toBe(
      true,
    );
    expect(
      leadsThere(
        branch(isSet, [store(at(s, tid), int(1))]),
        load('i', at(s, int(0))),
        branch(binary('>', v('i'), int(0)), [asked]),
      ),
    ).toBe(true);
    expect(leadsThere(branch(isSet, [load('i', at(s, tid))]), store(at(flags, v('i')), int(1)))).toBe(true);
  });
  it('leads everywhere behind a jump, a meeting or a loop that it decides', () => {
    expect(leadsThere(branch(isSet, [jump('exit')]), asked)).toBe(true);
    expect(leadsThere(branch(isSet, [barrier()]), asked)).toBe(true);
    expect(leadsThere(whileLoop(isSet, [assign('i', int(1))]), asked)).toBe(true);
  });
  it('leads to nothing in front of them, unless a loop comes back to it', () => {
    expect(leadsThere(asked, branch(isSet, [jump('exit')]))).toBe(false);
    expect(leadsThere(whileLoop(binary('<', v('i'), int(3)), [asked, branch(isSet, [jump('break')])]))).toBe(true);
    expect(leadsThere(whileLoop(binary('<', v('i'), int(3)), [asked]), branch(isSet, [jump('exit')]))).toBe(false);
  });
  it('does not lead to what was read before any was made up', () => {
    const body = [
      load('i', at(s, tid)),
      branch(binary('>', v('i'), int(0)), [jump('exit')]),
      asked,
      unknownValue('x'),
      store(at(s, tid), v('x')),
    ];
    const built = kernel({ arrays: [s, flags], body });
    const [read, , behind] = built.body.map(({ id }) => id);
    const leads = (late: readonly StmtId[] | null): boolean =>
      behind !== undefined && unknownFlowIn(built, late === null ? null : new Set(late)).leadsTo(behind);
    expect(leads(null)).toBe(true);
    expect(leads(read === undefined ? [] : [read])).toBe(true);
    expect(leads([])).toBe(false);
  });
});
