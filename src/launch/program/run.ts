/**
 * Runs the program of a file, from `main`, as far as everything that it does is followed: what it allocates, copies and
 * passes to kernels is known then. Under-approximating: these launches do happen, each with these arguments; there may
 * be others. A run ends where something is not followed, and says nothing of what comes after it.
 *
 * Example: in `std::vector<int *> v(2, d); k<<<1, 64>>>(v[0], v[1]);`, both arguments point to one allocation.
 */
import type { Declaration, HostNames } from '../host-names.ts';
import type { SyntaxNode } from '../../parse/node.ts';
import type { Launched, Run } from './state.ts';
import { i32 } from '../../base/ctype.ts';
import { int } from '../../base/expr-build.ts';
import { memoized } from '../../base/memoize.ts';
import { childIn, textOf } from '../../parse/node.ts';
import { declaredName, parametersOf } from '../declarator.ts';
import { assigns } from '../host-call-writes.ts';
import { contains, isMember, isOfNamespace } from '../lookup.ts';
import { evaluate, globalOf } from './evaluate.ts';
import { called } from './calls.ts';
import { call, execute } from './execute.ts';
import { freeFunctions } from './functions.ts';
import { initialize } from './initialize.ts';
import { unknown } from './memory.ts';
import { number, valueOf } from './state.ts';

/** How many words the command line has: each is a run of its own. */
const commandLines = [1, 2, 3];

/** `isWhole`: these are all launches of the program, whatever it is given. */
export type ProgramRun = Readonly<{ launched: readonly Launched[]; isWhole: boolean; called: ReadonlySet<SyntaxNode> }>;

/** The launches that runs of the program reach, in which no call of CUDA fails. */
export const programLaunches = memoized((names: HostNames): ProgramRun => launchesOf(names, false));

/** Likewise, whatever calls of CUDA return. */
export const certainLaunches = memoized((names: HostNames): ProgramRun => launchesOf(names, true));

function launchesOf(names: HostNames, mayFail: boolean): ProgramRun {
  const none: ProgramRun = { launched: [], isWhole: false, called: new Set() };
  const [main, second] = freeFunctions(names, 'main');
  if (main === undefined || second !== undefined) return none;
  const parameters = parametersOf(main);
  const isGiven = parameters.length > 0;
  const runOf = (words: number): Run => {
    const run: Run = {
      names,
      mayFail,
      called: new Set(),
      isPartial: false,
      isOver: false,
      variables: new Map(),
      launched: [],
      seen: [],
      rules: { evaluate, execute, initialize, called, call },
      steps: 0,
      depth: 0,
      stopped: false,
    };
    if (words === 0) initializeGlobals(run);
    const args = [
      number(int(words, i32)),
      valueOf({ kind: 'pointer', to: { kind: 'pointer', to: { kind: 'other' } } }, unknown),
    ].slice(0, parameters.length);
    call(run, main, args, { self: null, outer: null, explicit: [] });
    return run;
  };
  if (!asksForWords(names, main, parameters) && !/#\s*pragma\s+omp\b/.test(names.source.text)) {
    const { launched, called, stopped, isPartial } = runOf(0);
    if (!stopped && !isPartial) return { launched, called, isWhole: true };
  }
  return { ...none, launched: (isGiven ? commandLines : [1]).flatMap((words) => runOf(words).launched) };
}

/** Whether `main` looks at the command line. */
function asksForWords(names: HostNames, main: SyntaxNode, parameters: readonly SyntaxNode[]): boolean {
  const body = childIn(main, 'body');
  return parameters.some((parameter) => {
    const name = declaredName(childIn(parameter, 'declarator'));
    return (
      name !== null &&
      body !== null &&
      (names.identifiers.get(textOf(names.source, name)) ?? []).some((node) => contains(body, node))
    );
  });
}

/** Variables of the file begin before `main`, in the order of the text. */
function initializeGlobals(run: Run): void {
  const variables = [...run.names.declarations.values()].flat().filter((one) => one.kind === 'variable');
  const all = variables.filter(isOfNamespace).sort((a, b) => a.node.start - b.node.start);
  // functions and members that begin before `main` as well, in an order of their own
  if (hasHiddenCalls(run.names) || variables.some((one) => isStaticMember(run, one) && assignsAtFirst(one)))
    run.stopped = true;
  for (const declaration of all) {
    if (run.variables.has(declaration.node.start) || run.stopped) continue;
    // one that no code of the file asks for by name only counts where making it does something
    if (globalOf(run, declaration) === null && /[({]/.test(textOf(run.names.source, declaration.statement)))
      run.stopped = true;
  }
}

/**
 * Whether an attribute lets something be called before or after `main`, at the end of a block, or in the place of
 * something else.
 */
function hasHiddenCalls({ root, source }: HostNames): boolean {
  const visit = (node: SyntaxNode): boolean =>
    /^(?:attribute|ms_declspec)/.test(node.type)
      ? /\b(?:__)?(?:constructor|destructor|cleanup|alias|ifunc|weak|weakref|init_priority)(?:__)?\b/.test(
          textOf(source, node),
        )
      : node.children.some(visit);
  return /__attribute|\[\[|__declspec/.test(source.text) && visit(root);
}

/** A static member that is given its value in its class, or one of a template, wherever that is. */
function isStaticMember({ names }: Run, one: Declaration): boolean {
  return (
    (isMember(one) && one.isStatic) ||
    (one.isElsewhere && names.parents.get(one.statement)?.type === 'template_declaration')
  );
}

const assignsAtFirst = ({ initial, statement }: Declaration): boolean =>
  initial.kind === 'none'
    ? assigns(statement)
    : (initial.kind === 'expression' ? [initial.node] : initial.nodes).some(assigns);
