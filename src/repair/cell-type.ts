/** What the type of a cell is called where a patch has to write it, as an argument of `cuda::atomic_ref`. */
import type { ScalarType } from '../base/ctype.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Written } from './written.ts';
import { childIn, textOf } from '../parse/node.ts';
import { declaredType } from './written.ts';

/** What the cell's type is called in the text; null where `cuda::atomic_ref` may not take it, or it is not plain. */
export function typeName({
  at: {
    around,
    text,
    place: { type, volatile },
  },
  target,
}: Readonly<{ at: Written; target: SyntaxNode }>): string | null {
  const field = target.type === 'field_expression' ? childIn(target, 'field') : null;
  const member = field === null ? undefined : textOf(text, field);
  const isBitField = member !== undefined && new RegExp(String.raw`\b${member}\s*:\s*\w+\s*[;,=]`).test(text.text);
  if (volatile || isBitField) return null;
  const declared = declaredType(target, around, text);
  if (declared !== null) return declared;
  return around.some((node) => node.type === 'template_declaration') ? null : plainName(type);
}

function plainName(type: ScalarType): string | null {
  switch (type.kind) {
    case 'bool':
      return null;
    case 'float':
      return type.bits === 64 ? 'double' : type.bits === 32 ? 'float' : null;
    case 'int': {
      const name = { 8: 'char', 16: 'short', 32: 'int', 64: 'long long' }[type.bits];
      return type.signed ? (type.bits === 8 ? 'signed char' : name) : `unsigned ${name}`;
    }
  }
}
