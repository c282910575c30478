/**
 * What of a host template an instance of it does not have: arms of `if constexpr` that are not taken, and arguments for
 * which an explicit or partial specialization takes the template's place. Recursion of templates ends there.
 */
import type { SyntaxNode } from '../../parse/node.ts';
import type { TemplateArgument } from '../types/c-type.ts';
import type { Environment, Host } from './host.ts';
import type { Binding } from '../scope.ts';
import type { TemplateParameter } from '../calls/templates.ts';
import { childIn } from '../../parse/node.ts';
import { constantOf } from '../expressions/constants.ts';
import { ancestorsOf, at, inScopeOf } from './host.ts';
import { chosenSpecialization } from '../calls/specializations.ts';
import { emptyScope } from '../scope.ts';

/** Whether the place is in an arm of `if constexpr` that is known not to be taken. */
export function isDiscarded(host: Host, node: SyntaxNode, env: Environment): boolean {
  const around = [...ancestorsOf(host, node), node];
  return around.some((one, k) => {
    const inner = around[k + 1];
    if (inner === undefined || one.type !== 'if_statement' || !one.children.some((child) => child.type === 'constexpr'))
      return false;
    if (inner.field !== 'consequence' && inner.field !== 'alternative') return false;
    const truth = conditionOf(host, one, env);
    return truth !== null && truth !== (inner.field === 'consequence');
  });
}

function conditionOf(host: Host, statement: SyntaxNode, env: Environment): boolean | null {
  const clause = childIn(statement, 'condition');
  const condition = clause === null ? null : (childIn(clause, 'value') ?? clause);
  if (condition === null) return null;
  const value = at(host, statement, env, () => host.cx.rules.value(host.cx, condition));
  const known = value.kind === 'scalar' ? constantOf(value.expr) : null;
  return known === null ? null : known !== 0n;
}

/** Whether a specialization of the function or class template takes its place for these arguments. */
export function isSpecialized(
  host: Host,
  name: string,
  node: SyntaxNode,
  parameters: readonly TemplateParameter[],
  env: Environment,
): boolean {
  const { cx } = host;
  const given = parameters.map((one) => argumentOf(env.get(one.name)));
  const known = given.filter((one) => one !== null);
  if (known.length < given.length) return false;
  const declared = [...(cx.unit.declared.functions.get(name) ?? []), ...(cx.unit.declared.types.get(name) ?? [])];
  const choice = inScopeOf(host, emptyScope, [], () => chosenSpecialization(cx, declared, known));
  return choice.kind === 'specialization' && choice.decl.node !== node;
}

function argumentOf(binding: Binding | undefined): TemplateArgument | null {
  if (binding?.kind === 'type') return { kind: 'type', type: binding.type };
  const value = binding?.kind === 'slot' && binding.slot.kind === 'value' ? binding.slot.value : null;
  return value?.kind === 'scalar' ? { kind: 'value', value: value.expr } : null;
}
