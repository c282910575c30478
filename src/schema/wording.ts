/** What the stage `schema` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  notAsDescribed: 'does not match the description',
  unknownKey: 'unknown key {x1}{x2}',
  isNot: '{x1} is not {x2}',
  isMissing: '{x1} is missing',
  mustBeOneOf: '{x1} is {x2}; it must be one of {x3}',
  mustBe: '{x1} is {x2}; it must be {x3}',
  anEntry: 'an entry of {x1}',
  aSetOfKeys: 'a set of keys',
  known: '; known keys: {keys}',
  allowedName: 'an allowed name',
} as const;
