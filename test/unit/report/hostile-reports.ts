/** Reports with hostile text in every place that a stranger can fill, for properties of formats. */
import fc from 'fast-check';
import type { Finding, KernelAnswer, Report } from '../../../src/verdict/finding.ts';
import { divergence, race, report as sample } from './sample-report.ts';

/**
 * What ends, opens or hides something in one of the formats, and any other character: halves of surrogate pairs are
 * among them.
 */
const piece = fc.oneof(
  fc.constantFrom(
    '\u0000',
    '\u001b[31m',
    '\r\n',
    '\n',
    '\t',
    '\u0085',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    ']]>',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?xml?>',
    '"',
    "'",
    '&',
    '&amp;',
    '&#0;',
    '<',
    '>',
    '%',
    '%0A',
    ':',
    ',',
    '::error::x',
    '\n::add-mask::y',
    '##[error]',
    '::stop-commands::t',
    '\\',
    './',
    'true',
    '{{',
    '](x)',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ maxLength: 6 }),
);
export const hostileText = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''))
  .filter((text) => text !== '');
const fileName = fc.oneof(
  fc.constantFrom('src/sum.cu', './src/sum.cu', 'src\\sum.cu'),
  hostileText.map((text) => `${text}.cu`),
);

const finding = fc
  .record({
    from: fc.constantFrom(race, divergence),
    message: hostileText,
    condition: fc.option(hostileText),
    advice: fc.option(hostileText),
    file: fileName,
    line: fc.integer({ min: 1, max: 9 }),
    title: hostileText,
    severity: fc.constantFrom('error', 'warning', 'info'),
    status: fc.constantFrom('confirmed', 'possible'),
    mark: fc.constantFrom('none', 'suppressed', 'old', 'new'),
    reason: hostileText,
  })
  .map(({ from, message, condition, advice, file, line, title, severity, status, mark, reason }): Finding => ({
    ...from,
    message,
    condition,
    advice,
    severity,
    status,
    fix: from.fix === null ? null : { ...from.fix, title },
    span: { ...from.span, file, line, endLine: line },
    ...(mark === 'suppressed'
      ? { suppressed: { by: 'comment' as const, reason, author: reason, file, line } }
      : mark === 'none'
        ? {}
        : { inBaseline: mark === 'old' }),
  }));

const kernel = fc
  .record({
    name: hostileText,
    file: fileName,
    line: fc.integer({ min: 1, max: 3 }),
    verdict: fc.constantFrom('racy', 'drf', 'unknown', 'unsupported'),
    reasons: fc.array(hostileText, { maxLength: 2 }),
    findings: fc.array(finding, { maxLength: 3 }),
  })
  .map(({ name, file, line, verdict, reasons, findings }): KernelAnswer => {
    const [model] = sample.kernels;
    if (model === undefined) throw new Error('the sample has kernels');
    return {
      ...model,
      name,
      span: { ...model.span, file, line },
      verdict,
      reasons,
      findings: findings.map((one) => ({ ...one, kernel: name })),
    };
  });

const problem = fc.record({
  file: fileName,
  line: fc.option(fc.integer({ min: 1, max: 9 })),
  text: hostileText,
  code: fc.constant('SI101'),
});

export const hostileReport: fc.Arbitrary<Report> = fc.record({
  version: fc.constant(1 as const),
  kernels: fc.array(kernel, { maxLength: 4 }),
  problems: fc.array(problem, { maxLength: 2 }),
});
