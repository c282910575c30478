/**
 * The keys ← → and C step through a finding from anywhere on the page of a kernel. Of several steppers, the one that
 * has the focus is meant, else the one used last while it can be seen, else the one that shows most. Home and End stay
 * with the page, unless the focus is in a stepper.
 */
export type Stepper = Readonly<{
  root: HTMLElement;
  /** False: the key means nothing to it. */ press: (key: StepKey) => boolean;
}>;
export type StepKey = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'c';

const anywhere: readonly string[] = ['ArrowLeft', 'ArrowRight', 'c'];
const inside: readonly string[] = [...anywhere, 'Home', 'End'];

export type StepKeys = Readonly<{ use: (steppers: readonly Stepper[]) => void }>;

/** `use`: these are the steppers from now on. */
export function listenForStepKeys(): StepKeys {
  let known: readonly Stepper[] = [];
  let last: Stepper | null = null;
  document.addEventListener('keydown', (event) => {
    const key = stepKeyOf(event);
    const target = event.target instanceof Element ? event.target : document.body;
    if (key === null || event.defaultPrevented || isTyping(target)) return;
    const focused = known.find(({ root }) => root.contains(target));
    if (focused === undefined && (!anywhere.includes(key) || scrollsSideways(target))) return;
    const meant =
      focused ??
      meantOf(
        known.filter(({ root }) => root.checkVisibility()),
        last,
      );
    if (meant === null || !meant.press(key)) return;
    event.preventDefault();
    last = meant;
    if (shownHeight(meant.root) <= 0) meant.root.scrollIntoView({ block: 'nearest' });
  });
  return {
    use: (steppers) => {
      known = steppers;
      last = null;
      for (const one of steppers)
        for (const kind of ['focusin', 'click', 'input'])
          one.root.addEventListener(kind, () => {
            last = one;
          });
    },
  };
}

/** Null: another key, or one that the browser or system may have a meaning for. */
function stepKeyOf({ key, altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): StepKey | null {
  if (altKey || ctrlKey || metaKey || shiftKey || isComposing) return null;
  // with caps lock it is a capital
  const plain = key === 'C' ? 'c' : key;
  return isStepKey(plain) ? plain : null;
}

const isStepKey = (key: string): key is StepKey => inside.includes(key);

/** The slider of a stepper too takes arrows itself. */
const isTyping = (target: Element): boolean => target.closest('input, textarea, select, [contenteditable]') !== null;

/** A box that the arrows move. */
function scrollsSideways(target: Element): boolean {
  for (let at: Element | null = target; at !== null && at !== document.body; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

function meantOf(visible: readonly Stepper[], last: Stepper | null): Stepper | null {
  if (last !== null && visible.includes(last) && shownHeight(last.root) > 0) return last;
  const inView = visible
    .filter(({ root }) => shownHeight(root) > 0)
    .sort((a, b) => shownHeight(b.root) - shownHeight(a.root));
  return inView[0] ?? (last !== null && visible.includes(last) ? last : (visible[0] ?? null));
}

/** Pixels of it that can be seen. */
function shownHeight(root: HTMLElement): number {
  const { top, bottom } = root.getBoundingClientRect();
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
}
