/**
 * Goes through the steps of two threads, one by one: by buttons, by a slider, and with the keyboard (step-keys.ts). At
 * each step it shows where both threads are.
 */
import type { ReportIndex, SourcePiece, Step, StepList } from '../report/html/contract.ts';
import { el, unseen } from './element.ts';
import { codeTable, linesOf } from './source.ts';
import { piece } from './pieces.ts';
import type { StepKey, Stepper } from './step-keys.ts';

const around = 3;

/** `onStep`: a step is shown, counted from 1. `at`: the first one to show. */
export type StepperContext = Readonly<{
  id: string;
  index: ReportIndex;
  at: number | null;
  onStep: (step: number, places: readonly (Place | null)[], who: 0 | 1) => void;
}>;
export type Place = NonNullable<Step['place']>;

export function connectStepper(
  root: HTMLElement,
  { threads, steps, conclusion, before }: StepList,
  { id, index, at: wanted, onStep }: StepperContext,
): Stepper {
  const hits = steps.flatMap(({ isHit }, k) => (isHit ? [k] : []));
  const lastHit = hits.at(-1) ?? -1;
  let at = Math.min(steps.length - 1, Math.max(0, (wanted ?? 1) - 1));
  const nextHit = (): number | undefined => hits.find((hit) => hit > at) ?? hits[0];
  const title = `steps-${id}`;
  const count = el('p', { class: 'step-count', role: 'status' });
  const lanes = el('div', { class: 'lanes' });
  const code = el('div', { class: 'step-code', tabindex: 0, role: 'region', 'aria-label': 'Source at this step' });
  const track = el('input', { type: 'range', min: 1, max: steps.length, step: 1, 'aria-label': 'Step' });
  const button = (words: string, keys: string, go: () => number): HTMLButtonElement => {
    const made = el('button', { type: 'button', 'aria-keyshortcuts': keys }, words);
    made.addEventListener('click', () => show(go()));
    return made;
  };
  const buttons = {
    first: button('First', 'Home', () => 0),
    back: button('Back', 'ArrowLeft', () => at - 1),
    next: button('Next', 'ArrowRight', () => at + 1),
    hit: button('To the collision', 'C', () => nextHit() ?? at),
  };
  const show = (to: number, isFirst = false): void => {
    at = Math.min(steps.length - 1, Math.max(0, to));
    const step = steps[at];
    if (step === undefined) return;
    const now = placesAt(steps, at);
    count.replaceChildren(
      el('strong', {}, `Step ${at + 1} of ${steps.length}`),
      ` · ${step.when}`,
      ...(before > 0 ? [` · ${before} earlier steps are not shown`] : []),
    );
    lanes.replaceChildren(...([0, 1] as const).map((who) => laneOf(threads[who], who, now[who], step.who === who)));
    if (at >= lastHit && lastHit >= 0) lanes.append(el('p', { class: 'conclusion' }, conclusion));
    track.value = `${at + 1}`;
    // not disabled, which would take the focus away from who has just pressed it
    for (const one of [buttons.first, buttons.back]) one.setAttribute('aria-disabled', `${at === 0}`);
    buttons.next.setAttribute('aria-disabled', `${at === steps.length - 1}`);
    const places = now.map((one) => one?.step.place ?? null);
    void fillCode(code, now, index);
    if (!isFirst) onStep(at + 1, places, step.who);
  };
  track.addEventListener('input', () => show(Number(track.value) - 1));
  const goals: Readonly<Record<StepKey, () => number | undefined>> = {
    ArrowRight: () => at + 1,
    ArrowLeft: () => at - 1,
    Home: () => 0,
    End: () => steps.length - 1,
    c: nextHit,
  };
  root.setAttribute('role', 'group');
  root.setAttribute('aria-labelledby', title);
  root.replaceChildren(
    el(
      'div',
      { class: 'part-head' },
      el('h3', { id: title }, 'Step by step'),
      el(
        'span',
        { class: 'keys' },
        el('kbd', {}, '←'),
        ' ',
        el('kbd', {}, '→'),
        ' step, ',
        el('kbd', {}, 'C'),
        ' collision',
      ),
    ),
    count,
    el(
      'div',
      { class: 'controls' },
      buttons.first,
      buttons.back,
      buttons.next,
      ...(hits.length > 0 ? [buttons.hit] : []),
      track,
    ),
    lanes,
    code,
  );
  show(at, wanted === null);
  return {
    root,
    press: (key) => {
      const to = goals[key]();
      if (to !== undefined) show(to);
      return to !== undefined;
    },
  };
}

/** Where a thread is: at its last step, or before its first one. */
type Now = Readonly<{ step: Step; isYet: boolean }>;

function placesAt(steps: readonly Step[], at: number): readonly [Now | null, Now | null] {
  const of = (who: 0 | 1): Now | null => {
    const last = steps.slice(0, at + 1).findLast((step) => step.who === who);
    if (last !== undefined) return { step: last, isYet: false };
    const next = steps.find((step) => step.who === who);
    return next === undefined ? null : { step: next, isYet: true };
  };
  return [of(0), of(1)];
}

function laneOf(thread: string, who: 0 | 1, now: Now | null, isActive: boolean): HTMLElement {
  const head = el(
    'p',
    { class: 'lane-head' },
    el('span', { class: `who who-${who}`, 'aria-hidden': 'true' }, who === 0 ? 'A' : 'B'),
    thread,
    ...(isActive ? [el('span', { class: 'now' }, 'now')] : []),
  );
  if (now === null)
    return el('div', { class: 'lane' }, head, el('p', { class: 'quiet-words' }, 'does nothing that matters here'));
  const { step, isYet } = now;
  const line = step.place === null ? [] : [el('span', { class: 'at' }, `line ${step.place.line}`)];
  return el(
    'div',
    { class: `lane${isActive ? ' active' : ''}${isActive && step.isHit ? ' hit' : ''}` },
    head,
    el(
      'p',
      { class: 'deed' },
      isYet ? unseen('next: ') : '',
      isYet ? 'comes to this line next' : step.words,
      ' ',
      ...line,
    ),
    ...(isYet ? [] : step.notes.map((note) => el('p', { class: 'step-note' }, note))),
  );
}

/** Both lines with what is around them; one stretch where they are close. */
async function fillCode(holder: HTMLElement, now: readonly (Now | null)[], index: ReportIndex): Promise<void> {
  const asked = now.flatMap((one, who) =>
    one === null || one.step.place === null
      ? []
      : [{ place: one.step.place, sign: who === 0 ? 'A' : 'B', isHit: one.step.isHit && !one.isYet }],
  );
  const request = JSON.stringify(asked);
  holder.dataset['request'] = request;
  const [a, b] = asked;
  const isNear =
    a !== undefined && b !== undefined && a.place.file === b.place.file && Math.abs(a.place.line - b.place.line) <= 12;
  const groups = isNear ? [asked] : asked.map((one) => [one]);
  const tables = await Promise.all(
    groups.map(async (group) => {
      const [first] = group;
      const source = first === undefined ? null : await piece<SourcePiece>(`source-${first.place.file}`);
      if (first === undefined || source === null) return null;
      const numbers = group.map(({ place }) => place.line);
      const [top, bottom] = [Math.max(1, Math.min(...numbers) - around), Math.max(...numbers) + around];
      const lines = linesOf(source, top, bottom);
      if (lines === null) return null;
      const signs = new Map<number, string[]>();
      for (const { place, sign } of group) signs.set(place.line, [...(signs.get(place.line) ?? []), sign]);
      const marks = group.map(({ place, isHit }) => ({
        line: place.line,
        from: place.from,
        to: place.to,
        kind: isHit ? ('error' as const) : ('info' as const),
        note: '',
      }));
      const table = codeTable(lines, { marks, signs });
      for (const note of table.querySelectorAll('.line-note')) note.remove();
      return el(
        'div',
        {},
        ...(groups.length > 1 || index.files.length > 1
          ? [el('p', { class: 'file-name' }, index.files[first.place.file] ?? '')]
          : []),
        table,
      );
    }),
  );
  if (holder.dataset['request'] === request) holder.replaceChildren(...tables.filter((table) => table !== null));
}
