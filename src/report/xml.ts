/**
 * XML 1.0 in UTF-8 from plain values. Needs no trust in them: what XML forbids and what readers do not see is replaced
 * by visible stand-ins.
 */
import XmlBuilder from 'fast-xml-builder';
import { visible } from './visible.ts';

export type XmlElement = Readonly<{
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  /** Elements, or text. */
  content?: readonly XmlElement[] | string;
}>;

export const element = (
  name: string,
  attributes: XmlElement['attributes'],
  content: NonNullable<XmlElement['content']> = [],
): XmlElement => ({ name, attributes, content });

/** Attributes and text come out as they are given; `"true"` does not become an attribute without a value. */
const builder = new XmlBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  format: true,
  indentBy: ' ',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

export const xmlOf = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([ordered(root)]).trim()}\n`;

/** As the builder takes elements in an order. */
function ordered({ name, attributes, content = [] }: XmlElement): Readonly<Record<string, unknown>> {
  const inside = typeof content === 'string' ? [{ '#text': xmlText(content, 'lines') }] : content.map(ordered);
  return {
    [name]: inside,
    ':@': Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : xmlText(value)]),
    ),
  };
}

/**
 * Characters that XML 1.0 forbids (section 2.2) and that are visible already: halves of surrogate pairs, and two
 * noncharacters.
 */
const forbidden = /[\ud800-\udfff\ufffe\uffff]/gu;

/** Newlines and tabs stay when `keep` is 'lines'; in an attribute, a reader would turn them into spaces. */
const xmlText = (text: string, keep: 'nothing' | 'lines' = 'nothing'): string =>
  visible(text, keep).replace(forbidden, '\ufffd');
