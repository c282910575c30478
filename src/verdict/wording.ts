/** What the stage `verdict` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  inAnotherIteration: ', in another iteration of the loop on line {loopLine}',
  usedBeyondEnd:
    'line {line} reaches into the shared memory of another block of the cluster, which may have ended by then: no barrier of the cluster stands behind that access',
  usedBeforeStart:
    'line {line} reaches into the shared memory of another block of the cluster, which may not have begun by then: no barrier of the cluster stands before that access',
  nothingOrdersBlocks: '{race}; nothing orders accesses of two blocks',
  equalWrites: '{first} and {second} both write `{element}`{lines}, with equal values',
  narrowAtomics:
    '{first} and {second} update `{element}` atomically{lines}, but a scope of one block does not reach the other block',
  noFenceBefore: 'there is no fence before the {noun} `{name}` is {given} (line {givenLine})',
  noFenceAfter: 'there is no fence after the {noun} `{name}` is {taken} (line {takenLine})',
  plainRelease:
    'the lock `{name}`, acquired atomically on line {takenLine}, is released by a plain store (line {givenLine})',
  narrowFence:
    'the fence between the access and the {noun} `{name}` (lines {givenLine} and {takenLine}) reaches one block only',
  lockstep: '{race}: the two are in one warp, but no `__syncwarp()` orders them',
  otherPath: '{waiting}, but {other} takes another path{place} and does not reach it',
  otherIterations:
    '{waiting}, but {other} runs a different number of iterations of the loop{place} and does not meet it there',
  alreadyLeft: '{waiting}, but {other} has already exited{place}',
  otherBarrier: '{waiting}, while {other} waits at another barrier{place}',
  redundantBarrier: 'the barrier on line {line} orders nothing: {proof}{saving}',
  lostAtomicity:
    '{reader} reads `{element}` on line {seenLine} and acts on the value on line {actLine}, but {writer} may change it in between (line {changedLine}): memory then ends in a state that no sequential order of the threads produces',
  copyTooLate:
    'the asynchronous copy that {issuer} issues (line {line}) {does} {cell}, and need not be complete when {other} it (line {line2})',
  stageOverwritten:
    'the asynchronous copy that {issuer} issues (line {line}) {does} {cell}, and may do so before {other} it (line {line2})',
  otherCopy: 'another copy writes',
  objectLacksArrivals:
    '{thread} waits for ever at the barrier object `{name}` (line {line}): its phase takes {count} arrivals, and gets {arrived}',
  objectLacksBytes:
    '{thread} waits for ever at the barrier object `{name}` (line {line}): the bytes that its phase expects and those that are copied differ by {bytes}',
  objectUninitialized: '{thread} uses the barrier object `{name}` (line {line}), which nobody has initialized',
  blocksWait:
    '{waiting} waits on line {line} until another block changes `{element}` (line {changedLine}): if its block runs alone, it never ends, and nothing guarantees that the blocks of this launch run at the same time',
  lanesWait:
    '{waiting} polls `{element}` on line {line} forever: {other}, of its warp, cannot reach line {line2} while the warp runs in lockstep',
  assertionOrder:
    'the assertion on line {at} fails for {thread} under one order of the threads, and holds under another',
  scheduleDependent: '`{element}` ends with a value that depends on which thread comes first',
  threadOfBlock: 'thread ({thread}) of block ({block})',
  budget: 'the budget of {which} ({limit}) was reached{option}',
  timeLimit: 'the time limit of {seconds} s was reached; --timeout changes it',
  totalTimeLimit: 'the time limit of {seconds} s for all kernels together was reached',
  stopped: 'stopped after the stage "{stage}", as requested',
  interrupted: 'not analysed: stopped by {signal}',
  bug: 'a bug in Syncwright stopped the analysis of this kernel: {what}',
  noSuchFile: 'no such file or directory',
  noSuchDirectory: 'no such directory; -I is ignored there',
  noSource: 'no CUDA source (.cu, .cuh, or a header with __global__) in this directory',
  notText: 'not a text file (it contains NUL bytes)',
  notUtf8: 'not valid UTF-8; read as Latin-1',
  tooLarge: '{size} bytes, more than the limit of {limit} (--max-bytes changes it)',
  includersLeftOut:
    'read with {read} of the sources that include it; launches in {others} more are not known (checking the directory reads all)',
  missingInclude: 'included file {name} was not found in the repository (-I adds a folder to search)',
  cutOff: 'not read to the end: {because}',
  unreadable: 'cannot be read: {because}',
  outsideLink: 'a symbolic link that leads outside the given directory; not followed',
  deepIncludes: 'includes are nested deeper than {limit}; does a file include itself?',
  noSuchKernel: 'no kernel named {name}; {known}',
  noKernel: 'no kernel (`__global__` function) in this file',
  noSuchParameter: 'no kernel has a scalar or template parameter named {name}; {known}',
  badAssumption: '"{text}" cannot be used: {because}',
  insufficientComment:
    'the finding {code} of this line also has pairs of accesses elsewhere that no comment accepts, so it is not suppressed',
  uselessComment: 'no finding with code {codes} is here; remove this comment',
  uselessEntry: 'no finding matches this entry for {id}; remove it',
  overwritten: '{b} may overwrite {cell}{lineB} before {a} has read it{lineA}',
  readEarly: '{b} may read {cell}{lineB} before {a} has written it{lineA}',
  bothWrite: '{a} and {b} both write {cell}{lineB}, in no defined order',
  bothWriteLines: '{a} and {b} both write {cell} (lines {line} and {line2}), in no defined order',
  readsPlainly: 'reads it non-atomically',
  writesPlainly: 'writes it non-atomically',
  atomicToo: 'also does so, at a scope too narrow or in another width',
  maskWithoutItself: '{a} executes `{what}` on line {line} with a mask that names {b}, but not itself',
  arrives: '{a} reaches `{what}` on line {line}, {whose} {b}',
  waitsElsewhere: '{comes}, which waits elsewhere{place}',
  bypasses: '{comes}, which bypasses it',
  leftBefore: '{comes}, which has exited{place}',
  waits: '{waiting} waits at the barrier on line {barrierLine}',
  otherThread: 'another thread of its block',
  onLine: ' on line {loopLine}',
  redundantInRaceFree: 'the kernel is proved race-free without it',
  redundantAmongRaces: 'it is proved that no two accesses that it separates conflict',
  saving: '; removing it saves {saving}',
  budgetOption: '; {option} changes it',
  groupMember: 'whose group includes',
  maskMember: 'whose mask includes',
  raceFreeIf: 'race-free if `{condition}`; otherwise {message}',
  raceFreeUnder: 'race-free if `{condition}`, which is proved; no host code states it',
} as const;
