/** Light, dark, or what the system prefers. Remembered where the browser lets a file remember. */
const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const key = 'syncwright-theme';

/** Before anything is painted. */
export function applyTheme(): void {
  apply(remembered());
}

export function connectTheme(choice: HTMLSelectElement): void {
  choice.value = remembered();
  choice.addEventListener('change', () => {
    const theme = themes.find((one) => one === choice.value) ?? 'auto';
    apply(theme);
    try {
      localStorage.setItem(key, theme);
    } catch {
      // a page that may not remember asks again next time
    }
  });
}

function apply(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function remembered(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'auto';
  } catch {
    return 'auto';
  }
}
