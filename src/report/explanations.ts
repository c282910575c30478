/** Made by `node scripts/explanations.ts` from docs/codes/; a test holds the two together. */
export const explanations: ReadonlyMap<string, string> = new Map([]);
