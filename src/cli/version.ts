/** The version that `--version`, SARIF and JSON name; a test holds it against package.json. */
export const version = '0.1.0';
