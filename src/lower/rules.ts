/** Ties the families of constructs together: what context.ts calls `rules`. */
import type { Rules } from './context.ts';
import { lowerCall } from './calls/calls.ts';
import { coerce, construct } from './types/casts.ts';
import { discarded, valueOf } from './expressions/expressions.ts';
import { invoke } from './calls/inline.ts';
import { leaveScope } from './classes/lifetimes.ts';
import { slotOf } from './memory/places.ts';
import { lowerBody, lowerCondition, lowerInit, lowerStatement } from './statements/statements.ts';
import { declared, namedType, typeOfNode } from './types/types.ts';

export const rules: Rules = {
  value: valueOf,
  slot: slotOf,
  discard: discarded,
  statement: lowerStatement,
  body: lowerBody,
  condition: lowerCondition,
  init: lowerInit,
  call: lowerCall,
  invoke,
  type: typeOfNode,
  namedType: (cx, name, node) => namedType(cx, name, [], null, node),
  declared,
  construct,
  coerce,
  leaveScope,
};
