/**
 * The programs that tests run as processes: those of dist/, which `npm test` has compared with the sources by then and
 * which start in a fifth of the time. `SYNCWRIGHT_ACTION=source` runs the sources instead (and so does a checkout that
 * is not built).
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const asked = process.env['SYNCWRIGHT_ACTION'];
const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const chosen = (built: string, source: string): string =>
  asked !== 'source' && existsSync(pathOf(built)) ? pathOf(built) : pathOf(source);

export const workerProgram = chosen('dist/worker.js', 'src/cli/worker.ts');
export const cliProgram = chosen('dist/cli.js', 'src/cli/main.ts');
/** Any other value of the variable is the path of an action, such as that of a build elsewhere. */
export const actionProgram =
  asked !== undefined && asked !== 'source' ? asked : chosen('dist/index.js', 'src/action/main.ts');
