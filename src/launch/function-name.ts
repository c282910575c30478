/** `f` of `&ns::f<T>`; null: the text is no name. */
export const baseName = (text: string): string | null =>
  /^&?(?:::)?(?:\w+::){0,16}([A-Za-z_]\w*)(?:<.*>)?$/s.exec(text.trim())?.[1] ?? null;
