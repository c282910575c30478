/** What the stage `parse` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  missingToken: "syntax error: '{type}' is missing here",
  tooDeep: 'nested more than {maxDepth} levels deep (limit of the parser)',
  tooLong: 'not parsed: longer than {maxLength} characters, or too ambiguous (limit of the parser)',
  endsInside: 'syntax error: the function or block that begins here is not closed',
  badBody: 'syntax error: this part of a function body cannot be parsed',
  strayStatement: 'syntax error: this statement is outside of any function',
  strayBrace: 'syntax error: this brace closes nothing',
  badFile: 'syntax error: this part of the file cannot be parsed',
} as const;
