/** Names that are those of constants by how they are spelled, for which no declaration is in sight. */

/** `BLOCK_SIZE`, `kBlockSize` (Google C++ Style Guide, "Constant Names"), also in a namespace or class. */
export const isConstantName = (name: string): boolean =>
  /^([A-Za-z_]\w*::)*(?:[A-Z][A-Z0-9_]*|k[A-Z][A-Za-z0-9]*)$/.test(name);
