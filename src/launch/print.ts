/** Stable text of launches, for `--dump launch` and reports. `*` stands for a dimension that is not known. */
import type { LaunchConfig, LaunchSite } from './launch.ts';
import { printOffset } from './offsets.ts';
import { constantOf } from './host-value.ts';

/** `(16, 16, 1)`; trailing ones stay, so that texts compare. */
function printDim(dim: LaunchConfig['block']): string {
  return `(${dim.map((axis) => (axis === null ? '*' : `${axis}`)).join(', ')})`;
}

/**
 * A choice between many constants, as a loop of host code makes it, by its first three and its last one; other texts as
 * they are.
 */
export const briefly = (text: string): string =>
  text.split(' ? ').length < 6
    ? text
    : text.replace(/^(.*?(?: \? -?\d+ : .*?){2} \? -?\d+ : ).* : (-?\d+\)?.*)$/s, '$1… : $2');

/** `a.cu:31: grid (4, 1, 1) block (256, 1, 1) shared 0 n=1024 [a = b]`. */
export function printConfig(config: LaunchConfig): string {
  const parts = [
    `${config.origin}: grid ${printDim(config.grid)} block ${printDim(config.block)}`,
    ...(config.sharedBytes === null ? ['shared *'] : config.sharedBytes === 0 ? [] : [`shared ${config.sharedBytes}`]),
    ...(config.cooperative ? ['cooperative'] : []),
    ...[...config.scalars].map(([name, value]) => `${name}=${value}`),
    ...config.aliases.map((names) => `[${names.join(' = ')}]`),
    ...(config.shifts ?? []).map((shift) => `[${shift.name} + ${printOffset(shift)} bytes]`),
    ...(config.either ?? []).map(([a, b]) => `[${a} = ${b}?]`),
    ...config.facts.map((fact) => `{${briefly(fact.text)}}`),
  ];
  return parts.join(' ');
}

/** The host variable in a symbol's id. */
const nameOf = (id: string): string => id.replace(/ .*$/s, '');

/** `a.cu:31: k<16>(1024, a, *) grid … block …`. */
export function printSite(site: LaunchSite): string {
  const { config } = site;
  const template = site.templateArguments.length === 0 ? '' : `<${site.templateArguments.join(', ')}>`;
  const args = site.arguments.map(
    ({ value, pointer }) =>
      pointer ?? (value === null ? '*' : value.kind === 'var' ? nameOf(value.id) : `${constantOf(value) ?? '*'}`),
  );
  const shared =
    config.sharedBytes === null ? ' shared *' : config.sharedBytes === 0 ? '' : ` shared ${config.sharedBytes}`;
  return `${config.origin}: ${site.kernel}${template}(${args.join(', ')}) grid ${printDim(config.grid)} block ${printDim(config.block)}${shared}${config.cooperative ? ' cooperative' : ''}`;
}
