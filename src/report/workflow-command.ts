/**
 * Annotations as workflow commands of GitHub Actions, escaped as the runner reads them, so that foreign text cannot
 * make a command of its own. https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
import { visible } from './visible.ts';

/** The data of a command. */
export const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A property of a command, which also ends at `:` and `,`. */
export const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** `col`, `endColumn`: GitHub takes them of a single line only. */
export type LogAnnotation = Readonly<{
  level: 'error' | 'warning' | 'notice';
  file: string | null;
  line: number;
  endLine: number;
  columns?: Readonly<{ from: number; to: number }>;
  title: string;
  message: string;
}>;

export function annotationCommand({ level, file, line, endLine, columns, title, message }: LogAnnotation): string {
  const place =
    file === null
      ? []
      : [
          `file=${escapeProperty(file)}`,
          `line=${line}`,
          `endLine=${endLine}`,
          ...(columns === undefined || line !== endLine ? [] : [`col=${columns.from}`, `endColumn=${columns.to}`]),
        ];
  const properties = [...place, ...(title === '' ? [] : [`title=${escapeProperty(visible(title))}`])];
  return `::${level}${properties.length === 0 ? '' : ` ${properties.join(',')}`}::${escapeData(visible(message, 'lines'))}`;
}
