/** Outcome of an operation that can fail for reasons that are not our bug. */
export type Result<Value, Problem> = Readonly<{ ok: true; value: Value }> | Readonly<{ ok: false; problem: Problem }>;

export const ok = <Value>(value: Value): Readonly<{ ok: true; value: Value }> => ({ ok: true, value });
export const fail = <Problem>(problem: Problem): Readonly<{ ok: false; problem: Problem }> => ({ ok: false, problem });
