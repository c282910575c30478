/** Whether a call means a function of the file's own, or one that a library has under that name. Over-approximating: the file's own may be meant wherever it can be. */
import type { SyntaxNode } from '../parse/node.ts';
import type { HostNames } from './host-names.ts';
import { childIn, textOf } from '../parse/node.ts';
import { calleeName } from './declarator.ts';

/** Whether a callee is written as a function of the standard library, or of one that comes with CUDA. */
export const isOfLibrary = (names: HostNames, callee: SyntaxNode | null): boolean => callee?.type === 'qualified_identifier' && /^(?:::)?(?:std|thrust|cub|cuda)::/.test(textOf(names.source, callee));

/** The definitions of the file that a call may mean by its name. */
export function ownDefinitions(names: HostNames, call: SyntaxNode): readonly SyntaxNode[] {
  const callee = childIn(call, 'function');
  const name = calleeName(callee);
  return name === null || isOfLibrary(names, callee) ? [] : (names.functions.get(textOf(names.source, name)) ?? []);
}
