import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', '.build/**', 'node_modules/**', 'scripts/**', '*.mjs'] },
  ...tseslint.configs.strict,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // A forgotten await in a workflow or an activity is a lost effect, not a style question.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/cli/**', 'test/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Workflow code is replayed: no clock, network, file or library of the host may enter it.
    files: ['src/workflows/**', 'src/domain/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            'node:*',
            'zod',
            'undici',
            'pino',
            '@temporalio/client',
            '@temporalio/worker',
            '@temporalio/activity',
          ],
        },
      ],
    },
  },
);
