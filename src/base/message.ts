/**
 * Messages as data. Each stage keeps the templates of what it reports in one table, `wording.ts`, so that a person can
 * read and edit them in one place; `docs/messages.md` is printed from these tables (`node scripts/style.ts --write`).
 *
 * Smallest example: `fill('`{name}` is not modelled', { name: 'tex2D' })` is "`tex2D` is not modelled".
 */

/** The names between braces in a template. */
type Slots<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slots<Rest>
  : never;

/** The template with a value for each of its slots. A value is inserted as it is: braces in it are no slots. */
export function fill<const Template extends string>(
  template: Template,
  values: Readonly<Record<Slots<Template>, string | number | bigint>>,
): string {
  const given: Readonly<Record<string, string | number | bigint>> = values;
  let made = '';
  let rest = 0;
  for (let open = template.indexOf('{'); open !== -1; open = template.indexOf('{', open + 1)) {
    const close = template.indexOf('}', open);
    const name = template.slice(open + 1, close);
    if (close === -1 || !Object.hasOwn(given, name)) continue;
    made += `${template.slice(rest, open)}${given[name] ?? ''}`;
    rest = close + 1;
  }
  return rest === 0 ? template : made + template.slice(rest);
}
