/**
 * What a run looks at, and how: workflows of one repository may look at different paths, or for different hardware.
 * Each comments on what it finds, and none of them knows what became of what only another looks at. Comments say whose
 * they are; one without a marker is of a run that looks at everything in the usual way.
 * Example: of workflows for `src/**` and `lib/**`, the second calls no finding in `src` gone.
 */
import type { WarpModel } from '../launch/launch.ts';
import { cutTo } from '../base/cut.ts';
import { hashOf, marker, markersIn } from '../platform/markers.ts';

/** Digests. `paths`: which files; `model`: of which hardware, at which level, with which macros. */
export type View = Readonly<{ paths: string; model: string }>;
export const usualView: View = { paths: 'all', model: 'usual' };

/** As the workflow gives them: what the configuration says holds for all workflows. */
type Choices = Readonly<{
  paths: readonly string[];
  warpModel: WarpModel;
  level: 'block' | 'grid';
  defines: ReadonlyMap<string, string>;
}>;

export function viewOf(choices: Choices): View {
  const [paths, model] = [pathWords(choices), modelWords(choices)];
  return {
    paths: paths.length === 0 ? usualView.paths : digest(paths),
    model: model.length === 0 ? usualView.model : digest(model),
  };
}

const digest = (words: readonly string[]): string => hashOf(JSON.stringify([...words].sort())).slice(0, 12);

const pathWords = ({ paths }: Choices): readonly string[] => (paths.every((path) => path === '**') ? [] : paths);

const modelWords = ({ warpModel, level, defines }: Choices): readonly string[] => [
  ...(warpModel === 'its' ? [] : [warpModel]),
  ...(level === 'grid' ? [] : [level]),
  ...[...defines].map(([name, value]) => (value === '' ? name : `${name}=${value}`)),
];

/** The name of its check, since one of the same name takes the place of another: `syncwright (lib/**, lockstep)`. */
export function checkNameOf(choices: Choices): string {
  const words = [...pathWords(choices), ...modelWords(choices)].join(', ');
  const shown = words.length <= mostName ? words : `${cutTo(words, mostName)}… ${digest([words])}`;
  return words === '' ? checkName : `${checkName} (${shown})`;
}

const mostName = 80;

export const checkName = 'syncwright';

export const viewMarker = ({ paths, model }: View): readonly string[] =>
  paths === usualView.paths && model === usualView.model ? [] : [marker('view', paths, model)];

/** Of a text of ours. */
export function viewIn(body: string): View {
  const [paths = usualView.paths, model = usualView.model] = markersIn(body, 'view');
  return { paths, model };
}
