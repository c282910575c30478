/**
 * Records of equal size in one growing buffer, named by byte offset; 0 names none. Cheaper than objects, and countable.
 */
export type Pool = {
  view: DataView;
  allocated: number;
  readonly take: () => number;
  readonly give: (record: number) => void;
};

/** Makes a pool of records of `bytes` bytes. A given-back record's first word links the free ones. */
export function createPool(bytes: number): Pool {
  const size = Math.ceil(bytes / 8) * 8;
  let used = size;
  let free = 0;
  const pool: Pool = {
    view: new DataView(new ArrayBuffer(1 << 12)),
    allocated: 1 << 12,
    take: () => {
      if (free !== 0) {
        const record = free;
        free = pool.view.getInt32(record, true);
        return record;
      }
      if (used + size > pool.allocated) {
        pool.allocated *= 2;
        const grown = new Uint8Array(pool.allocated);
        grown.set(new Uint8Array(pool.view.buffer));
        pool.view = new DataView(grown.buffer);
      }
      used += size;
      return used - size;
    },
    give: (record) => {
      pool.view.setInt32(record, free, true);
      free = record;
    },
  };
  return pool;
}
