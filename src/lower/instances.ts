/** Which instances of a kernel template are lowered, and how their parameters are bound. */
import type { SyntaxNode } from '../parse/node.ts';
import type { Context } from './context.ts';
import type { CType, TemplateArgument } from './c-type.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { Instance } from './kernel.ts';
import type { Binding } from './scope.ts';
import type { LowerOptions } from './unit.ts';
import { childIn } from '../parse/node.ts';
import { f32, i32, i64, u32 } from '../base/ctype.ts';
import { int, truth } from '../base/expr-build.ts';
import { note } from './context.ts';
import { constantOf } from './constants.ts';
import { scalar, scalarNamed, scalarOfWords, vectorNamed } from './c-type.ts';
import { symbolicParameter } from './kernel.ts';
import { numberLiteral } from './literals.ts';
import { bindingKey, bindParameter, fallbackArgument, templateArguments, templateParameters } from './templates.ts';
import type { TemplateParameter } from './templates.ts';

const maxInstances = 8;

/** The instances to lower: one for an ordinary function; for a template those that launches and the file ask for. */
export function instancesOf(decl: FunctionDecl, options: LowerOptions, probe: () => Context): readonly Instance[] {
  if (decl.template === null) return [{ name: decl.name, bind: () => new Map() }];
  const given: ((cx: Context) => readonly (TemplateArgument | null)[])[] = [
    ...(options.instances.get(decl.name) ?? []).map((texts) => (cx: Context) => texts.map((text) => argumentOfText(cx, text, options, 0))),
    ...probe().unit.declared.instantiations.filter((one) => one.name === decl.name).map((one) => (cx: Context) => templateArguments(cx, one.arguments)),
  ];
  if (given.length === 0) given.push(() => []);
  const made = new Map<string, Instance>();
  for (const args of given) {
    const bind = (cx: Context): ReadonlyMap<string, Binding> => bindKernelTemplate(cx, decl, args(cx), options);
    const bound = [...bind(probe()).values()];
    const name = `${decl.name}<${bound.map(bindingKey).join(', ')}>`;
    if (made.size < maxInstances) made.set(name, { name, bind });
  }
  return [...made.values()];
}

function bindKernelTemplate(cx: Context, decl: FunctionDecl, given: readonly (TemplateArgument | null)[], options: LowerOptions): ReadonlyMap<string, Binding> {
  const bound = new Map<string, Binding>();
  const outer = cx.scope;
  cx.scope = { names: bound, parent: outer };
  templateParameters(cx, decl.template).forEach((parameter, k) => {
    bound.set(parameter.name, bindOne(cx, parameter, given[k] ?? null, bound, options));
  });
  cx.scope = outer;
  return bound;
}

function bindOne(cx: Context, parameter: TemplateParameter, given: TemplateArgument | null, bound: ReadonlyMap<string, Binding>, options: LowerOptions): Binding {
  const value = options.templateValues.get(parameter.name);
  if (parameter.kind === 'value' && value !== undefined) return bindParameter(cx, parameter, { kind: 'value', value: int(BigInt.asIntN(64, value), i64) });
  const argument = given ?? fallbackArgument(cx, parameter, bound);
  const unknown = argument?.kind === 'type' && argument.type.kind === 'opaque';
  if (argument !== null && !unknown && (argument.kind === 'type') === (parameter.kind !== 'value')) return bindParameter(cx, parameter, argument);
  if (parameter.kind === 'value') {
    const typeNode = childIn(parameter.node, 'type');
    const type: CType = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
    return symbolicParameter(cx, parameter.name, type.kind === 'scalar' ? type : { kind: 'scalar', type: i32 }, parameter.node);
  }
  const type = cx.facts.integral ? u32 : f32;
  note(cx, parameter.node, `the template parameter ${parameter.name} is taken as ${cx.facts.integral ? 'unsigned' : 'float'}`);
  return { kind: 'type', type: scalar(type) };
}

/** A template argument as written at a launch; null when it depends on something that is not known. */
function argumentOfText(cx: Context, text: string, options: LowerOptions, depth: number): TemplateArgument | null {
  const trimmed = text.trim();
  const literal = numberLiteral(trimmed);
  if (literal !== null) return { kind: 'value', value: literal };
  if (trimmed === 'true' || trimmed === 'false') return { kind: 'value', value: truth(trimmed === 'true') };
  const type = scalarNamed(trimmed) ?? scalarOfWords(trimmed.split(/\s+/));
  if (type !== null) return { kind: 'type', type: scalar(type) };
  const vector = vectorNamed(trimmed);
  if (vector !== null) return { kind: 'type', type: { kind: 'struct', struct: vector } };
  if (!/^[A-Za-z_]\w*(::\w+)*$/.test(trimmed)) return null;
  const macro = options.macros.get(trimmed);
  if (macro !== undefined && macro.parameters === null && depth < 8) return argumentOfText(cx, macro.body, options, depth + 1);
  return declaredArgument(cx, trimmed);
}

function declaredArgument(cx: Context, name: string): TemplateArgument | null {
  const last = name.split('::').at(-1) ?? name;
  const node: SyntaxNode | undefined = cx.unit.declared.variables.get(last)?.[0]?.declarator;
  if (node !== undefined) {
    const slot = cx.rules.slot(cx, { type: 'identifier', start: declaredStart(cx, node, last), end: declaredStart(cx, node, last) + last.length, named: true, missing: false, field: null, children: [] });
    if (slot?.kind === 'value' && slot.value.kind === 'scalar' && constantOf(slot.value.expr) !== null) return { kind: 'value', value: slot.value.expr };
  }
  const type = cx.unit.declared.types.has(last) ? cx.rules.namedType(cx, last, node ?? emptyNode) : null;
  return type === null || type.kind === 'opaque' ? null : { kind: 'type', type };
}

const emptyNode: SyntaxNode = { type: 'identifier', start: 0, end: 0, named: true, missing: false, field: null, children: [] };

/** Where the name itself stands in a declarator. */
function declaredStart(cx: Context, node: SyntaxNode, name: string): number {
  const at = cx.unit.source.text.indexOf(name, node.start);
  return at === -1 ? node.start : at;
}
