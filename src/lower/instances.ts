/** Which instances of a kernel template are lowered, and how their parameters are bound. */
import type { Note } from '../ir/ir.ts';
import type { Context } from './context.ts';
import type { CType, TemplateArgument } from './types/c-type.ts';
import type { FunctionDecl } from './file-scope.ts';
import type { Instance } from './kernel.ts';
import type { Asked, Given } from './host/launched.ts';
import type { Binding } from './scope.ts';
import type { OpenValue } from './open-values.ts';
import type { TemplateParameter } from './calls/templates.ts';
import { childIn } from '../parse/node.ts';
import { f32, i32, i64, u32 } from '../base/ctype.ts';
import { int } from '../base/expr-build.ts';
import { note, spanOf } from './context.ts';
import { printCType, scalar } from './types/c-type.ts';
import { parameterType, parametersOf } from './calls/parameters.ts';
import { symbolicParameter } from './kernel.ts';
import { asDeduced } from './types/open-const.ts';
import { within } from './scope.ts';
import {
  bindingKey,
  bindParameter,
  deduce,
  fallbackArgument,
  printArgument,
  templateArguments,
  templateParameters,
} from './calls/templates.ts';
import { fill } from '../base/message.ts';
import { messages } from './wording.ts';

/** Instances of one template that are analysed. */
const maxInstances = 24;

/**
 * An instance and the launches that ask for it. `withValue`: the same where an open parameter has a value. `arguments`:
 * those of its template as printed, null for open ones; null as a whole where there is no template. `isStandIn`: a
 * parameter is open, and nothing asks for it, or nothing instantiates what does.
 */
export type AskedInstance = Instance &
  Readonly<{
    launches: readonly number[];
    arguments: PrintedArguments;
    isStandIn: boolean;
    withValue?: (parameter: string, value: OpenValue) => AskedInstance;
  }>;
type Askers = Readonly<{ launches: readonly number[]; isUnused: boolean }>;
export type PrintedArguments = readonly (string | null)[] | null;
/** Instances that exist and are not analysed: together they are one kernel of which nothing is said. */
type LeftOut = Readonly<{ name: string; launches: readonly number[]; because: Note }>;
type Instances = Readonly<{ instances: readonly AskedInstance[]; leftOut: LeftOut | null }>;

type Wish = Readonly<{ given: readonly Given[]; launch: number | null; isUnused: boolean }>;

/** The instances to lower: one for an ordinary function; for a template those that launches and the file ask for. */
export function instancesOf(
  decl: FunctionDecl,
  asked: readonly Asked[],
  templateValues: ReadonlyMap<string, bigint>,
  probe: () => Context,
): Instances {
  const launches = asked.map((one) => one.launch.id);
  if (decl.template === null)
    return {
      instances: [{ name: decl.name, bind: () => new Map(), launches, arguments: null, isStandIn: false }],
      leftOut: null,
    };
  if (decl.specialization !== null) return { instances: [specialized(decl, launches, probe())], leftOut: null };
  const wishes: readonly Wish[] = [
    ...asked
      .filter((one) => !one.isCut)
      .map(({ given, launch, isUnused }): Wish => ({ given, launch: launch.id, isUnused })),
    ...instantiated(decl, probe()).map((given): Wish => ({ given, launch: null, isUnused: false })),
  ];
  const made = new Map<string, AskedInstance>();
  for (const { given, launch, isUnused } of wishes.length > 0
    ? wishes
    : [{ given: [], launch: null, isUnused: true }]) {
    const madeWith = (
      values: ReadonlyMap<string, bigint>,
      askers: Askers,
      written: ReadonlyMap<string, string> = new Map(),
    ): AskedInstance => {
      const bind = (cx: Context): BoundTemplate => bindKernelTemplate(cx, decl, given, values, wishes.length > 0);
      const { bound, open } = bind(probe());
      const printed = [...bound].map(([parameter, binding]) => ({ parameter, text: bindingKey(binding, printCType) }));
      const name = `${decl.name}<${printed.map(({ parameter, text }) => written.get(parameter) ?? text).join(', ')}>`;
      return {
        name,
        bind: (cx) => bind(cx).bound,
        launches: askers.launches,
        isStandIn: askers.isUnused && open.size > 0,
        arguments: printed.map(({ parameter, text }) => (open.has(parameter) ? null : text)),
        withValue: (parameter, one) =>
          madeWith(
            one.value === null ? values : new Map([...values, [parameter, one.value]]),
            askers,
            new Map([...written, [parameter, one.written]]),
          ),
      };
    };
    const one = madeWith(templateValues, { launches: launch === null ? [] : [launch], isUnused });
    const before = made.get(one.name);
    made.set(
      one.name,
      before === undefined
        ? one
        : madeWith(templateValues, {
            launches: [...new Set([...before.launches, ...one.launches])],
            isUnused: before.isStandIn && isUnused,
          }),
    );
  }
  // of those that another file may know better, none takes the place of another
  const all = [...made.values()].sort((a, b) => Number(a.isStandIn) - Number(b.isStandIn));
  return {
    instances: all.slice(0, maxInstances),
    leftOut: leftOut(
      all,
      asked.filter((one) => one.isCut).map((one) => one.launch.id),
      decl,
      probe(),
    ),
  };
}

function leftOut(
  all: readonly AskedInstance[],
  cut: readonly number[],
  decl: FunctionDecl,
  cx: Context,
): LeftOut | null {
  const missing = all.slice(maxInstances);
  const name = `${decl.name}<…>`;
  if (missing.length === 0 && cut.length === 0) return null;
  if (cut.length > 0)
    return {
      name,
      launches: [...new Set([...missing.flatMap(({ launches }) => launches), ...cut])],
      because: { text: fill(messages.tooManyHostInstances, { name: decl.name }), span: spanOf(cx, decl.declarator) },
    };
  const some =
    missing
      .slice(0, 4)
      .map(({ name }) => `\`${name}\``)
      .join(', ') + (missing.length > 4 ? ` and ${missing.length - 4} more` : '');
  const text = fill(messages.tooManyInstances, { name: decl.name, count: all.length, maxInstances, some });
  return {
    name,
    launches: [...new Set(missing.flatMap(({ launches }) => launches))],
    because: { text, span: spanOf(cx, decl.declarator) },
  };
}

/** `template <> __global__ void k<float>(…)` is a kernel of its own. */
function specialized(decl: FunctionDecl, launches: readonly number[], cx: Context): AskedInstance {
  const given = decl.specialization === null ? [] : templateArguments(cx, decl.specialization);
  const printed = given.map(printArgument);
  return {
    name: `${decl.name}<${printed.join(', ')}>`,
    bind: () => new Map(),
    launches,
    arguments: printed,
    isStandIn: false,
  };
}

/** Arguments of explicit instantiations; those that are left out follow from the parameters' types. */
function instantiated(decl: FunctionDecl, cx: Context): readonly (readonly Given[])[] {
  const parameters = templateParameters(cx, decl.template);
  return cx.unit.declared.instantiations
    .filter((one) => one.name === decl.name)
    .map((one) => {
      const explicit = one.arguments === null ? [] : templateArguments(cx, one.arguments);
      const bound = new Map<string, Binding>();
      const formal = parametersOf(cx, decl.declarator);
      parametersOf(cx, one.declarator).forEach((actual, k) => {
        const pattern = formal[k];
        const type = parameterType(cx, actual);
        if (pattern !== undefined && type !== null)
          deduce(
            cx,
            childIn(pattern.node, 'type'),
            pattern.declarator,
            asDeduced(type, pattern.node, pattern.declarator),
            parameters,
            bound,
          );
      });
      return parameters.map((parameter, k): Given => {
        const binding = bound.get(parameter.name);
        return explicit[k] ?? (binding?.kind === 'type' ? { kind: 'type', type: binding.type } : undefined);
      });
    });
}

/** `open`: parameters whose argument is not known. */
type BoundTemplate = Readonly<{ bound: ReadonlyMap<string, Binding>; open: ReadonlySet<string> }>;

function bindKernelTemplate(
  cx: Context,
  decl: FunctionDecl,
  given: readonly Given[],
  values: ReadonlyMap<string, bigint>,
  isAsked: boolean,
): BoundTemplate {
  const bound = new Map<string, Binding>();
  const open = new Set<string>();
  within(cx, { names: bound, parent: cx.scope }, () => {
    for (const [k, parameter] of templateParameters(cx, decl.template).entries()) {
      const value = parameter.kind === 'value' ? values.get(parameter.name) : undefined;
      const known =
        value === undefined
          ? bindOne(cx, parameter, given[k], bound)
          : bindParameter(cx, parameter, { kind: 'value', value: int(BigInt.asIntN(64, value), i64) }, bound);
      if (known === null) open.add(parameter.name);
      bound.set(parameter.name, known ?? bindOpen(cx, parameter, isAsked, given[k]?.kind === 'pack'));
    }
  });
  return { bound, open };
}

/** Null: the argument is not known. */
function bindOne(
  cx: Context,
  parameter: TemplateParameter,
  given: Given,
  bound: ReadonlyMap<string, Binding>,
): Binding | null {
  if (
    parameter.kind === 'other' &&
    given?.kind === 'pack' &&
    parameter.node.type === 'variadic_type_parameter_declaration'
  ) {
    return { kind: 'pack', elements: given.elements.map((type): Binding => ({ kind: 'type', type })) };
  }
  if (parameter.kind === 'other' || given?.kind === 'pack') return null;
  const argument: TemplateArgument | null = given === undefined ? fallbackArgument(cx, parameter, bound) : given;
  return argument !== null && (argument.kind === 'type') === (parameter.kind !== 'value')
    ? bindParameter(cx, parameter, argument, bound)
    : null;
}

function bindOpen(cx: Context, parameter: TemplateParameter, isAsked: boolean, isPack: boolean): Binding {
  if (parameter.kind === 'other' || isPack) {
    note(cx, parameter.node, fill(messages.packParameter, { name: parameter.name }));
    return { kind: 'type', type: { kind: 'opaque', text: `${parameter.name}...` } };
  }
  if (parameter.kind === 'value') {
    const typeNode = childIn(parameter.node, 'type');
    const type: CType = typeNode === null ? scalar(i32) : cx.rules.type(cx, typeNode);
    return symbolicParameter(
      cx,
      parameter.name,
      type.kind === 'scalar' ? type : { kind: 'scalar', type: i32 },
      parameter.node,
    );
  }
  const type = cx.facts.integral ? u32 : f32;
  const because = isAsked ? messages.argumentNotFollowed : messages.noArgumentFound;
  note(
    cx,
    parameter.node,
    fill(messages.assumedTemplateParameter, {
      name: parameter.name,
      text: cx.facts.integral ? 'unsigned' : 'float',
      because,
    }),
  );
  return { kind: 'type', type: scalar(type) };
}
