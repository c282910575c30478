/** The version that `--version`, SARIF, JSON and the action name; a test holds it against package.json. */
export const version = '1.0.0-rc.1';

/** Where the program and its documentation are; a test holds it against package.json. */
export const homepage = 'https://github.com/OWNER/syncwright';
