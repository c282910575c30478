/** What the stage `schema` reports. `{name}` is a slot. Printed to docs/messages.md. */
export const messages = {
  notAsDescribed: 'does not match the description',
  unknownKey: 'unknown key {key}{known}',
  isNot: '{place} is not {expected}',
  isMissing: '{place} is missing',
  mustBeOneOf: '{place} is {actual}; it must be one of {allowed}',
  mustBe: '{place} is {actual}; it must be {expected}',
  anEntry: 'an entry of {list}',
  aSetOfKeys: 'a set of keys',
  known: '; known keys: {keys}',
  allowedName: 'an allowed name',
} as const;
