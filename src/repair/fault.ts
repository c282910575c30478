/**
 * What a patch must remove: one confirmed race, divergence or missed meeting of a kernel, in terms of its statements.
 */
import type { ArrayId, StmtId } from '../base/brand.ts';
import type { Span } from '../base/span.ts';

/** Two statements that race. */
export type RaceFault = Readonly<{
  kind: 'race';
  /** `SW101` and its kin (docs/codes/). */
  code: string;
  /** In program order, where one is before the other. The same for a statement that races with itself. */
  first: StmtId;
  second: StmtId;
  array: ArrayId;
  /** The loop whose back edge lies between the two, or null. */
  carriedBy: StmtId | null;
  /**
   * Whether the two were seen in one turn of all loops that they share: then no barrier between turns keeps them apart.
   */
  isOneTurn: boolean;
  /** `block`: two threads of one block. `grid`: of two blocks. */
  scope: 'block' | 'grid';
  /** The hand-over that should have ordered them, and what it lacks: the codes SW404 to SW407. */
  handover: Readonly<{
    given: Span;
    taken: Span;
    lacks: 'fence-before' | 'fence-after' | 'atomic-release' | 'wide-fence';
  }> | null;
}>;

/** A barrier of the block that only some of its threads reach. */
export type DivergenceFault = Readonly<{
  kind: 'divergence';
  /** SW201: a branch. SW202: a loop whose turns differ. SW203: an early exit. SW204: two barriers. */
  code: 'SW201' | 'SW202' | 'SW203' | 'SW204';
  barrier: StmtId;
  /**
   * The branch or loop at which threads part; of an exit, the statement around the list that it stands in (0: the
   * kernel).
   */
  at: StmtId;
  /** Where they part in the text: the exit itself, or the loop whose barriers come before it. */
  span: Span;
}>;

/** A meeting of lanes (SW211), or of a tile or the grid (SW212), that some miss. */
export type MissedFault = Readonly<{
  kind: 'missed';
  code: 'SW211' | 'SW212';
  meeting: StmtId;
  /** Whether a thread comes whose own mask does not name it. */
  isLeftOut: boolean;
}>;

export type Fault = RaceFault | DivergenceFault | MissedFault;

/** The statements that it is about. */
export function statementsOf(fault: Fault): readonly StmtId[] {
  switch (fault.kind) {
    case 'race':
      return [fault.first, fault.second];
    case 'divergence':
      return [fault.barrier];
    case 'missed':
      return [fault.meeting];
  }
}
