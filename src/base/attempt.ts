/** What `make` gives; null where it throws, for what may be refused (by a file system, say) and needs no word then. */
export function attempt<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}
