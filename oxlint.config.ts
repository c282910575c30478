/**
 * Why: the sentences of STYLE that a linter can keep (types, switches, purity of the engine), and what
 * typescript-eslint calls its strict rules with types. The import arrows are kept by scripts/arrows.ts; syntax that is
 * ours alone, and sentences about files and documents, by scripts/style.ts.
 */
import { defineConfig } from 'oxlint';

/** Wrap one foreign library, read back what the engine wrote, or make brands: the only files that may write `as`. */
const foreign = [
  'src/base/brand.ts',
  'src/page/pieces.ts',
  'src/parse/tree-sitter.ts',
  'src/solve/z3*.ts',
  'src/github/octokit.ts',
];
/** Everything that is a pure function of text and options. */
const engine = [
  'base',
  'preprocess',
  'parse',
  'ir',
  'lower',
  'launch',
  'protocol',
  'obligation',
  'solve',
  'witness',
  'machine',
  'search',
  'verdict',
  'repair',
  'report',
  'cache',
].map((folder) => `src/${folder}/**/*.ts`);

const impure = 'The engine reads no file, clock, environment or network, and never exits (STYLE 7): pass it in.';

const errors = (prefix: string, names: readonly string[]): Record<string, 'error'> =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']));

/** The strict rules with types of typescript-eslint 8, but for those that are set below. */
const strict = errors('typescript/', [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'triple-slash-reference',
  'unbound-method',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
]);

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/**', 'coverage/**', 'tmp/**', '**/*.js', '**/*.cjs'],
  rules: {
    ...strict,
    ...errors('', [
      'eqeqeq',
      'no-array-constructor',
      'no-unused-expressions',
      'no-useless-constructor',
      'no-var',
      'prefer-const',
      'prefer-rest-params',
      'prefer-spread',
    ]),
    'max-lines-per-function': ['error', { max: 110, skipBlankLines: true, skipComments: true }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    // Values that print as a person expects.
    'typescript/restrict-template-expressions': [
      'error',
      { allowNumber: true, allowBoolean: true, allowNullish: false },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
        allowDefaultCaseForExhaustiveSwitch: true,
        requireDefaultForNonUnion: false,
      },
    ],
  },
  overrides: [
    {
      files: engine,
      rules: {
        'no-restricted-globals': [
          'error',
          ...[
            'process',
            'Date',
            'fetch',
            'performance',
            'console',
            'require',
            '__dirname',
            '__filename',
            'localStorage',
            'navigator',
          ].map((name) => ({ name, message: impure })),
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: impure },
          { object: 'globalThis', property: 'process', message: impure },
        ],
      },
    },
    { files: foreign, rules: { 'typescript/consistent-type-assertions': 'off' } },
    { files: ['src/base/invariant.ts'], rules: { 'typescript/restrict-template-expressions': 'off' } },
    // One switch over the instruction set, a table (STYLE 4).
    { files: ['src/machine/interpret.ts', 'test/**/*.ts', '**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
  ],
});
