/**
 * Nominal types over primitives, so that ids and units are not confused. The only place, with the foreign wrappers,
 * that uses `as`.
 */
declare const tag: unique symbol;
export type Brand<Base, Name extends string> = Base & { readonly [tag]: Name };

/** Identifies one statement of one kernel's IR; every instance of an inlined device function has its own. */
export type StmtId = Brand<number, 'StmtId'>;
/** Identifies one scalar variable of one kernel (or of formulas made from it). Unique and printable, such as `i#3`. */
export type VarId = Brand<string, 'VarId'>;
/** Identifies one array (memory object) of one kernel, such as `tile` or `param:out`. */
export type ArrayId = Brand<string, 'ArrayId'>;
/** Identifies one statement of the source text of one kernel, for repairs. */
export type SourceId = Brand<number, 'SourceId'>;
/** A number of bytes. */
export type Bytes = Brand<number, 'Bytes'>;

export const stmtId = (n: number): StmtId => n as StmtId;
export const varId = (name: string): VarId => name as VarId;
export const arrayId = (name: string): ArrayId => name as ArrayId;
export const sourceId = (n: number): SourceId => n as SourceId;
export const bytes = (n: number): Bytes => n as Bytes;
