/** What stands for a text: 32 hexadecimal digits of its SHA-256. */
import { createHash } from 'node:crypto';

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digestLength);

export const digestLength = 32;
