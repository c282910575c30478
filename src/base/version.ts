/** The version that `--version`, SARIF, JSON and the action name; a test holds it against package.json. */
export const version = '0.1.0';
