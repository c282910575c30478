/**
 * `Args *...args`, `const T *__restrict__... rows`: the grammar gives a pack of parameters no pointers. Their stars,
 * which it reads as an error in front of the dots, and dots that it reads as an error behind a star, are put where they
 * belong: the pack is declared as a pointer would be [dcl.fct]. Exact; another error stays what it was.
 */
import type { SyntaxNode } from './node.ts';
import { childIn } from './node.ts';

const parameters: ReadonlySet<string> = new Set(['parameter_declaration', 'variadic_parameter_declaration']);

/** The parameter with its pack in its declarator; the same node where there is nothing to mend. */
export function withPointers(node: SyntaxNode): SyntaxNode {
  if (!parameters.has(node.type)) return node;
  return node.type === 'parameter_declaration' ? dotsInside(node) : starsInFront(node);
}

const isDots = ({ type, children }: SyntaxNode): boolean =>
  type === 'ERROR' && children.length === 1 && children[0]?.type === '...';

/** `T *__restrict__ ERROR(...) name` */
function dotsInside(node: SyntaxNode): SyntaxNode {
  const mended = (declarator: SyntaxNode): SyntaxNode | null => {
    const inner = childIn(declarator, 'declarator');
    if (declarator.type !== 'pointer_declarator' || inner === null) return null;
    const dots = declarator.children.find(isDots);
    const [token] = dots?.children ?? [];
    const made = dots === undefined || token === undefined ? mended(inner) : variadic(token, inner);
    return made === null
      ? null
      : {
          ...declarator,
          children: declarator.children
            .filter((child) => child !== dots)
            .map((child) => (child === inner ? made : child)),
        };
  };
  const own = childIn(node, 'declarator');
  const made = own === null ? null : mended(own);
  return made === null
    ? node
    : {
        ...node,
        type: 'variadic_parameter_declaration',
        children: node.children.map((child) => (child === own ? made : child)),
      };
}

const variadic = (dots: SyntaxNode, inner: SyntaxNode): SyntaxNode => ({
  ...inner,
  type: 'variadic_declarator',
  start: dots.start,
  field: 'declarator',
  children: [dots, { ...inner, field: null }],
});

/** `T ERROR(*) ...name` */
function starsInFront(node: SyntaxNode): SyntaxNode {
  const own = childIn(node, 'declarator');
  const errors = node.children.filter(({ type }) => type === 'ERROR');
  const stars = errors.flatMap(({ children }) => children);
  if (own?.type !== 'variadic_declarator' || stars.length === 0 || stars.some(({ type }) => type !== '*')) return node;
  const declarator = stars.reduceRight<SyntaxNode>(
    (inner, star) => ({
      ...inner,
      type: 'pointer_declarator',
      start: star.start,
      field: 'declarator',
      children: [star, { ...inner, field: 'declarator' }],
    }),
    own,
  );
  return {
    ...node,
    children: node.children
      .filter((child) => !errors.includes(child))
      .map((child) => (child === own ? declarator : child)),
  };
}
