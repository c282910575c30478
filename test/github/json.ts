/** Reading untyped JSON, as servers must. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (isList(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
