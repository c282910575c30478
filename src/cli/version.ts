/** The version, under the name the command line's files use. */
export { version } from '../base/version.ts';
