/**
 * Lambdas that a launch passes: which one an argument certainly is, through variables, parameters and `std::forward`,
 * and what it captured where it was made. Exact: what may have changed since, or is not seen, is not given.
 */
import type { Expr } from '../base/expr.ts';
import type { SyntaxNode } from '../parse/node.ts';
import type { Evaluation } from './evaluation.ts';
import { capturesOf, isMutable, namesInBody } from '../parse/captures.ts';
import { childIn, namedChildren, textOf } from '../parse/node.ts';
import { calleeName, withoutCasts } from './declarator.ts';
import { deeper, goesOn } from './evaluation.ts';
import { handsOn } from './library-calls.ts';
import { isMember, lookup } from './lookup.ts';
import { writesTo } from './reaching.ts';

/** A lambda, and where it is made. */
export type GivenClosure = Readonly<{ lambda: SyntaxNode; cx: Evaluation }>;
/**
 * A capture by value. `node` means the variable; `isCopied`: it is what the variable is where the lambda is made, not
 * an expression.
 */
type GivenCapture = Readonly<{ name: string; node: SyntaxNode; isCopied: boolean }>;

/** The lambda that an argument is; null where that is not certain. */
export function closureGiven(from: Evaluation, written: SyntaxNode): GivenClosure | null {
  const cx = deeper(from);
  const node = withoutCasts(written);
  if (!goesOn(cx)) return null;
  switch (node.type) {
    case 'lambda_expression':
      return { lambda: node, cx };
    case 'identifier':
      return ofVariable(cx, node);
    case 'call_expression': {
      const callee = calleeName(childIn(node, 'function'));
      const [only, second] = namedChildren(childIn(node, 'arguments') ?? node);
      const name = callee === null ? '' : textOf(cx.names.source, callee);
      const isCast = /^(?:static_cast|move)$/.test(name) || handsOn(name);
      return isCast && only !== undefined && second === undefined && !cx.names.functions.has(name)
        ? closureGiven(cx, only)
        : null;
    }
    default:
      return null;
  }
}

function ofVariable(cx: Evaluation, node: SyntaxNode): GivenClosure | null {
  const declaration = lookup(cx.names, textOf(cx.names.source, node), node);
  if (
    declaration === null ||
    isMember(declaration) ||
    writesTo(cx.names, declaration, null).some(({ operator }) => operator === '=')
  )
    return null;
  if (declaration.kind === 'parameter') {
    const bound = cx.bindings.get(declaration) ?? null;
    return bound === null ? null : closureGiven({ ...bound.cx, depth: cx.depth + 1 }, bound.node);
  }
  if (declaration.kind !== 'variable' || declaration.initial.kind !== 'expression' || declaration.isStatic) return null;
  return closureGiven(cx, declaration.initial.node);
}

/** What it captured by value; nothing of a lambda that may change its copies. */
export function capturedBy({ lambda, cx }: GivenClosure): readonly GivenCapture[] {
  const spelled = (node: SyntaxNode): string => textOf(cx.names.source, node);
  const list = capturesOf(lambda, spelled);
  if (!list.isWhole || isMutable(lambda, spelled)) return [];
  const explicit = list.explicit
    .filter(({ byReference }) => !byReference)
    .map(({ name, value, node }): GivenCapture => ({ name, node: value ?? node, isCopied: value === null }));
  if (list.byDefault !== '=') return explicit;
  const known = new Set(list.explicit.map(({ name }) => name));
  const others = [...namesInBody(lambda, spelled)]
    .filter((name) => !known.has(name))
    .flatMap((name): GivenCapture[] => {
      const declaration = lookup(cx.names, name, lambda);
      const use =
        declaration === null || isMember(declaration)
          ? undefined
          : (cx.names.identifiers.get(name) ?? []).find(
              (node) =>
                lambda.start <= node.start && node.end <= lambda.end && lookup(cx.names, name, node) === declaration,
            );
      return use === undefined ? [] : [{ name, node: use, isCopied: true }];
    });
  return [...explicit, ...others];
}

/** The value of a captured scalar where the lambda is made. */
export function capturedValue({ lambda, cx }: GivenClosure, { node, isCopied }: GivenCapture): Expr | null {
  return isCopied ? cx.rules.variable(cx, textOf(cx.names.source, node), lambda, null) : cx.rules.evaluate(cx, node);
}
