/**
 * Whether a condition of a finding is about elements of arrays (`distinct(idx)`), which no assertion in the kernel can
 * check.
 */
export const isOfContents = (condition: string): boolean =>
  /(?:^|&& )(?:distinct|permutation|increasing|all|disjoint)\(/.test(condition);
