/** Where the texts of the libraries stand: at one place for all files, so that the tree of each is made once. */
import { parseLimits } from '../../parse/limits.ts';

/** Behind the text of any file that is parsed. */
export const libraryStart: number = parseLimits.maxLength;
