/**
 * Stated limits of one parse; what lies beyond them is an `ERROR` node. Depth protects every recursive pass that
 * follows.
 */
export const parseLimits = { maxLength: 32 * 1024 * 1024, maxDepth: 1000, maxProgressReports: 20_000_000 } as const;
