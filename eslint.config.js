/**
 * Why: the sentences of STYLE that a linter can keep (types, switches, purity of the engine). The import arrows
 * are kept by scripts/arrows.ts, sentences about files and documents by scripts/style.ts.
 */
import tseslint from 'typescript-eslint';

/** Wrap one foreign library, read back what the engine wrote, or make brands: the only files that may write `as`. */
const foreign = ['src/base/brand.ts', 'src/page/pieces.ts', 'src/parse/tree-sitter.ts', 'src/solve/z3*.ts', 'src/github/octokit.ts'];
/** Everything that is a pure function of text and options. */
const engine = ['base', 'preprocess', 'parse', 'ir', 'lower', 'launch', 'protocol', 'obligation', 'solve', 'witness', 'machine', 'search', 'verdict', 'repair', 'report', 'cache']
  .map((folder) => `src/${folder}/**/*.ts`);

const impure = 'The engine reads no file, clock, environment or network, and never exits (STYLE 7): pass it in.';
const kindSwitch = 'SwitchStatement[discriminant.type="MemberExpression"][discriminant.property.name="kind"]';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'tmp/**', '**/*.js', '**/*.cjs'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true, allowDefaultCaseForExhaustiveSwitch: true, requireDefaultForNonUnion: false }],
      'no-restricted-syntax': ['error',
        { selector: `${kindSwitch} > SwitchCase[test=null]:not(:has(CallExpression[callee.name="assertNever"]))`, message: 'A switch on `kind` has no `default`, or one that calls assertNever (STYLE 11).' },
        { selector: 'TSEnumDeclaration', message: 'Unions of readonly objects or of literals instead of enums (STYLE 9).' },
      ],
      'eqeqeq': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      // Values that print as a person expects.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: false }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Spread into characters is meant where texts are our own ASCII.
      '@typescript-eslint/no-misused-spread': 'off',
      // A type parameter used once can still name what a caller passes.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // An async function without await is how a contract of promises is met by a synchronous part.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: engine,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', ...['process', 'Date', 'fetch', 'performance', 'console', 'require', '__dirname', '__filename', 'localStorage', 'navigator'].map((name) => ({ name, message: impure }))],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: impure }, { object: 'globalThis', property: 'process', message: impure }],
    },
  },
  { files: foreign, rules: { '@typescript-eslint/consistent-type-assertions': 'off' } },
  { files: ['src/base/invariant.ts'], rules: { '@typescript-eslint/restrict-template-expressions': 'off' } },
  // One switch over the instruction set, a table (STYLE 4).
  { files: ['src/machine/interpret.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['test/**/*.ts', '**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
);
